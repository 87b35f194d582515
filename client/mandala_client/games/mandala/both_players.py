"""What is known of both players, side by side in a narrow panel: points, cup and hand, and below them their rivers.

What is said of both stands between them, also what a card in a slot of a river scores. A slot is one row, the first at
the bottom: so a river grows up.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from mandala_client.games.badges import side_tag
from mandala_client.games.card_piles import Spot, centred
from mandala_client.games.colour_signs import card_class, free_class
from mandala_client.games.mandala.board import Board
from mandala_client.games.mandala.compact_board import letters
from mandala_client.games.two_sides import aired, at_both_ends, between, points_at_both_ends
from mandala_client.text.language import _
from mandala_client.ui.rows import BLANK, Fragment, Row, on_surface, row, text_row, width_of
from mandala_client.ui.themes import FADED, PILE, WATER
from mandala_protocol.games.mandala import COLOURS
from mandala_protocol.games.mandala.legality import mover
from mandala_protocol.seats import Seat

WIDTH: Final = 18
"""The columns of the panel beside small circles."""

_SLOT: Final = 6
_WIDE_SLOT: Final = 8
"""The columns of a slot of a river, and where there is room."""

_LEAST_WIDE: Final = 24
"""In a panel of so many columns there is."""

_KEPT: Final = 128
"""So many slots are kept as they were drawn last: a redraw changes few of them."""


def both_players(board: Board, height: int, width: int = WIDTH) -> list[Row]:
    """The panel in so many rows, at least 15, and so many columns; the far player is at the left."""
    inside = width - 2
    seats = board.near.other, board.near
    points, hidden = _points(board, seats, inside), _hidden(board, seats, inside)
    parts = (
        [_names(board, seats, inside)],
        [*points, *hidden] if points else [],
        [_hands(board, seats, inside), _cups(board, seats, inside), *([] if points else hidden)],
        [between(BLANK, _("each card scores"), BLANK, inside), *_rivers(board, seats, inside)],
    )
    return aired(parts, height, width)


def _names(board: Board, seats: Sequence[Seat], width: int) -> Row:
    """Both names; the one whose turn it is in the accent."""
    room = (width - 2) // 2
    left, right = (
        side_tag(board.field_name(seat, room), room, board.look, moves=mover(board.state) is seat) for seat in seats
    )
    return at_both_ends(left, right, width)


def _points(board: Board, seats: Sequence[Seat], width: int) -> Sequence[Row]:
    """The points in large figures; none if they are not to be shown."""
    left, right = (board.points(seat) for seat in seats)
    return points_at_both_ends(left, right, board.look, width)


def _hidden(board: Board, seats: Sequence[Seat], width: int) -> list[Row]:
    """The hidden cards in both cups, by letter or face down, and whether points include them; no row if there are none.

    Where there is no room for that they are just called hidden.
    """
    apart, close = ([_hidden_of(board, seat, gap) for seat in seats] for gap in (" ", ""))
    if not any(apart):
        return []
    if all(board.points(seat) is not None for seat in seats):
        both = (
            [_in_points(board, seat, cards) for seat, cards in zip(seats, one, strict=True)] for one in (apart, close)
        )
        fitting = next((one for one in both if sum(map(width_of, one)) < width), None)
        if fitting is not None:
            return [at_both_ends(fitting[0], fitting[1], width)]
    told = _("hidden")
    left, right = apart if sum(map(width_of, apart)) + width_of(told) + 2 <= width else close
    return [between(left, told, right, width)]


def _in_points(board: Board, seat: Seat, cards: Row) -> Row:
    """Hidden cards that may add to the points, or that the points include."""
    if not cards:
        return BLANK
    is_known = board.hidden_in_cup(seat) is not None
    told = _("incl. {cards}") if is_known else _("+ {cards}")
    before, behind = told.split("{cards}")
    return row(text_row(before, "label"), cards, text_row(behind, "label") if behind else BLANK)


def _hidden_of(board: Board, seat: Seat, gap: str) -> Row:
    hidden = board.hidden_in_cup(seat)
    if hidden is None:
        return text_row("?" * board.state.players[seat].sealed, PILE)
    # Each begins with a space.
    cards = [one[1:] for one in letters(hidden, style=FADED)]
    if not cards:
        return BLANK
    first, *others = cards
    return row(first, *(row(gap, one) for one in others))


def _cups(board: Board, seats: Sequence[Seat], width: int) -> Row:
    return _counts(_("cup"), [board.cards_in_cup(seat) for seat in seats], width)


def _hands(board: Board, seats: Sequence[Seat], width: int) -> Row:
    return _counts(_("hand"), [board.state.players[seat].hand for seat in seats], width)


def _counts(label: str, counts: Sequence[int], width: int) -> Row:
    left, right = (text_row(str(count)) for count in counts)
    return between(left, label, right, width)


def _rivers(board: Board, seats: Sequence[Seat], width: int) -> list[Row]:
    """Both rivers with the values of their slots between them, the first slots at the bottom."""
    columns = _WIDE_SLOT if width >= _LEAST_WIDE else _SLOT
    rows = []
    for slot in reversed(range(len(COLOURS))):
        left, right = (_slot(board, seat, slot, columns) for seat in seats)
        value = centred(str(slot + 1), width - 2 * columns)
        rows.append(row(left, Fragment(value, "label"), right))
    return rows


def _slot(board: Board, seat: Seat, slot: int, columns: int) -> Row:
    """A slot of a river: its colour, and how many cards of it are in the cup; it is quiet without any."""
    river = board.state.players[seat].river
    is_empty = slot < len(river) and not board.in_cup(seat, river[slot])
    return _slot_row(board.river_spot(seat, slot), columns, is_empty=is_empty)


@lru_cache(maxsize=_KEPT)
def _slot_row(spot: Spot, columns: int, *, is_empty: bool) -> Row:
    """A slot of a river in so many columns."""
    if not spot.count:
        return on_surface(text_row(" " * columns, "faint"), WATER)
    style = free_class(spot.colour) if is_empty else card_class(spot.colour)
    _value, times, cards = spot.strip.partition("×")
    texts = (*(f"{sign}{times}{cards}" for sign in spot.above_strip), *spot.above_strip)
    shown = next((text for text in texts if width_of(text) <= columns), texts[-1])
    return row(Fragment(centred(shown, columns), style, spot.click))
