"""The table where shades show circles, in 80 columns: each mandala lies in one of its own, beside them the players.

Above a circle stands what its mandala needs, below it who would choose first. The mountain is a strip across it, their
field above that, yours below; no card covers the circle. The colours have the same columns in the mountain, the fields
and the hand. As a colour lies in at most one of the three areas (rule G1), a column without cards is a colour that the
mandala still needs: it has an outline there.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from mandala_client.games.card_piles import Spot
from mandala_client.games.colour_signs import with_coloured_signs
from mandala_client.games.mandala import both_players as players
from mandala_client.games.mandala.board import MOUNTAIN, Board
from mandala_client.games.mandala.circle import circle
from mandala_client.games.mandala.compact_board import letters
from mandala_client.games.mandala.mats import labelled, labelled_in_middle, with_ornament
from mandala_client.games.mandala.notation import side_title
from mandala_client.games.mandala.piles import piles_in_three_rows
from mandala_client.games.square_cards import squares
from mandala_client.text.language import _, pgettext
from mandala_client.ui.clicks import Click
from mandala_client.ui.rows import BLANK, Fragment, Row, fit, leading, on_surface, row, text_row, width_of
from mandala_client.ui.style import Look
from mandala_client.ui.themes import STRIP
from mandala_protocol.games.mandala import COLOURS
from mandala_protocol.games.mandala.colours import NO_CARDS
from mandala_protocol.seats import Seat

_WIDE: Final = 30
_HIGH: Final = 13
"""Of a circle, in columns and rows."""

_EDGE: Final = 3
"""The columns of a circle before its cards."""

_FAR_ROWS: Final = 4
_MOUNTAIN_ROWS: Final = 3
_NEAR_ROWS: Final = 3
"""Of the areas; the first row of the far one is that of its label, the label of the near one is below it."""

_MOUNTAIN_TOP: Final = 1 + _FAR_ROWS
_NEAR_TOP: Final = _MOUNTAIN_TOP + _MOUNTAIN_ROWS
"""The first rows of these areas in the circle."""

_LABEL: Final = 15
"""The columns of a label within the circle, where it is near its edge."""

_HAND_ROWS: Final = 3
_MARGIN: Final = 1
_BETWEEN: Final = 1
"""The columns before the first circle, and between both."""

_LEFT: Final = _MARGIN + 2 * _WIDE + _BETWEEN
"""The columns beside the players."""

_KEPT: Final = 128
"""So many areas are kept as they were drawn last: a redraw changes few of them."""


class Circles:
    """The rows of a board in 80 columns."""

    def __init__(self, board: Board) -> None:
        self._board, self._look = board, board.look

    def played(self) -> list[Row]:
        """The table of a player, the own hand below; 18 rows, and one more with the warning of the end."""
        return [*self._warning(), *self._beside_players([*self._mandalas(), *self._tray()])]

    def looked_at(self) -> list[Row]:
        """The table for someone who looks on, with the hands as far as any is known; at most 17 rows."""
        hands = [self._hands()] if self._board.knows_a_hand else []
        piles = [] if self._board.ends_soon else [self._piles_in_a_row()]
        return [*self._warning(), *self._beside_players([*self._mandalas(), *hands, *piles])]

    def _warning(self) -> list[Row]:
        return [text_row(f" {self._board.warning()}", "loud")] if self._board.ends_soon else []

    def _beside_players(self, rows: Sequence[Row]) -> list[Row]:
        both = zip(rows, players.both_players(self._board, len(rows)), strict=True)
        return [row(one, other) for one, other in both]

    # The mandalas.

    def _mandalas(self) -> list[Row]:
        left, right = (self._circle(number) for number in (0, 1))
        return [
            _side_by_side(self._needs(0), self._needs(1)),
            *(_side_by_side(one, other) for one, other in zip(left, right, strict=True)),
            _side_by_side(self._first(0), self._first(1)),
        ]

    def _needs(self, number: int) -> Row:
        """Which mandala it is and what it needs, in as many words as there is room for."""
        side = side_title(number)
        with_side = pgettext("above a mandala", "{side} {needed}")
        told = [text for one in self._board.needed(number) for text in (with_side.format(side=side, needed=one), one)]
        text = next((one for one in told if width_of(one) <= _WIDE), told[-1])
        signs = with_coloured_signs(text)
        return _in_middle(tuple(one._replace(style=f"title,{one.style}".rstrip(",")) for one in signs), _WIDE)

    def _first(self, number: int) -> Row:
        """Who would choose first, in as many words as there is room for."""
        return _in_middle(text_row(self._board.first_choice(number, _WIDE), "title"), _WIDE)

    def _circle(self, number: int) -> list[Row]:
        board, near = self._board, self._board.near
        present = board.present(number)
        edges = circle(_WIDE, _HIGH, present)
        return [
            edges[0],
            *self._area(number, near.other, 1, _FAR_ROWS),
            *self._area(number, MOUNTAIN, _MOUNTAIN_TOP, _MOUNTAIN_ROWS),
            *self._area(number, near, _NEAR_TOP, _NEAR_ROWS),
            _label_row(self._labels(number, near), board.place(number, near), present),
            edges[-1],
        ]

    def _area(self, number: int, area: int, top: int, height: int) -> tuple[Row, ...]:
        board = self._board
        spots = tuple(self._spot(number, area, colour) for colour in COLOURS)
        labels = self._labels(number, area) if area != board.near else ()
        return _area_rows(spots, self._look, board.place(number, area), top, height, labels, board.present(number))

    def _labels(self, number: int, area: int) -> tuple[str, ...]:
        board = self._board
        if area == MOUNTAIN:
            return (_("mountain"),)
        if area == board.near and any(board.below_mountain(number, colour) for colour in COLOURS):
            return (_("points"),)
        return board.field_labels(number, Seat(area), _LABEL)

    def _spot(self, number: int, area: int, colour: int) -> Spot:
        board = self._board
        below = board.below_mountain(number, colour) if area == board.near else ()
        if not below:
            return board.spot(number, area, colour)
        return Spot(colour, told=below, click=board.spot(number, MOUNTAIN, colour).click)

    # What is below them.

    def _tray(self) -> list[Row]:
        """The own hand below the left mandala, and the piles below the right one."""
        board = self._board
        held = board.cards_in_hand(board.near) or NO_CARDS
        spots = [board.hand_spot(colour, held[colour]) for colour in COLOURS]
        first, *others = _placed(squares(spots, self._look, _HAND_ROWS))
        left = labelled(first, (_("your hand"), _("hand"))), *others
        both = zip(left, piles_in_three_rows(board, _WIDE), strict=True)
        return [_side_by_side(*one) for one in both]

    def _hands(self) -> Row:
        """The hands that are known, each behind the name of its player: that of the near one below the left mandala."""
        near, far = (self._hand_of(seat) for seat in (self._board.near, self._board.near.other))
        return _side_by_side(fit(near, _WIDE), fit(far, _WIDE))

    def _hand_of(self, seat: Seat) -> Row:
        counts = self._board.cards_in_hand(seat)
        if counts is None:
            return BLANK
        cards = row(*letters(counts))
        return row(Fragment(self._board.field_name(seat, _WIDE - width_of(cards)), "label"), cards)

    def _piles_in_a_row(self) -> Row:
        return fit(row(" ", self._board.counts_text(_LEFT - 2)), _LEFT)


def _side_by_side(left: Row, right: Row) -> Row:
    """What belongs to both circles, each part as wide as they are."""
    return row(" " * _MARGIN, left, " " * _BETWEEN, right)


def _in_middle(of: Row, width: int) -> Row:
    """The row in the middle of so many columns."""
    return fit(row(" " * max((width - width_of(of) + 1) // 2, 0), *of), width)


def _in_columns(cells: Sequence[Row]) -> Row:
    """What belongs to each colour, in its columns of a circle."""
    return row(" " * _EDGE, *cells, " " * _EDGE)


def _placed(columns: Sequence[Sequence[Row]]) -> list[Row]:
    return [_in_columns(cells) for cells in zip(*columns, strict=True)]


@lru_cache(maxsize=_KEPT)
def _area_rows(
    spots: tuple[Spot, ...],
    look: Look,
    place: Click | None,
    top: int,
    height: int,
    labels: tuple[str, ...],
    present: tuple[bool, ...],
) -> tuple[Row, ...]:
    """An area of a mandala in its circle, of which it begins in this row; a label, if any, stands in its first row.

    ``place``: what is clicked wherever nothing else is. ``present``: whether each colour is in the mandala.
    """
    columns = squares(spots, look, height)
    if top == _MOUNTAIN_TOP:
        lying = _on_strip(columns, labels)
    else:
        lying = _placed(columns)
        if labels:
            lying[0] = labelled_in_middle(lying[0], labels, _LABEL)
    edges = circle(_WIDE, _HIGH, present)[top : top + height]
    return tuple(leading(with_ornament(one, edge), place) for one, edge in zip(lying, edges, strict=True))


@lru_cache(maxsize=_KEPT)
def _label_row(labels: tuple[str, ...], place: Click | None, present: tuple[bool, ...]) -> Row:
    """The last row of a circle but one, with the label of the near field."""
    lying = labelled_in_middle(row(" " * _WIDE), labels, _LABEL)
    return leading(with_ornament(lying, circle(_WIDE, _HIGH, present)[-2]), place)


def _on_strip(columns: Sequence[Sequence[Row]], labels: Sequence[str]) -> list[Row]:
    """The rows of a mountain on its strip, which is as wide as all cards; the label is seen if it has room."""
    first, *others = (row(*cells) for cells in zip(*columns, strict=True))
    strip = [labelled_in_middle(first, labels, _LABEL), *others]
    return [row(" " * _EDGE, on_surface(one, STRIP), " " * _EDGE) for one in strip]
