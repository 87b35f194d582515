"""The content of the tiles of Patterns where a field has two rows: the sign below, a possible move above it.

A turned tile has no marker: the row of its colour beside the board says what the next tile scores.
"""

from __future__ import annotations

from mandala_client.games.card_piles import CardSize, grounded
from mandala_client.games.colour_signs import BEGINS, GAIN, TYPED, Part, sign_of, style_of
from mandala_client.games.colour_words import letter_of
from mandala_client.games.patterns.board import Direction, TileBoard
from mandala_client.games.patterns.tiles import MoveLabel, ShadedTiles, TileEdges
from mandala_client.ui.rows import Fragment, Row, fit, padded, row, width_of
from mandala_client.ui.themes import KEY_CAP, MAT
from mandala_protocol.seats import Seat


class LowTiles(ShadedTiles):
    """The fields of a board."""

    def __init__(self, board: TileBoard, size: CardSize) -> None:
        super().__init__(board, size)
        self._face = self._height - 1

    @property
    def _halved(self) -> tuple[int, str, Direction]:
        return 0, self._look.lower, Direction.ABOVE

    @property
    def _far_edges(self) -> tuple[str, str, str]:
        return self._look.thin

    def _row(self, number: int, owner: Seat, line: int) -> Row:
        """A row of a turned tile, and the gap to the next one; below an outlined one is a line."""
        board, shown = self._board, super()._row(number, owner, line)
        if owner is board.near or line != self._face or board.is_joined(number, owner, Direction.BELOW):
            return shown
        *tile, gap = shown
        return grounded(shown) if board.is_joined(number, owner) else row(*(grounded(tuple(tile))), gap)

    @property
    def _chosen_gain(self) -> str:
        """The points of the chosen move; a group that is opened brings none, and the river shows its marker."""
        return "" if self._board.opens else super()._chosen_gain

    def _on_free(self, number: int, label: MoveLabel | None, shade: str) -> list[Row]:
        board, colour = self._board, self._board.colour(number)
        before = Fragment(" " * self._indent, shade)
        sign = f"{sign_of(self._look, colour)}{board.closed_mark(number)}"
        if label is None:
            return [row(), row(before, Fragment(sign, shade))]
        _typed, (gain, style) = label
        of_sign = f"{shade},{style_of(Part.OUTLINE, colour)}"
        above, has_gain = self._move_above(number, label)
        if not has_gain:
            return [above, row(before, Fragment(sign, of_sign), Fragment(gain, f"{shade},{style}"))]
        return [above, self._becoming(number, shade, of_sign) or row(before, Fragment(sign, of_sign))]

    def _move_above(self, number: int, label: MoveLabel) -> tuple[Row, bool]:
        """The quiet text to type for a move, and its points in the colour of its tile; and whether those have room.

        Both are on white if nothing brings more. Where the arrow keys begin, the text is on a key, after a mark.
        """
        typed, (gain, style) = label
        # Alone, the move begins in the column of the signs.
        indent = 0 if gain else self._before(typed)
        text, of_typed, of_gain = (
            " " * indent + typed,
            f"{MAT},faint",
            f"{MAT},{style_of(Part.OUTLINE, self._tint(number))}",
        )
        if style == GAIN:
            of_typed, of_gain = f"{BEGINS},{TYPED}", BEGINS
        if self._board.begins_at(number):
            text, of_typed = f"{self._look.here:>{indent}}{typed}", KEY_CAP
        between = self._width - width_of(text) - width_of(gain)
        if between < 0:
            return row(Fragment(padded(text, self._width), of_typed)), False
        return row(Fragment(text + " " * between, of_typed), Fragment(gain, of_gain)), True

    def _on_turned(self, number: int, owner: Seat, line: int, sides: TileEdges) -> Row:
        if line != self._face:
            return self._plain(number, owner, sides)
        left, right = sides
        room, rows = self._width - len(left), self._told(number, owner)
        # An edge is worth more than a symbol, a mark more than both.
        shown = next((text for text in rows if width_of(text) <= room - len(right)), None)
        if shown is None:
            shown, right = next((text for text in rows if width_of(text) <= room), rows[-1]), []
        room -= len(right)
        surface = self._surface(number, owner)
        before = Fragment(" " * min(self._indent - len(left), room - width_of(shown)), surface)
        return row(*left, fit(row(before, shown), room, surface), *right)

    def _told(self, number: int, owner: Seat) -> list[Row]:
        """The content of a tile in less and less room: its sign, its final flip, and a mark if it is new.

        The row of the log about it begins with the mark too.
        """
        board, colour, is_far = self._board, self._board.colour_then(number), owner is not self._board.near
        change, flip = board.style_of_change(number), board.final_flip(number)
        face = style_of(Part.HOLLOW, colour) if is_far else style_of(Part.CARD, colour)
        new = f",{change}" if change else ""
        of_mark = f"{style_of(Part.HOLLOW, colour) if is_far else style_of(Part.BODY, colour)},{GAIN}{new}"
        mark = self._look.fresh if change else ""
        signs = sign_of(self._look, colour), letter_of(colour)
        texts = [f"{sign}{order}" for sign in signs for order in (flip, flip[1:])]
        return [row(Fragment(sign, face + new), *([Fragment(mark, of_mark)] if mark else [])) for sign in texts]
