"""The moves of the cases about the rules of Patterns: whoever forgets one condition takes its move, and no one else."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from mandala_conformance.cases.rule_cases import BREACHES, MOST_GAMES, effect_now
from mandala_conformance.puppet import Puppet, by_chance
from mandala_net.trust.identity import Identity
from mandala_protocol.conversation.speaker import GameTerms
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.games.game import IllegalMove, Moved
from mandala_protocol.games.patterns import flow, legality
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import First, Move
from tests.conformance.defects.defect import Defect
from tests.conformance.defects.rule_defects import RULES

PATTERNS = GAMES["patterns"]
DEFECTS = [defect for defect in RULES if defect.game == "patterns" and defect.command == "host"]
BROKEN_BY_A_DEFECT = ((legality, "judge"), (flow, "judge"), (flow, "_with_bowl_tile"))


def before_each_move(seed: int) -> Iterator[Puppet]:
    """Play a whole game by chance; the player who is to move, before each move."""
    terms = GameTerms("patterns", First.LOT, 0)
    host, guest = (
        Puppet(
            seat,
            Identity.generate(),
            seat.name,
            bytes([2 * seed + seat]) * 32,
            terms=terms,
            choose=by_chance(2 * seed + seat),
        )
        for seat in Seat
    )
    while not host.over:
        speaker, hearer = (host, guest) if host.is_to_speak else (guest, host)
        if speaker.pending(Move):
            yield speaker
        hearer.hear(speaker.say_next())


@cache
def places() -> dict[str, tuple[Any, Seat, str]]:
    """A position for each case, by its word, with the player to move and the forbidden move."""
    found: dict[str, tuple[Any, Seat, str]] = {}
    wanted = {word: breach for game, word, _title, breach in BREACHES if game == "patterns"}
    for puppet in itertools.chain.from_iterable(map(before_each_move, range(MOST_GAMES["patterns"]))):
        for word in wanted.keys() - found.keys():
            notation = wanted[word].move(puppet)
            if notation is not None:
                with pytest.raises(IllegalMove):
                    effect_now(puppet, notation)
                found[word] = (puppet.referee.state, puppet.seat, notation)
        if len(found) == len(wanted):
            break
    return found


def test_games_come_to_a_place_for_every_case_and_each_has_its_defect() -> None:
    cases = {f"PL3/{word}" for game, word, _title, _breach in BREACHES if game == "patterns"}
    assert {f"PL3/{word}" for word in places()} == cases == {defect.case for defect in DEFECTS}


@pytest.mark.parametrize("defect", DEFECTS, ids=lambda defect: defect.name)
def test_whoever_forgets_a_condition_takes_the_move_of_its_case_alone(
    monkeypatch: pytest.MonkeyPatch, defect: Defect
) -> None:
    all_places = places()
    for module, name in BROKEN_BY_A_DEFECT:
        monkeypatch.setattr(module, name, getattr(module, name))  # as it is, to be so again after the test
    defect.break_it()
    taken = set()
    for word, (state, seat, notation) in all_places.items():
        try:
            PATTERNS.apply(state, Moved(seat, PATTERNS.parse_move(notation)))
        except IllegalMove:
            continue
        taken.add(f"PL3/{word}")
    assert taken == {defect.case}
