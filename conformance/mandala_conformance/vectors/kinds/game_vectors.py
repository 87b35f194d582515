"""The vectors of whole games as records: Mandala with a reshuffle, K7, a refill over a reshuffle, ends by the rules."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise
from typing import Any, Final

from attrs import frozen

from mandala_conformance.made_games.described_games import DERIVED, DESCRIBED_ENTRY, derived_from, describe, new_referee
from mandala_conformance.made_games.finished_game import played_by
from mandala_conformance.vectors.form.making import valid, vector_file
from mandala_conformance.vectors.form.vector_case import VectorCase, VectorFile
from mandala_conformance.vectors.form.vector_fields import array, record, text
from mandala_conformance.vectors.form.vector_kinds import Computed, FileRecords, Given, VectorKind, WrongCase
from mandala_protocol.conversation.session import Session
from mandala_protocol.wire.messages import MAX_ENTRIES


def run_record(given: Given, records: FileRecords) -> Computed:
    messages = records.named(given["record"])
    if not messages:
        raise WrongCase("the record has no entries")
    referee = new_referee(messages)
    described = describe(referee, messages, trusted=given["record"] in records.sound)
    return {"entries": described, **derived_from(referee)}


RECORD_KIND: Final = VectorKind(
    "record",
    "A whole record of a game, which stands in records: each entry with its speaker, the head and the position "
    "after it, and what follows from all of them. The cards are opened with both keys, where these are in it: "
    "rest_of_pile is the draw pile at the end, next card first.",
    {"record": text(64)},
    {"entries": array(record(DESCRIBED_ENTRY), 0, MAX_ENTRIES), **DERIVED},
    run_record,
    ("DK4", "DK5", "DK12", "EN4", "EN5", "EN11", "PL9", "PL10", "PL11", "RF3", "RF4"),
)


# The making of its cases.

ABOUT: Final = (
    "A whole game of Mandala that comes into rare phases, as a record: each entry is listed with the position after "
    "it. The flags say what comes up in it. The other ways to end are in endings.json (by the players) and "
    "patterns.json."
)

FLAGS: Final = {
    "reshuffle": "The discard pile becomes the draw pile.",
    "K7": "A mandala is completed with no card in either field.",
    "refill-over-reshuffle": "A mountain is refilled with cards from before and after a reshuffle.",
    "stalemate": "The game ends with 40 discards one after the other.",
    "deck": "The game ends with the draw pile.",
    "river": "The game ends with a river of six colours.",
    "tie": "Both end the game at equal points, and fewer cards in the cup win (E6).",
}


def chosen(wanted: str, session: Session) -> str:
    """A move whose first letter is one of those wanted, if there is one; which, follows from the head before it."""
    referee = session.referee
    legal: tuple[Any, ...] = referee.rules.legal_moves(referee.view(session.seat))
    moves = [referee.rules.format_move(move) for move in legal]
    fitting = [move for move in moves if move[0] in wanted]
    return random.Random(referee.transcript.head).choice(fitting or moves)


def discarding(session: Session) -> str:
    """The first move that discards one card."""
    referee = session.referee
    moves = map(referee.rules.format_move, referee.rules.legal_moves(referee.view(session.seat)))
    return next(move for move in moves if move[0] == "C" and move[2] == "1")


def building(session: Session) -> str:
    return chosen("AK", session)


def growing(session: Session) -> str:
    return chosen("BK", session)


TIE_MOVES: Final = ("A1k", "B1o2", "B1y2", "B1g1", "B1p2", "Kr", "Kk")
"""The moves of a game after which both have a point, one of them with three cards in the cup, the other with two."""


def towards_a_tie(session: Session) -> str:
    return TIE_MOVES[session.referee.moves_made]


@frozen
class ChosenGame:
    """A game by its seed, how its moves are chosen, and what comes up in it.

    ``moves``: so many, after which both agree to end it; None: it goes to its end by the rules.
    """

    seed: int
    choose: Callable[[Session], str]
    flags: tuple[str, ...]
    moves: int | None = None


GAMES: Final = {
    "stalemate": ChosenGame(51, discarding, ("stalemate",)),
    "deck": ChosenGame(61, building, ("reshuffle", "K7", "refill-over-reshuffle", "deck")),
    "river": ChosenGame(60, growing, ("river",)),
    "tie": ChosenGame(62, towards_a_tie, ("tie",), len(TIE_MOVES)),
}


def phases(case: VectorCase) -> list[str]:
    """The phase after each entry."""
    positions = [entry["position"] for entry in case.expected["entries"]]
    return [position.split(" ")[2] if position else "" for position in positions]


def comes_up(case: VectorCase) -> set[str]:
    """The flags that are true of a game."""
    found = set()
    entries, after = case.expected["entries"], phases(case)
    shuffles = [number for number, entry in enumerate(entries) if entry["kind"] == "shuffle" and entry["seat"] == 0]
    if len(shuffles) > 1:
        found.add("reshuffle")
    if any(after[number - 1].startswith("refill:") for number in shuffles):
        found.add("refill-over-reshuffle")
    for before, now in pairwise(after):
        if now.startswith("refill:") and not before.startswith(("refill:", "claim:")):
            found.add("K7")
    result = case.expected["result"]
    found.add(result["reason"])
    if len(set(result["scores"])) == 1 and result["winner"] is not None and result["reason"] != "resigned":
        found.add("tie")
    return found


def make(name: str) -> VectorFile:
    """The file of a game."""
    chosen_game = GAMES[name]
    game = played_by("mandala", chosen_game.seed, chosen_game.choose, chosen_game.moves, last="wish end")
    records = FileRecords({name: game.entries}, frozenset({name}))
    case = valid(RECORD_KIND, f"record/{name}", {"record": name}, flags=chosen_game.flags, records=records)
    assert comes_up(case) >= set(case.flags), (case.id, comes_up(case))
    flags = {flag: FLAGS[flag] for flag in chosen_game.flags}
    return vector_file(f"game-{name}", ABOUT, [case], flags, records.entries)
