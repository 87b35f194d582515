"""What is on the tiles of Patterns where a field has two rows: all beside the sign, and the move below it.

A marker is a chip behind the sign of its tile.
"""

from __future__ import annotations

from mandala_client.games.colour_signs import (
    CHIP,
    GAIN,
    LABEL,
    body_class,
    card_class,
    dark_class,
    hollow_class,
    outline_class,
    sign_of,
)
from mandala_client.games.colour_words import letter_of
from mandala_client.games.patterns.board_clicks import FieldClick
from mandala_client.games.patterns.shaded_tiles import MoveLabel, ShadedTiles, TileEdges
from mandala_client.ui.rows import Fragment, Row, fit, row, width_of
from mandala_protocol.seats import Seat


class LowTiles(ShadedTiles):
    """The fields of a board."""

    def _on_free(self, number: int, label: MoveLabel | None, shade: str) -> list[Row]:
        board, colour = self._board, self._board.colour(number)
        before = Fragment(" " * self._indent, shade)
        sign = f"{sign_of(self._look, colour)}{board.closed_mark(number)}"
        if label is None:
            return [row(before, Fragment(sign, shade)), row()]
        typed, (gain, style) = label
        face = row(before, Fragment(sign, f"{shade},{outline_class(colour)}"), Fragment(gain, f"{shade},{style}"))
        return [face, row(Fragment(" " * self._before(typed) + typed, f"{shade},{LABEL}"))]

    def _marked(self, rows: list[Row], shade: str, click: FieldClick) -> list[Row]:
        face, *others = rows
        return [row(Fragment(self._look.here, f"{shade},{GAIN}", click), *_behind_first(face)), *others]

    def _on_turned(self, number: int, owner: Seat, line: int, sides: TileEdges) -> Row:
        if line:
            return self._plain(number, owner, sides)
        left, right = sides
        room, told = self._width - len(left), self._told(number, owner)
        # An edge is worth more than a symbol, a mark more than both.
        shown = next((one for one in told if width_of(one) <= room - len(right)), None)
        if shown is None:
            shown, right = next((one for one in told if width_of(one) <= room), told[-1]), []
        room -= len(right)
        surface = self._surface(number, owner)
        before = Fragment(" " * min(self._indent - len(left), room - width_of(shown)), surface)
        return row(*left, fit(row(before, shown), room, surface), *right)

    def _told(self, number: int, owner: Seat) -> list[Row]:
        """What is on a tile, in less and less room: its sign, its marker or final flip, and whether it is new."""
        board, colour, is_far = self._board, self._board.colour_then(number), owner is not self._board.near
        change, marker, flip = board.style_of_change(number), board.marker(number), board.final_flip(number)
        face, beside = (
            f"{one},{change}" if change else one
            for one in (hollow_class(colour) if is_far else card_class(colour), self._surface(number, owner))
        )
        mark = self._look.fresh if change else ""
        signs = sign_of(self._look, colour), letter_of(colour)
        if marker is None:
            return [row(Fragment(f"{sign}{order}{mark}", face)) for sign in signs for order in (flip, flip[1:])]
        chip = Fragment(str(marker), body_class(colour) if is_far else f"{dark_class(colour)},{CHIP}")
        return [row(Fragment(sign, face), chip, *([Fragment(mark, beside)] if mark else [])) for sign in signs]


def _behind_first(of: Row) -> Row:
    """The row without its first column, in which nothing is."""
    first, *others = of
    return row(first._replace(text=first.text[1:]), *others)
