"""The table with both mandalas side by side: two places, a mountain in the middle of each, a field on either side.

The far field grows up from the mountain, the near one grows down. The colours have the same columns in the mountain,
the fields, the hand and the discard pile; the slots of a river have them too. As a colour lies in at most one of the
three areas (rule G1), a column without cards is a colour that the mandala still needs: it has an outline there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from attrs import frozen

from mandala_client.games.card_piles import CardSize, Grows, Spot, below_tab, beside, centred, in_one_row, spot_rows
from mandala_client.games.colour_signs import with_coloured_signs
from mandala_client.games.mandala.board import MOUNTAIN, Board
from mandala_client.games.mandala.compact_board import hand_and_cup, player
from mandala_client.games.mandala.mats import on_mat, rimmed, rounded
from mandala_client.games.mandala.notation import mandala_title, side_title
from mandala_client.text.language import _
from mandala_client.ui.clicks import Click
from mandala_client.ui.rows import (
    BLANK,
    Fragment,
    Row,
    fit,
    leading,
    on_surface,
    row,
    shortened,
    text_row,
    width_of,
)
from mandala_client.ui.style import Look
from mandala_client.ui.themes import MAT, STRIP
from mandala_protocol.games.mandala import COLOURS
from mandala_protocol.games.mandala.colours import NO_CARDS
from mandala_protocol.seats import Seat

_ALL_CARDS: Final = 108
_BETWEEN: Final = "  "
"""Stands between two parts of a heading."""

_KEPT: Final = 128
"""So many areas and rows of places are kept as they were drawn last: a redraw changes few of them."""


@frozen(cache_hash=True)
class Measures:
    """The size of the table: of a card, of what is between two, and of the areas in rows.

    ``pad``: from the edge of a mat to its cards. ``middle``: between both mats. ``is_airy``: there is room for
    empty rows, and for two rows of heading.
    """

    card: CardSize
    gap: int
    pad: int
    middle: int
    field: int
    mountain: int
    hand: int
    is_airy: bool

    @property
    def cell(self) -> int:
        """From one card to the next."""
        return self.card.columns + self.gap

    @property
    def wing(self) -> int:
        """Of the cards of one mandala."""
        return self.cell * len(COLOURS) - self.gap

    @property
    def mat(self) -> int:
        """Of the mat of one mandala."""
        return self.wing + 2 * self.pad

    @property
    def label(self) -> int:
        """Of a long label between both mats: it reaches a column into each."""
        return self.middle + 2

    @property
    def width(self) -> int:
        """Of the table."""
        return 2 * self.mat + self.middle


SMALL: Final = Measures(CardSize(5, 1, is_deep=True), 1, 1, 6, 3, 3, 3, is_airy=False)
"""80 columns, 15 rows, or 16 once the end has been triggered."""

LARGE: Final = Measures(CardSize(5, 3), 1, 1, 6, 5, 5, 6, is_airy=True)
"""80 columns, 30 rows; one more for someone who looks on."""

HUGE: Final = Measures(CardSize(9, 5), 2, 2, 6, 9, 9, 10, is_airy=True)
"""142 columns, 46 rows; one more for someone who looks on."""


class Spread:
    """The rows of a board in these measures."""

    def __init__(self, board: Board, measures: Measures) -> None:
        self._board, self._measures, self._look = board, measures, board.look
        self._gap = [BLANK] if measures.is_airy else []

    def played(self) -> list[Row]:
        """The table of a player: the other player above, the own hand below."""
        far, near = self._board.near.other, self._board.near
        return [
            *self._warning(),
            *self._player(far),
            *self._gap,
            *self._mandalas(),
            *self._gap,
            *self._player(near),
            *self._river_explained(),
            *self._tray(near),
        ]

    def looked_at(self) -> list[Row]:
        """The table for someone who looks on, with the hands as far as any is known."""
        if not self._board.knows_a_hand:
            return self._without_hands()
        far, near = self._board.near.other, self._board.near
        return [
            *self._warning(),
            *self._player(far),
            *self._sides([self._hand_row(far)], [self._board.counts_text(self._measures.wing)], _("hand"), 0),
            *self._gap,
            *self._mandalas(),
            *self._gap,
            *self._player(near),
            *self._looked_at_hand(near),
        ]

    def _without_hands(self) -> list[Row]:
        """The table for someone who sees no hand at all: the piles are below it."""
        far, near = self._board.near.other, self._board.near
        discard = fit(self._board.discard_text(self._measures.wing), self._measures.wing)
        return [
            *self._warning(),
            *self._player(far),
            *self._gap,
            *self._mandalas(),
            *self._gap,
            *self._player(near),
            *self._gap,
            *self._sides([self._draw_pile()], [discard], "", 0),
            *self._gap,
            *self._sides([BLANK], [self._tally()], "", 0),
        ]

    def _looked_at_hand(self, seat: Seat) -> list[Row]:
        """The hand of the near player: as at the table of this player where there is room, otherwise in one row."""
        measures = self._measures
        if not measures.is_airy or self._board.cards_in_hand(seat) is None:
            return self._sides([self._hand_row(seat)], [self._tally()], _("hand"), 0)
        return self._tray(seat)

    def _tray(self, seat: Seat) -> list[Row]:
        """The hand of the near player and the piles, on a mat of their own."""
        rows = self._sides(self._hand(seat), self._piles(), _("hand"), self._measures.hand - 1)
        return [on_surface(one, MAT) for one in rows]

    def _warning(self) -> list[Row]:
        return [text_row(f" {self._board.warning()}", "loud")] if self._board.ends_soon else []

    def _sides(self, left: Sequence[Row], right: Sequence[Row], label: str, at: int) -> list[Row]:
        """Something below the left mandala, something below the right one, and a label between them in one row."""
        labels = [label if number == at else "" for number in range(len(left))]
        return [self._beside(*one) for one in zip(left, labels, right, strict=True)]

    def _beside(self, left: Row, label: str, right: Row) -> Row:
        """A row: something in the columns of the left mandala, a label, something in those of the right one."""
        measures = self._measures
        edge = " " * measures.pad
        return self._between(
            row(edge, fit(left, measures.wing), edge), label, row(edge, fit(right, measures.wing), edge)
        )

    def _between(self, left: Row, text: str, right: Row) -> Row:
        """A label between what is at the left and at the right; a long one reaches a column into both."""
        width = self._measures.middle
        if width_of(text) > width:
            left, right, width = _without_last(left), _without_first(right), self._measures.label
        shown = shortened(text, width, self._look.ellipsis)
        return row(left, Fragment(centred(shown, width), "label"), right)

    # The players.

    def _player(self, seat: Seat) -> list[Row]:
        """The line of a player, and the river in the columns of the right mandala: in two rows where there is room."""
        width = self._measures.mat
        spots = tuple(self._board.river_spot(seat, slot) for slot in range(len(COLOURS)))
        # The mark of the player whose turn it is stands at the edge, and the names in line with the cards.
        if not self._measures.is_airy:
            return [self._with_river(player(self._board, seat, width), _("river"), self._in_one_row(spots))]
        names = self._board.marked_name(seat, width)
        held = row(" ", hand_and_cup(self._board, seat, [width - 1]))
        values, river = _tabbed_places(spots, self._look, self._measures)
        return [self._with_river(names, _("value"), values), self._with_river(held, _("river"), river)]

    def _with_river(self, told: Row, label: str, river: Row) -> Row:
        """Something about a player, a label, and a row of the river."""
        measures = self._measures
        width = measures.middle + measures.pad - 1
        told_of = Fragment(f"{shortened(label, width, self._look.ellipsis):>{width}} ", "label")
        return row(fit(told, measures.mat), told_of, river, " " * measures.pad)

    def _river_explained(self) -> list[Row]:
        """What the numbers in a river mean, where there is room."""
        told = text_row(_("value × cards in the cup"), "faint")
        return [self._beside(BLANK, "", told)] if self._measures.is_airy else []

    def _in_one_row(self, spots: tuple[Spot, ...]) -> Row:
        return _row_of_places(spots, self._look, self._measures)

    def _hand(self, seat: Seat) -> tuple[Row, ...]:
        """The cards in hand, below the colours of the left mandala; those that are chosen stand higher."""
        counts = self._board.cards_in_hand(seat) or NO_CARDS
        spots = tuple(self._board.hand_spot(colour, counts[colour]) for colour in COLOURS)
        return _area_rows(spots, self._look, self._measures, self._measures.hand, Grows.UP)

    def _hand_row(self, seat: Seat) -> Row:
        counts = self._board.cards_in_hand(seat)
        if counts is None:
            return row(" ", Fragment(_("not known here"), "label"))
        return self._in_one_row(tuple(self._board.hand_spot(colour, counts[colour]) for colour in COLOURS))

    # The piles, in the columns of the right mandala.

    def _piles(self) -> list[Row]:
        board, measures = self._board, self._measures
        tally = self._tally()
        discard = board.discard_text(measures.wing)
        height = measures.hand
        above = [self._draw_pile(), fit(discard, measures.wing)]
        # Where there is room, the discarded cards do not stand in the row of the hand: they are no part of it.
        rows = [*[BLANK] * (height - 3 - len(self._gap)), *above, tally, *self._gap]
        place = board.discard_place()
        return [leading(fit(one, measures.wing), place) for one in rows]

    def _draw_pile(self) -> Row:
        """The number of cards and a bar as long."""
        state, width = self._board.state, self._measures.wing
        told = _("draw pile {count} (reshuffled)") if state.triggered else _("draw pile {count}")
        text = f"{told.format(count=state.draw_pile)} "
        room = max(width - width_of(text), 0)
        length = -(-state.draw_pile * room // _ALL_CARDS)
        return row(text, Fragment(self._look.lower * length, "rule"))

    def _tally(self) -> Row:
        """The discarded cards, each below its colour."""
        return self._in_one_row(tuple(self._board.discard_spot(colour) for colour in COLOURS))

    # The mandalas.

    def _mandalas(self) -> list[Row]:
        board, measures = self._board, self._measures
        far, near = board.near.other, board.near
        return [
            *self._headings(),
            *self._areas(far, measures.field, Grows.UP, board.field_name, measures.field - 2),
            *self._areas(MOUNTAIN, measures.mountain, Grows.UP_ABOVE_GROUND, None, 0),
            *self._areas(near, measures.field, Grows.DOWN, board.field_name, 0),
        ]

    def _headings(self) -> list[Row]:
        measures = self._measures
        if measures.is_airy:
            both = zip(self._two_rows(0), self._two_rows(1), strict=True)
            return [self._beside(left, "", right) for left, right in both]
        width = measures.wing + measures.middle + 2 * measures.pad
        left, right = self._one_row(0, width - 2), self._one_row(1, measures.wing)
        return [row(" " * measures.pad, fit(left, width), right)]

    def _two_rows(self, number: int) -> list[Row]:
        """Which mandala it is and what it needs, and who would choose first."""
        measures = self._measures
        width = measures.wing
        head = f"{mandala_title(number)}  "
        needed = self._board.needed_within(number, width - width_of(head))
        first = self._board.first_choice(number, width, in_words=True)
        return [row(Fragment(head, "title"), with_coloured_signs(needed)), text_row(first)]

    def _one_row(self, number: int, width: int) -> Row:
        """The same with less room."""
        head = f"{side_title(number)}  "
        needed, first = self._board.outlook(number, width - width_of(head) - width_of(_BETWEEN))
        signs = with_coloured_signs(needed)
        return row(Fragment(head, "title"), signs, _BETWEEN, Fragment(first, "title"))

    def _areas(
        self, area: int, height: int, grows: Grows, name: Callable[[Seat, int], str] | None, at: int
    ) -> list[Row]:
        """An area of both mandalas, and between them what it is called."""
        measures = self._measures
        both = [self._area(number, area, height, grows) for number in (0, 1)]
        label = _("mountain") if name is None else name(Seat(area), measures.label)
        labels = [label if number == at else "" for number in range(height)]
        if area == self._board.near and self._gains_are_told():
            labels[:2] = [_("points"), label]
        left, right = both
        return [self._between(*one) for one in zip(left, labels, right, strict=True)]

    def _gains_are_told(self) -> bool:
        return any(self._board.below_mountain(number, colour) for number in (0, 1) for colour in COLOURS)

    def _area(self, number: int, area: int, height: int, grows: Grows) -> tuple[Row, ...]:
        spots = tuple(self._spot(number, area, colour) for colour in COLOURS)
        place = self._board.place(number, area)
        return _mat_rows(spots, self._look, self._measures, height, grows, place, area)

    def _spot(self, number: int, area: int, colour: int) -> Spot:
        below = self._board.below_mountain(number, colour) if area == self._board.near else ()
        if not below:
            return self._board.spot(number, area, colour)
        return Spot(colour, told=below, click=self._board.spot(number, MOUNTAIN, colour).click)


@lru_cache(maxsize=_KEPT)
def _mat_rows(
    spots: tuple[Spot, ...],
    look: Look,
    measures: Measures,
    height: int,
    grows: Grows,
    place: Click | None,
    area: int,
) -> tuple[Row, ...]:
    """An area of a mandala on its mat, in exactly so many rows.

    ``place``: what is clicked wherever nothing else is. A mountain is on a strip of its own, with a line above and
    below; a field ends in round corners, that of the far player above.
    """
    rows = list(_area_rows(spots, look, measures, height, grows))
    if area == MOUNTAIN and not look.has_shades:
        rows = [_ruled(rows[0], look), *rows[1:-1], _ruled(rows[-1], look)]
    if area == MOUNTAIN:
        shown = rimmed([on_mat(one, measures.pad, STRIP) for one in rows], look)
    else:
        shown = rounded([on_mat(one, measures.pad) for one in rows], look, is_above=grows is Grows.UP)
    return tuple(leading(one, place) for one in shown)


def _without_first(of: Row) -> Row:
    """The row without its first column."""
    first, *others = of
    rest = first.text[1:]
    return row(first._replace(text=rest), *others) if rest else tuple(others)


def _without_last(of: Row) -> Row:
    """The row without its last column."""
    *others, last = of
    rest = last.text[:-1]
    return row(*others, last._replace(text=rest)) if rest else tuple(others)


@lru_cache(maxsize=_KEPT)
def _area_rows(spots: tuple[Spot, ...], look: Look, measures: Measures, height: int, grows: Grows) -> tuple[Row, ...]:
    """Places side by side in exactly so many rows."""
    return tuple(beside([spot_rows(spot, look, measures.card, height, grows) for spot in spots], measures.gap))


def _ruled(of: Row, look: Look) -> Row:
    """The row with a line wherever nothing is, as the edge of a mountain."""
    return tuple(
        part._replace(text=look.rule * len(part.text), style="rule") if part.text.isspace() and not part.style else part
        for part in of
    )


@lru_cache(maxsize=_KEPT)
def _row_of_places(spots: tuple[Spot, ...], look: Look, measures: Measures) -> Row:
    """Places side by side in one row."""
    (shown,) = beside([[in_one_row(spot, look, measures.card.columns)] for spot in spots], measures.gap)
    return shown


@lru_cache(maxsize=_KEPT)
def _tabbed_places(spots: tuple[Spot, ...], look: Look, measures: Measures) -> list[Row]:
    """Places side by side in two rows, their tabs in the upper one."""
    return beside([below_tab(spot, look, measures.card.columns) for spot in spots], measures.gap)
