"""Defects that show in test games, most of them in rare phases only. Each program joins, and takes test games."""

from __future__ import annotations

import os
from typing import Any

from attrs import evolve

from mandala_conformance.findings import CaseVerdict
from mandala_net.bots import first_move_bot
from mandala_protocol.conversation import speaker
from mandala_protocol.conversation.speaker import Speaker
from mandala_protocol.games.mandala import flow, legality
from mandala_protocol.games.mandala.state import Drawing, MandalaState
from mandala_protocol.games.test_games.fixed_chance import FixedChance
from mandala_protocol.poker.randomness import SEED_BYTES
from mandala_protocol.poker.sampling import HashStream
from mandala_protocol.record import referee
from tests.conformance.defects.agreeing_defects import give_draws_to_the_host
from tests.conformance.defects.defect import DefectBook, replace

RARE = DefectBook()


@RARE.defect(
    "builds-the-last-card",
    "Lets the last card be built when nothing is left to draw",
    case="PL3/A6",
    seen='requirement="PL5"',
    game="mandala",
    command="join",
)
def builds_the_last_card() -> None:
    replace(legality, "may_build_at_all", lambda *_: True)


@RARE.defect(
    "never-ends-by-stalemate",
    "Discards on and on",
    case="OR1/move-after-stalemate",
    seen='requirement="PL5"',
    game="mandala",
    command="join",
)
def never_ends_by_stalemate() -> None:
    replace(flow, "STALEMATE", 1_000)


@RARE.defect(
    "counts-41-discards",
    "Takes one discard too many before a stalemate",
    case="OR1/move-after-stalemate",
    seen='requirement="PL5"',
    game="mandala",
    command="join",
)
def counts_41_discards() -> None:
    replace(flow, "STALEMATE", 41)


@RARE.defect(
    "notices-an-empty-pile-late",
    "Notices the end of the draw pile only where no card is missing (D1)",
    case="PL11/mandala-test-6-script",
    seen="one that breaks|requirement=",
    game="mandala",
    command="join",
)
def notices_an_empty_pile_late() -> None:
    dealt = flow._dealt_to_hand

    def dealt_late(state: MandalaState, *given: Any) -> MandalaState:
        after = dealt(state, *given)
        is_short = isinstance(after.phase, Drawing) and after.phase.count > 0
        return evolve(after, triggered=state.triggered) if is_short else after

    replace(flow, "_dealt_to_hand", dealt_late)


@RARE.defect(
    "never-ends-by-a-colour",
    "Counts no claimed cards",
    case="PL11/mandala-test-1-script",
    seen="one that breaks",
    game="mandala",
    command="join",
)
def never_ends_by_a_colour() -> None:
    replace(flow, "claimed_in_all", lambda _: (0,) * 6)


@RARE.defect(
    "secret-test-games",
    "Draws nonce and key of a test game as in any game",
    case="TG4/nonce-and-key",
    seen="the nonce",
    command="join",
)
def secret_test_games() -> None:
    replace(speaker, "chance_of", lambda _: None)


@RARE.defect(
    "draws-its-own-seed",
    "Draws the seed of a test game as in any game",
    case="PL15/patterns-test-0-first",
    seen="PL1|PL3|PL6|TR5",
    command="join",
)
def draws_its_own_seed() -> None:
    replace(referee, "chance_of", lambda _: None)


@RARE.defect(
    "knows-no-draw-in-a-test-game",
    "Lets the host win where points are equal",
    case="PL15/patterns-test-0-first",
    seen='requirement="EN5"',
    command="join",
)
def knows_no_draw_in_a_test_game() -> None:
    give_draws_to_the_host()


@RARE.defect(
    "shuffles-by-chance",
    "Shuffles in a test game as in any game",
    case="PL11/mandala-test-0-first",
    seen="^move|^[A-Z]|requirement",
    game="mandala",
    command="join",
)
def shuffles_by_chance() -> None:
    replace(FixedChance, "shuffle", lambda *_: HashStream(os.urandom(SEED_BYTES), "shuffle"))


@RARE.defect(
    "plays-the-last-move",
    "Makes the last of the legal moves in a test game",
    case="TG7/hosted-first",
    seen="^[A-Z]",
    game="patterns-test-0",
    options=("--test-games",),
    verdict=CaseVerdict.NON_STRICT,
)
def plays_the_last_move() -> None:
    replace(first_move_bot, "first_by_notation", lambda game, moves: max(moves, key=game.format_move))


@RARE.defect(
    "masks-by-name",
    "Draws everything in a test game from its name",
    case="TG6/fresh",
    seen="[1-9][0-9]* of them twice",
    game="mandala",
    command="join",
)
def masks_by_name() -> None:
    def drawn(self: Speaker, purpose: str, *_: bytes) -> HashStream:
        return HashStream(self._referee.rules.name.encode(), purpose)

    replace(Speaker, "_drawn", drawn)
