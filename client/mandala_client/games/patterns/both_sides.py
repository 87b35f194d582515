"""The points, bowls and groups of both players of Patterns, side by side in a narrow panel.

A row is for one colour: on either side the points of the next tile of that group, on a surface like that of its tiles.
The number of its tiles is to be seen on the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from mandala_client.games.card_piles import Spot, centred
from mandala_client.games.colour_signs import Part, sign_of, style_of
from mandala_client.games.patterns.belongings import closed_below, low_tiles, start_tiles, tile_face
from mandala_client.games.patterns.board import TileBoard
from mandala_client.games.two_sides import aired, at_both_ends, between, points_at_both_ends
from mandala_client.text.language import _
from mandala_client.ui.rows import BLANK, Fragment, Row, as_label, on_surface, row, text_row, width_of
from mandala_client.ui.style import Look
from mandala_client.ui.themes import SOLID, WATER
from mandala_protocol.games.colours import COLOURS, Colour

WIDTH: Final = 23

_INSIDE: Final = WIDTH - 2
_NAME: Final = 10
_SLOT: Final = 8
"""The width of a name, and of the score of a group, in columns."""

_LEAST_NAMED: Final = 17
"""The least rows of a panel in which the names are above the groups too."""

_KEPT: Final = 64
"""The number of slots that are kept as they were drawn last: a redraw changes few of them."""


def both_sides(board: TileBoard, height: int, *, tells_start: bool = False) -> list[Row]:
    """The panel in ``height`` rows, at least 15; the far player is at the left.

    ``tells_start``: with the start tiles, as long as they are there.
    """
    far, near = board.near.other, board.near
    left = board.side_tag(far, _NAME)
    names = at_both_ends(left, board.side_tag(near, _INSIDE - 1 - width_of(left)), _INSIDE)
    parts = (
        [names, _looks(board, tells_start=tells_start)],
        # Nothing is chosen by someone who looks on.
        [*_points(board), *([] if tells_start else [_changes(board)]), *_bowls(board)],
        _groups(board, tells_names=height >= _LEAST_NAMED),
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
    """A word for the look of each player's tiles, in that look, once there are any; or the start tiles."""
    start = start_tiles(board, _INSIDE) if tells_start else ()
    if start:
        return start[0]
    if not board.is_opened:
        return BLANK
    signs = board.look.tile
    if signs.is_bracketed:
        return at_both_ends(*(text_row("  ".join(sides), "label") for sides in (signs.far, signs.near)), _INSIDE)
    (left, right), solid = signs.thin, _("solid")
    outlined = closed_below(as_label(row(left, _("outlined"), right)), board.look)
    return at_both_ends(outlined, text_row(f" {solid} ", f"label,{SOLID}"), _INSIDE)


def _groups(board: TileBoard, *, tells_names: bool) -> list[Row]:
    """The groups of both, colour by colour, below what the numbers mean and the names."""
    heading = between(BLANK, _("one more tile scores"), BLANK, _INSIDE)
    far, near = (board.owner_label(seat, _NAME) for seat in (board.near.other, board.near))
    names = [at_both_ends(far, near, _INSIDE)] if tells_names else []
    return [heading, *names, *(_groups_of(board, colour) for colour in COLOURS)]


def _groups_of(board: TileBoard, colour: Colour) -> Row:
    """The groups of both in a colour, and its sign between them."""
    far, near = (board.next_score(seat, colour) for seat in (board.near.other, board.near))
    sign = centred(sign_of(board.look, colour), _INSIDE - 2 * _SLOT)
    return row(_slot(far, board.look), Fragment(sign, style_of(Part.OUTLINE, colour)), _slot(near, board.look))


@lru_cache(maxsize=_KEPT)
def _slot(spot: Spot, look: Look) -> Row:
    """The points of the next tile of a group; where there is none yet water, or a sign if shades do not show that."""
    if spot.count:
        text, is_far = spot.texts[0], spot.is_hollow
        return tile_face(look, spot.colour, text, _SLOT, is_far=is_far, is_thin=True, part=Part.BODY)
    text = spot.texts[0] or (look.nothing if look.tile.is_bracketed else "")
    return on_surface(text_row(centred(text, _SLOT), spot.outline or ""), WATER)
