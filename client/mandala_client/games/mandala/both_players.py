"""What is known of both players, side by side in a narrow panel: points, cup and hand, and below them their rivers.

What is said of both stands between them. A slot of a river is one row, the first at the bottom: so a river grows up.
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
from mandala_client.ui.style import Look
from mandala_client.ui.themes import FADED, WATER
from mandala_protocol.games.mandala import COLOURS
from mandala_protocol.games.mandala.legality import mover
from mandala_protocol.seats import Seat

WIDTH: Final = 18
"""The columns of the panel beside small circles."""

_WIDE_SIGN: Final = 6
"""The columns of the card in a slot where there is room; its value stands behind it."""

_LEAST_WIDE: Final = 24
"""In a panel of so many columns there is."""

_SIGN: Final = 4
_WORTH: Final = 3
"""The columns of the card in a slot, and at least of what it is worth."""

_KEPT: Final = 128
"""So many slots are kept as they were drawn last: a redraw changes few of them."""


def both_players(board: Board, height: int, width: int = WIDTH) -> list[Row]:
    """The panel in so many rows, at least 14, and so many columns; the far player is at the left."""
    inside = width - 2
    seats = board.near.other, board.near
    parts = (
        [_names(board, seats, inside)],
        _points(board, seats, inside),
        [_hands(board, seats, inside), _cups(board, seats, inside), _hidden(board, seats, inside)],
        [between(BLANK, _("value × cards"), BLANK, inside), *_rivers(board, seats, inside)],
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
    """The points in large figures, quieter for who is behind; none if they are not to be shown."""
    left, right = (board.points(seat) for seat in seats)
    if left is None or right is None:
        return ()
    return points_at_both_ends(left, right, board.look, width, *(_and_more(board, seat) for seat in seats))


def _and_more(board: Board, seat: Seat) -> Row:
    """A sign that hidden cards may count too, if their colours are not known here."""
    may_count = board.state.players[seat].sealed and board.hidden_in_cup(seat) is None
    return text_row("+?", "label") if may_count else BLANK


def _hidden(board: Board, seats: Sequence[Seat], width: int) -> Row:
    """The hidden cards in both cups: by letter if they are known, or how many they are."""
    told, room = _("hidden"), width - 2
    apart, close = ([_hidden_of(board, seat, gap) for seat in seats] for gap in (" ", ""))
    left, right = apart if sum(map(width_of, apart)) + width_of(told) <= room else close
    return between(left, told, right, width)


def _hidden_of(board: Board, seat: Seat, gap: str) -> Row:
    hidden = board.hidden_in_cup(seat)
    known = [] if hidden is None else letters(hidden, style=FADED)
    if not known:
        return text_row(str(board.state.players[seat].sealed))
    # Each begins with a space.
    first, *others = (one[1:] for one in known)
    return row(first, *(row(gap, one) for one in others))


def _cups(board: Board, seats: Sequence[Seat], width: int) -> Row:
    return _counts(_("cup"), [board.cards_in_cup(seat) for seat in seats], width)


def _hands(board: Board, seats: Sequence[Seat], width: int) -> Row:
    return _counts(_("hand"), [board.state.players[seat].hand for seat in seats], width)


def _counts(label: str, counts: Sequence[int], width: int) -> Row:
    left, right = (text_row(str(count)) for count in counts)
    return between(left, label, right, width)


def _rivers(board: Board, seats: Sequence[Seat], width: int) -> list[Row]:
    """Both rivers, the first slots at the bottom."""
    far, near = seats
    slots = reversed(range(len(COLOURS)))
    return [at_both_ends(_slot(board, far, slot, width), _slot(board, near, slot, width), width) for slot in slots]


def _slot(board: Board, seat: Seat, slot: int, width: int) -> Row:
    """A slot of a river: its colour, and what it is worth; quiet if that is nothing yet."""
    river = board.state.players[seat].river
    is_empty = slot < len(river) and not board.in_cup(seat, river[slot])
    return _slot_row(board.river_spot(seat, slot), board.look, width, is_empty=is_empty)


@lru_cache(maxsize=_KEPT)
def _slot_row(spot: Spot, look: Look, width: int, *, is_empty: bool) -> Row:
    """A slot of a river in a panel with so many columns inside, of which it has less than half, or half at most."""
    is_wide = width >= _LEAST_WIDE
    columns, indent = (_WIDE_SIGN, " ") if is_wide else (_SIGN, "")
    least, room = _WORTH + 2 * len(indent), width // 2 - columns - len(indent)
    if not spot.count:
        return on_surface(text_row(f"{' ' * columns}{indent + spot.strip:{least}}", "faint"), WATER)
    style, of_worth = (free_class(spot.colour), "faint") if is_empty else (card_class(spot.colour), "")
    sign = Fragment(centred(spot.above_strip[0], columns), style, spot.click)
    # A high number leaves no room for the mark of what has just changed.
    worth = spot.strip if width_of(spot.strip) <= room else spot.strip.removesuffix(look.fresh)
    return on_surface(row(sign, Fragment(f"{indent + worth:{least}}", of_worth, spot.click)), WATER)
