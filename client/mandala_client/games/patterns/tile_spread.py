"""The table of Patterns in 80 columns: the board at the left, and beside it what each player has, the far one above."""

from __future__ import annotations

from typing import Final

from mandala_client.games.card_piles import CardSize
from mandala_client.games.patterns.belongings import (
    RiverSize,
    figures_of,
    low_bowl,
    river,
    sample,
    start_tiles,
    with_not_opened,
)
from mandala_client.games.patterns.board import TileBoard
from mandala_client.games.patterns.both_sides import both_sides
from mandala_client.games.patterns.printed_board import MARGIN, board_columns, board_rows
from mandala_client.ui.rows import (
    BLANK,
    Row,
    ends,
    filled,
    fit,
    flow,
    headed_panel,
    row,
    text_row,
    width_of,
)
from mandala_protocol.seats import Seat

_FIELD: Final = CardSize(6, 2)
_SHADED_FIELD: Final = CardSize(7, 2)
"""The field where shades show the tiles: what each player has takes less room then."""

SMALL_RIVER: Final = RiverSize(CardSize(4, 1), 1, 3)
_LOWER_RIVER: Final = RiverSize(CardSize(4, 1), 1, 2)

_BELOW_BOARD: Final = 2
"""The rows below the board."""

_WIDTH: Final = SMALL_RIVER.columns + 2
"""The columns of an area with both its sides."""


def tile_spread(board: TileBoard) -> list[Row]:
    """The whole table, 80 columns wide and 18 rows high."""
    field = _field(board)
    columns = board_columns(field)
    fields = [*board_rows(board, field), *_below_board(board, columns - MARGIN)]
    if board.look.has_shades:
        beside = both_sides(board, len(fields))
    else:
        beside = [*_player(board, board.near.other), *_player(board, board.near)]
    return [row(fit(left, columns), right) for left, right in zip(fields, beside, strict=True)]


def tile_spread_looked_at(board: TileBoard) -> list[Row]:
    """The table for someone who looks on, 16 rows high: nothing is chosen, but the start tiles are shown."""
    fields = board_rows(board, _field(board))
    if board.look.has_shades:
        beside = both_sides(board, len(fields), tells_start=True)
    else:
        far = _player(board, board.near.other, _LOWER_RIVER, tells_start=True)
        beside = [*far, *_player(board, board.near, _LOWER_RIVER)]
    return [row(left, right) for left, right in zip(fields, beside, strict=True)]


def _field(board: TileBoard) -> CardSize:
    return _SHADED_FIELD if board.look.has_shades else _FIELD


def _below_board(board: TileBoard, width: int) -> list[Row]:
    """The start tiles or the meaning of the signs, in two rows of ``width`` columns."""
    rows = start_tiles(board, width) or _explained(board, width)
    return [row(" " * MARGIN, line) for line in filled(rows, _BELOW_BOARD)]


def _explained(board: TileBoard, width: int) -> list[Row]:
    """The meaning of the signs; in whole sentences if there is room."""
    in_words = flow(board.legend_in_words(), width, "  ")
    has_room = (
        board.look.has_shades and len(in_words) <= _BELOW_BOARD and max(map(width_of, in_words), default=0) <= width
    )
    return in_words if has_room else flow(board.legend(), width, "  ")


def _player(board: TileBoard, seat: Seat, size: RiverSize = SMALL_RIVER, *, tells_start: bool = False) -> list[Row]:
    """The area of a player, without shades: the name, how the tiles look, the bowl and the points, above the river.

    ``tells_start``: with the start tiles, as long as they are there.
    """
    inside, of_name = SMALL_RIVER.columns, sample(board, seat)
    tail = row(board.points_beside_figures(seat))
    name = board.name_tag(seat, inside - width_of(of_name) - width_of(tail) - 2)
    figures = figures_of(board, seat)
    room = inside - width_of(figures[-1]) - 1
    start = start_tiles(board, room) if tells_start else ()
    caption = start[0] if start else _caption(board, seat, room)
    rows = *low_bowl(board, seat), caption
    beside = [ends(line, figure, inside) for line, figure in zip(rows, figures, strict=True)]
    return headed_panel(board.look, row(of_name, name), [*beside, *river(board, seat, size)], _WIDTH, tail=tail)


def _caption(board: TileBoard, seat: Seat, room: int) -> Row:
    """The colours that the player has not opened, or else how a group scores."""
    return with_not_opened(board, seat, BLANK, room) or _scoring(board, room)


def _scoring(board: TileBoard, room: int) -> Row:
    """The scoring of a group, if that has room."""
    return text_row(board.brief_scoring, "label") if width_of(board.brief_scoring) <= room else BLANK
