"""The board for a player: what can be chosen is lit up, and can be clicked."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from mandala_client.games.colour_words import letter_of
from mandala_client.games.game_table import TableScene
from mandala_client.games.last_moves import last_moves
from mandala_client.games.mandala import chooser
from mandala_client.games.mandala.board import LABEL, MOUNTAIN, ROOMY, Board, BoardGrid, Cells, changed_cells, held_by
from mandala_client.games.mandala.board_clicks import THEIRS, CardClick, Target
from mandala_client.games.mandala.compact_board import LABEL as COMPACT_LABEL
from mandala_client.games.mandala.compact_board import hand, mandala, piles, player, river
from mandala_client.games.mandala.discards import on_top
from mandala_client.games.mandala.event_text import colour_name
from mandala_client.games.mandala.notation import side_letter
from mandala_client.games.mandala.preview import Gain, gain
from mandala_client.games.mandala.signs import card_class, cards_of, sign_of
from mandala_client.text.language import _
from mandala_client.text.numbers import points
from mandala_client.ui.form_sizes import TABLE_WIDTH
from mandala_client.ui.rows import BLANK, Fragment, Row, fit, padded, row, whole, width_of
from mandala_client.ui.style import Look
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.mandala import COLOURS, Claim, MandalaMove
from mandala_protocol.games.mandala.colours import NO_CARDS
from mandala_protocol.games.mandala.state import Claiming

_CLAIM: Final = 14
_COMPACT_PLACE: Final = 6
_COMPACT_CLAIM: Final = 7


class PlayingBoard(Board):
    """The parts of the table, for one scene."""

    def __init__(self, scene: TableScene[MandalaMove], look: Look) -> None:
        snapshot = scene.snapshot
        assert snapshot.view is not None, "the table is laid"
        self._holdings, own = snapshot.view.holdings, snapshot.seat
        held, scored = held_by(own, self._holdings), snapshot.live_score and snapshot.result is None
        fresh, top = fresh_cells(snapshot), on_top(snapshot.steps)
        state = snapshot.view.state
        super().__init__(look, state, own, snapshot.names, held, fresh, own, scored=scored, on_top=top)
        self._moves, self._chosen = scene.moves, scene.chosen
        self._places = () if self._chosen is None else chooser.targets(self._moves, self._chosen.colour)
        self._gains = self._offered_gains()

    def side_by_side(self) -> list[Row]:
        """The table with both mandalas next to each other; 14 rows, or 15 while colours are claimed."""
        return [*self._far_rows(), *self.mandalas(), *self._near_rows()]

    def large(self) -> list[Row]:
        """The table with the mandalas one above the other, under the names of the colours; 25 rows or a little more."""
        names = [Fragment(padded(colour_name(colour), ROOMY.cell), "label") for colour in COLOURS]
        mandalas: list[Row] = []
        for number in (0, 1):
            title = row(" ", self.title(number, TABLE_WIDTH - 2))
            grid = [*self.areas(number, ROOMY), self.needs(number, ROOMY)]
            mandalas += [BLANK, title, row(" " * (ROOMY.label + 1), *names), *(row(" ", one) for one in grid)]
        return [*self._far_rows(), *mandalas, *self._near_rows()]

    def compact(self, columns: int) -> list[Row]:
        """The table with the mandalas one above the other; 15 rows."""
        far, near = self.near.other, self.near
        return [
            piles(self, columns),
            player(self, far, columns),
            river(self, far),
            *mandala(self, 0, columns),
            *mandala(self, 1, columns),
            river(self, near),
            player(self, near, columns),
            hand(self, near),
            self._offered_briefly(),
        ]

    def last(self) -> list[Row]:
        """The table as it was last, with both hands and cups if all cards are open; 15 rows."""
        return [*self.rows(), self.hand(self.near), BLANK, self._opened_hand()]

    def _far_rows(self) -> list[Row]:
        far = self.near.other
        return [*self.head_rows(), self.player(far), self.river(far)]

    def _near_rows(self) -> list[Row]:
        near = self.near
        return [BLANK, self.river(near), self.player(near), self.hand(near), *self._offered()]

    @property
    def _claiming(self) -> bool:
        """Return whether it is on us to choose a colour of a mountain."""
        return bool(self._gains)

    def _offered_gains(self) -> tuple[Gain, ...]:
        phase = self.state.phase
        if not isinstance(phase, Claiming):
            return ()
        shared, own = self.state.mandalas[phase.mandala], self.state.players[self.near]
        cup = self._holdings.get("cup", NO_CARDS)
        return tuple(gain(shared, self.near, own, colour, cup) for colour in chooser.colours(self._moves))

    # The mandalas, with what the chosen cards could do.

    def area_label(self, number: int, area: int, label: str) -> Fragment:
        """The label of an area: lit up if the chosen cards may go there, faint if they may not."""
        if self._chosen is None or isinstance(self._chosen, Claim):
            return super().area_label(number, area, label)
        place = self._place_of(number, area)
        if place is None or place not in self._places:
            return Fragment(label, "faint", place)
        return Fragment(label, "target", place)

    def area(self, number: int, area: int, label: str, grid: BoardGrid) -> Row:
        """One area, to click from its label to its end: what it is no place for is answered."""
        shown, place = super().area(number, area, label, grid), self._place_of(number, area) or Target(THEIRS, number)
        if self._claiming:
            return shown
        return tuple(part if part.click is not None else evolve(part, click=place) for part in shown)

    def _place_of(self, number: int, area: int) -> Target | None:
        if area == MOUNTAIN:
            return Target("A", number)
        return Target("B", number) if area == self.near else None

    def cell(self, number: int, area: int, colour: int, count: int) -> Row:
        """The cards of one colour in an area, and what would be added."""
        move, place = self._chosen, self._place_of(number, area)
        if area == MOUNTAIN and self.claimed_from(number) and any(one.colour == colour for one in self._gains):
            style = "chosen" if move is not None and move.colour == colour else self.card_style(number, area, colour)
            return row(Fragment(cards_of(self.look, colour, count), style, CardClick(COLOURS[colour])))
        if move is None or move.colour != colour or place not in self._places:
            return super().cell(number, area, colour, count)
        if chooser.target_of(move) == place:
            return row(Fragment(f"{letter_of(move.colour)}+{chooser.count_of(move)}", "chosen", place))
        there = row(Fragment(cards_of(self.look, colour, count), card_class(colour), place)) if count else BLANK
        return row(there, Fragment("+", "target", place))

    # The own hand and what can be done with it.

    def hand_cell(self, colour: int, count: int, width: int) -> Row:
        """The cards of one colour in hand, to be clicked unless a mountain is shared out; in brackets if chosen."""
        if not count or self._claiming:
            return super().hand_cell(colour, count, width)
        move = self._chosen
        chosen = move is not None and not isinstance(move, Claim) and move.colour == colour
        left, right = ("[", "]") if chosen else (" ", " ")
        card = Fragment(cards_of(self.look, colour, count), card_class(colour), CardClick(COLOURS[colour]))
        return whole(fit(row(Fragment(left, "prompt"), card, Fragment(right, "prompt")), width))

    def _offered(self) -> list[Row]:
        """The places for the chosen cards, in one row; or the colours of the mountain with what each brings, in two."""
        if self._claiming:
            return self._claims()
        if self._chosen is None:
            return [BLANK]
        return [row(" ", Fragment(padded(_("to"), LABEL - 2), "label"), *map(self._place, chooser.PLACES))]

    def _offered_briefly(self) -> Row:
        """The places for the chosen cards, in notation; or the colours to take, with their points."""
        if self._claiming:
            claims = (self._claim(one, f"+{one.points}", _COMPACT_CLAIM) for one in self._gains)
            return row(Fragment(padded(_("take"), COMPACT_LABEL + 1), "label"), *claims)
        if self._chosen is None:
            return BLANK
        places = (self._bracketed(_in_notation(place), place, _COMPACT_PLACE) for place in chooser.PLACES)
        label = _("to") + " "
        return row(Fragment(padded(label, max(COMPACT_LABEL, width_of(label))), "label"), *places)

    def _place(self, place: Target) -> Row:
        match place:
            case Target("A"):
                text = _("mountain {mandala}")
            case Target("B"):
                text = _("your field {mandala}")
            case _:
                text = _("discard pile")
        letter = "" if place.mandala is None else side_letter(place.mandala)
        return self._bracketed(text.format(mandala=letter), place)

    def _bracketed(self, text: str, place: Target, width: int = 0) -> Row:
        """A place to click: in square brackets if it is chosen, in round ones if the cards may not go there.

        It takes at least ``width`` columns.
        """
        assert self._chosen is not None
        if chooser.target_of(self._chosen) == place:
            shown = Fragment(f"[{text}]", "chosen", place)
        elif place in self._places:
            shown = Fragment(f" {text} ", "target", place)
        else:
            shown = Fragment(f"({text})", "faint", place)
        return whole(row(shown, " " * max(width - width_of(shown.text), 1)))

    def _claims(self) -> list[Row]:
        take = [self._claim(one, self._where(one), _CLAIM) for one in self._gains]
        cup = [Fragment(padded(f" {points(one.points)}", _CLAIM), "", CardClick(one.colour)) for one in self._gains]
        return [
            row(" ", Fragment(padded(_("take"), LABEL - 2), "label"), *take),
            row(" ", Fragment(padded(_("scores"), LABEL - 2), "label"), *cup),
        ]

    def _where(self, one: Gain) -> str:
        """The place of the first of the cards."""
        if one.slot is None:
            return _("discarded")
        return _("slot {slot}").format(slot=one.slot) if one.is_new else _("cup")

    def _claim(self, one: Gain, text: str, width: int) -> Row:
        """A colour of the mountain to click, in brackets if it is chosen."""
        chosen, on = self._chosen is not None and self._chosen.colour is one.colour, CardClick(one.colour)
        sign = sign_of(self.look, one.colour)
        if chosen:
            return whole(fit(row(Fragment(f"[{sign} {text}]", "chosen", on)), width))
        shown = row(" ", Fragment(sign, card_class(one.colour), on), Fragment(f" {text}", "target", on))
        return whole(fit(shown, width))

    def _opened_hand(self) -> Row:
        """The hand of the other player, at the end."""
        if self._opened is None:
            return BLANK
        hand = self._opened.hands[self.near.other]
        return row(" ", Fragment(_("their hand"), "label"), *self.spaced_cards(hand))


def fresh_cells(snapshot: Snapshot) -> Cells:
    """The changes in the mandalas by the other player's moves since our last one."""
    moves = last_moves(snapshot)
    if not moves or snapshot.view is None:
        return frozenset()
    return changed_cells(moves[0].before, snapshot.view.state)


def _in_notation(place: Target) -> str:
    return place.action if place.mandala is None else f"{place.action}{side_letter(place.mandala)}"
