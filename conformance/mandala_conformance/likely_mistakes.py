"""The mistakes that explain a wrong digest or a wrong winner: what an author should read first."""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import sha256
from typing import Final

from attrs import frozen

from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.games.game import Moved
from mandala_protocol.record.move_effect import effect_of
from mandala_protocol.record.referee import Referee
from mandala_protocol.record.transcript import read
from mandala_protocol.wire.messages import EntryMessage, Move, ResultBody

_PHASE: Final = 2
"""The place of the phase among the fields of a position line."""

_LINE_OF: Final = {"mandala": "PL9", "patterns": "PL13"}
_COURSE_OF: Final = {"mandala": "PL11", "patterns": "PL15"}
"""The requirements about the position line and about the phases of each game."""

_SEAT_IN_PHASE: Final = {"turn": (0,), "draw": (0,), "refill": (0,), "reveal": (0,), "claim": (2, 0)}
"""The places of a seat among the parameters of a phase; in a claim first that of the chooser."""

_COUNTS: Final = (-3, -2, -1, 1, 2, 3)
"""The most by which a count may be wrong."""


@frozen
class Mistake:
    """A mistake that explains what came: ``text`` says it, ``requirements`` are those to read."""

    text: str
    requirements: tuple[str, ...]


def likely_mistake(referee: Referee, heard: EntryMessage, error: RemoteProtocolError) -> Mistake | None:
    """The mistake behind a refused entry, if it is one of a few; ``referee`` has not taken it."""
    if error.requirement not in ("PL6", "EN5"):
        return None
    body = read(heard).body
    if isinstance(body, Move):
        return _after_move(referee, body)
    return _mistaken_winner(referee, body) if isinstance(body, ResultBody) else None


def _after_move(referee: Referee, body: Move) -> Mistake | None:
    """The position near the right one that has the digest of this move."""
    assert referee.due is not None, "a move was due"
    rules, moved = referee.rules, Moved(referee.due.speaker, referee.rules.parse_move(body.move))
    before, right = rules.position(referee.state), rules.position(effect_of(rules, referee.state, moved).after)
    return mistaken_position(before, right, body.digest)


def mistaken_position(before: str, right: str, digest: bytes) -> Mistake | None:
    """The mistake that leads to this digest after a move; ``before`` and ``right`` are the position lines."""
    game = right.partition(" ")[0]
    if sha256(before.encode()).digest() == digest:
        return Mistake("its digest is that of the position before the move", (_COURSE_OF[game],))
    for line, text, is_phase in _near(right):
        if sha256(line.encode()).digest() == digest:
            number = _COURSE_OF[game] if is_phase else _LINE_OF[game]
            return Mistake(f"its digest is that of a position with {text}", (number,))
    return None


def _near(right: str) -> Iterator[tuple[str, str, bool]]:
    """The positions near this one, what is different in them, and whether it is the phase."""
    yield right + "\n", "a line feed at its end", False
    fields = right.split(" ")
    for phase, hint in _other_phases(fields[_PHASE]):
        yield _with(fields, _PHASE, phase), f"the phase {phase} in the place of {fields[_PHASE]}{hint}", True
    for place, value in enumerate(fields):
        if place == _PHASE:
            continue
        for other in _other_values(value):
            yield _with(fields, place, other), f"{other} in the place of {value} in field {place + 1}", False


def _with(fields: list[str], place: int, value: str) -> str:
    return " ".join([*fields[:place], value, *fields[place + 1 :]])


def _other_phases(phase: str) -> Iterator[tuple[str, str]]:
    """The phases that a mistaken rule leads to, each with a hint."""
    kind, *parameters = phase.split(":")
    for place in _SEAT_IN_PHASE.get(kind, ()):
        other = [*parameters]
        other[place] = "1" if parameters[place] == "0" else "0"
        hint = ": the other player chooses first (K2, point 5 of PL11)" if (kind, place) == ("claim", 2) else ""
        yield ":".join((kind, *other)), hint
    if kind != "turn":
        for seat in "01":
            yield f"turn:{seat}", ": nothing is done before the next turn"
    if kind in ("draw", "refill"):
        for count in _other_values(parameters[-1]):
            yield ":".join((kind, *parameters[:-1], count)), ": another COUNT"


def _other_values(value: str) -> Iterator[str]:
    """This field with one of its numbers a little wrong, or without the mark of the end, or with it."""
    if value in ("-", "deck"):
        yield "deck" if value == "-" else "-"
    for number in re.finditer(r"\d+", value):
        for change in _COUNTS:
            count = int(number[0]) + change
            if count >= 0:
                yield f"{value[: number.start()]}{count}{value[number.end() :]}"


def _mistaken_winner(referee: Referee, body: ResultBody) -> Mistake | None:
    """The mistake in the winner alone."""
    right = referee.result_body()
    if body.winner == right.winner:
        return None
    if right.winner is None:
        why = "points, and cups, are equal"
    elif right.reason == "resigned":
        why = f"seat {1 - right.winner} resigned"
    elif right.scores[0] == right.scores[1]:
        why = "points are equal, and its cup has fewer cards"
    else:
        why = "it has more points"
    return Mistake(f"the winner is {_seat(body.winner)} here; right is {_seat(right.winner)}, as {why}", ("EN11",))


def _seat(winner: int | None) -> str:
    return "nil" if winner is None else f"seat {winner}"
