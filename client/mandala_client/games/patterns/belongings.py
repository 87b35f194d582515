"""The bowl and the river of each player of Patterns, in parts; the river has a pile for each marker.

The piles are as high as their groups have tiles, and each is above the points that each further tile scores. An empty
slot is water.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from attrs import evolve, frozen

from mandala_client.games.card_piles import CardSize, Spot, beside, centred, grounded, in_one_row, surface, with_strip
from mandala_client.games.colour_signs import CHIP, Part, sign_of, style_of
from mandala_client.games.colour_words import letter_of
from mandala_client.games.patterns.board import TileBoard
from mandala_client.games.patterns.board_clicks import StartClick
from mandala_client.text.language import _
from mandala_client.ui.numerals import ROWS, large_number
from mandala_client.ui.rows import BLANK, Fragment, Row, ends, on_surface, row, width_of
from mandala_client.ui.style import Look
from mandala_client.ui.themes import WATER
from mandala_protocol.games.colours import COLOURS, Colour
from mandala_protocol.seats import Seat

_TILE: Final = 4
"""The columns of the tile in a bowl, and of one that shows how the tiles of a player look."""

_LARGE_TILE: Final = 6
_TILE_ROWS: Final = 3
"""The columns and rows of a tile in a bowl that has room."""

_KEPT: Final = 16
"""The number of rivers that are kept as they were drawn last: a redraw changes few of them."""


@frozen
class RiverSize:
    """The size of a river: of the face of a pile, the columns between two piles, and the rows of a pile.

    ``has_foot``: where shades show it, a pile ends in half a row, as a tile on a large board.
    """

    pile: CardSize
    gap: int
    rows: int
    has_foot: bool = False

    @property
    def columns(self) -> int:
        """The columns of the river."""
        return len(COLOURS) * (self.pile.columns + self.gap) - self.gap


def sample(board: TileBoard, seat: Seat) -> Row:
    """The look of a player's tiles, where neither bowl nor piles look like them."""
    return BLANK if board.look.has_shades else row(board.sample(seat, _TILE), " ")


def look_of_tiles(board: TileBoard, seat: Seat) -> str:
    """The look of a player's tiles, where shades and no brackets tell them; once there are any."""
    if not board.look.has_shades or not board.state.players[seat].opened:
        return ""
    return _("solid tiles") if seat is board.near else _("outlined tiles")


def figures_of(board: TileBoard, seat: Seat) -> list[Row]:
    """The points of a player in large figures, or empty rows if they are not shown."""
    now = board.points_now(seat)
    if now is None:
        return [BLANK] * ROWS
    return large_number(now, board.look, "title")


def low_bowl(board: TileBoard, seat: Seat) -> list[Row]:
    """The tile in the bowl, now and after the chosen move, in the second of two rows."""
    _above, tiles = low_tiles(board, seat)
    return [BLANK, row(Fragment(_("bowl"), "label"), " ", tiles)]


def low_tiles(board: TileBoard, seat: Seat) -> list[Row]:
    """The tile in the bowl, now and after the chosen move, in two rows."""
    tiles = [_low_tile(board, colour, seat) for colour in board.bowls(seat)]
    return [row(*_in_turn(board, [tile[line] for tile in tiles], is_told=line == 1)) for line in range(2)]


def large_bowl(board: TileBoard, seat: Seat) -> list[Row]:
    """The bowl in three rows, with tiles as on the board."""
    label, tiles = (
        row(Fragment(_("bowl"), "label"), " "),
        [_large_tile(board, bowl, seat) for bowl in board.bowls(seat)],
    )
    rows = [row(*_in_turn(board, [tile[line] for tile in tiles], is_told=line == 1)) for line in range(_TILE_ROWS)]
    return [row(label if number == 1 else " " * width_of(label), tile_row) for number, tile_row in enumerate(rows)]


def _in_turn(board: TileBoard, shown: Sequence[Row], *, is_told: bool = True) -> Iterator[str | Fragment | Row]:
    """Yield a row of each tile, with an arrow between them if that is told there; a sign if there is no tile."""
    arrow = f" {board.look.becomes} "
    for number, tile in enumerate(shown):
        yield "" if number == 0 else arrow if is_told else " " * width_of(arrow)
        yield tile
    if not shown and is_told:
        yield Fragment(board.look.nothing, "faint")


