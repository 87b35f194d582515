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

from mandala_client.games.card_piles import CardSize, Grows, Spot, beside, centred, row_of_places, spot_rows, with_strip
from mandala_client.games.colour_signs import with_coloured_signs
from mandala_client.games.mandala.board import MOUNTAIN, Board
from mandala_client.games.mandala.compact_board import cup_behind_points, cup_text, hand_and_cup, hand_text, player
from mandala_client.games.mandala.labels import labelled
from mandala_client.games.mandala.measures import Measures
from mandala_client.games.mandala.notation import mandala_title, side_title
from mandala_client.games.mandala.piles import backs, piles_beside_hand, piles_in_two_rows, tally
from mandala_client.text.language import _
from mandala_client.text.numbers import more_hidden_cards
from mandala_client.text.numbers import points as points_in_words
from mandala_client.ui.clicks import Click
from mandala_client.ui.rows import (
    BLANK,
    Fragment,
    Row,
    fit,
    headed_panel,
    is_empty,
    leading,
    lower_edge,
    row,
    shortened,
    text_row,
    upper_edge,
    width_of,
    without_first,
    without_last,
)
from mandala_client.ui.style import Look
from mandala_client.ui.themes import RIM
from mandala_protocol.games.mandala import COLOURS
from mandala_protocol.games.mandala.colours import NO_CARDS
from mandala_protocol.seats import Seat

_BESIDE_TEXT: Final = 5
"""The columns of the edge of a frame beside the text in it."""

_BESIDE_TEXTS: Final = 8
"""The columns of the edge of a frame beside the two texts in it."""

_LEAST_NAME: Final = 11
"""The least columns of a name beside the cup, if it has as many."""

_GAP: Final = "  "

_KEPT: Final = 128
"""The number of areas and rows of places that are kept as they were drawn last: a redraw changes few of them."""


