"""What happened, in one row for each sentence of ``event_text``: tiles as their signs, and as few words as possible.

The tiles of the other player are not solid, as on the board: they are signs in their colours.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias, assert_never

from mandala_client.games.colour_signs import card_class, outline_class, sign_of
from mandala_client.text.language import _, writes_in_ascii
from mandala_client.text.player_names import Names, player_name
from mandala_client.ui.rows import Fragment, Row, row
from mandala_client.ui.style import ASCII_LOOK, FULL_LOOK
from mandala_protocol.games.colours import Colour
from mandala_protocol.games.game import Moved
from mandala_protocol.games.patterns import FlipTile, OpenGroup, PatternsMove, PatternsState, SwapTile, TakeStart
from mandala_protocol.games.patterns.state import colour_at
from mandala_protocol.record.steps import Step
from mandala_protocol.seats import Seat

_OfTile: TypeAlias = Callable[[int], str]
"""The style class of a tile of a colour."""

_TILE: Final = "\0"
_TAKEN: Final = "\1"
"""Stand for the tiles until they are drawn; no name has them."""


def event_rows(step: Step, seat: Seat | None, names: Names) -> list[Row | None]:
    """A row for each sentence of ``events``, or None for one that is short enough."""
    before, after = step.before, step.after
    assert isinstance(before, PatternsState), "only Patterns is told here"
    assert isinstance(after, PatternsState), "only Patterns is told here"
    if not isinstance(step.event, Moved):
        return []
    mover = step.event.seat
    rows: list[Row | None] = [
        _moved(before, after, mover, step.event.move, _name(mover, seat, names), _of_tiles(mover, seat))
    ]
    if after.stopped is not None:
        flipper = after.to_move.other
        name, of_tile = _name(flipper, seat, names), _of_tiles(flipper, seat)
        flips = [_final_flip(after, flipper, field, name, of_tile) for field in after.stopped.final_flips]
        rows += [None, *flips]
    return rows


def _name(who: Seat, seat: Seat | None, names: Names) -> str:
    return _("You") if who is seat else player_name(who, names)


def _of_tiles(who: Seat, seat: Seat | None) -> _OfTile:
    """The style of the tiles of a player; of both as solid ones where no player looks on."""
    is_far = seat is not None and who is not seat
    return outline_class if is_far else card_class


def _moved(
    before: PatternsState, after: PatternsState, mover: Seat, move: PatternsMove, name: str, of_tile: _OfTile
) -> Row:
    match move:
        case TakeStart(colour=colour):
            return _with_tiles(_("{name} {tile} → bowl").format(name=name, tile=_TILE), of_tile, colour)
        case OpenGroup(field=field):
            told = _("{name} {tile} opened {field}, ×{value}; bowl {taken}")
            value = _value(after, mover, field)
            text = told.format(name=name, tile=_TILE, field=field, value=value, taken=_TAKEN)
            return _with_tiles(text, of_tile, colour_at(after, field), colour_at(before, field))
        case FlipTile(field=field):
            told = _("{name} {tile} flipped on {field}, +{points}")
            text = told.format(name=name, tile=_TILE, field=field, points=_value(after, mover, field))
            return _with_tiles(text, of_tile, colour_at(after, field))
        case SwapTile(field=field):
            told = _("{name} {tile} swapped {field}, +{points}; bowl {taken}")
            text = told.format(name=name, tile=_TILE, field=field, points=_value(after, mover, field), taken=_TAKEN)
            return _with_tiles(text, of_tile, colour_at(after, field), colour_at(before, field))
        case _:
            assert_never(move)


def _final_flip(after: PatternsState, flipper: Seat, field: int, name: str, of_tile: _OfTile) -> Row:
    told = _("{name} {tile} final flip on {field}, +{points}")
    text = told.format(name=name, tile=_TILE, field=field, points=_value(after, flipper, field))
    return _with_tiles(text, of_tile, colour_at(after, field))


def _value(after: PatternsState, mover: Seat, field: int) -> int:
    """The marker of the group that this field belongs to now."""
    return after.players[mover].groups[colour_at(after, field)].value


def _with_tiles(told: str, of_tile: _OfTile, tile: Colour, taken: Colour | None = None) -> Row:
    """The text with the tiles where they belong."""
    look = ASCII_LOOK if writes_in_ascii() else FULL_LOOK
    rows: list[str | Fragment] = []
    for part in told.replace(_TILE, f"\n{_TILE}\n").replace(_TAKEN, f"\n{_TAKEN}\n").split("\n"):
        colour = tile if part == _TILE else taken if part == _TAKEN else None
        rows.append(part if colour is None else Fragment(sign_of(look, colour), of_tile(colour)))
    return row(*rows)
