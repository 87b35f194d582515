"""Choosing a move of Patterns, typed or with the arrow keys: first a field, then what to do there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, TypeAlias

from mandala_client.games.colour_words import no_colour, with_english_letters, with_own_letters
from mandala_client.text.language import _
from mandala_protocol.games.colours import LETTERS
from mandala_protocol.games.game import BadNotation
from mandala_protocol.games.patterns import PATTERNS, FlipTile, OpenGroup, PatternsMove, SwapTile, TakeStart
from mandala_protocol.games.patterns.board import FIELDS, PLACES

MoveOnField: TypeAlias = OpenGroup | FlipTile | SwapTile
"""The moves of a turn, each on a field."""

_START: Final = re.compile(f"s([{LETTERS}])", re.ASCII)
_ON_FIELD: Final = re.compile("([ofx]?)0?([0-9]{1,2})", re.ASCII)
"""The forms of typed lines that are taken for a move; ``O07`` is understood as ``O7``, and ``9`` as ``F9``."""

_LIKE_A_MOVE: Final = re.compile(r"s(?P<colour>[^\W\d_])|(?P<action>[ofx])|[ofx]?0*(?P<field>[0-9]+)", re.IGNORECASE)
"""The form of a typed line that is meant for a move, whatever its letter and its number."""

_ZERO_FOR_O: Final = re.compile("0(0|[0-9]{2})", re.ASCII)
"""A zero in place of the letter in front of a field, such as ``017`` for ``O17``: no one writes a field like that."""

_MOST_TYPED: Final = 64

_KINDS: Final = (FlipTile, SwapTile, OpenGroup, TakeStart)
"""The kinds of moves in the order in which they are chosen on a field: a flip shows its gain at once."""

_STEPS: Final = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}
"""The step of each arrow key, by its name: rows down and columns to the right."""


def as_move(text: str) -> PatternsMove | None:
    """The move that someone typed; None if it looks like none. Upper and lower case and spaces are forgiven."""
    typed = "".join(text[:_MOST_TYPED].split())
    start = _START.fullmatch(typed[:1].lower() + with_english_letters(typed[1:].lower()))
    notation = _on_field(typed.lower()) if start is None else f"S{start[1]}"
    try:
        return None if notation is None else PATTERNS.parse_move(notation)
    except BadNotation:
        return None


def _on_field(typed: str) -> str | None:
    """The notation of a move on a field; the letter O and the zero, which look alike, stand for each other."""
    typed = typed[:1] + typed[1:].replace("o", "0")
    if _ZERO_FOR_O.fullmatch(typed):
        typed = f"o{typed[1:]}"
    found = _ON_FIELD.fullmatch(typed)
    return None if found is None else f"{found[1].upper() or 'F'}{int(found[2])}"


def written(move: PatternsMove) -> str:
    """A move as people type it, such as ``O17`` or ``Sg``, with the letter of their language.

    A flip is the number of its field, as its tile says: ``F9`` is also the name of a key.
    """
    if isinstance(move, FlipTile):
        return str(move.field)
    notation = PATTERNS.format_move(move)
    return notation[0] + with_own_letters(notation[1:])


def slip_in(line: str) -> str | None:
    """The mistake in a line that is written like a move, in a sentence; None if it is not written like one."""
    found = _LIKE_A_MOVE.fullmatch("".join(line[:_MOST_TYPED].split()))
    if found is None:
        return None
    match found.lastgroup:
        case "colour":
            return no_colour(found["colour"])
        case "action":
            which = _("Which field? Type its number too, such as {move}.")
            return which.format(move="17" if found["action"] in "Ff" else f"{found['action']}17")
        case _:
            there = _("There is no field {field}; the fields are {first} to {last}.")
            return there.format(field=found["field"], first=FIELDS[0], last=FIELDS[-1])


def field_of(move: PatternsMove) -> int | None:
    """The field of a move; None if it is for a start tile."""
    return None if isinstance(move, TakeStart) else move.field


def kind_of(move: PatternsMove) -> str:
    """The letter of the action."""
    return PATTERNS.format_move(move)[0]


def on_field(moves: Sequence[PatternsMove], field: int) -> list[MoveOnField]:
    """The moves on a field, the one that is chosen first at the front."""
    return on_each_field(moves).get(field, [])


def on_each_field(moves: Sequence[PatternsMove]) -> dict[int, list[MoveOnField]]:
    """The moves by their field, on each of them the one that is chosen first at the front."""
    there: dict[int, list[MoveOnField]] = {}
    for move in sorted(moves, key=lambda move: _KINDS.index(type(move))):
        if not isinstance(move, TakeStart):
            there.setdefault(move.field, []).append(move)
    return there


def following(moves: Sequence[PatternsMove], now: PatternsMove | None, steps: int) -> PatternsMove:
    """The next or the last move, field by field; from the end it goes on at the beginning."""
    ordered = sorted(moves, key=lambda move: (field_of(move) or 0, _KINDS.index(type(move))))
    if now not in ordered:
        return ordered[0 if steps > 0 else -1]
    return ordered[(ordered.index(now) + steps) % len(ordered)]


def beside(moves: Sequence[PatternsMove], now: PatternsMove, key: str) -> PatternsMove | None:
    """The move on the nearest field in this direction, of the same kind if there is one; None if there is no field."""
    field = field_of(now)
    if field is None:
        return following(moves, now, 1 if key in ("right", "down") else -1)
    down, right = _STEPS[key]
    row, column = PLACES[field]

    def distance(other: int) -> tuple[int, int] | None:
        """The weighted distance of a field, and the part of it across the direction; None if it is not that way."""
        there, across = PLACES[other][0] - row, PLACES[other][1] - column
        along, aside = (there * down, abs(across)) if down else (across * right, abs(there))
        return (along + 3 * aside, aside) if along > 0 else None

    fields = {other for move in moves if (other := field_of(move)) is not None}
    reached = {field: far for field in fields if (far := distance(field)) is not None}
    if not reached:
        return None
    nearest = min(reached, key=lambda other: (reached[other], other))
    there = on_field(moves, nearest)
    return next((move for move in there if type(move) is type(now)), there[0])


def nearest_to_centre(moves: Sequence[PatternsMove]) -> PatternsMove:
    """The move on the field nearest to the centre of the board."""

    def far(move: PatternsMove) -> tuple[int, int]:
        field = field_of(move)
        if field is None:
            return 0, 0
        row, column = PLACES[field]
        return abs(2 * row - 7) + abs(2 * column - 7), field

    nearest = min(moves, key=far)
    field = field_of(nearest)
    return nearest if field is None else on_field(moves, field)[0]
