"""The table as it lies, in rows: piles, players, rivers and both mandalas, seen from one seat.

Each mandala is a grid: one column for each colour, one row for each field and the mountain. As a colour lies in at
most one of the three (rule G1), a column with nothing in it is a colour that the mandala still needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from mandala_client import telling
from mandala_client.deeds import END_TRIGGER, Names
from mandala_client.table.rows import BLANK, Fragment, Row, fit, padded, row, shortened, text_row, width_of
from mandala_client.table.style import Look, card_class
from mandala_protocol.games.game import HAND, Counts
from mandala_protocol.games.mandala import COLOURS
from mandala_protocol.games.mandala.colours import NO_CARDS
from mandala_protocol.games.mandala.legality import mover
from mandala_protocol.games.mandala.state import Claiming, Finished, MandalaState, missing_colours
from mandala_protocol.seats import Seat

Held: TypeAlias = tuple[Mapping[str, Counts] | None, Mapping[str, Counts] | None]
"""The hidden cards by seat and name of holding; None for a seat whose cards are not known here."""

Cells: TypeAlias = frozenset[tuple[int, int, int]]
"""Cells of the mandalas: mandala, area (a seat, or ``MOUNTAIN``) and colour."""

MOUNTAIN: Final = -1
"""The row of a mandala that is no seat's."""

NAME_IN_SENTENCES: Final = 24

LABEL: Final = 8
_FIELD_LABEL: Final = 12
_NAME: Final = 22
_CELL: Final = 4
HAND_CELL: Final = 7
_SLOT: Final = 12
_HALF: Final = 39
_SLOTS: Final = len(COLOURS)


