"""The table of Patterns where there is room: the board at the left, and beside it what each player has.

The board is a mat, as wide in each row as that has fields. A tile that lies front up is a face on it, with the move
that is possible there. A turned one fills its field, and the gap to its neighbour in the same group: as groups of one
colour never touch, each group is one area. The tiles of the near player are plain areas, those of the far player
darker ones between bright edges; where there are no shades, in square brackets, and hatched in round ones.

Beside the board each marker has its pile, as high as the group has tiles, the far player's above, the near one's below.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import evolve, frozen

from mandala_client.games.card_piles import CardSize, Grows, Spot, beside, centred, in_one_row, spot_rows
from mandala_client.games.colour_signs import (
    body_class,
    card_class,
    dark_class,
    free_class,
    ink_class,
    outline_class,
    rest_class,
    rimmed_class,
    sign_of,
)
from mandala_client.games.colour_words import letter_of
from mandala_client.games.patterns.board import BRACKETS, TileBoard
from mandala_client.games.patterns.board_clicks import FieldClick, StartClick
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
    leading,
    on_surface,
    padded,
    row,
    width_of,
)
from mandala_client.ui.themes import MAT, foot_class
from mandala_protocol.games.colours import COLOURS, Colour
from mandala_protocol.games.patterns.board import ROW_LENGTHS, WIDTH
from mandala_protocol.seats import Seat

_MARGIN: Final = 1
"""The columns of the edge of the board, at the left."""

_EDGE: Final = Fragment(" ", MAT)
"""The edge of the board."""

_SIGN: Final = 2
"""The columns of a sign."""

_LEAST_FRAMED: Final = 3
"""An outline on a tile of fewer rows has only its sides."""

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
        self._height, self._columns = measures.field.rows, measures.field.columns
        self._face = (self._height - 1) // 2
        self._width = self._columns - 1
        self._indent = (self._width - _SIGN) // 2

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
            indent = " " * ((WIDTH - length) * self._columns // 2)
            fields = [self._field(number) for number in range(first, first + length)]
            rows += [row(indent, _EDGE, *parts) for parts in zip(*fields, strict=True)]
            first += length
        return rows

    def _field(self, number: int) -> list[Row]:
        """A field in as many rows as it has, each exactly as wide as it is."""
        owner = self._board.owner(number)
        if owner is not None:
            return self._turned(number, owner)
        if self._board.is_chosen(number):
            return self._chosen(number)
        return self._front_up(number)

    def _front_up(self, number: int) -> list[Row]:
        """A small face, and below it what can be done there; with its number on it if that has a row of its own."""
        if self._look.has_shades:
            return self._shaded(number)
        click, colour = FieldClick(number), self._board.colour(number)
        gap = Fragment(" ", MAT, click)
        sign = f"{sign_of(self._look, colour)}{self._board.closed_mark(number)}"
        face = Fragment(self._face_text(("", sign, "")), free_class(colour), click)
        plain = Fragment(" " * self._width, free_class(colour), click)
        rows = [row(face if line == self._face else plain, gap) for line in range(self._height - 1)]
        is_numbered = self._face > 0
        if is_numbered and self._board.moves_on(number):
            text = padded(" " * self._before(str(number)) + str(number), self._width)
            rows[0] = row(Fragment(text, free_class(colour), click), gap)
        told = self._board.label(number, with_number=not is_numbered)
        below = row(" " * self._before(told), *told)
        return [*rows, leading(on_surface(fit(below, self._columns), MAT), click)]

    def _shaded(self, number: int) -> list[Row]:
        """A tile that belongs to nobody, quieter if nothing can be done there; else it says what.

        That is below its sign, its number above it where there is room. Else it is half a row less high than its field.
        """
        click, colour, width = FieldClick(number), self._board.colour(number), self._width
        is_high = self._face > 0
        label = self._board.label_on_tile(number, 2 * width if is_high else width)
        shade = free_class(colour) if label else rest_class(colour)
        sign = self._face_text(("", f"{sign_of(self._look, colour)}{self._board.closed_mark(number)}", ""))
        lines: list[list[tuple[str, str]]] = [[] for _line in range(self._height)]
        lines[self._face] = [(sign, "")]
        above, below = (label[:1], label[1:]) if is_high else ([], label)
        for line, texts in ((self._face - 1, above), (self._face + 1, below)):
            if texts:
                before = " " * self._before("".join(text for text, _style in texts).rstrip())
                lines[line] = [(before, ""), *texts]
        rows = [_on_tile(line, shade, width, click) for line in lines]
        if not lines[-1]:
            rows[-1] = row(Fragment(self._look.upper * width, f"{MAT},{foot_class(shade)}", click))
        return [row(one, Fragment(" ", MAT, click)) for one in rows]

    def _face_text(self, texts: tuple[str, str, str]) -> str:
        """What begins a face, its sign, in the same columns on all of them, and what ends it."""
        begin, sign, end = texts
        return padded(f"{begin:>{self._indent}}{sign}{end}", self._width)

    def _before(self, told: Row | str) -> int:
        """The columns before a text that stands below a sign, or begins further left where it is long."""
        return max(min(self._indent, self._width - width_of(told)), 0)

    def _turned(self, number: int, owner: Seat) -> list[Row]:
        """A tile in the brackets of its owner, with the marker or the number of the final flip below its sign."""
        begin, end = ("", "") if self._look.has_shades else BRACKETS[owner is not self._board.near]
        sign = sign_of(self._look, self._board.colour(number))
        told, changed = (
            self._board.final_flip(number) or self._board.marker(number),
            self._board.style_of_change(number),
        )
        mark = self._look.fresh if changed else ""
        return self._area(number, owner, (begin, sign, f"{end}{mark}"), told, changed)

    def _chosen(self, number: int) -> list[Row]:
        """The tile as it would be after the chosen move, with an outline on it, what that brings, and the move."""
        board, frame, inside, click = self._board, self._look.solid_frame, self._width - 2, FieldClick(number)
        colour = board.chosen_colour
        told = [f"{begin}{board.chosen_gain}" for begin in (sign_of(self._look, colour), letter_of(colour))]
        text = next((one for one in told if width_of(one) <= inside), told[-1])
        shown = {self._face: centred(text, inside), self._face + 1: centred(board.chosen_notation, inside)}
        middle = [shown.get(line, " " * inside) for line in range(self._height)]
        sides = [(frame.upright, frame.upright)] * self._height
        if self._height >= _LEAST_FRAMED:
            upper_left, upper_right, lower_left, lower_right = frame.corners
            sides[0], sides[-1] = (upper_left, upper_right), (lower_left, lower_right)
            middle[0], middle[-1] = (middle[line].replace(" ", frame.level) for line in (0, -1))
        elif self._look.has_shades:
            # Sides alone would look like those of the far player's tiles.
            sides = [(self._look.here if line == self._face else " ", " ") for line in range(self._height)]
        gap = Fragment(" ", body_class(colour) if board.is_joined(number, board.near) else MAT, click)
        return [
            row(
                Fragment(begin, body_class(colour), click),
                Fragment(one, card_class(colour) if line == self._face else body_class(colour), click),
                Fragment(end, body_class(colour), click),
                gap,
            )
            for line, ((begin, end), one) in enumerate(zip(sides, middle, strict=True))
        ]

    def _area(self, number: int, owner: Seat, texts: tuple[str, str, str], below: str, style: str) -> list[Row]:
        """A field that is filled up to its neighbour if that is of the same group."""
        joined = self._board.is_joined(number, owner)
        width = self._columns if joined else self._columns - 1
        gap = row() if joined else row(Fragment(" ", MAT, FieldClick(number)))
        return [row(*self._line(number, owner, texts, below, style, width, line), gap) for line in range(self._height)]

    def _line(
        self, number: int, owner: Seat, texts: tuple[str, str, str], below: str, style: str, width: int, line: int
    ) -> Row:
        colour, is_near = self._board.colour_then(number), owner is self._board.near
        click = FieldClick(number)
        if self._look.has_shades and not is_near:
            return self._rimmed(number, texts, below, style, line)
        if line == self._face:
            face = (card_class if is_near else dark_class)(colour)
            return row(Fragment(padded(self._face_text(texts), width), f"{face},{style}" if style else face, click))
        text = self._told(number, below, style, line)
        if is_near or text.strip():
            return row(Fragment(padded(text, width), (body_class if is_near else dark_class)(colour), click))
        return row(Fragment(self._look.hatch * width, _hatched(colour), click))

    def _rimmed(self, number: int, texts: tuple[str, str, str], below: str, style: str, line: int) -> Row:
        """A row of a tile of the far player: darker, between edges in its colour where the group ends."""
        board, click, owner = self._board, FieldClick(number), self._board.near.other
        colour, goes_on, follows = board.colour(number), board.is_joined(number, owner), board.follows(number, owner)
        is_face, edge = line == self._face, rimmed_class(colour)
        text = self._face_text(texts) if is_face else self._told(number, below, style, line)
        shown = f"{padded(text, self._width)} "
        begin, end = 0 if follows else 1, None if goes_on else -2
        shade = f"{dark_class(colour)},{style}" if style and is_face else dark_class(colour)
        return row(
            *([] if follows else [Fragment(self._look.left, edge, click)]),
            Fragment(shown[begin:end], shade, click),
            *([] if goes_on else [Fragment(self._look.right, edge, click)]),
        )

    def _told(self, number: int, below: str, style: str, line: int) -> str:
        """What stands above or below the sign of a turned tile."""
        text = below if line == self._face + 1 else self._number(number, style) if line == 0 else ""
        return " " * self._before(text) + text

    def _number(self, number: int, style: str) -> str:
        """The number of a tile that has just changed, which the log names."""
        return str(number) if style else ""

    # Beside the board.

    def _sides(self) -> list[Row]:
        """The far player above, the near player below, and between them what the signs mean or what can be chosen."""
        measures, near = self._measures, self._board.near
        far_rows, near_rows = self._player(near.other, Grows.DOWN), self._player(near, Grows.UP)
        room = measures.rows - len(far_rows) - len(near_rows)
        middle = self._start_tiles() or self._legend(room)
        above = max((room - len(middle)) // 2, 0)
        between = filled([*[BLANK] * above, *middle], room)
        edge = " " * measures.is_airy
        return [fit(one, measures.side) for one in (*far_rows, *(row(edge, one) for one in between), *near_rows)]

    def _legend(self, room: int) -> Sequence[Row]:
        """The moves by their points and the meaning of the signs, as far as there are rows and columns for them."""
        width = self._measures.side - (_FRAME if self._measures.is_airy else 1)
        for told in (*self._board.offered(width), self._board.legend_in_sentences()):
            if len(told) <= room and all(width_of(one) <= width for one in told):
                return told
        return flow(self._board.legend(), width, "  ")

    def _player(self, seat: Seat, grows: Grows) -> list[Row]:
        """What a player has; where there is room, in a frame with the name in its upper edge."""
        piles, bowl, markers = self._piles(seat, grows), self._bowl(seat), self._markers(seat)
        held = [bowl, markers, *piles] if grows is Grows.DOWN else [*piles, markers, bowl]
        if self._measures.is_airy:
            return self._framed(seat, held)
        return [self._name(seat), *held] if grows is Grows.DOWN else [*held, self._name(seat)]

    def _framed(self, seat: Seat, held: Sequence[Row]) -> list[Row]:
        """What a player has in a frame, with the name and the points in its upper edge."""
        points, width = self._board.points_text(seat), self._measures.side
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
        """The tile in the bowl, now and after the chosen move, and the colours that are not opened yet."""
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
        return told

    def _unopened(self, colour: Colour, width: int) -> Fragment:
        text = f" {sign_of(self._look, colour)}" if width else letter_of(colour)
        return Fragment(text, outline_class(colour))

    def _tile(self, colour: Colour, seat: Seat) -> Row:
        spot = Spot(colour, (sign_of(self._look, colour),), 1, is_dark=self._is_dark(seat))
        return in_one_row(spot, self._look, _SAMPLE)

    def _is_dark(self, seat: Seat) -> bool:
        """Return whether the tiles of this player have the darker shade."""
        return self._look.has_shades and seat is not self._board.near

    def _markers(self, seat: Seat) -> Row:
        """Above or below each pile the number of its marker, and the points of the group if they are shown."""
        measures = self._measures
        labels = [self._board.worth(seat, slot, measures.pile.columns) for slot in range(len(COLOURS))]
        (shown,) = beside([[fit(row(label), measures.pile.columns)] for label in labels], measures.pile_gap)
        return shown

    def _piles(self, seat: Seat, grows: Grows) -> list[Row]:
        measures = self._measures
        spots = [self._board.pile(seat, slot) for slot in range(len(COLOURS))]
        if self._is_dark(seat):
            spots = [evolve(spot, is_dark=True) for spot in spots]
        cells = [spot_rows(spot, self._look, measures.pile, measures.pile_rows, grows) for spot in spots]
        return beside(cells, measures.pile_gap)

    def _start_tiles(self) -> Sequence[Row]:
        """The start tiles, as long as they are there; the chosen one in brackets."""
        tiles: list[Row] = []
        for colour in self._board.start_tiles():
            sign = sign_of(self._look, colour)
            text = f"[{sign}]" if self._board.is_chosen_start(colour) else sign
            tiles.append(in_one_row(Spot(colour, (text,), 1, click=StartClick(colour)), self._look, _SAMPLE + 1))
        return [row(Fragment(_("start tiles"), "label"), *(row("  ", tile) for tile in tiles))] if tiles else []


def _on_tile(texts: Sequence[tuple[str, str]], shade: str, width: int, click: FieldClick) -> Row:
    """Texts on a row of a tile of this shade, each with a further class; what has no room is left out."""
    shown = tuple(Fragment(text, f"{shade},{style}" if style else shade, click) for text, style in texts if text)
    room = width - width_of(shown)
    return row(shown, Fragment(" " * room, shade, click)) if room > 0 else fit(shown, width)


def _hatched(colour: Colour) -> str:
    """The style of a hatched area: black would not be seen on a black terminal."""
    ink = outline_class(colour) if colour is Colour.BLACK else ink_class(colour)
    return f"{MAT},{ink}"
