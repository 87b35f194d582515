"""The board of Patterns as it lies on the table: a mat, as wide in each row as that has fields, and its tiles.

The tiles of the near player are plain areas in their colours, those of the far player dark ones within an outline in
their colours: one area for each group, apart from all others. Where shades do not show that, each has the brackets of
its owner in the same cells. A tile is half a row less high than its field, unless its group goes on there.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final, TypeAlias

from attrs import frozen

from mandala_client.games.card_piles import CardSize, centred
from mandala_client.games.colour_signs import BEGINS, CHIP, GAIN, LABEL, TYPED, Part, sign_of, style_of
from mandala_client.games.colour_words import letter_of
from mandala_client.games.patterns.board import Direction, FieldClick, TileBoard
from mandala_client.games.patterns.chooser import kind_of
from mandala_client.games.patterns.player_side import closed_below
from mandala_client.text.language import _
from mandala_client.ui.rows import Fragment, Row, fit, leading, padded, row, width_of, without_first, without_last
from mandala_client.ui.themes import KEY_CAP, MAT, foot_class
from mandala_protocol.games.colours import Colour
from mandala_protocol.games.patterns import FlipTile
from mandala_protocol.games.patterns.board import ROW_LENGTHS, WIDTH
from mandala_protocol.seats import Seat

MARGIN: Final = 1
"""The columns of the edge of the board, at the left."""

_SIGN: Final = 2
"""The columns of a sign."""

_LEAST_FRAMED: Final = 3
"""An outline on a tile of fewer rows has only its sides."""

_BESIDE_NUMBER: Final = 3
"""The least columns without text beside the number of a tile."""

_CORNER: Final = 2
"""The columns of each corner that marks where the arrow keys begin."""

TileEdges: TypeAlias = tuple[list[Fragment], list[Fragment]]
"""The left and the right edge of a tile in a row; each has one fragment, or none."""

MoveLabel: TypeAlias = tuple[str, tuple[str, str]]
"""The label of a move on a tile: how it is typed, and its points with their style."""


def board_columns(field: CardSize) -> int:
    """The columns of the board with its edge, with fields of this size."""
    return _margin(field) + WIDTH * field.columns


def board_rows(board: TileBoard, field: CardSize) -> list[Row]:
    """The board with fields of this size, in as many rows and columns as they need."""
    kinds = {1: SmallTiles, 2: LowTiles}
    tiles = kinds.get(field.rows, HighTiles)(board, field)
    edge = [Fragment(" ", MAT)] * _margin(field)
    rows: list[Row] = []
    first = 0
    for length in ROW_LENGTHS:
        indent = " " * ((WIDTH - length) * field.columns // 2)
        fields = [tiles.field(number) for number in range(first, first + length)]
        rows += [fit(row(indent, *edge, *parts), board_columns(field)) for parts in zip(*fields, strict=True)]
        first += length
    return rows


def _margin(field: CardSize) -> int:
    return MARGIN if field.rows > 1 else 0


@frozen
class _Half:
    """The row of a tile of which half is the board's, the sign of the tile's half, and which way the gap lies."""

    row: int
    sign: str
    towards: Direction


class Tiles(ABC):
    """The fields of a board, each in as many rows and columns as ``size`` says."""

    def __init__(self, board: TileBoard, size: CardSize) -> None:
        self._board, self._look, self._signs = board, board.look, board.look.tile
        self._height, self._width = size.rows, size.columns - 1
        self._face = (size.rows - 1) // 2
        self._indent = (self._width - _SIGN) // 2
        self._half: _Half | None = None
        self._far_edges = (self._signs.upper, *self._signs.far)
        """The edges of an outlined tile: where half a row is the board's, at its left, at its right."""

    def field(self, number: int) -> list[Row]:
        """The rows of a field, with the gap to the next one at their right."""
        owner = self._board.owner(number)
        if owner is not None:
            return [self._row(number, owner, line) for line in range(self._height)]
        return self._chosen(number) if self._board.is_chosen(number) else self._front_up(number)

    # Tiles that belong to nobody.

    def _front_up(self, number: int) -> list[Row]:
        """A tile that lies front up: what can be done there is on it, and it is quieter if there is nothing."""
        board, click = self._board, FieldClick(number)
        label = board.label_on_tile(number)
        shade = style_of(Part.REST, board.colour(number)) if label is None else style_of(Part.FREE, self._tint(number))
        lines = self._on_free(number, label, shade)
        rows = [leading(fit(line, self._width, shade), click) for line in lines]
        if self._half is not None and not lines[self._half.row]:
            foot = Fragment(self._half.sign * self._width, f"{MAT},{foot_class(shade)}", click)
            rows[self._half.row] = row(foot)
        if board.begins_at(number):
            rows = self._marked(rows, shade, click)
        return [row(part, Fragment(" ", MAT, click)) for part in rows]

    @abstractmethod
    def _on_free(self, number: int, label: MoveLabel | None, shade: str) -> list[Row]:
        """The content of each row of a tile in this shade; nothing where half of the row is the board's."""

    def _tint(self, number: int) -> Colour:
        """The colour of a tile, or of the one that a swap puts there."""
        becomes = self._board.swapped_in(number)
        return self._board.colour(number) if becomes is None else becomes

    def _signed(self, number: int, shade: str, of_sign: str, *after: Fragment) -> Row:
        """The sign of a tile in the columns of the signs; on a small card where the tile has no shade."""
        colour = self._board.colour(number)
        sign = f"{sign_of(self._look, colour)}{self._board.closed_mark(number)}"
        if not self._signs.is_bracketed:
            return row(Fragment(" " * self._indent, shade), Fragment(sign, of_sign), *after)
        card = f" {sign if after else padded(sign, _SIGN + 1)}"
        before = Fragment(" " * (self._indent - 1), shade)
        return row(before, Fragment(card, f"{of_sign},{style_of(Part.SIGN, colour)}"), *after)

    def _becoming(self, number: int, shade: str, of_sign: str) -> Row | None:
        """The sign of a tile and of the one that a swap puts there, or their letters; None where that is no swap."""
        becomes = self._board.swapped_in(number)
        if becomes is None:
            return None
        colours, arrow = (self._board.colour(number), becomes), f" {self._look.swaps} "
        signs, letters = [sign_of(self._look, colour) for colour in colours], [letter_of(colour) for colour in colours]
        # Signs without a free column on either side are too close to read.
        now, then = signs if width_of(arrow.join(signs)) + 2 <= self._width else letters
        change = row(Fragment(now, of_sign), Fragment(f"{arrow}{then}", f"{shade},{style_of(Part.OUTLINE, becomes)}"))
        if self._signs.is_bracketed:
            first, second = (f"{shade},{style_of(Part.SIGN, colour)}" for colour in colours)
            change = row(Fragment(now, first), Fragment(arrow, shade), Fragment(then, second))
        return row(Fragment(" " * ((self._width - width_of(change)) // 2), shade), *change)

    def _marked(self, rows: list[Row], shade: str, click: FieldClick) -> list[Row]:
        """A tile in this shade with the mark of where the arrow keys begin; unchanged if its move already has one."""
        return rows

    # The chosen move.

    @property
    def _chosen_gain(self) -> str:
        """The gain of the chosen move, as it is shown on its tile."""
        return self._board.chosen_gain

    def _chosen(self, number: int) -> list[Row]:
        """The tile as it would be after the chosen move, with an outline on it, what that brings, and the move."""
        board, look, height, inside = self._board, self._look, self._height, self._width - 2
        frame, colour, click = look.solid_frame, board.chosen_colour, FieldClick(number)
        body, card = style_of(Part.BODY, colour), style_of(Part.CARD, colour)
        texts = [f"{begin}{self._chosen_gain}" for begin in (sign_of(look, colour), letter_of(colour))]
        text = next((sentence for sentence in texts if width_of(sentence) <= inside), texts[-1])
        beside = self._face + 1 if self._face + 1 < height else self._face - 1
        shown = {self._face: centred(text, inside), beside: centred(board.chosen_notation, inside)}
        middle = [shown.get(line, " " * inside) for line in range(height)]
        sides = [(frame.upright, frame.upright)] * height
        if height >= _LEAST_FRAMED:
            upper_left, upper_right, lower_left, lower_right = frame.corners
            sides[0], sides[-1] = (upper_left, upper_right), (lower_left, lower_right)
            middle[0], middle[-1] = (middle[line].replace(" ", frame.level) for line in (0, -1))
        elif not self._signs.is_bracketed:
            # Sides alone would look like those of the far player's tiles.
            sides = [(look.here if line == self._face else " ", " ") for line in range(height)]
        gap = Fragment(" ", body if board.is_joined(number, board.near) else MAT, click)
        return [
            row(
                Fragment(begin, body, click),
                Fragment(content, card if line == self._face else body, click),
                Fragment(end, body, click),
                gap,
            )
            for line, ((begin, end), content) in enumerate(zip(sides, middle, strict=True))
        ]

    # Tiles of a player.

    def _row(self, number: int, owner: Seat, line: int) -> Row:
        """A row of a turned tile, and the gap to the next one."""
        board, click, colour = self._board, FieldClick(number), self._board.colour_then(number)
        is_right, half = board.is_joined(number, owner), self._half
        lid, *sides_of_far = self._far_edges
        plain = Fragment(" ", MAT, click)
        gap = plain._replace(style=self._surface(number, owner)) if is_right else plain
        if half is not None and half.row == line:
            sign = half.sign if owner is board.near else lid
            halved = Fragment(sign, f"{MAT},{style_of(Part.INK, colour)}", click)
            if not board.is_joined(number, owner, half.towards):
                # Half a row is the board's; for the far player the other half is an edge.
                return row(halved._replace(text=sign * self._width), halved if is_right else plain)
            # Only where four tiles of a group meet is the gap between them filled as far as the next row.
            if is_right and not board.is_joined(number + 1, owner, half.towards):
                gap = halved
        content = self._on_turned(number, owner, line, self._sides(number, owner, sides_of_far))
        return row(leading(content, click), gap)

    def _sides(self, number: int, owner: Seat, of_far: Sequence[str]) -> TileEdges:
        """Both sides of a tile; none that is not to be seen, and no edge where the group goes on."""
        board, is_near = self._board, owner is self._board.near
        style = style_of(Part.BODY if is_near else Part.RIMMED, board.colour_then(number))
        signs = self._signs.near if is_near else of_far

        def is_seen(sign: str, there: Direction) -> bool:
            return sign != " " and (self._signs.is_bracketed or not board.is_joined(number, owner, there))

        left, right = (
            [Fragment(sign, style, FieldClick(number))] if is_seen(sign, there) else []
            for sign, there in zip(signs, (Direction.LEFT, Direction.RIGHT), strict=True)
        )
        return left, right

    @abstractmethod
    def _on_turned(self, number: int, owner: Seat, line: int, sides: TileEdges) -> Row:
        """A row of a turned tile with its edges: its sign and what is on it, or only its surface."""

    def _surface(self, number: int, owner: Seat) -> str:
        """The style class of a turned tile where nothing is on it."""
        return style_of(Part.BODY if owner is self._board.near else Part.HOLLOW, self._board.colour_then(number))

    def _signed_face(self, number: int, owner: Seat) -> str:
        """The style class of a turned tile where its sign is on it, which differs if it is new."""
        face = style_of(Part.CARD if owner is self._board.near else Part.HOLLOW, self._board.colour_then(number))
        change = self._board.style_of_change(number)
        return f"{face},{change}" if change else face

    def _plain(self, number: int, owner: Seat, sides: TileEdges) -> Row:
        """A row of a turned tile on which nothing is."""
        left, right = sides
        room = self._width - len(left) - len(right)
        return row(*left, Fragment(" " * room, self._surface(number, owner)), *right)


class LowTiles(Tiles):
    """Fields of two rows: the sign below, a possible move above it.

    A turned tile has no marker: the row of its colour beside the board says what the next tile scores.
    """

    def __init__(self, board: TileBoard, size: CardSize) -> None:
        super().__init__(board, size)
        self._face = self._height - 1
        self._half = _Half(0, self._signs.lower, Direction.ABOVE)
        self._far_edges = (self._signs.lid, *self._signs.thin)

    def _row(self, number: int, owner: Seat, line: int) -> Row:
        """A row of a turned tile, and the gap to the next one; below an outlined one is a line."""
        board, shown = self._board, super()._row(number, owner, line)
        is_lowest = line == self._face and not board.is_joined(number, owner, Direction.BELOW)
        if owner is board.near or not is_lowest or self._half is None:
            return shown
        *tile, gap = shown
        if board.is_joined(number, owner):
            return closed_below(shown, self._look)
        return row(*closed_below(tuple(tile), self._look), gap)

    @property
    def _chosen_gain(self) -> str:
        """The points of the chosen move; a group that is opened brings none, and its marker is beside the board."""
        return "" if self._board.opens else super()._chosen_gain

    def _on_free(self, number: int, label: MoveLabel | None, shade: str) -> list[Row]:
        if label is None:
            return [row(), self._signed(number, shade, shade)]
        _typed, (gain, style) = label
        of_sign = f"{shade},{style_of(Part.OUTLINE, self._board.colour(number))}"
        above, has_gain = self._move_above(number, label)
        if not has_gain:
            return [above, self._signed(number, shade, of_sign, Fragment(gain, f"{shade},{style}"))]
        return [above, self._becoming(number, shade, of_sign) or self._signed(number, shade, of_sign)]

    def _move_above(self, number: int, label: MoveLabel) -> tuple[Row, bool]:
        """The quiet text to type for a move, and its points in the colour of its tile; and whether those have room.

        Both are on white if nothing brings more. Where the arrow keys begin, the text is on a key, after a mark.
        """
        typed, (gain, style) = label
        # Alone, the move begins in the column of the signs, or further left where it is long.
        indent = 0 if gain else max(min(self._indent, self._width - width_of(typed)), 0)
        text = " " * indent + typed
        of_typed, of_gain = f"{MAT},faint", f"{MAT},{style_of(Part.OUTLINE, self._tint(number))}"
        if style == GAIN:
            of_typed, of_gain = f"{BEGINS},{TYPED}", BEGINS
        if self._board.begins_at(number):
            text, of_typed = f"{self._look.here:>{indent}}{typed}", KEY_CAP
        between = self._width - width_of(text) - width_of(gain)
        if between < 0:
            return row(Fragment(padded(text, self._width), of_typed)), False
        return row(Fragment(text + " " * between, of_typed), Fragment(gain, of_gain)), True

    def _on_turned(self, number: int, owner: Seat, line: int, sides: TileEdges) -> Row:
        if line != self._face:
            return self._plain(number, owner, sides)
        left, right = sides
        room, rows = self._width - len(left), self._told(number, owner)
        # An edge is worth more than a symbol, a mark more than both.
        shown = next((text for text in rows if width_of(text) <= room - len(right)), None)
        if shown is None:
            shown, right = next((text for text in rows if width_of(text) <= room), rows[-1]), []
        room -= len(right)
        surface = self._surface(number, owner)
        before = Fragment(" " * min(self._indent - len(left), room - width_of(shown)), surface)
        return row(*left, fit(row(before, shown), room, surface), *right)

    def _told(self, number: int, owner: Seat) -> list[Row]:
        """The content of a tile in less and less room: its sign, its final flip, and a mark if it is new.

        The row of the log about it begins with the mark too.
        """
        board, colour, face = self._board, self._board.colour_then(number), self._signed_face(number, owner)
        change, flip = board.style_of_change(number), board.final_flip(number)
        mark = [Fragment(self._look.fresh, f"{self._surface(number, owner)},{GAIN},{change}")] if change else []
        signs = sign_of(self._look, colour), letter_of(colour)
        texts = [f"{sign}{order}" for sign in signs for order in (flip, flip[1:])]
        return [row(Fragment(sign, face), *mark) for sign in texts]


class SmallTiles(LowTiles):
    """Fields of one row, with the sign behind the mark that it would be closed, or before what a move there brings.

    Its marker is beside its pile: there is no room for it that would not make a code of the sign.
    """

    def __init__(self, board: TileBoard, size: CardSize) -> None:
        super().__init__(board, size)
        self._half = None
        self._far_edges = ("", *self._signs.far)

    def _front_up(self, number: int) -> list[Row]:
        board, colour, click = self._board, self._board.colour(number), FieldClick(number)
        move = next(iter(board.moves_on(number)), None)
        shade = style_of(Part.REST if move is None else Part.FREE, colour)
        # What all moves with the tile in the bowl bring is beside the bowl.
        brought = " " if move is None else board.gain(move) if isinstance(move, FlipTile) else kind_of(move)
        sign = padded(sign_of(self._look, colour), _SIGN)
        tile = row(
            Fragment(board.closed_mark(number) or " ", shade, click),
            Fragment(sign, f"{shade},{style_of(Part.SIGN, colour)}", click),
            Fragment(brought, f"{shade},{GAIN}" if move is not None else shade, click),
        )
        return [fit(row(tile, Fragment(" ", MAT, click)), self._width + 1)]

    def _sides(self, number: int, owner: Seat, of_far: Sequence[str]) -> TileEdges:
        left, right = super()._sides(number, owner, of_far)
        # A bracket is worth more than a symbol, a mark more than an edge.
        return left, right if self._signs.is_bracketed or not self._mark(number) else []

    def _told(self, number: int, owner: Seat) -> list[Row]:
        colour, face = self._board.colour(number), self._signed_face(number, owner)
        signs = sign_of(self._look, colour), letter_of(colour)
        return [row(Fragment(f"{sign}{self._mark(number)}", face)) for sign in signs]

    def _mark(self, number: int) -> str:
        """The mark of a final flip, or of a tile that is new."""
        if self._board.final_flip(number):
            return "+"
        return self._look.fresh if self._board.style_of_change(number) else ""

    def _chosen(self, number: int) -> list[Row]:
        look, colour = self._look, self._board.chosen_colour
        sign = padded(sign_of(look, colour), _SIGN)
        shown = padded(f"{look.here}{sign}{self._board.chosen_gain}", self._width + 1)
        return [row(Fragment(shown, style_of(Part.CARD, colour), FieldClick(number)))]


class HighTiles(Tiles):
    """Fields of more rows: the sign in the middle, and in the last row all else.

    At its left is the number of the field, at its right what the move there brings, the marker, or that the tile is
    new.
    """

    def __init__(self, board: TileBoard, size: CardSize) -> None:
        super().__init__(board, size)
        self._half = _Half(self._height - 1, self._signs.upper, Direction.BELOW)
        self._last = self._height - 2
        """The last whole row of a tile."""

    def _on_free(self, number: int, label: MoveLabel | None, shade: str) -> list[Row]:
        lines: list[Row] = [row()] * self._height
        if label is None:
            lines[self._face] = self._signed(number, shade, shade)
            lines[self._last] = self._at_foot(Fragment(str(number), shade), Fragment("", shade))
            return lines
        typed, (gain, style) = label
        of_sign = f"{shade},{style_of(Part.OUTLINE, self._board.colour(number))}"
        lines[self._face] = self._becoming(number, shade, of_sign) or self._signed(number, shade, of_sign)
        # A brighter strip if nothing brings more.
        strip = f"{shade},{style_of(Part.DARK, self._tint(number))}" if style == GAIN else shade
        lines[self._last] = self._at_foot(Fragment(typed, f"{strip},{LABEL}"), Fragment(gain, f"{strip},{style}"))
        return lines

    def _marked(self, rows: list[Row], shade: str, click: FieldClick) -> list[Row]:
        """A tile with four white corners, or with a mark before its sign where they could be taken for brackets."""
        look, style, between = self._look, f"{shade},{GAIN}", self._width - 2 * _CORNER
        if self._signs.is_bracketed:
            face = row(Fragment(look.here, style, click), *without_first(rows[self._face]))
            return [face if line == self._face else shown for line, shown in enumerate(rows)]
        level, (upper_left, upper_right) = look.upper, look.upper_corners
        lid = (
            *(Fragment(part, style, click) for part in (upper_left, level)),
            Fragment(" " * between, shade, click),
            *(Fragment(part, style, click) for part in (level, upper_right)),
        )
        corner = Fragment(level * _CORNER, f"{MAT},{GAIN}", click)
        foot = row(corner, Fragment(level * between, f"{MAT},{foot_class(shade)}", click), corner)
        left, right = (Fragment(edge, style, click) for edge in (look.left, look.right))
        *inside, last = rows[1:-1]
        return [lid, *inside, row(left, without_last(without_first(last)), right), foot]

    def _row(self, number: int, owner: Seat, line: int) -> Row:
        board = self._board
        is_upper = line == 0 and owner is not board.near and not board.is_joined(number, owner, Direction.ABOVE)
        if is_upper and not self._signs.is_bracketed:
            return self._lid(number, owner)
        return super()._row(number, owner, line)

    def _lid(self, number: int, owner: Seat) -> Row:
        """The first row of a tile of the far player, with its upper edge and both upper corners of its group."""
        click, style = FieldClick(number), style_of(Part.RIMMED, self._board.colour(number))
        left, right = self._sides(number, owner, self._look.upper_corners)
        # The edge goes on over the gap to the next tile of the group.
        gap, over = ([Fragment(" ", MAT, click)], 0) if right else ([], 1)
        between = self._width - len(left) - len(right) + over
        return row(*left, Fragment(self._look.upper * between, style, click), *right, *gap)

    def _on_turned(self, number: int, owner: Seat, line: int, sides: TileEdges) -> Row:
        if line == self._face:
            return self._with_sign(number, owner, sides)
        if line != self._last:
            return self._plain(number, owner, sides)
        left, right = sides
        number_on_it = Fragment(str(number), self._surface(number, owner))
        return row(*left, self._at_foot(number_on_it, self._value(number, owner), len(left), len(right)), *right)

    def _with_sign(self, number: int, owner: Seat, sides: TileEdges) -> Row:
        """The row of a turned tile with its sign, and a mark if it is new."""
        surface, (left, right) = self._surface(number, owner), sides
        mark = self._look.fresh if self._board.style_of_change(number) else ""
        sign = f"{sign_of(self._look, self._board.colour_then(number))}{mark}"
        before = Fragment(" " * (self._indent - len(left)), surface)
        inside = row(before, Fragment(sign, self._signed_face(number, owner)))
        return row(*left, fit(inside, self._width - len(left) - len(right), surface), *right)

    def _value(self, number: int, owner: Seat) -> Fragment:
        """The marker of a turned tile or the number of its final flip; else that it is new, if that has room."""
        board, surface = self._board, self._surface(number, owner)
        marker, flip = board.marker(number), board.final_flip(number)
        if marker is not None:
            return Fragment(f"×{marker}", f"{surface},{CHIP}")
        text, room = _("new"), self._width - _BESIDE_NUMBER - len(str(number))
        if flip or not board.style_of_change(number) or width_of(text) > room:
            return Fragment(flip, f"{surface},{CHIP}")
        return Fragment(text, f"{surface},{CHIP if owner is board.near else GAIN}")

    def _at_foot(self, number: Fragment, fragment: Fragment, left: int = 0, right: int = 0) -> Row:
        """The last whole row of a tile: its number at the left, ``fragment`` at the right.

        ``left`` and ``right``: the columns that the edges take.
        """
        between = max(self._width - 2 - width_of(number.text) - width_of(fragment.text), 0)
        first, middle, last = (Fragment(" " * columns, number.style) for columns in (1 - left, between, 1 - right))
        return row(first, number, middle, fragment, last)
