"""The fields of Patterns where shades tell tiles from the board: one area for each group, apart from all others.

The tiles of the near player are plain areas in their colours, those of the far player dark ones within an outline in
their colours. A tile is half a row less high than its field, unless its group goes on there. How broad an outline is
and what is on the tiles depends on how high they are.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TypeAlias

from mandala_client.games.colour_signs import Part, sign_of, style_of
from mandala_client.games.colour_words import letter_of
from mandala_client.games.patterns.board import Direction
from mandala_client.games.patterns.board_clicks import FieldClick
from mandala_client.games.patterns.field_tiles import FieldTiles
from mandala_client.ui.rows import Fragment, Row, fit, leading, row, width_of
from mandala_client.ui.themes import MAT, foot_class
from mandala_protocol.games.colours import Colour
from mandala_protocol.seats import Seat

TileEdges: TypeAlias = tuple[list[Fragment], list[Fragment]]
"""The left and the right edge of a tile in a row; each has one fragment, or none."""

MoveLabel: TypeAlias = tuple[str, tuple[str, str]]
"""The label of a move on a tile: how it is typed, and its points with their style."""


class ShadedTiles(FieldTiles):
    """The fields of a board."""

    @property
    @abstractmethod
    def _halved(self) -> tuple[int, str, Direction]:
        """The row of a tile of which half is the board's, the sign of the tile's half, and which way the gap lies."""

    @property
    def _far_edges(self) -> tuple[str, str, str]:
        """The signs of the edges of an outlined tile: where half a row is the board's, at its left, at its right."""
        _line, half, _towards = self._halved
        return half, self._look.left, self._look.right

    # Tiles that belong to nobody.

    def _front_up(self, number: int) -> list[Row]:
        """A tile that lies front up: what can be done there is on it, and it is quieter if there is nothing."""
        board, click = self._board, FieldClick(number)
        label = board.label_on_tile(number)
        shade = style_of(Part.REST, board.colour(number)) if label is None else style_of(Part.FREE, self._tint(number))
        lines = self._on_free(number, label, shade)
        rows = [leading(fit(line, self._width, shade), click) for line in lines]
        halved, sign, _towards = self._halved
        if not lines[halved]:
            rows[halved] = row(Fragment(sign * self._width, f"{MAT},{foot_class(shade)}", click))
        if board.begins_at(number):
            rows = self._marked(rows, shade, click)
        return [row(part, Fragment(" ", MAT, click)) for part in rows]

    @abstractmethod
    def _on_free(self, number: int, label: MoveLabel | None, shade: str) -> list[Row]:
        """The content of each row of a tile in this shade; nothing where half of the row is the board's."""

    def _tint(self, number: int) -> Colour:
        """The colour of a tile, or of the one that a swap puts there."""
        becomes = self._board.swapped_in(number)
        if becomes is not None:
            return becomes
        return self._board.colour(number)

    def _becoming(self, number: int, shade: str, of_sign: str) -> Row | None:
        """The sign of a tile and of the one that a swap puts there, or their letters; None where that is no swap."""
        becomes = self._board.swapped_in(number)
        if becomes is None:
            return None
        colours, arrow = (self._board.colour(number), becomes), f" {self._look.swaps} "
        signs, letters = [sign_of(self._look, colour) for colour in colours], [letter_of(colour) for colour in colours]
        # Signs without a free column on either side are too close to read.
        now, then = signs if width_of(arrow.join(signs)) + 2 <= self._width else letters
        change = row(Fragment(now, of_sign), Fragment(f"{arrow}{then}", f"{shade},{style_of(Part.OUTLINE, becomes)}"))
        return row(Fragment(" " * ((self._width - width_of(change)) // 2), shade), *change)

    def _marked(self, rows: list[Row], shade: str, click: FieldClick) -> list[Row]:
        """A tile in this shade with the mark of where the arrow keys begin; unchanged if its move already has one."""
        return rows

    # Tiles of a player.

    def _turned(self, number: int, owner: Seat) -> list[Row]:
        """A tile, and the gap to the next one in each row."""
        return [self._row(number, owner, line) for line in range(self._height)]

    def _row(self, number: int, owner: Seat, line: int) -> Row:
        """A row of a turned tile, and the gap to the next one."""
        board, click, colour = self._board, FieldClick(number), self._board.colour_then(number)
        halved, sign, towards = self._halved
        is_right, is_halved = board.is_joined(number, owner), line == halved
        far, *sides_of_far = self._far_edges
        half = Fragment(sign if owner is board.near else far, f"{MAT},{style_of(Part.INK, colour)}", click)
        plain = Fragment(" ", MAT, click)
        if is_halved and not board.is_joined(number, owner, towards):
            # Half a row is the board's; for the far player the other half is an edge.
            return row(half._replace(text=half.text * self._width), half if is_right else plain)
        gap = plain._replace(style=self._surface(number, owner)) if is_right else plain
        # Only where four tiles of a group meet is the gap between them filled as far as the next row.
        if is_halved and is_right and not board.is_joined(number + 1, owner, towards):
            gap = half
        sides = self._sides(number, owner, sides_of_far)
        content = self._on_turned(number, owner, line, sides)
        return row(leading(content, click), gap)

    def _sides(self, number: int, owner: Seat, signs: Sequence[str]) -> TileEdges:
        """Both sides of a tile, drawn with these signs; none for the near player, and where its group goes on."""
        board, style = self._board, style_of(Part.RIMMED, self._board.colour_then(number))
        left, right = (
            [] if board.is_joined(number, owner, there) else [Fragment(sign, style, FieldClick(number))]
            for sign, there in zip(signs, (Direction.LEFT, Direction.RIGHT), strict=True)
        )
        return ([], []) if owner is board.near else (left, right)

    @abstractmethod
    def _on_turned(self, number: int, owner: Seat, line: int, sides: TileEdges) -> Row:
        """A row of a turned tile with its edges: its sign and what is on it, or only its surface."""

    def _surface(self, number: int, owner: Seat) -> str:
        """The style class of a turned tile where nothing is on it."""
        colour = self._board.colour_then(number)
        return style_of(Part.BODY, colour) if owner is self._board.near else style_of(Part.HOLLOW, colour)

    def _plain(self, number: int, owner: Seat, sides: TileEdges) -> Row:
        """A row of a turned tile on which nothing is."""
        left, right = sides
        room = self._width - len(left) - len(right)
        return row(*left, Fragment(" " * room, self._surface(number, owner)), *right)
