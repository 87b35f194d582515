"""The table with both mandalas side by side: each lies in a circle of its own, and the players stand beside them.

Above a circle stands what its mandala needs, below it who would choose first. The mountain is a strip across it, their
field above that, yours below; no card covers the circle but for a corner of a high pile in the outermost columns. The
colours have the same columns in the mountain, the fields and the hand. As a colour lies in at most one of the three
areas (rule G1), a column without cards is a colour that the mandala still needs: it has an outline there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Final

from mandala_client.games.card_piles import AnyPlace, beside, place_rows
from mandala_client.games.colour_signs import with_coloured_signs
from mandala_client.games.mandala import both_players as players
from mandala_client.games.mandala.board import MOUNTAIN, Board
from mandala_client.games.mandala.circle import circle, with_circle
from mandala_client.games.mandala.compact_board import letters, piles, piles_and_end
from mandala_client.games.mandala.labels import labelled, labelled_in_middle
from mandala_client.games.mandala.measures import CircleMeasures
from mandala_client.games.mandala.notation import side_title
from mandala_client.games.mandala.piles import panel_of_piles, piles_in_three_rows
from mandala_client.games.square_cards import squares
from mandala_client.text.language import _, pgettext
from mandala_client.ui.clicks import Click
from mandala_client.ui.rows import BLANK, Fragment, Row, fit, is_empty, leading, on_surface, row, text_row, width_of
from mandala_client.ui.style import Look
from mandala_client.ui.themes import FADED, STRIP
from mandala_protocol.games.mandala import COLOURS
from mandala_protocol.games.mandala.colours import NO_CARDS
from mandala_protocol.seats import Seat

_KEPT: Final = 128
"""The number of areas that are kept as they were drawn last: a redraw changes few of them."""


class Circles:
    """The rows of a board in these measures."""

    def __init__(self, board: Board, measures: CircleMeasures) -> None:
        self._board, self._look, self._measures = board, board.look, measures

    def played(self) -> list[Row]:
        """The table for a player, with their hand below; the warning of the end takes one row more."""
        return [*self._board.warning_rows(), *self._beside_players([*self._mandalas(), *self._tray()])]

    def looked_at(self) -> list[Row]:
        """The table for someone who looks on, with the hands as far as any is known."""
        hands = [self._hands()] if self._board.knows_a_hand else []
        warning, piles = self._warning_and_piles()
        return [*warning, *self._beside_players([*self._mandalas(), *hands, *piles])]

    def _beside_players(self, rows: Sequence[Row]) -> list[Row]:
        """The rows beside the players; a large table has these in a panel of their own."""
        if not self._measures.is_small:
            return list(rows)
        both = zip(rows, players.both_players(self._board, len(rows)), strict=True)
        return [row(left_row, right_row) for left_row, right_row in both]

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
        signs = with_coloured_signs(text)
        shown = (sign._replace(style=f"title,{sign.style}".rstrip(",")) for sign in signs)
        return _in_middle(tuple(shown), self._measures.wide)

    def _first(self, number: int) -> Row:
        """The player who would choose first, in as many words as there is room for."""
        width = self._measures.wide
        return _in_middle(text_row(self._board.first_choice(number, width), "title"), width)

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
        held = board.cards_in_hand(board.near) or NO_CARDS
        cells = [board.hand_place(colour, held[colour]) for colour in COLOURS]
        measures = self._measures
        hand = [
            _without_clicks_beside(line)
            for line in _placed(_columns(cells, self._look, measures, measures.hand), measures)
        ]
        both_piles = piles_in_three_rows if measures.is_small else panel_of_piles
        shown = both_piles(board, measures.wide)
        above = [row(" " * measures.wide)] * (measures.hand - len(shown))
        # Beside the titles of the piles.
        hand[len(above)] = labelled(hand[len(above)], (_("your hand"), _("hand")))
        return [_side_by_side(cards, part) for cards, part in zip(hand, [*above, *shown], strict=True)]

    def _hands(self) -> Row:
        """The hands that are known, each behind the name of its player: that of the near one below the left mandala."""
        near, far = (self._hand_of(seat) for seat in (self._board.near, self._board.near.other))
        return _side_by_side(fit(near, self._measures.wide), fit(far, self._measures.wide))

    def _hand_of(self, seat: Seat) -> Row:
        counts = self._board.cards_in_hand(seat)
        if counts is None:
            return BLANK
        cards = row(*letters(counts))
        return row(Fragment(self._board.field_name(seat, self._measures.wide - width_of(cards)), "label"), cards)

    def _warning_and_piles(self) -> tuple[list[Row], list[Row]]:
        """The warning of the end, above the table, or the piles below it; without shades the piles in either row."""
        board, width = self._board, self._measures.width
        if self._look.has_shades:
            counts = row(" ", board.counts_text(width - 2))
            return board.warning_rows(), [] if board.ends_soon else [fit(counts, width)]
        if not board.ends_soon:
            return [], [fit(piles(board, width), width)]
        return [row(piles_and_end(board), " ", *letters(board.state.discard, board.on_top, FADED))], []


def _side_by_side(left: Row, right: Row) -> Row:
    """A row with a part for each circle, each as wide as its circle."""
    return row(" ", left, " ", right)


def _in_middle(of: Row, width: int) -> Row:
    """The row in the middle of ``width`` columns."""
    return fit(row(" " * max((width - width_of(of) + 1) // 2, 0), *of), width)


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


@lru_cache(maxsize=_KEPT)
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


@lru_cache(maxsize=_KEPT)
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
