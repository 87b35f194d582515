"""The table as it lies, in rows: piles, players, rivers and both mandalas, seen from one seat.

Each mandala is a grid: one column for each colour, one row for each field and the mountain. As a colour lies in at
most one of the three (rule G1), a column with nothing in it is a colour that the mandala still needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from attrs import frozen

from mandala_client.games.game_records import Held
from mandala_client.games.mandala.event_text import END_TRIGGER, LAST_MANDALA
from mandala_client.games.mandala.notation import mandala_title
from mandala_client.games.mandala.signs import card_class, cards_of, sign_of
from mandala_client.text.language import _, pgettext
from mandala_client.text.player_names import Names, player_name
from mandala_client.ui.rows import BLANK, Fragment, Row, fit, padded, row, shortened, text_row, whole, width_of
from mandala_client.ui.style import Look
from mandala_protocol.games.counts import union
from mandala_protocol.games.game import HAND, Counts
from mandala_protocol.games.mandala import COLOURS
from mandala_protocol.games.mandala.colours import NO_CARDS
from mandala_protocol.games.mandala.legality import mover
from mandala_protocol.games.mandala.scoring import seat_score
from mandala_protocol.games.mandala.state import Claiming, GameOver, MandalaState, Revealing, missing_colours
from mandala_protocol.seats import Seat

Cells: TypeAlias = frozenset[tuple[int, int, int]]
"""Cells of the mandalas: mandala, area (a seat, or ``MOUNTAIN``) and colour; of a river: ``RIVER``, seat and colour."""

MOUNTAIN: Final = -1
"""The row of a mandala that is no seat's."""

RIVER: Final = -1
"""Stands where a cell is in no mandala, but in a river."""

LABEL: Final = 8
HAND_CELL: Final = 7
ON_TOP: Final = "^"
"""The sign before the cards on top of a pile."""

_NAME: Final = 20
_LEAST_NAME: Final = 4
"""A name is not shortened further than that for "(you)" to stand beside it."""
_IN_HAND: Final = 15
_APART: Final = 2
"""At least so many columns are between two things that stand in one row."""
_SLOT: Final = 12
_TOTAL: Final = 2


@frozen
class BoardGrid:
    """The measures of a mandala in columns: the label of a row, and each of its six cells."""

    label: int
    cell: int

    @property
    def width(self) -> int:
        """Of the whole mandala, the number of cards at the end of a row included."""
        return self.label + self.cell * len(COLOURS) + _TOTAL


CLOSE: Final = BoardGrid(12, 4)
"""Two mandalas side by side in 80 columns, or one in 40."""

ROOMY: Final = BoardGrid(14, 10)
"""One mandala in 80 columns, with the names of the colours."""


