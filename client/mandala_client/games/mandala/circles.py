"""The table with both mandalas side by side: each lies in a circle of its own, and the players stand beside them.

Above a circle stands what its mandala needs, below it who would choose first. The mountain is a strip across it, their
field above that, yours below; no card covers the circle but for a corner of a high pile in the outermost columns. The
colours have the same columns in the mountain, the fields and the hand. As a colour lies in at most one of the three
areas (rule G1), a column without cards is a colour that the mandala still needs: it has an outline there.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from itertools import groupby, takewhile
from typing import Final

from attrs import frozen

from mandala_client.games.card_piles import AnyPlace, CardSize, beside, place_rows, row_of_places
from mandala_client.games.colour_signs import Part, style_of, with_coloured_signs
from mandala_client.games.mandala.board import MOUNTAIN, Board
from mandala_client.games.mandala.notation import side_title
from mandala_client.games.mandala.players_and_piles import (
    both_players,
    panel_of_piles,
    piles_in_one_row,
    piles_in_three_rows,
)
from mandala_client.games.square_cards import squares
from mandala_client.text.language import _, pgettext
from mandala_client.ui.clicks import Click
from mandala_client.ui.rows import BLANK, Fragment, Row, fit, is_empty, kept_drawn, leading, on_surface, row, width_of
from mandala_client.ui.style import Look
from mandala_client.ui.themes import STRIP
from mandala_protocol.games.game import Counts
from mandala_protocol.games.mandala import COLOURS
from mandala_protocol.games.mandala.colours import NO_CARDS
from mandala_protocol.seats import Seat


@frozen(cache_hash=True)
class CircleMeasures:
    """The size of the table with circles: of a card, of what is between two, of a circle, and of the areas in rows.

    ``card``: None for square cards. ``edge``: the columns of a circle before its cards. ``above``: its rows above the
    far area, whose first row is that of its label; the label of the near area is below it. ``label``: the columns of a
    label where it is near the edge. ``breadth``: of an arc, in dots.
    """

    card: CardSize | None
    gap: int
    wide: int
    edge: int
    above: int
    far: int
    mountain: int
    near: int
    hand: int
    label: int
    breadth: int

    @property
    def is_small(self) -> bool:
        """Return whether the cards are square, and the players stand on the table."""
        return self.card is None

    @property
    def high(self) -> int:
        """The rows of a circle."""
        return 2 * self.above + self.far + self.mountain + self.near + 1

    @property
    def mountain_top(self) -> int:
        """The first row of the mountain in its circle."""
        return self.above + self.far

    @property
    def near_top(self) -> int:
        """The first row of the near area."""
        return self.mountain_top + self.mountain

    @property
    def width(self) -> int:
        """The columns of both circles, with a column before each."""
        return 2 * (self.wide + 1)


SMALL_CIRCLES: Final = CircleMeasures(None, 0, 30, 3, 1, 4, 3, 3, 3, 15, 3)
"""62 columns, 18 rows; the players beside them take the rest of 80 columns."""

LARGE_CIRCLES: Final = CircleMeasures(CardSize(5, 3), 1, 41, 3, 2, 6, 5, 5, 6, 26, 4)
"""84 columns, 29 rows; the players are in a panel of their own."""

HUGE_CIRCLES: Final = CircleMeasures(CardSize(9, 5), 2, 78, 7, 4, 11, 9, 10, 7, 40, 6)
"""158 columns, 48 rows."""


_SPACE: Final = Fragment(" ")

_LOW_CARD: Final = 4
"""The columns of a card of one row."""


class Circles:
    """The rows of a board in these measures."""

    def __init__(self, board: Board, measures: CircleMeasures) -> None:
        self._board, self._look, self._measures = board, board.look, measures

    def table(self) -> list[Row]:
        """The whole table: for a player with their hand below, for someone who looks on with each hand that is known.

        The warning of the end takes one row more.
        """
        if self._board.is_played:
            return [*self._board.warning_rows(), *self._beside_players([*self._mandalas(), *self._tray()])]
        hands = self._hands() if self._board.knows_a_hand else []
        piles = piles_in_one_row(self._board, self._measures.width)
        return self._beside_players([*self._mandalas(), *hands, piles])

    def _beside_players(self, rows: Sequence[Row]) -> list[Row]:
        """The rows beside the players; a large table has these in a panel of their own."""
        if not self._measures.is_small:
            return list(rows)
        both = zip(rows, both_players(self._board, len(rows)), strict=True)
        return [(*left_row, *right_row) for left_row, right_row in both]

    # The mandalas.

    def _mandalas(self) -> list[Row]:
        left, right = (self._circle(number) for number in (0, 1))
        return [
            _side_by_side(self._needs(0), self._needs(1)),
            *(_side_by_side(left_row, right_row) for left_row, right_row in zip(left, right, strict=True)),
            _side_by_side(self._first(0), self._first(1)),
        ]

    def _needs(self, number: int) -> Row:
        """The name of a mandala and what it needs, in as many words as there is room for."""
        side = side_title(number)
        with_side = pgettext("above a mandala", "{side} {needed}")
        needs = self._board.needed(number)
        texts = [text for need in needs for text in (with_side.format(side=side, needed=need), need)]
        text = next((sentence for sentence in texts if width_of(sentence) <= self._measures.wide), texts[-1])
        return _title(text, self._measures.wide)

    def _first(self, number: int) -> Row:
        """The player who would choose first, in as many words as there is room for."""
        width = self._measures.wide
        return _title(self._board.first_choice(number, width), width)

    def _circle(self, number: int) -> list[Row]:
        board, near, measures = self._board, self._board.near, self._measures
        present, above = board.present(number), measures.above
        edges = _circle_of(self._look, measures, present)
        return [
            *edges[:above],
            *self._area(number, near.other, above, measures.far, present),
            *self._area(number, MOUNTAIN, measures.mountain_top, measures.mountain, present),
            *self._area(number, near, measures.near_top, measures.near, present),
            _label_row(self._look, measures, self._labels(number, near), board.place(number, near), present),
            *edges[-above:],
        ]

    def _area(self, number: int, area: int, top: int, height: int, present: tuple[bool, ...]) -> tuple[Row, ...]:
        board = self._board
        cells = tuple(board.area_cell(number, area, colour) for colour in COLOURS)
        labels = self._labels(number, area) if area != board.near else ()
        place = board.place(number, area)
        return _area_rows(cells, self._look, self._measures, place, top, height, labels, present)

    def _labels(self, number: int, area: int) -> tuple[str, ...]:
        name = self._board.area_name(number, area)
        return self._board.field_labels(number, Seat(area), self._measures.label) if name is None else (name,)

    # What is below them.

    def _tray(self) -> list[Row]:
        """The hand of the near player below the left mandala, and the piles below the right one."""
        board = self._board
        measures = self._measures
        both_piles = piles_in_three_rows if measures.is_small else panel_of_piles
        shown = both_piles(board, measures.wide)
        above = [row(" " * measures.wide)] * (measures.hand - len(shown))
        # Its label is beside the titles of the piles.
        held = board.cards_in_hand(board.near) or NO_CARDS
        hand = self._cards(held, (_("your hand"), _("hand")), len(above))
        return [_side_by_side(cards, part) for cards, part in zip(hand, [*above, *shown], strict=True)]

    def _cards(self, hand: Counts, labels: tuple[str, ...], labelled_row: int) -> tuple[Row, ...]:
        """The cards of a hand, in the columns of their colours in a mandala, with a label in this row."""
        cells = tuple(self._board.hand_place(colour, hand[colour]) for colour in COLOURS)
        return _hand_rows(cells, self._look, self._measures, labels, labelled_row)

    def _hands(self) -> list[Row]:
        """The hands that are known, each with the name of its player: that of the near one below the left mandala."""
        shown = self._hand_in_one_row if self._measures.is_small else self._named_hand
        both = zip(shown(self._board.near), shown(self._board.near.other), strict=True)
        return [_side_by_side(fit(near, self._measures.wide), fit(far, self._measures.wide)) for near, far in both]

    def _named_hand(self, seat: Seat) -> Sequence[Row]:
        """A hand as cards; empty rows if it is not known."""
        hand = self._board.cards_in_hand(seat)
        if hand is None:
            return [BLANK] * self._measures.hand
        return self._cards(hand, self._board.hand_labels(seat, self._measures.label), 0)

    def _hand_in_one_row(self, seat: Seat) -> list[Row]:
        """A hand as low cards behind the name of the player; an empty row if it is not known."""
        hand = self._board.cards_in_hand(seat)
        if hand is None:
            return [BLANK]
        places = tuple(self._board.hand_place(colour, hand[colour]) for colour in COLOURS if hand[colour])
        cards = row_of_places(places, self._look, _LOW_CARD, 0) if places else BLANK
        name = self._board.badge(seat).owner_name(self._measures.wide - width_of(cards) - 1)
        return [row(Fragment(f"{name} ", "label"), cards)]


def _side_by_side(left: Row, right: Row) -> Row:
    """A row with a part for each circle, each as wide as its circle."""
    return (_SPACE, *left, _SPACE, *right)


@kept_drawn
def _title(text: str, width: int) -> Row:
    """The text as a title in the middle of ``width`` columns."""
    shown = (sign._replace(style=f"title,{sign.style}".rstrip(",")) for sign in with_coloured_signs(text))
    return fit(row(" " * max((width - width_of(text) + 1) // 2, 0), *shown), width)


def _without_clicks_beside(of: Row) -> Row:
    """The row with nothing to be clicked where nothing is."""
    return tuple(Fragment(part.text) if is_empty(part) else part for part in of)


def _columns(cells: Sequence[AnyPlace], look: Look, measures: CircleMeasures, height: int) -> Sequence[Sequence[Row]]:
    """The cards of each colour in ``height`` rows."""
    if measures.card is None:
        return squares(cells, look, height)
    return [place_rows(cell, look, measures.card, height) for cell in cells]


def _at_mountain(column: Sequence[Row]) -> Sequence[Row]:
    """A column of the near area with what lies there at its upper edge, below the mountain: so it covers no circle."""
    above = len(list(takewhile(lambda one: all(map(is_empty, one)), column)))
    return [*column[above:], *column[:above]]


def _placed(columns: Sequence[Sequence[Row]], measures: CircleMeasures) -> list[Row]:
    """Columns of cards in their places in a circle."""
    edge = " " * measures.edge
    return [row(edge, line, edge) for line in beside(columns, measures.gap)]


@kept_drawn
def _area_rows(
    cells: tuple[AnyPlace, ...],
    look: Look,
    measures: CircleMeasures,
    place: Click | None,
    top: int,
    height: int,
    labels: tuple[str, ...],
    present: tuple[bool, ...],
) -> tuple[Row, ...]:
    """An area of a mandala in its circle, of which it begins in this row; a label, if any, stands in its first row.

    ``place``: what is clicked wherever nothing else is. ``present``: whether each colour is in the mandala.
    """
    is_mountain = top == measures.mountain_top
    columns = _columns(cells, look, measures, height)
    if top == measures.near_top:
        columns = [_at_mountain(column) for column in columns]
    lines = _circle_of(look, measures, present)[top : top + height]
    if is_mountain:
        lines = [_ruled(lines[0], look), *lines[1:-1], _ruled(lines[-1], look)]
        lying = _on_strip(beside(columns, measures.gap), lines, labels, measures)
    else:
        lying = _placed(columns, measures)
        if labels:
            lying[0] = labelled_in_middle(lying[0], labels, measures.label)
    return tuple(leading(with_circle(cards, line), place) for cards, line in zip(lying, lines, strict=True))


@kept_drawn
def _hand_rows(
    cells: tuple[AnyPlace, ...], look: Look, measures: CircleMeasures, labels: tuple[str, ...], labelled_row: int
) -> tuple[Row, ...]:
    """The cards in hand in the columns of a mandala, with the first fitting label in the row of this number."""
    placed = _placed(_columns(cells, look, measures, measures.hand), measures)
    rows = [_without_clicks_beside(line) for line in placed]
    rows[labelled_row] = labelled(rows[labelled_row], labels)
    return tuple(rows)


@kept_drawn
def _label_row(
    look: Look, measures: CircleMeasures, labels: tuple[str, ...], place: Click | None, present: tuple[bool, ...]
) -> Row:
    """The row of a circle below the near area, with the label of that."""
    lying = labelled_in_middle(row(" " * measures.wide), labels, measures.label)
    return leading(with_circle(lying, _circle_of(look, measures, present)[-measures.above - 1]), place)


def _on_strip(
    rows: Sequence[Row], circle_rows: Sequence[Row], labels: Sequence[str], measures: CircleMeasures
) -> list[Row]:
    """The rows of a mountain on its strip, which ends with the circle; the label is seen if it has room."""
    first, *others = rows
    strips: list[Row] = []
    for cards, line in zip([labelled_in_middle(first, labels, measures.label), *others], circle_rows, strict=True):
        outside = _columns_outside(line)
        edge = " " * (measures.edge - outside)
        strips.append(row(" " * outside, on_surface(row(edge, cards, edge), STRIP), " " * outside))
    return strips


def _circle_of(look: Look, measures: CircleMeasures, present: tuple[bool, ...]) -> Sequence[Row]:
    """The rows of a circle of these measures, with broad arcs for the colours in the mandala."""
    return circle(look, measures.wide, measures.high, measures.breadth, present)


def _ruled(line: Row, look: Look) -> Row:
    """The line of a circle, with a line across within it as the edge of a strip that no shade shows."""
    if look.has_shades:
        return line
    first, *inside, last = (Fragment(run, part.style) for part in line for run in re.split("( +)", part.text) if run)
    ruled = (Fragment(look.rule * len(run.text), "rule") if run.text.isspace() else run for run in inside)
    return first, *ruled, last


def _columns_outside(line: Row) -> int:
    """The columns of a line of a circle before its first dot; there are as many behind its last one."""
    text = "".join(fragment.text for fragment in line)
    return len(text) - len(text.lstrip())


# The labels of the areas of a mandala, where no card is.


def labelled(of: Row, labels: Sequence[str]) -> Row:
    """The row with a label: with the first that fits before all cards, or the last in any free place, if it has one."""
    joined = _joined(of)
    for label in labels:
        places = joined if label == labels[-1] else joined[:1]
        for number, place in enumerate(places):
            if not is_empty(place):
                continue
            # The space behind it is a part of it: no circle touches it.
            text = f"{label} "
            room = width_of(place.text) - width_of(text)
            before = 1 if number else 0
            if before <= room:
                parts = (" " * before, ""), (text, "label"), (" " * (room - before), "")
                shown = [Fragment(part, style, place.click) for part, style in parts]
                return row(*joined[:number], *shown, *joined[number + 1 :])
    return of


def labelled_in_middle(of: Row, labels: Sequence[str], room: int) -> Row:
    """The row with a label: with the first of at most ``room`` columns in its middle, or beside cards that are there.

    The last label may be wider.
    """
    label = next((fitting for fitting in labels if width_of(fitting) <= room), labels[-1])
    # The spaces around it are a part of it: no circle touches it.
    text = f" {label} "
    start = (width_of(of) - width_of(text)) // 2
    end = start + width_of(text)
    joined, column = _joined(of), 0
    for number, place in enumerate(joined):
        before, column = column, column + width_of(place.text)
        if before <= start and end <= column and is_empty(place):
            parts = (" " * (start - before), ""), (text, "label"), (" " * (column - end), "")
            shown = [Fragment(part, style, place.click) for part, style in parts]
            return row(*joined[:number], *shown, *joined[number + 1 :])
    return labelled(of, (label, labels[-1]))


def _joined(of: Row) -> Row:
    """The row with its empty places side by side as one."""
    parts: list[Fragment] = []
    for nothing, alike in groupby(of, is_empty):
        fragments = list(alike)
        clicks = {fragment.click for fragment in fragments}
        click = clicks.pop() if len(clicks) == 1 else None
        parts += [Fragment("".join(fragment.text for fragment in fragments), "", click)] if nothing else fragments
    return tuple(parts)


# The ornament: its arcs are in the order of the columns; each has the colour of its cards once the mandala has one.
# It is made of dots, eight of them in each cell of the screen: a cell of braille is two dots wide and four high, so
# dots are about as far from each other in both directions. It is a superellipse, a little nearer to its corners than
# an ellipse, so that the cards lie within it.

_WIDE: Final = 2
_HIGH: Final = 4
"""Dots in a cell: a sign of braille has a bit for each."""

_BITS: Final = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
"""The bit of each dot in its cell, by its column and row there."""

_EXPONENT: Final = 2.6
"""The exponent of the superellipse; 2 is an ellipse, more is nearer to its corners."""

_ARC: Final = math.pi / len(COLOURS)
"""The angle of the arc of a colour, in radians; all arcs together are half a turn."""

_BETWEEN: Final = math.radians(2.2)
"""The angle from the end of an arc to where the next one would touch it, in radians."""

_SURFACES: Final = ("", STRIP)
"""The surfaces on which the circle is seen."""


@kept_drawn
def circle(look: Look, columns: int, lines: int, breadth: int, present: tuple[bool, ...]) -> tuple[Row, ...]:
    """The circle in this number of columns and lines; a cell without a dot is a space.

    ``breadth``: the breadth of an arc in dots; where its colour is missing only the outermost is there. ``present``:
    True for each colour in the mandala.
    """
    styles = [style_of(Part.ARC, colour) if present[colour] else style_of(Part.TRACE, colour) for colour in COLOURS]
    cells = [[(0, 0)] * columns for _line in range(lines)]
    for across, down, colour, is_outermost in _dots(columns * _WIDE, lines * _HIGH, breadth):
        if present[colour] or is_outermost:
            line, column = cells[down // _HIGH], across // _WIDE
            line[column] = (line[column][0] | _BITS[across % _WIDE][down % _HIGH], colour)
    return tuple(_line(line, styles, look.dots) for line in cells)


@kept_drawn
def _dots(width: int, height: int, breadth: int) -> list[tuple[int, int, int, bool]]:
    """The dots of an area of ``width`` × ``height`` dots.

    Each has its place, the colour of its arc, and whether none is farther out.
    """
    dots: list[tuple[int, int, int, bool]] = []
    for down in range(height):
        for across in range(width):
            colour = _arc_at(across, down, width, height, breadth)
            if colour is not None:
                dots.append((across, down, colour, _arc_at(across, down, width, height, 1) is not None))
    return dots


def _arc_at(across: int, down: int, width: int, height: int, breadth: int) -> int | None:
    """The colour of the arc that has this dot, in an area of ``width`` × ``height`` dots; None where no arc is.

    ``breadth``: the breadth of the arc, in dots.
    """
    right, below = across - (width - 1) / 2, down - (height - 1) / 2
    # So far from the middle is the dot, and its edge in the same direction.
    share = (abs(2 * right / width) ** _EXPONENT + abs(2 * below / height) ** _EXPONENT) ** (1 / _EXPONENT)
    away = math.hypot(right, below)
    if not 0 < share <= 1 or away / share - away >= breadth:
        return None
    angle = math.atan2(abs(below), -right)  # from the left, by the top or the bottom, to the right
    colour = min(int(angle / _ARC), len(COLOURS) - 1)
    begins, ends = colour * _ARC, (colour + 1) * _ARC
    if (colour and angle - begins < _BETWEEN) or (colour < len(COLOURS) - 1 and ends - angle < _BETWEEN):
        return None
    return colour


def with_circle(of: Row, line: Row) -> Row:
    """The row with a line of the circle, each sign of which is one column wide, wherever nothing but a surface is."""
    parts: list[Fragment] = []
    column = at = start = 0  # where the row is; which part of the line that is in, and where it starts
    for (surface, click), alike in groupby(of, lambda one: (_surface_of(one), one.click)):
        fragments = list(alike)
        end = column + sum(width_of(fragment.text) for fragment in fragments)
        if surface is None:
            parts += fragments
        while at < len(line) and start < end:
            part = line[at]
            stop = start + len(part.text)
            if surface is not None and stop > column:
                seen = part.text[max(column - start, 0) : end - start]
                style = ",".join(filter(None, (surface, part.style)))
                parts.append(Fragment(seen, style, click))
            if stop > end:
                break
            at, start = at + 1, stop
        column = end
    return tuple(parts)


def _surface_of(of: Fragment) -> str | None:
    """The surface that an empty part of a row lies on, "" for none; None if something is there."""
    return of.style if of.style in _SURFACES and of.text.isspace() else None


def _line(cells: list[tuple[int, int]], styles: list[str], signs: str) -> Row:
    """A line of the circle in as few parts as possible, of the signs for the dots of a cell."""
    parts: list[Fragment] = []
    for dots, colour in cells:
        sign, style = (signs[dots], styles[colour]) if dots else (" ", "")
        # A space has no style of its own.
        if parts and (not dots or parts[-1].style == style):
            parts[-1] = parts[-1]._replace(text=parts[-1].text + sign)
        else:
            parts.append(Fragment(sign, style))
    return tuple(parts)
