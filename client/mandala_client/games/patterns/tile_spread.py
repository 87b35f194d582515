"""The table of Patterns in 80 columns: the board at the left, and beside it what each player has."""

from __future__ import annotations

from typing import Final

from mandala_client.games.card_piles import CardSize
from mandala_client.games.patterns.belongings import start_tiles
from mandala_client.games.patterns.board import TileBoard
from mandala_client.games.patterns.both_sides import both_sides
from mandala_client.games.patterns.tiles import MARGIN, board_columns, board_rows
from mandala_client.ui.rows import Row, filled, fit, flow, row, width_of

_FIELD: Final = CardSize(7, 2)

_BELOW_BOARD: Final = 2
"""The rows below the board."""


def tile_spread(board: TileBoard) -> list[Row]:
    """The whole table, 80 columns wide and 18 rows high."""
    columns = board_columns(_FIELD)
    fields = [*board_rows(board, _FIELD), *_below_board(board, columns - MARGIN)]
    return [row(fit(left, columns), right) for left, right in zip(fields, both_sides(board, len(fields)), strict=True)]


def tile_spread_looked_at(board: TileBoard) -> list[Row]:
    """The table for someone who looks on, 16 rows high: nothing is chosen, but the start tiles are shown."""
    fields = board_rows(board, _FIELD)
    beside = both_sides(board, len(fields), tells_start=True)
    return [row(left, right) for left, right in zip(fields, beside, strict=True)]


def _below_board(board: TileBoard, width: int) -> list[Row]:
    """The start tiles or the meaning of the signs, in two rows of ``width`` columns."""
    rows = start_tiles(board, width) or _explained(board, width)
    return [row(" " * MARGIN, line) for line in filled(rows, _BELOW_BOARD)]


def _explained(board: TileBoard, width: int) -> list[Row]:
    """The meaning of the signs; in whole sentences if there is room."""
    in_words = flow(board.legend_in_words(), width, "  ")
    has_room = len(in_words) <= _BELOW_BOARD and max(map(width_of, in_words), default=0) <= width
    return in_words if has_room else flow(board.legend(), width, "  ")
