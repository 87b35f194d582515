"""The table of Patterns in 80 columns: the board at the left, and beside it what each player has, the far one above."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mandala_client.games.card_piles import CardSize
from mandala_client.games.patterns.belongings import (
    RiverSize,
    bowl,
    look_of_tiles,
    river,
    sample,
    start_tiles,
    with_not_opened,
)
from mandala_client.games.patterns.board import TileBoard
from mandala_client.games.patterns.printed_board import board_rows
from mandala_client.ui.rows import BLANK, Row, ends, filled, fit, flow, row, text_row, width_of
from mandala_protocol.seats import Seat

_FIELD: Final = CardSize(6, 2)
_RIVER: Final = RiverSize(CardSize(4, 1), 1, 3)


def tile_spread(board: TileBoard) -> list[Row]:
    """The whole table, 80 columns wide and 16 rows high."""
    fields = board_rows(board, _FIELD)
    beside = _sides(board, len(fields))
    return [row(left, " ", right, " ") for left, right in zip(fields, beside, strict=True)]


def _sides(board: TileBoard, height: int) -> list[Row]:
    """The far player above, the near player below, and between them what the signs mean or what can be chosen."""
    far, near = _player(board, board.near.other), _player(board, board.near)
    room = height - len(far) - len(near)
    middle = start_tiles(board) or _legend(board, room)
    above = max((room - len(middle)) // 2, 0)
    between = filled([*[BLANK] * above, *middle], room)
    return [fit(one, _RIVER.columns) for one in (*far, *between, *near)]


def _legend(board: TileBoard, room: int) -> Sequence[Row]:
    """The meaning of the signs, in as many words as there are rows and columns for."""
    for told in board.legend_in_sentences():
        if len(told) <= room and all(width_of(one) <= _RIVER.columns for one in told):
            return told
    return flow(board.legend(), _RIVER.columns, "  ")


def _player(board: TileBoard, seat: Seat) -> list[Row]:
    """The name and the points of a player above the bowl and the river."""
    told, look_of = board.points_text(seat), sample(board, seat)
    room = _RIVER.columns - width_of(look_of) - (width_of(told.text) + 1 if told.text else 0)
    name = ends(row(look_of, board.marked_name(seat, room)), row(told), _RIVER.columns)
    return [name, _bowl(board, seat), *river(board, seat, _RIVER)]


def _bowl(board: TileBoard, seat: Seat) -> Row:
    """The bowl, and beside it what is not opened yet, or how the tiles of the player look."""
    told, look = bowl(board, seat), text_row(look_of_tiles(board, seat), "label")
    fuller = with_not_opened(board, seat, told, _RIVER.columns)
    if fuller is not None:
        return fuller
    is_room = width_of(told) + 2 + width_of(look) <= _RIVER.columns
    return ends(told, look, _RIVER.columns) if is_room else told