class Spread:
    """The rows of a board in these measures; ``with_points``: the points, if they are shown, stand nowhere else."""

    def __init__(self, board: Board, measures: Measures, *, with_points: bool = True) -> None:
        self._board, self._measures, self._look, self._with_points = board, measures, board.look, with_points

    def played(self) -> list[Row]:
        """The table of a player: the other player above, the own hand below."""
        far, near, is_airy = self._board.near.other, self._board.near, self._measures.is_airy
        return [
            *self._board.warning_rows(),
            *(self._player(far) if is_airy else self._far_player(far)),
            *self._mandalas(),
            *([BLANK] if is_airy else []),
            *(self._own(near) if is_airy else self._near_player(near)),
        ]

    def looked_at(self) -> list[Row]:
        """The table for someone who looks on, with the hands as far as any is known."""
        far, near = self._board.near.other, self._board.near
        return [
            *self._board.warning_rows(),
            *self._player(far, self._below_far_player(far)),
            *self._mandalas(),
            *([BLANK] if self._measures.is_airy else []),
            *self._player(near, self._below_near_player(near)),
        ]

    def _below_far_player(self, seat: Seat) -> list[Row]:
        """The counts of both piles below the far player, where they have no place below the near one.

        That place is there if the hand of the near player is known, if no hand is known, or if the table has no room
        for frames.
        """
        board = self._board
        if not self._measures.is_airy or not board.knows_a_hand or board.cards_in_hand(seat.other) is not None:
            return []
        return [self._beside(BLANK, "", board.counts_text(self._measures.wing))]

    def _below_near_player(self, seat: Seat) -> list[Row]:
        """The hand and the piles, a row lower than for a player; where there is little room, only the piles."""
        board, measures = self._board, self._measures
        if not measures.is_airy:
            return [self._beside(board.counts_text(measures.wing), "", tally(board, measures))]
        if board.cards_in_hand(seat) is not None:
            return self._tray(self._hand_in(measures.hand - 1, seat))
        if board.knows_a_hand:
            return [self._beside(BLANK, "", tally(board, measures))]
        return self._tray([BLANK] * (measures.hand - 1))

    def _tray(self, left: Sequence[Row]) -> list[Row]:
        """The rows of the left side beside the piles."""
        return self._sides(left, piles_beside_hand(self._board, len(left), self._measures.wing))

    def _sides(self, left: Sequence[Row], right: Sequence[Row]) -> list[Row]:
        """Something below the left mandala, and something below the right one."""
        return [self._beside(left_row, "", right_row) for left_row, right_row in zip(left, right, strict=True)]

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
        measures, hand = self._measures, self._hand_in(self._measures.hand, seat)
        river = self._river(seat, measures.card)
        right = [*[BLANK] * (len(hand) - len(river)), *river]
        return self._framed(seat, self._sides(hand, right))

    def _far_player(self, seat: Seat) -> list[Row]:
        """The far player at the table of the near one: points, hand and cup in two rows, and the river beside them."""
        board, label, meaning = self._board, _("river"), _("value × cards")
        points = self._points(seat)
        name = board.name_tag(seat, self._room_beside(label) - width_of(points) - len(_GAP))
        # Beside the points the hidden cards have been told of.
        room = self._room_beside(meaning) - 1
        held = row(" ", hand_and_cup(board, seat, [room], with_points=False, with_hidden=not points))
        labels = label, meaning if width_of(held) <= self._room_beside(meaning) else ""
        return self._with_river(seat, (row(name, _GAP, points), held), labels)

    def _near_player(self, seat: Seat) -> list[Row]:
        """The near player: points and cup above the hand, and beside it the river and the piles."""
        board, measures, label = self._board, self._measures, _("river")
        room, points = self._room_beside("") + 1, self._points(seat)  # the text ends with a space that may get lost
        name = min(width_of(board.name_tag(seat, room)), _LEAST_NAME) + 1
        left = room - name - width_of(points)
        points_and_cup = row(
            " ", points, cup_behind_points(board, seat, left) if points else cup_text(board, seat, left)
        )
        tag = board.name_tag(seat, room - width_of(points_and_cup))
        piles = piles_in_two_rows(board, measures.wing)
        first, *others = self._sides(self._hand_in(measures.hand, seat), [BLANK, *piles])
        first = labelled(first, [f" {hand_text(board, seat)}"])
        beside_river = self._with_river(seat, (row(tag, points_and_cup), first), ("", label))
        return [*beside_river, *others]

    def _points(self, seat: Seat) -> Row:
        """The points as they stand, if they are to be shown here; and how many hidden cards may count too."""
        points = self._board.points(seat) if self._with_points else None
        if points is None:
            return BLANK
        shown = text_row(points_in_words(points), "title")
        if self._board.hidden_in_cup(seat) is not None:
            return shown
        return row(shown, Fragment(f" {more_hidden_cards(self._board.state.players[seat].sealed)}", "label"))

    def _with_river(self, seat: Seat, rows: Sequence[Row], labels: Sequence[str]) -> list[Row]:
        """Two rows about a player, each with a label before its part of the river."""
        shown: list[Row] = []
        for line, label, part in zip(rows, labels, self._river(seat, evolve(self._measures.card, rows=1)), strict=True):
            room = self._room_beside(label)
            before = Fragment(f"{label:>{self._measures.river - room - 1}} ", "label")
            shown.append(row(fit(line, room), before, part, " " * self._measures.pad))
        return shown

    def _room_beside(self, label: str) -> int:
        """The columns for something about a player, if this label stands between it and the river."""
        return self._measures.river - width_of(label) - 1

    def _river(self, seat: Seat, size: CardSize) -> list[Row]:
        """The river in faces of this size, each above its strip."""
        spots = tuple(self._board.river_spot(seat, slot) for slot in range(len(COLOURS)))
        return _river_rows(spots, self._look, self._measures.gap, size)

    def _framed(self, seat: Seat, rows: Sequence[Row]) -> list[Row]:
        """Rows of the table in a frame: the name of a player, hand, cup and what the river says in its upper edge."""
        board, width = self._board, self._measures.width
        room = width - _BESIDE_TEXTS
        held = hand_and_cup(board, seat, [room], with_points=self._with_points, with_backs=False)
        room -= width_of(held)
        labels = _("river: value × cards in cup"), _("river")
        whole_name = width_of(board.name_tag(seat, room))
        label = next((fitting for fitting in labels if whole_name + width_of(fitting) <= room), labels[-1])
        head = row(board.name_tag(seat, room - width_of(label)), "  ", held)
        inside = [without_first(without_last(line)) for line in rows]
        return headed_panel(self._look, head, inside, width, tail=text_row(f" {label} ", "label"))

    def _player(self, seat: Seat, below: Sequence[Row] = ()) -> list[Row]:
        """The rows of a player: the name and points, the hand beside the river, and ``below`` under them.

        Where there is room, all that is in a frame with the name in its upper edge.
        """
        size = evolve(self._measures.card, rows=1)
        if self._measures.is_airy:
            river = self._river(seat, size)
            return self._framed(seat, [*self._sides(self._beside_river(seat, len(river)), river), *below])
        label = _("river")
        belongings = player(self._board, seat, self._room_beside(label), with_points=self._with_points)
        held = row(" " * self._measures.pad, self._beside_river(seat, 1)[0])
        return [*self._with_river(seat, (belongings, held), (label, "")), *below]

    def _beside_river(self, seat: Seat, height: int) -> list[Row]:
        """The hand in ``height`` rows: face down unless it is known here; a large one of the near player is below."""
        board = self._board
        if board.cards_in_hand(seat) is None:
            return backs(self._look, board.state.players[seat].hand, height)
        is_below = self._measures.is_airy and seat is board.near
        return [*[BLANK] * (height - 1), BLANK if is_below else self._hand_row(seat)]

    def _hand_in(self, height: int, seat: Seat) -> Sequence[Row]:
        """The cards in hand, below the colours of the left mandala; those that are chosen stand higher."""
        return _area_rows(self._hand_spots(seat), self._look, self._measures, height, Grows.UP)

    def _hand_row(self, seat: Seat) -> Row:
        return row_of_places(self._hand_spots(seat), self._look, self._measures.card.columns, self._measures.gap)

    def _hand_spots(self, seat: Seat) -> tuple[Spot, ...]:
        counts = self._board.cards_in_hand(seat) or NO_CARDS
        return tuple(self._board.hand_spot(colour, counts[colour]) for colour in COLOURS)

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
        """The name of a mandala and what it needs, in as many words as there is room for."""
        width, sentences = self._measures.mat, self._board.needed(number)
        titles = mandala_title(number), side_title(number)
        room = width - _BESIDE_TEXTS
        pairs = [(title, needed) for needed in sentences for title in titles]
        fitting = (pair for pair in pairs if width_of(pair[0]) + width_of(pair[1]) <= room)
        title, needed = next(fitting, pairs[-1])
        signs = (sign._replace(style=f"title,{sign.style}") for sign in with_coloured_signs(needed))
        head, tail = text_row(f" {title} ", "label"), row(" ", *signs, " ")
        return upper_edge(self._look, head, tail, width, RIM)

    def _lower_edge(self, number: int) -> Row:
        """The player who would choose first, in as many words as there is room for."""
        width = self._measures.mat
        text = self._board.first_choice(number, width - _BESIDE_TEXT)
        return lower_edge(self._look, text_row(f" {text} " if text else "", "title"), width, RIM)

    def _areas(self, area: int, grows: Grows) -> list[Row]:
        """An area of both mandalas, with what it is called."""
        left, right = (self._area(number, area, grows, self._labels(number, area)) for number in (0, 1))
        return [self._between(left_row, "", right_row) for left_row, right_row in zip(left, right, strict=True)]

    def _labels(self, number: int, area: int) -> tuple[str, ...]:
        """The labels of an area, where a place is free; the first that fits is shown."""
        board, name = self._board, self._board.area_name(number, area)
        if name is not None:
            return (name,)
        of_field = board.field_labels if self._measures.is_airy else board.brief_field_labels
        return of_field(number, Seat(area), self._measures.wing)

    def _area(self, number: int, area: int, grows: Grows, labels: tuple[str, ...]) -> tuple[Row, ...]:
        spots = tuple(self._board.area_spot(number, area, colour) for colour in COLOURS)
        place, is_upper = self._board.place(number, area), area == self._board.near.other
        return _framed_rows(spots, self._look, self._measures, area, grows, place, labels, is_upper=is_upper)


