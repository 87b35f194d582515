"""The areas beside a large board of Patterns, one for each player, the far one above.

In them are the name, the bowl, the river, and the points in large figures.
"""

from __future__ import annotations

from typing import Final

from mandala_client.games.card_piles import CardSize
from mandala_client.games.patterns.belongings import (
    RiverSize,
    figures_of,
    large_bowl,
    look_of_tiles,
    not_opened,
    river,
    start_tiles,
)
from mandala_client.games.patterns.board import TileBoard
from mandala_client.ui.rows import (
    BLANK,
    Row,
    ends,
    flow,
    headed_panel,
    row,
    text_row,
    width_of,
)
from mandala_protocol.seats import Seat

_SIDES: Final = 2
"""The columns of both sides of an area."""

_RIVERS: Final = (
    RiverSize(CardSize(8, 3, is_deep=True), 2, 7),
    RiverSize(CardSize(6, 2, is_deep=True), 1, 4),
    RiverSize(CardSize(4, 2, is_deep=True), 1, 4),
)
"""The sizes of a river, the largest first, for which only a huge board has the rows."""

_LEAST_NAME: Final = 6
"""The least columns of a name."""


def tile_panels(board: TileBoard, width: int, *, is_huge: bool) -> list[Row]:
    """The areas of both players in ``width`` columns; between them is what can be chosen or what the signs mean."""
    inside = width - _SIDES
    sizes = _RIVERS if is_huge else _RIVERS[1:]
    size = next((fitting for fitting in sizes if fitting.columns <= inside), sizes[-1])
    far, near = (_player(board, seat, size, width) for seat in (board.near.other, board.near))
    between = start_tiles(board, inside) or flow(board.signs_beside_menu(), inside, "   ")
    middle = headed_panel(board.look, between[0], between[1:], width) if between else []
    return [*far, *middle, *near]


def _player(board: TileBoard, seat: Seat, size: RiverSize, width: int) -> list[Row]:
    """The area of a player."""
    inside = width - _SIDES
    look = text_row(look_of_tiles(board, seat))
    tail = row(board.points_beside_figures(seat))
    tail = row(" ", tail, " ") if width_of(tail) else BLANK
    room = inside - width_of(look) - width_of(tail) - 2 - _SIDES
    name = board.name_tag(seat, max(room, _LEAST_NAME))
    head = row(name, " ", look, " " if width_of(look) else "")
    figures = figures_of(board, seat)
    beside = [ends(line, figure, inside) for line, figure in zip(large_bowl(board, seat), figures, strict=True)]
    caption = not_opened(board, seat, inside) or text_row(board.scoring, "label")
    return headed_panel(board.look, head, [*beside, caption, *river(board, seat, size)], width, tail=tail)