class Board:
    """The parts of the table, for one state.

    ``near``: from which seat it is seen. ``you``: whose player looks on; None if everybody is called by name.
    ``held``: the hidden cards as far as they may be shown. ``fresh``: the cells that are marked as just changed.
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
    ) -> None:
        self._look, self._state, self._seat, self._names = look, state, near, names
        self._held, self._fresh, self._you = held, fresh, you
        self._opened = state.phase if isinstance(state.phase, Finished) else None

    def rows(self) -> list[Row]:
        """Everything but the hands; 12 rows, the last two those of the near player."""
        far, near = self._seat.other, self._seat
        return [*self.head_rows(), self.player(far), *self.middle_rows(), self.river(near), self.player(near)]

    def head_rows(self) -> list[Row]:
        """The piles, and the warning once the end has been triggered."""
        triggered = self._state.triggered and self._opened is None
        return [self._piles(), text_row(f" {END_TRIGGER}", "loud") if triggered else BLANK]

    def middle_rows(self) -> list[Row]:
        """The far river, both mandalas, and a row between them and the near player."""
        return [self.river(self._seat.other), *self._mandalas(), BLANK]

    # Piles and players.

    def _piles(self) -> Row:
        state = self._state
        again = " (reshuffled)" if state.triggered else ""
        discard = row(f"discard pile {sum(state.discard)}", *self.spaced_cards(state.discard))
        return row(" ", padded(f"draw pile {state.draw_pile}{again}", 28), discard)

    def spaced_cards(self, counts: Counts) -> list[Row]:
        """The cards of a pile, each colour once."""
        return [row("  ", self._card(colour, counts[colour])) for colour in COLOURS if counts[colour]]

    def _card(self, colour: int, count: int) -> Fragment:
        return Fragment(self._look.card(colour, count), card_class(colour))

    def _short(self, name: str, width: int) -> str:
        return shortened(name, width, self._look.ellipsis)

    def _name(self, seat: Seat, width: int) -> str:
        return self._short(telling.player_name(seat, self._names), width)

    def player(self, seat: Seat) -> Row:
        """Who sits there, whether it is their move, how many cards are in hand and cup, and which are hidden there."""
        player = self._state.players[seat]
        to_move = mover(self._state) is seat
        you = " (you)" if seat is self._you else ""
        name = self._name(seat, _NAME - len(you)) + you
        marked = Fragment(
            f"{self._look.here if to_move else ' '}{padded(name, _NAME)} ", "turn" if to_move else "title"
        )
        cup = sum(player.claimed) + player.sealed
        hand = row(marked, padded(f"{telling.cards(player.hand)} in hand", 18))
        held = self._held[seat]
        if self._opened is not None:
            return row(hand, f"{cup} in the cup; hidden were", *self.spaced_cards(self._opened.cups[seat]))
        if held is None:
            return row(hand, f"{telling.cards(cup)} in the cup, {player.sealed} of them hidden")
        hidden = "only you see" if seat is self._you else "hidden are"
        return row(hand, f"{cup} in the cup; {hidden}", *self.spaced_cards(held.get("cup", NO_CARDS)))

    def river(self, seat: Seat) -> Row:
        """The six slots, each with its colour and how many claimed cards of it are in the cup."""
        player = self._state.players[seat]
        slots: list[Row] = []
        for slot in range(_SLOTS):
            value = Fragment(f"{slot + 1} ", "label")
            if slot >= len(player.river):
                slots.append(fit(row(value, Fragment(self._look.nothing, "faint")), _SLOT))
                continue
            colour = player.river[slot]
            sign = Fragment(self._look.sign(colour), card_class(colour))
            cup = f" cup {player.claimed[colour]}" if player.claimed[colour] else ""
            slots.append(fit(row(value, sign, cup), _SLOT))
        return row(" ", Fragment(padded("river", LABEL - 1), "label"), *slots)

    def hand(self, seat: Seat) -> Row:
        """The cards in hand, a place for each colour; without them, that they are not known."""
        label = Fragment(padded("hand", LABEL - 2), "label")
        held = self._held[seat]
        if held is None:
            return row(" ", label, Fragment("  not known here", "label"))
        counts = held.get(HAND, NO_CARDS)
        return row(" ", label, *(self._hand_cell(colour, counts[colour]) for colour in COLOURS))

    def _hand_cell(self, colour: int, count: int) -> Row:
        if not count:
            return fit(row(" ", Fragment(self._look.nothing, "faint")), HAND_CELL)
        return fit(row(" ", self._card(colour, count)), HAND_CELL)

    # The mandalas.

    def _mandalas(self) -> list[Row]:
        left, right = self._mandala(0), self._mandala(1)
        return [row(" ", fit(one, _HALF), " ", other) for one, other in zip(left, right, strict=True)]

    def _mandala(self, number: int) -> list[Row]:
        return [
            self._title(number),
            self._area(number, self._seat.other, self._field_of(self._seat.other)),
            self._area(number, MOUNTAIN, "mountain"),
            self._area(number, self._seat, self._field_of(self._seat)),
            self._needs(number),
        ]

    def _field_of(self, seat: Seat) -> str:
        """The label of a field; the bare name, where it is nobody's who looks on."""
        if self._you is None:
            return self._name(seat, _FIELD_LABEL - 1)
        return "your field" if seat is self._you else "their field"

    def _title(self, number: int) -> Row:
        rule = self._look.rule
        head = row(
            Fragment(f"{rule * 2} ", "rule"), Fragment(f"Mandala {number}", "title"), Fragment(f" {rule} ", "rule")
        )
        shown = row(head, f"{self._lead(number, _HALF - 2 - width_of(head))} ")
        return fit(row(shown, Fragment(rule * max(_HALF - 1 - width_of(shown), 0), "rule")), _HALF - 1)

    def _lead(self, number: int, width: int) -> str:
        """Whose field has more cards, in so many columns."""
        fields = self._state.mandalas[number].fields
        if sum(fields[0]) == sum(fields[1]):
            return f"fields equal, {sum(fields[0])}:{sum(fields[1])}"
        leader = Seat.HOST if sum(fields[0]) > sum(fields[1]) else Seat.GUEST
        more = f" more, {sum(fields[leader])}:{sum(fields[leader.other])}"
        if self._you is not None:
            return f"{'you' if leader is self._you else 'they'} have{more}"
        return f"{self._name(leader, width - len(' has') - len(more))} has{more}"

    def _area(self, number: int, area: int, label: str) -> Row:
        mandala = self._state.mandalas[number]
        counts = mandala.mountain if area == MOUNTAIN else mandala.fields[area]
        total = "" if area == MOUNTAIN else str(sum(counts))
        cells = [fit(self._cell(number, area, colour, counts[colour]), _CELL) for colour in COLOURS]
        return row(Fragment(padded(label, _FIELD_LABEL), "label"), *cells, Fragment(total, "label"))

    def _cell(self, number: int, area: int, colour: int, count: int) -> Row:
        if count:
            fresh = ",fresh" if (number, area, colour) in self._fresh else ""
            return row(Fragment(self._look.card(colour, count), f"{card_class(colour)}{fresh}"))
        return row(Fragment(self._look.nothing, "faint"))

    def _claimed_from(self, number: int) -> bool:
        phase = self._state.phase
        return isinstance(phase, Claiming) and phase.mandala == number

    def _needs(self, number: int) -> Row:
        if self._claimed_from(number):
            return row(Fragment(padded("complete", _FIELD_LABEL), "title"), "being shared out")
        missing = missing_colours(self._state.mandalas[number])
        cells = [
            fit(row(Fragment(self._look.sign(colour) if colour in missing else "", "title")), _CELL)
            for colour in COLOURS
        ]
        return row(Fragment(padded("still needs", _FIELD_LABEL), "label"), *cells)


def rule_row(look: Look, title: str, width: int) -> Row:
    """A line across with a title in it."""
    head = f"{look.rule * 2} {title} "
    return row(Fragment(head, "rule"), Fragment(look.rule * (width - width_of(head)), "rule"))


def changed_cells(before: MandalaState, after: MandalaState) -> Cells:
    """The cells of the mandalas that differ."""
    return frozenset(
        (number, area, colour)
        for number in range(len(after.mandalas))
        for area, old, new in (
            (MOUNTAIN, before.mandalas[number].mountain, after.mandalas[number].mountain),
            *((int(seat), before.mandalas[number].fields[seat], after.mandalas[number].fields[seat]) for seat in Seat),
        )
        for colour in COLOURS
        if old[colour] != new[colour]
    )
