"""The table of Patterns where there is room: the board at the left, and beside it what each player has.

The board is a mat, as wide in each row as that has fields. How the tiles lie on it is told where they are drawn. Beside
it is what each player has, the far one above: a name, a bowl, and a river with a pile for each marker, as high as the
group has tiles.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import evolve, frozen

from mandala_client.games.card_piles import CardSize, Spot, beside, in_one_row, with_strip
from mandala_client.games.colour_signs import (
    outline_class,
    sign_of,
)
from mandala_client.games.colour_words import letter_of
from mandala_client.games.patterns.board import TileBoard
from mandala_client.games.patterns.board_clicks import StartClick
from mandala_client.games.patterns.bracketed_tiles import BracketedTiles
from mandala_client.games.patterns.shaded_tiles import ShadedTiles
from mandala_client.text.language import _
from mandala_client.ui.rows import (
    BLANK,
    Fragment,
    Row,
    ends,
    filled,
    fit,
    flow,
    headed_panel,
    on_surface,
    row,
    text_row,
    width_of,
)
from mandala_client.ui.themes import MAT, WATER
from mandala_protocol.games.colours import COLOURS, Colour
from mandala_protocol.games.patterns.board import ROW_LENGTHS, WIDTH
from mandala_protocol.seats import Seat

_MARGIN: Final = 1
"""The columns of the edge of the board, at the left."""

_EDGE: Final = Fragment(" ", MAT)
"""The edge of the board."""

_FRAME: Final = 2
"""The columns of both sides of a frame."""

_SAMPLE: Final = 4
"""The columns of the tile that shows how the tiles of a player look."""


@frozen
class TileMeasures:
    """The size of the table: of a field and of a pile with the gap behind it, and the rows of a pile.

    ``between``: the columns between board and piles. ``is_airy``: there is room for the frames of the players.
    """

    field: CardSize
    pile: CardSize
    pile_gap: int
    pile_rows: int
    between: int
    is_airy: bool

    @property
    def board(self) -> int:
        """The columns of the board."""
        return WIDTH * self.field.columns

    @property
    def side(self) -> int:
        """The columns of what stands beside the board: where there is room, in frames; else with a gap behind it."""
        piles = len(COLOURS) * (self.pile.columns + self.pile_gap) - self.pile_gap
        return piles + (_FRAME if self.is_airy else self.pile_gap)

    @property
    def width(self) -> int:
        """Of the table."""
        return _MARGIN + self.board + self.between + self.side

    @property
    def rows(self) -> int:
        """Of the table."""
        return len(ROW_LENGTHS) * self.field.rows


SMALL_TILES: Final = TileMeasures(CardSize(6, 2), CardSize(4, 1), 1, 3, 1, is_airy=False)
"""80 columns, 16 rows."""

LARGE_TILES: Final = TileMeasures(CardSize(6, 3), CardSize(4, 2), 1, 5, 0, is_airy=True)
"""80 columns, 24 rows."""

HUGE_TILES: Final = TileMeasures(CardSize(10, 5), CardSize(8, 3), 2, 9, 1, is_airy=True)
"""142 columns, 40 rows."""


class TileSpread:
    """The rows of a board in these measures."""

    def __init__(self, board: TileBoard, measures: TileMeasures) -> None:
        self._board, self._measures, self._look = board, measures, board.look
        tiles = ShadedTiles if board.look.has_shades else BracketedTiles
        self._tiles = tiles(board, measures.field)

    def rows(self) -> list[Row]:
        """The whole table."""
        measures = self._measures
        gap = " " * measures.between
        return [
            row(fit(left, _MARGIN + measures.board), gap, right)
            for left, right in zip(self._fields(), self._sides(), strict=True)
        ]

    # The board.

    def _fields(self) -> list[Row]:
        rows: list[Row] = []
        first = 0
        for length in ROW_LENGTHS:
            indent = " " * ((WIDTH - length) * self._measures.field.columns // 2)
            fields = [self._tiles.field(number) for number in range(first, first + length)]
            rows += [row(indent, _EDGE, *parts) for parts in zip(*fields, strict=True)]
            first += length
        return rows

    # Beside the board.

    def _sides(self) -> list[Row]:
        """The far player above, the near player below, and between them what the signs mean or what can be chosen."""
        measures, near = self._measures, self._board.near
        far_rows, near_rows = self._player(near.other), self._player(near)
        room = measures.rows - len(far_rows) - len(near_rows)
        middle = self._start_tiles() or self._legend(room)
        above = max((room - len(middle)) // 2, 0)
        between = filled([*[BLANK] * above, *middle], room)
        edge = " " * measures.is_airy
        return [fit(one, measures.side) for one in (*far_rows, *(row(edge, one) for one in between), *near_rows)]

    def _legend(self, room: int) -> Sequence[Row]:
        """The meaning of the signs, in as many words as there are rows and columns for."""
        width = self._measures.side - (_FRAME if self._measures.is_airy else 1)
        for told in self._board.legend_in_sentences():
            if len(told) <= room and all(width_of(one) <= width for one in told):
                return told
        return flow(self._board.legend(), width, "  ")

    def _player(self, seat: Seat) -> list[Row]:
        """The name and the points of a player above the bowl and the river."""
        held = [self._bowl(seat), *self._river(seat)]
        if self._measures.is_airy:
            return self._framed(seat, held)
        return [self._name(seat), *held]

    def _framed(self, seat: Seat, held: Sequence[Row]) -> list[Row]:
        """What a player has in a frame, with the name and the points in its upper edge."""
        points, width = self._board.points_in_large_table(seat), self._measures.side
        tail = row(" ", points, " ") if points.text else BLANK
        sample = self._sample(seat)
        room = width - width_of(sample) - width_of(tail) - 2 * _FRAME - 1
        head = row(" " if sample else "", sample, self._board.name_tag(seat, room), " ")
        return headed_panel(self._look, head, held, width, tail=tail)

    def _sample(self, seat: Seat) -> Row:
        """How the tiles of a player look, where neither bowl nor piles look like them."""
        return BLANK if self._look.has_shades else row(self._board.sample(seat, _SAMPLE), " ")

    def _name(self, seat: Seat) -> Row:
        """The brackets of the tiles of this player, the name, and the points if they are shown."""
        told = self._board.points_text(seat)
        sample = self._sample(seat)
        room = self._measures.side - 1 - width_of(sample) - (width_of(told.text) + 1 if told.text else 0)
        return ends(row(sample, self._board.marked_name(seat, room)), row(told), self._measures.side - 1)

    def _bowl(self, seat: Seat) -> Row:
        """The tile in the bowl, now and after the chosen move; what is not opened yet, or how the tiles look."""
        board = self._board
        shown = [self._tile(colour, seat) for colour in board.bowls(seat)]
        parts: list[str | Fragment | Row] = [Fragment(_("bowl"), "label"), " "]
        for number, tile in enumerate(shown):
            parts += [f" {self._look.becomes} " if number else "", tile]
        told = row(*parts, "" if shown else Fragment(self._look.nothing, "faint"))
        left = board.not_opened(seat)
        inside = self._measures.side - (_FRAME if self._measures.is_airy else 1)
        room = inside - width_of(told) - 2
        label = row(Fragment(_("not opened"), "label"), " ")
        for width in (2, 0):
            signs = row(*(self._unopened(colour, width) for colour in left))
            if left and width_of(label) + width_of(signs) <= room:
                return ends(told, row(label, signs), inside)
        look = text_row(self._look_of_tiles(seat), "label")
        return ends(told, look, inside) if width_of(look) <= room else told

    def _look_of_tiles(self, seat: Seat) -> str:
        """How the tiles of a player look, where shades and no brackets tell them; once there are any."""
        if not self._look.has_shades or not self._board.state.players[seat].opened:
            return ""
        return _("solid tiles") if seat is self._board.near else _("outlined tiles")

    def _unopened(self, colour: Colour, width: int) -> Fragment:
        text = f" {sign_of(self._look, colour)}" if width else letter_of(colour)
        return Fragment(text, outline_class(colour))

    def _tile(self, colour: Colour, seat: Seat) -> Row:
        spot = Spot(colour, (sign_of(self._look, colour),), 1, is_hollow=self._is_hollow(seat))
        return in_one_row(spot, self._look, _SAMPLE)

    def _is_hollow(self, seat: Seat) -> bool:
        """Return whether the tiles of this player have the darker shade."""
        return self._look.has_shades and seat is not self._board.near

    def _river(self, seat: Seat) -> list[Row]:
        """The piles on water, each above what it is worth."""
        measures = self._measures
        spots = [self._board.pile(seat, slot) for slot in range(len(COLOURS))]
        if self._is_hollow(seat):
            spots = [evolve(spot, is_hollow=True) for spot in spots]
        cells = [with_strip(spot, self._look, measures.pile, measures.pile_rows) for spot in spots]
        rows = beside(cells, measures.pile_gap)
        above = measures.pile_rows - measures.pile.rows
        return [*rows[:above], *(on_surface(one, WATER) for one in rows[above:])]

    def _start_tiles(self) -> Sequence[Row]:
        """The start tiles, as long as they are there; the chosen one in brackets."""
        tiles: list[Row] = []
        for colour in self._board.start_tiles():
            sign = sign_of(self._look, colour)
            text = f"[{sign}]" if self._board.is_chosen_start(colour) else sign
            tiles.append(in_one_row(Spot(colour, (text,), 1, click=StartClick(colour)), self._look, _SAMPLE + 1))
        return [row(Fragment(_("start tiles"), "label"), *(row("  ", tile) for tile in tiles))] if tiles else []
