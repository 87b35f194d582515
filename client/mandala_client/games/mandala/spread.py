"""The table with both mandalas side by side: two places, a mountain in the middle of each, a field on either side.

Each lies in a frame that says what it needs and who would choose first. The colours have the same columns in the
mountain, the fields and the hand; the slots of a river have them too. As a colour lies in at most one of the three
areas (rule G1), a column without cards is a colour that the mandala still needs: it has an outline there.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from attrs import evolve

from mandala_client.games.card_piles import CardSize, Grows, Spot, below_tab, beside, centred, row_of_places, spot_rows
from mandala_client.games.colour_signs import with_coloured_signs
from mandala_client.games.mandala.board import MOUNTAIN, Board
from mandala_client.games.mandala.compact_board import backs_of_hand, cup_text, hand_and_cup, hand_text, player
from mandala_client.games.mandala.mats import labelled, on_mat
from mandala_client.games.mandala.measures import Measures
from mandala_client.games.mandala.notation import mandala_title, side_title
from mandala_client.games.mandala.piles import piles_beside_hand, tally
from mandala_client.text.language import _
from mandala_client.ui.clicks import Click
from mandala_client.ui.rows import (
    BLANK,
    Fragment,
    Row,
    fit,
    headed_panel,
    leading,
    lower_edge,
    on_surface,
    row,
    shortened,
    text_row,
    upper_edge,
    width_of,
    without_first,
    without_last,
)
from mandala_client.ui.style import Look
from mandala_client.ui.themes import MAT, RIM, STRIP, WATER
from mandala_protocol.games.mandala import COLOURS
from mandala_protocol.games.mandala.colours import NO_CARDS
from mandala_protocol.seats import Seat

_BESIDE_TEXT: Final = 5
"""The columns of the edge of a frame beside the text in it."""

_BESIDE_TEXTS: Final = 8
"""The same beside two texts."""

_KEPT: Final = 128
"""So many areas and rows of places are kept as they were drawn last: a redraw changes few of them."""


class Spread:
    """The rows of a board in these measures; ``with_points``: the points, if they are shown, stand nowhere else."""

    def __init__(self, board: Board, measures: Measures, *, with_points: bool = True) -> None:
        self._board, self._measures, self._look, self._with_points = board, measures, board.look, with_points

    def played(self) -> list[Row]:
        """The table of a player: the other player above, the own hand below."""
        far, near = self._board.near.other, self._board.near
        return [
            *self._warning(),
            *self._player(far, []),
            *self._mandalas(),
            *([BLANK] if self._measures.is_airy else []),
            *(self._own(near) if self._measures.is_airy else self._player(near, self._tray(near), with_hand=False)),
        ]

    def looked_at(self) -> list[Row]:
        """The table for someone who looks on, with the hands as far as any is known."""
        board, far, near = self._board, self._board.near.other, self._board.near
        if not board.knows_a_hand:
            hands: tuple[list[Row], list[Row]] = [], self._tray_without_hand()
        else:
            told = board.counts_text(self._measures.wing)
            hands = [self._beside(self._hand_row(far), _("hand"), told)], self._below_another_hand(near)
        far_hand, near_hand = hands
        return [
            *self._warning(),
            *self._player(far, far_hand),
            *self._mandalas(),
            *self._player(near, near_hand),
        ]

    def _below_another_hand(self, seat: Seat) -> list[Row]:
        """The hand of the near player, which leaves a row to that of the far one."""
        lower = evolve(self._measures, hand=self._measures.hand - 1)
        return Spread(self._board, lower).hand_looked_at(seat)

    def hand_looked_at(self, seat: Seat) -> list[Row]:
        """The hand of the near player: as at the table of this player where there is room, otherwise in one row."""
        if not self._measures.is_airy or self._board.cards_in_hand(seat) is None:
            return [self._beside(self._hand_row(seat), _("hand"), tally(self._board, self._measures))]
        return self._tray(seat)

    def _tray(self, seat: Seat) -> list[Row]:
        """The hand of the near player and the piles; on a mat of their own where they are in no frame."""
        return self._on_tray(self._hand(seat), "" if self._measures.is_airy else hand_text(self._board, seat))

    def _tray_without_hand(self) -> list[Row]:
        """The piles alone, for someone who sees no hand at all."""
        return self._on_tray([BLANK] * self._measures.hand)

    def _on_tray(self, left: Sequence[Row], label: str = "") -> list[Row]:
        """The rows of the left side, with a label above them, beside the piles."""
        rows = self._sides(left, piles_beside_hand(self._board, self._measures))
        if label:
            # It begins below the name.
            rows[0] = labelled(rows[0], [f" {label}"])
        return rows if self._measures.is_airy else [on_surface(one, MAT) for one in rows]

    def _warning(self) -> list[Row]:
        return [text_row(f" {self._board.warning()}", "loud")] if self._board.ends_soon else []

    def _sides(self, left: Sequence[Row], right: Sequence[Row]) -> list[Row]:
        """Something below the left mandala, and something below the right one."""
        return [self._beside(one, "", other) for one, other in zip(left, right, strict=True)]

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
            left, right, width = without_last(left), without_first(right), self._measures.label
        shown = shortened(text, width, self._look.ellipsis)
        return row(left, Fragment(centred(shown, width), "label"), right)

    # The players.

    def _own(self, seat: Seat) -> list[Row]:
        """The hand of the near player beside the river, in a frame."""
        measures, board = self._measures, self._board
        left = [hand_and_cup(board, seat, [measures.wing], with_points=self._with_points), *self._hand(seat)]
        river = _tabbed_places(self._river_spots(seat), self._look, measures, measures.card)
        told = shortened(_("river: value above, cup below"), measures.wing, self._look.ellipsis)
        right = [text_row(told, "label"), *[BLANK] * (len(left) - len(river) - 1), *river]
        return self._framed(seat, self._sides(left, right))

    def _framed(self, seat: Seat, rows: Sequence[Row]) -> list[Row]:
        """Rows of the table in a frame with the name of a player in its upper edge."""
        tag = self._board.name_tag(seat, self._measures.width - _BESIDE_TEXT)
        inside = [without_first(without_last(one)) for one in rows]
        return headed_panel(self._look, row(tag, " "), inside, self._measures.width)

    def _river_spots(self, seat: Seat) -> tuple[Spot, ...]:
        return tuple(self._board.river_spot(seat, slot) for slot in range(len(COLOURS)))

    def _player(self, seat: Seat, below: Sequence[Row], *, with_hand: bool = True) -> list[Row]:
        """What is known of a player, the river in the columns of the right mandala, and what lies below.

        Where there is room, all that is in a frame with the name in its upper edge. ``with_hand``: how many cards are
        in hand is not said below.
        """
        measures, look, spots = self._measures, self._look, self._river_spots(seat)
        if not measures.is_airy:
            # The mark of the player whose turn it is stands at the edge, and the names in line with the cards.
            label = _("river")
            room, points = self._room_beside(label), self._with_points
            told = player(self._board, seat, room, with_hand=with_hand, with_points=points)
            return [
                self._with_river(
                    told, label, on_surface(row_of_places(spots, look, measures.card.columns, measures.gap), WATER)
                ),
                *below,
            ]
        edge, river, cup = " " * measures.pad, _("river: value"), _("cup")
        backs = backs_of_hand(self._board, seat) if self._board.cards_in_hand(seat) is None else BLANK
        hand = text_row(hand_text(self._board, seat), "label")
        cup_row = cup_text(self._board, seat, self._room_beside(cup), with_points=self._with_points)
        values, slots = _tabbed_places(spots, look, measures, evolve(measures.card, rows=1))
        rows = [
            self._with_river(row(edge, backs, hand), river, values),
            self._with_river(row(edge, cup_row), cup, slots),
            *below,
        ]
        return self._framed(seat, rows)

    def _with_river(self, told: Row, label: str, river: Row) -> Row:
        """Something about a player, a label that reaches into its columns if it is long, and a row of the river."""
        room = self._room_beside(label)
        label_of = Fragment(f"{label:>{self._measures.river - room - 1}} ", "label")
        return row(fit(told, room), label_of, river, " " * self._measures.pad)

    def _room_beside(self, label: str) -> int:
        """The columns for something about a player, if this label stands between it and the river."""
        return min(self._measures.mat, self._measures.river - width_of(label) - 1)

    def _hand(self, seat: Seat) -> Sequence[Row]:
        """The cards in hand, below the colours of the left mandala; those that are chosen stand higher."""
        counts = self._board.cards_in_hand(seat) or NO_CARDS
        spots = tuple(self._board.hand_spot(colour, counts[colour]) for colour in COLOURS)
        return _area_rows(spots, self._look, self._measures, self._measures.hand, Grows.UP)

    def _hand_row(self, seat: Seat) -> Row:
        counts = self._board.cards_in_hand(seat)
        if counts is None:
            return row(" ", Fragment(_("not known here"), "label"))
        spots = tuple(self._board.hand_spot(colour, counts[colour]) for colour in COLOURS)
        return row_of_places(spots, self._look, self._measures.card.columns, self._measures.gap)

    # The mandalas.

    def _mandalas(self) -> list[Row]:
        far, near = self._board.near.other, self._board.near
        return [
            self._between(self._upper_edge(0), "", self._upper_edge(1)),
            *self._areas(far, Grows.UP),
            *self._areas(MOUNTAIN, Grows.UP_ABOVE_GROUND),
            *self._areas(near, Grows.UP),
            self._between(self._lower_edge(0), "", self._lower_edge(1)),
        ]

    def _upper_edge(self, number: int) -> Row:
        """Which mandala it is and what it needs, in as many words as there is room for."""
        width, told = self._measures.mat, self._board.needed(number)
        titles = mandala_title(number), side_title(number)
        room = width - _BESIDE_TEXTS
        pairs = [(title, needed) for needed in told for title in titles]
        fitting = (pair for pair in pairs if width_of(pair[0]) + width_of(pair[1]) <= room)
        title, needed = next(fitting, pairs[-1])
        signs = (one._replace(style=f"title,{one.style}") for one in with_coloured_signs(needed))
        head, tail = text_row(f" {title} ", "title"), row(" ", *signs, " ")
        return upper_edge(self._look, head, tail, width, RIM)

    def _lower_edge(self, number: int) -> Row:
        """Who would choose first, in as many words as there is room for."""
        width = self._measures.mat
        told = self._board.first_choice(number, width - _BESIDE_TEXT)
        return lower_edge(self._look, text_row(f" {told} " if told else "", "title"), width, RIM)

    def _areas(self, area: int, grows: Grows) -> list[Row]:
        """An area of both mandalas, with what it is called."""
        left, right = (self._area(number, area, grows, self._labels(number, area)) for number in (0, 1))
        return [self._between(one, "", other) for one, other in zip(left, right, strict=True)]

    def _labels(self, number: int, area: int) -> tuple[str, ...]:
        """What stands above an area, where a place is free: the first of these that fits there."""
        board = self._board
        if area == MOUNTAIN:
            return (_("mountain"),)
        if area == board.near and any(board.below_mountain(number, colour) for colour in COLOURS):
            return (_("points"),)
        return board.field_labels(number, Seat(area), self._measures.wing)

    def _area(self, number: int, area: int, grows: Grows, labels: tuple[str, ...]) -> tuple[Row, ...]:
        spots = tuple(self._spot(number, area, colour) for colour in COLOURS)
        measures, near = self._measures, self._board.near
        top = measures.field if area == MOUNTAIN else measures.field + measures.mountain if area == near else 0
        place = self._board.place(number, area)
        present, is_mountain = self._board.present(number), area == MOUNTAIN
        return _mat_rows(spots, self._look, measures, grows, place, top, labels, present, is_mountain=is_mountain)

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
    grows: Grows,
    place: Click | None,
    top: int,
    labels: tuple[str, ...],
    present: tuple[bool, ...],
    *,
    is_mountain: bool,
) -> tuple[Row, ...]:
    """An area of a mandala on its mat.

    ``place``: what is clicked wherever nothing else is. ``top``: which row of the mandala is the first of the area.
    ``labels``: what stands in the first row, if it has a place for one of them; where there is room, a row without
    cards at the edge of the mandala has it. ``present``: whether each colour is in the mandala. A mountain is on a
    strip of its own, with a line above and below where there are no shades.
    """
    lines = measures.mountain if is_mountain else measures.field
    has_edge = measures.is_airy and not is_mountain
    rows = [leading(one, place) for one in _area_rows(spots, look, measures, lines - has_edge, grows)]
    edge = row(Fragment(" " * measures.wing, "", place))
    if not has_edge or any(spot.told for spot in spots):
        rows[0] = labelled(rows[0], labels)
    else:
        edge = labelled(edge, labels)
    if has_edge:
        rows = [edge, *rows] if top == 0 else [*rows, edge]
    if is_mountain and not look.has_shades:
        rows = [_ruled(rows[0], look), *rows[1:-1], _ruled(rows[-1], look)]
    surface = STRIP if is_mountain else MAT
    height = measures.height
    shown = [on_mat(one, measures.pad, surface, look, height, top + at, present) for at, one in enumerate(rows)]
    return tuple(leading(one, place) for one in shown)


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
def _tabbed_places(spots: tuple[Spot, ...], look: Look, measures: Measures, size: CardSize) -> list[Row]:
    """Places of this size side by side, their tabs in the row above."""
    return [on_surface(one, WATER) for one in beside([below_tab(spot, look, size) for spot in spots], measures.gap)]
