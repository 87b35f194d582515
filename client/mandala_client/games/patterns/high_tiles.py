"""The content of the tiles of Patterns on a large board: the sign in the middle, and in the last row all else.

At its left is the number of the field, at its right what the move there brings, the marker, or that the tile is new.
"""

from __future__ import annotations

from typing import Final

from mandala_client.games.colour_signs import CHIP, GAIN, LABEL, Part, sign_of, style_of
from mandala_client.games.patterns.board import Direction
from mandala_client.games.patterns.board_clicks import FieldClick
from mandala_client.games.patterns.tiles import MoveLabel, ShadedTiles, TileEdges
from mandala_client.text.language import _
from mandala_client.ui.rows import Fragment, Row, fit, row, width_of, without_first, without_last
from mandala_client.ui.themes import MAT, foot_class
from mandala_protocol.seats import Seat

_BESIDE_NUMBER: Final = 3
"""The least columns without text beside the number of a tile."""

_CORNER: Final = 2
"""The columns of each corner that marks where the arrow keys begin."""


class HighTiles(ShadedTiles):
    """The fields of a board."""

    @property
    def _halved(self) -> tuple[int, str, Direction]:
        return self._height - 1, self._look.upper, Direction.BELOW

    def _on_free(self, number: int, label: MoveLabel | None, shade: str) -> list[Row]:
        lines: list[Row] = [row()] * self._height
        if label is None:
            lines[self._face] = self._signed(number, shade, shade)
            lines[self._last] = self._at_foot(Fragment(str(number), shade), Fragment("", shade))
            return lines
        typed, (gain, style) = label
        of_sign = f"{shade},{style_of(Part.OUTLINE, self._board.colour(number))}"
        lines[self._face] = self._becoming(number, shade, of_sign) or self._signed(number, shade, of_sign)
        strip = self._strip(number, shade, style)
        lines[self._last] = self._at_foot(Fragment(typed, f"{strip},{LABEL}"), Fragment(gain, f"{strip},{style}"))
        return lines

    def _strip(self, number: int, shade: str, style_of_gain: str) -> str:
        """The style below the gain of a move: the shade of its tile, or a brighter strip if nothing brings more."""
        return f"{shade},{style_of(Part.DARK, self._tint(number))}" if style_of_gain == GAIN else shade

    def _signed(self, number: int, shade: str, of_sign: str) -> Row:
        """The sign of a tile, in the columns of the signs."""
        sign = f"{sign_of(self._look, self._board.colour(number))}{self._board.closed_mark(number)}"
        return row(Fragment(" " * self._indent, shade), Fragment(sign, of_sign))

    def _marked(self, rows: list[Row], shade: str, click: FieldClick) -> list[Row]:
        """A tile with four white corners."""
        look, style, between = self._look, f"{shade},{GAIN}", self._width - 2 * _CORNER
        level, (upper_left, upper_right) = look.upper, look.upper_corners
        lid = (
            *(Fragment(part, style, click) for part in (upper_left, level)),
            Fragment(" " * between, shade, click),
            *(Fragment(part, style, click) for part in (level, upper_right)),
        )
        corner = Fragment(level * _CORNER, f"{MAT},{GAIN}", click)
        foot = row(corner, Fragment(level * between, f"{MAT},{foot_class(shade)}", click), corner)
        left, right = (Fragment(edge, style, click) for edge in (look.left, look.right))
        *inside, last = rows[1:-1]
        return [lid, *inside, row(left, without_last(without_first(last)), right), foot]

    def _row(self, number: int, owner: Seat, line: int) -> Row:
        board = self._board
        if line == 0 and owner is not board.near and not board.is_joined(number, owner, Direction.ABOVE):
            return self._lid(number, owner)
        return super()._row(number, owner, line)

    def _lid(self, number: int, owner: Seat) -> Row:
        """The first row of a tile of the far player, with its upper edge and both upper corners of its group."""
        click, style = FieldClick(number), style_of(Part.RIMMED, self._board.colour(number))
        left, right = self._sides(number, owner, self._look.upper_corners)
        # The edge goes on over the gap to the next tile of the group.
        gap, over = ([Fragment(" ", MAT, click)], 0) if right else ([], 1)
        between = self._width - len(left) - len(right) + over
        return row(*left, Fragment(self._look.upper * between, style, click), *right, *gap)

    def _on_turned(self, number: int, owner: Seat, line: int, sides: TileEdges) -> Row:
        if line == self._face:
            return self._with_sign(number, owner, sides)
        if line != self._last:
            return self._plain(number, owner, sides)
        left, right = sides
        number_on_it = Fragment(str(number), self._surface(number, owner))
        return row(*left, self._at_foot(number_on_it, self._value(number, owner), len(left), len(right)), *right)

    def _with_sign(self, number: int, owner: Seat, sides: TileEdges) -> Row:
        """The row of a turned tile with its sign, and a mark if it is new."""
        board, colour, surface = self._board, self._board.colour_then(number), self._surface(number, owner)
        change, (left, right) = board.style_of_change(number), sides
        face = style_of(Part.CARD, colour) if owner is board.near else style_of(Part.HOLLOW, colour)
        sign = f"{sign_of(self._look, colour)}{self._look.fresh if change else ''}"
        fragment = Fragment(sign, f"{face},{change}" if change else face)
        before = Fragment(" " * (self._indent - len(left)), surface)
        return row(*left, fit(row(before, fragment), self._width - len(left) - len(right), surface), *right)

    def _value(self, number: int, owner: Seat) -> Fragment:
        """The marker of a turned tile or the number of its final flip; else that it is new, if that has room."""
        board, surface = self._board, self._surface(number, owner)
        marker, flip = board.marker(number), board.final_flip(number)
        if marker is not None:
            return Fragment(f"×{marker}", f"{surface},{CHIP}")
        text, room = _("new"), self._width - _BESIDE_NUMBER - len(str(number))
        if flip or not board.style_of_change(number) or width_of(text) > room:
            return Fragment(flip, f"{surface},{CHIP}")
        return Fragment(text, f"{surface},{CHIP if owner is board.near else GAIN}")

    def _at_foot(self, number: Fragment, fragment: Fragment, left: int = 0, right: int = 0) -> Row:
        """The last whole row of a tile: its number at the left, ``fragment`` at the right.

        ``left`` and ``right``: the columns that the edges take.
        """
        between = max(self._width - 2 - width_of(number.text) - width_of(fragment.text), 0)
        first, middle, last = (Fragment(" " * columns, number.style) for columns in (1 - left, between, 1 - right))
        return row(first, number, middle, fragment, last)

    @property
    def _last(self) -> int:
        """The last whole row of a tile."""
        return self._height - 2
