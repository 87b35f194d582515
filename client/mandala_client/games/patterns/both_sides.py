"""What each player of Patterns has, side by side in a narrow panel: points, bowl, and below them the markers.

A row of the river is for one marker: in the middle what the next tile of its group scores, and beside that the groups
of both players, with the symbol of each of their tiles. They look as the tiles do on the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from attrs import evolve

from mandala_client.games.card_piles import Spot, centred, in_one_row
from mandala_client.games.patterns.belongings import low_tiles, start_tiles, unopened
from mandala_client.games.patterns.board import TileBoard
from mandala_client.games.two_sides import aired, at_both_ends, between, points_at_both_ends
from mandala_client.text.language import _
from mandala_client.ui.rows import BLANK, Fragment, Row, on_surface, row, text_row
from mandala_client.ui.style import Look
from mandala_client.ui.themes import WATER
from mandala_protocol.games.colours import COLOURS
from mandala_protocol.seats import Seat

WIDTH: Final = 23

_INSIDE: Final = WIDTH - 2
_NAME: Final = 10
_SLOT: Final = 8
"""The columns of a name, and of a slot of a river."""

_ON_SLOT: Final = 6
"""The columns of what is told on it, without its edges."""

_KEPT: Final = 64
"""So many piles are kept as they were drawn last: a redraw changes few of them."""


def both_sides(board: TileBoard, height: int, *, tells_start: bool = False) -> list[Row]:
    """The panel in so many rows, at least 15; the far player is at the left.

    ``tells_start``: with the start tiles, as long as they are there.
    """
    far, near = board.near.other, board.near
    names = at_both_ends(board.side_tag(far, _NAME), board.side_tag(near, _NAME), _INSIDE)
    parts = (
        [names, _looks(board, tells_start=tells_start)],
        # Nothing is chosen by someone who looks on.
        [*_points(board), *([] if tells_start else [_changes(board)]), *_bowls(board)],
        [*_not_opened(board), *_groups(board)],
    )
    return aired(parts, height, WIDTH)


def _points(board: TileBoard) -> Sequence[Row]:
    """The points in large figures; none if they are not to be shown."""
    far, near = (board.points_now(seat) for seat in (board.near.other, board.near))
    return points_at_both_ends(far, near, board.look, _INSIDE)


def _changes(board: TileBoard) -> Row:
    """The points before and after the chosen move, or empty where they stay."""
    far, near = (board.changed_points(seat) for seat in (board.near.other, board.near))
    return at_both_ends(far, near, _INSIDE)


def _bowls(board: TileBoard) -> list[Row]:
    """The tile in each bowl, and in the near one also what comes there with the chosen move."""
    far, near = (low_tiles(board, seat) for seat in (board.near.other, board.near))
    return [
        at_both_ends(far[0], near[0], _INSIDE),
        between(far[1], _("bowl"), near[1], _INSIDE),
    ]


def _looks(board: TileBoard, *, tells_start: bool) -> Row:
    """How the tiles of both look, once there are any; or the start tiles."""
    start = start_tiles(board, _INSIDE) if tells_start else ()
    if start:
        return start[0]
    if not board.is_opened:
        return BLANK
    return between(text_row(_("outlined"), "label"), _("tiles"), text_row(_("solid"), "label"), _INSIDE)


def _not_opened(board: TileBoard) -> list[Row]:
    """The colours that each player has not opened yet; no row if there are none."""
    far, near = (_unopened(board, seat) for seat in (board.near.other, board.near))
    return [between(far, _("to open"), near, _INSIDE)] if far or near else []


def _unopened(board: TileBoard, seat: Seat) -> Row:
    return tuple(unopened(board, colour, 0) for colour in board.not_opened(seat))


def _groups(board: TileBoard) -> list[Row]:
    """The groups of both, the one with the first marker at the bottom, below what the numbers mean."""
    heading = between(BLANK, _("next tile scores"), BLANK, _INSIDE)
    return [heading, *(_markers(board, slot) for slot in reversed(range(len(COLOURS))))]


def _markers(board: TileBoard, slot: int) -> Row:
    """The groups of both with a marker, and between them what the next tile of each scores."""
    far, near = board.near.other, board.near
    left = _slot(evolve(board.pile(far, slot, one_by_one=True), is_hollow=True), board.look)
    right = _slot(board.pile(near, slot, one_by_one=True), board.look)
    return row(left, Fragment(centred(f"+{slot + 1}", _INSIDE - 2 * _SLOT), "label"), right)


@lru_cache(maxsize=_KEPT)
def _slot(spot: Spot, look: Look) -> Row:
    """A group in one row, with a symbol for each tile as long as those have room; water where there is none."""
    if not spot.count:
        sign = spot.above_strip[0] if spot.above_strip else ""
        return on_surface(text_row(centred(sign, _SLOT), "target" if sign else ""), WATER)
    # All letters stand in one column.
    texts = tuple(text.ljust(_ON_SLOT) for text in spot.above_strip)
    return in_one_row(evolve(spot, texts=texts), look, _SLOT)