class Board:
    """The parts of the table, for one state.

    ``near``: from which seat it is seen. ``you``: whose player looks on; None if everyone is called by name.
    ``held``: the hidden cards as far as they may be shown. ``fresh``: the cells that are marked as just changed.
    ``scored``: whether the points are shown that are known so far. ``on_top``: what lies on top of the discard pile.
    """

    def __init__(
        self,
        look: Look,
        state: MandalaState,
        near: Seat,
        names: Names | None,
        held: Held,
        fresh: Cells,
        you: Seat | None,
        *,
        scored: bool = False,
        on_top: Counts = NO_CARDS,
    ) -> None:
        self.look, self.state, self.near, self.you, self.on_top = look, state, near, you, on_top
        self._names, self._held, self._fresh, self._scored = names, held, fresh, scored
        self._opened = state.phase if isinstance(state.phase, GameOver) else None

    def rows(self) -> list[Row]:
        """Everything but the hands; 12 rows, the last two those of the near player."""
        far, near = self.near.other, self.near
        return [*self.head_rows(), self.player(far), *self.middle_rows(), self.river(near), self.player(near)]

    def head_rows(self) -> list[Row]:
        """The piles, and the warning once the end has been triggered."""
        return [self._piles(), text_row(f" {self.warning()}", "loud") if self.ends_soon else BLANK]

    def middle_rows(self) -> list[Row]:
        """The far river, both mandalas, and a row between them and the near player."""
        return [self.river(self.near.other), *self.mandalas(), BLANK]

    @property
    def ends_soon(self) -> bool:
        """Return whether the end has been triggered, and is still to come."""
        return self.state.triggered and not isinstance(self.state.phase, (Revealing, GameOver))

    def warning(self) -> str:
        """Say that the end has been triggered, and by which mandala it will come."""
        return _(LAST_MANDALA) if isinstance(self.state.phase, Claiming) else _(END_TRIGGER)

    # Piles and players.

    def _piles(self) -> Row:
        draw, discard = self.state.draw_pile, self.state.discard
        pile = _("draw pile {count} (reshuffled)") if self.state.triggered else _("draw pile {count}")
        discarded = _("discard pile {count}").format(count=sum(discard))
        return row(" ", padded(pile.format(count=draw), 28), discarded, *self.spaced_cards(discard, self.on_top))

    def spaced_cards(self, counts: Counts, on_top: Counts = NO_CARDS) -> list[Row]:
        """The cards of a pile, each colour once; those that lie on top are marked."""
        return [
            row(" ", Fragment(ON_TOP if on_top[colour] else " ", "label"), self.card(colour, counts[colour]))
            for colour in COLOURS
            if counts[colour]
        ]

    def card(self, colour: int, count: int) -> Fragment:
        """So many cards of a colour."""
        return Fragment(cards_of(self.look, colour, count), card_class(colour))

    def short(self, name: str, width: int) -> str:
        """The name in at most so many columns."""
        return shortened(name, width, self.look.ellipsis)

    def name(self, seat: Seat, width: int) -> str:
        """The name of the player there, in at most so many columns, with "(you)" if there is room."""
        name, you = player_name(seat, self._names), _("(you)")
        room = width - width_of(you) - 1
        if seat is not self.you or room < min(width_of(name), _LEAST_NAME):
            return self.short(name, width)
        return f"{self.short(name, room)} {you}"

    def marked_name(self, seat: Seat, width: int) -> Fragment:
        """The name in exactly so many columns, and before it a mark if it is that player's move."""
        to_move = mover(self.state) is seat
        mark = self.look.here if to_move else " "
        return Fragment(padded(f"{mark}{self.name(seat, width - 1)}", width), "turn" if to_move else "title")

    def cards_in_cup(self, seat: Seat) -> int:
        """All cards in the cup of a player."""
        player = self.state.players[seat]
        return sum(player.claimed) + player.sealed

    def cards_in_hand(self, seat: Seat) -> Counts | None:
        """The hand of a player, if it is known here."""
        held = self._held[seat]
        return None if held is None else held.get(HAND, NO_CARDS)

    def hidden_in_cup(self, seat: Seat) -> Counts | None:
        """The starting cards in the cup of a player, if they are known here."""
        if self._opened is not None:
            return self._opened.cups[seat]
        held = self._held[seat]
        return None if held is None else held.get("cup", NO_CARDS)

    def points(self, seat: Seat) -> int | None:
        """The points of the cards known to be in the cup; None if they are not to be shown."""
        if not self._scored:
            return None
        player = self.state.players[seat]
        return seat_score(player.river, union(player.claimed, self.hidden_in_cup(seat) or NO_CARDS)).total

    def player(self, seat: Seat) -> Row:
        """The player there: name, whose move it is, the numbers of cards in hand and cup, and which are hidden."""
        player = self.state.players[seat]
        in_hand = _("{count} in hand").format(count=player.hand)
        room = max(_IN_HAND, width_of(in_hand) + _APART)
        start = row(self.marked_name(seat, _NAME + 1), " ", padded(in_hand, room))
        count, points, hidden = self.cards_in_cup(seat), self.points(seat), self.hidden_in_cup(seat)
        if hidden is None and points is None:
            cup = _("{count} in the cup, {hidden} of them hidden")
        elif hidden is None:
            cup = _("{count} in the cup, worth {points} + {hidden} hidden")
        elif self._opened is not None:
            cup = _("{count} in the cup; hidden were")
        elif points is not None:
            cup = _("{count} in the cup, worth {points}; hidden")
        elif seat is self.you:
            cup = _("{count} in the cup; only you see")
        else:
            cup = _("{count} in the cup; hidden are")
        told = cup.format(count=count, points=points, hidden=player.sealed)
        return row(start, told, *self.spaced_cards(hidden or NO_CARDS))

    def river(self, seat: Seat) -> Row:
        """The six slots, each with its colour and how many claimed cards of it are in the cup."""
        player = self.state.players[seat]
        slots: list[Row] = []
        for slot in range(len(COLOURS)):
            value = Fragment(f"{slot + 1} ", "label")
            if slot >= len(player.river):
                slots.append(fit(row(value, Fragment(self.look.nothing, "faint")), _SLOT))
                continue
            colour = player.river[slot]
            sign = Fragment(sign_of(self.look, colour), self.card_style(RIVER, seat, colour))
            count = player.claimed[colour]
            cup = pgettext("cards in the cup of a river slot", "cup {count}").format(count=count)
            slots.append(fit(row(value, sign, f" {cup}" if count else ""), _SLOT))
        return row(" ", Fragment(padded(_("river"), LABEL - 1), "label"), *slots)

    def hand(self, seat: Seat) -> Row:
        """The cards in hand, a place for each colour; without them, that they are not known."""
        label = Fragment(padded(_("hand"), LABEL - 2), "label")
        counts = self.cards_in_hand(seat)
        if counts is None:
            return row(" ", label, "  ", Fragment(_("not known here"), "label"))
        return row(" ", label, *(self.hand_cell(colour, counts[colour], HAND_CELL) for colour in COLOURS))

    def hand_cell(self, colour: int, count: int, width: int) -> Row:
        """The cards of one colour in hand."""
        if not count:
            return fit(row(" ", Fragment(self.look.nothing, "faint")), width)
        return fit(row(" ", self.card(colour, count)), width)

    # The mandalas.

    def mandalas(self) -> list[Row]:
        """Both side by side, with their titles and what they need; 5 rows, of 79 columns."""
        both = ([self.title(number, CLOSE.width), *self.areas(number), self.needs(number)] for number in (0, 1))
        return [row(" ", fit(left, CLOSE.width + 1), " ", right) for left, right in zip(*both, strict=True)]

    def title(self, number: int, width: int) -> Row:
        """The name of a mandala, and who would choose first, in exactly so many columns."""
        rule = self.look.rule
        head = row(Fragment(mandala_title(number), "title"), Fragment(f" {rule} ", "rule"))
        shown = row(head, f"{self.first_choice(number, width - width_of(head) - 1)} ")
        return fit(row(shown, Fragment(rule * max(width - width_of(shown), 0), "rule")), width)

    def first_choice(self, number: int, width: int) -> str:
        """The player who would choose first if it were completed now, and why (K2); or who chooses now."""
        if self.claimed_from(number):
            return self._chooses(width)
        near, far = (sum(self.state.mandalas[number].fields[seat]) for seat in (self.near, self.near.other))
        if near == far:
            told = _("{count}:{count}, completer 2nd") if near else _("both fields empty")
            return self.short(told.format(count=near), width)
        leader = self.near if near > far else self.near.other
        more, fewer = max(near, far), min(near, far)
        if self.you is None:
            told = _("{name} chooses first, {more}:{fewer}")
            whole_name = player_name(leader, self._names)
            if width_of(told.format(name=whole_name, more=more, fewer=fewer)) > width:
                told = _("{name} first, {more}:{fewer}")
        elif leader is self.you:
            told = _("you choose first, {more}:{fewer}")
        else:
            told = _("they choose first, {more}:{fewer}")
        return self._named(told, leader, width, more=more, fewer=fewer)

    def _chooses(self, width: int) -> str:
        assert isinstance(self.state.phase, Claiming)
        chooser = self.state.phase.chooser
        if self.you is None:
            told = _("{name} chooses now")
        elif chooser is self.you:
            told = _("you choose now")
        else:
            told = _("they choose now")
        return self._named(told, chooser, width)

    def _named(self, told: str, seat: Seat, width: int, **values: int) -> str:
        """The sentence with as much of the name as leaves room for the rest."""
        room = width - width_of(told.format(name="", **values))
        return self.short(told.format(name=self.name(seat, max(room, 1)), **values), width)

    def areas(self, number: int, grid: BoardGrid = CLOSE) -> list[Row]:
        """The far field, the mountain and the near field; 3 rows."""
        far, near = self.near.other, self.near
        return [
            self.area(number, far, self._field_of(far, grid.label - 1), grid),
            self.area(number, MOUNTAIN, _("mountain"), grid),
            self.area(number, near, self._field_of(near, grid.label - 1), grid),
        ]

    def _field_of(self, seat: Seat, width: int) -> str:
        """The label of a field; the bare name, where it is no one's who looks on."""
        if self.you is None:
            return self.name(seat, width)
        return _("your field") if seat is self.you else _("their field")

    def area(self, number: int, area: int, label: str, grid: BoardGrid) -> Row:
        """One area: its label, a place for each colour, and how many cards a field has."""
        mandala = self.state.mandalas[number]
        counts = mandala.mountain if area == MOUNTAIN else mandala.fields[area]
        total = "" if area == MOUNTAIN else str(sum(counts))
        cells = [whole(fit(self.cell(number, area, colour, counts[colour]), grid.cell)) for colour in COLOURS]
        return row(self.area_label(number, area, padded(label, grid.label)), *cells, Fragment(total, "label"))

    def area_label(self, number: int, area: int, label: str) -> Fragment:
        """The label of an area."""
        return Fragment(label, "label")

    def cell(self, number: int, area: int, colour: int, count: int) -> Row:
        """The cards of one colour in an area."""
        if count:
            return row(Fragment(cards_of(self.look, colour, count), self.card_style(number, area, colour)))
        return row(Fragment(self.look.nothing, "faint,fresh" if (number, area, colour) in self._fresh else "faint"))

    def card_style(self, number: int, area: int, colour: int) -> str:
        """The style classes of cards in a cell."""
        return f"{card_class(colour)},fresh" if (number, area, colour) in self._fresh else card_class(colour)

    def claimed_from(self, number: int) -> bool:
        """Return whether the mountain of this mandala is being shared out."""
        phase = self.state.phase
        return isinstance(phase, Claiming) and phase.mandala == number

    def needs(self, number: int, grid: BoardGrid = CLOSE) -> Row:
        """The colours that the mandala needs to be complete."""
        if self.claimed_from(number):
            return row(Fragment(padded(_("complete"), grid.label), "title"), _("being shared out"))
        missing = missing_colours(self.state.mandalas[number])
        cells = [
            fit(row(Fragment(sign_of(self.look, colour) if colour in missing else "", "title")), grid.cell)
            for colour in COLOURS
        ]
        return row(Fragment(padded(_("still needs"), grid.label), "label"), *cells)


def held_by(seat: Seat, holdings: Mapping[str, Counts]) -> Held:
    """The hidden cards of one seat, and none of the other."""
    return (holdings, None) if seat is Seat.HOST else (None, holdings)


def changed_cells(before: MandalaState, after: MandalaState) -> Cells:
    """The cells of the mandalas and the rivers that differ."""
    rivers = frozenset(
        (RIVER, int(seat), int(colour))
        for seat in Seat
        for colour in after.players[seat].river
        if colour not in before.players[seat].river
        or after.players[seat].claimed[colour] != before.players[seat].claimed[colour]
    )
    return rivers | frozenset(
        (number, area, colour)
        for number in range(len(after.mandalas))
        for area, old, new in (
            (MOUNTAIN, before.mandalas[number].mountain, after.mandalas[number].mountain),
            *((int(seat), before.mandalas[number].fields[seat], after.mandalas[number].fields[seat]) for seat in Seat),
        )
        for colour in COLOURS
        if old[colour] != new[colour]
    )