def _low_tile(board: TileBoard, colour: Colour, seat: Seat) -> list[Row]:
    """A tile in two rows, with half of the first one, or a line in it, where shades show it."""
    look, is_far = board.look, _is_hollow(board, seat)
    spot = Spot(colour, (sign_of(look, colour),), 1, is_hollow=is_far, is_thin=is_far)
    face = in_one_row(spot, look, _TILE)
    lid, *_sides = look.thin
    above = row(Fragment((lid if is_far else look.lower) * _TILE, style_of(Part.INK, colour)))
    return [above, grounded(face) if is_far else face]


def _large_tile(board: TileBoard, colour: Colour, seat: Seat) -> list[Row]:
    """A tile in three rows, the last of them half of one where shades show it."""
    look, sign = board.look, sign_of(board.look, colour)
    plain = Fragment(" " * _LARGE_TILE, style_of(Part.BODY, colour))
    face = row(Fragment(centred(sign, _LARGE_TILE), style_of(Part.CARD, colour)))
    if not look.has_shades:
        return [row(plain), face, row(plain)]
    foot = row(Fragment(look.upper * _LARGE_TILE, style_of(Part.INK, colour)))
    if not _is_hollow(board, seat):
        return [row(plain), face, foot]
    (upper_left, upper_right), inside, rim = look.upper_corners, _LARGE_TILE - 2, style_of(Part.RIMMED, colour)
    lid = row(*(Fragment(part, rim) for part in (upper_left, look.upper * inside, upper_right)))
    left, right = (Fragment(edge, rim) for edge in (look.left, look.right))
    return [lid, row(left, Fragment(centred(sign, inside), style_of(Part.HOLLOW, colour)), right), foot]


def with_not_opened(board: TileBoard, seat: Seat, before: Row, width: int) -> Row | None:
    """The row with the colours at its right that a player has not opened; None if there are none, or no room."""
    left = board.not_opened(seat)
    label = row(Fragment(_("not opened"), "label"), " ")
    for columns in (2, 0):
        signs = row(*(unopened(board, colour, columns) for colour in left))
        if left and width_of(before) + 2 + width_of(label) + width_of(signs) <= width:
            return ends(before, row(label, signs), width)
    return None


def unopened(board: TileBoard, colour: Colour, columns: int) -> Fragment:
    text = f" {sign_of(board.look, colour)}" if columns else letter_of(colour)
    return Fragment(text, style_of(Part.OUTLINE, colour))


def _is_hollow(board: TileBoard, seat: Seat) -> bool:
    """Return whether the tiles of this player are outlined."""
    return board.look.has_shades and seat is not board.near


def river(board: TileBoard, seat: Seat, size: RiverSize) -> list[Row]:
    """The piles, each above what each further tile of its group scores."""
    spots = [board.pile(seat, slot) for slot in range(len(COLOURS))]
    if _is_hollow(board, seat):
        spots = [evolve(spot, is_hollow=True) for spot in spots]
    return _river_rows(tuple(spots), board.look, size)


@lru_cache(maxsize=_KEPT)
def _river_rows(spots: tuple[Spot, ...], look: Look, size: RiverSize) -> list[Row]:
    return beside([_slot(spot, look, size) for spot in spots], size.gap)


def _slot(spot: Spot, look: Look, size: RiverSize) -> list[Row]:
    """A pile, or water where the slot is empty."""
    columns, above = size.pile.columns, size.rows - size.pile.rows
    rows = with_strip(spot, look, size.pile, size.rows)
    has_foot = size.has_foot and look.has_shades
    if not spot.count:
        on_water = [on_surface(line, WATER) for line in rows[above:]]
        return [*rows[:above], *on_water, *([row(" " * columns)] if has_foot else [])]
    if has_foot or spot.is_hollow:
        rows = [*rows[:-1], surface(spot, look, spot.strip, columns, CHIP)]
    return [*rows, row(Fragment(look.upper * columns, style_of(Part.INK, spot.colour)))] if has_foot else rows


def start_tiles(board: TileBoard, width: int) -> Sequence[Row]:
    """The start tiles in a row, as long as they are there; the chosen one in brackets.

    They have no label where that has no room.
    """
    tiles: list[Row] = []
    for colour in board.start_tiles():
        sign = sign_of(board.look, colour)
        text = f"[{sign}]" if board.is_chosen_start(colour) else sign
        tiles.append(in_one_row(Spot(colour, (text,), 1, click=StartClick(colour)), board.look, _TILE + 1))
    if not tiles:
        return []
    alone = row(*(row("  ", tile) for tile in tiles))
    labelled = row(Fragment(_("start tiles"), "label"), alone)
    return [labelled if width_of(labelled) <= width else alone]
