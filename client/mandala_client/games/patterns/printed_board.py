"""The board of Patterns as it lies on the table: a mat, as wide in each row as that has fields, and its tiles."""

from __future__ import annotations

from typing import Final

from mandala_client.games.card_piles import CardSize
from mandala_client.games.patterns.board import TileBoard
from mandala_client.games.patterns.bracketed_tiles import BracketedTiles
from mandala_client.games.patterns.high_tiles import HighTiles
from mandala_client.games.patterns.low_tiles import LowTiles
from mandala_client.ui.rows import Fragment, Row, fit, row
from mandala_client.ui.themes import MAT
from mandala_protocol.games.patterns.board import ROW_LENGTHS, WIDTH

MARGIN: Final = 1
"""The columns of the edge of the board, at the left."""

_LEAST_HIGH: Final = 3
"""The least rows of a field in which the content of a tile has rows of its own."""

_EDGE: Final = Fragment(" ", MAT)
"""The edge of the board."""


def board_columns(field: CardSize) -> int:
    """The columns of the board with its edge, with fields of this size."""
    return MARGIN + WIDTH * field.columns


def board_rows(board: TileBoard, field: CardSize) -> list[Row]:
    """The board with fields of this size, in as many rows and columns as they need."""
    shaded = HighTiles if field.rows >= _LEAST_HIGH else LowTiles
    tiles = (shaded if board.look.has_shades else BracketedTiles)(board, field)
    rows: list[Row] = []
    first = 0
    for length in ROW_LENGTHS:
        indent = " " * ((WIDTH - length) * field.columns // 2)
        fields = [tiles.field(number) for number in range(first, first + length)]
        rows += [fit(row(indent, _EDGE, *parts), board_columns(field)) for parts in zip(*fields, strict=True)]
        first += length
    return rows