@lru_cache(maxsize=_KEPT)
def _framed_rows(
    spots: tuple[Spot, ...],
    look: Look,
    measures: Measures,
    area: int,
    grows: Grows,
    place: Click | None,
    labels: tuple[str, ...],
    *,
    is_upper: bool,
) -> tuple[Row, ...]:
    """An area of a mandala with both sides of its frame.

    ``place``: what is clicked wherever nothing else is. ``labels``: what stands in the first row, if it has a place for
    one of them; where there is room, a row without cards at the edge of the mandala has it, above the cards if the area
    ``is_upper``. A mountain has a line above and below.
    """
    is_mountain = area == MOUNTAIN
    lines = measures.mountain if is_mountain else measures.field
    has_edge = measures.is_airy and not is_mountain
    rows = [leading(line, place) for line in _area_rows(spots, look, measures, lines - has_edge, grows)]
    edge = row(Fragment(" " * measures.wing, "", place))
    if not has_edge or any(spot.lines for spot in spots):
        rows[0] = labelled(rows[0], labels)
    else:
        edge = labelled(edge, labels)
    if has_edge:
        rows = [edge, *rows] if is_upper else [*rows, edge]
    if is_mountain:
        rows = [_ruled(rows[0], look), *rows[1:-1], _ruled(rows[-1], look)]
    pad, side = " " * (measures.pad - 1), Fragment(look.solid_frame.upright, RIM)
    return tuple(leading(row(side, pad, part, pad, side), place) for part in rows)


@lru_cache(maxsize=_KEPT)
def _area_rows(spots: tuple[Spot, ...], look: Look, measures: Measures, height: int, grows: Grows) -> tuple[Row, ...]:
    """Places side by side in exactly ``height`` rows."""
    return tuple(beside([spot_rows(spot, look, measures.card, height, grows) for spot in spots], measures.gap))


def _ruled(of: Row, look: Look) -> Row:
    """The row with a line wherever nothing is, as the edge of a mountain."""
    return tuple(
        part._replace(text=look.rule * len(part.text), style="rule") if is_empty(part) else part for part in of
    )


@lru_cache(maxsize=_KEPT)
def _river_rows(spots: tuple[Spot, ...], look: Look, gap: int, size: CardSize) -> list[Row]:
    """Slots of this size side by side, each of them water and above its strip."""
    slots = [with_strip(spot, look, size) for spot in spots]
    return beside(slots, gap)
