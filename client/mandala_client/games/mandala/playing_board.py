"""The board for a player: what can be chosen is lit up and can be clicked, and what a move would change is shown."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from attrs import evolve

from mandala_client.games.card_piles import AnyPlace, CardMark, CardPile, FreePlace, Outline
from mandala_client.games.colour_signs import Part, cards_of, sign_of, style_of
from mandala_client.games.colour_words import letter_of
from mandala_client.games.game_table import TableScene
from mandala_client.games.mandala import chooser
from mandala_client.games.mandala.board import MOUNTAIN, Board
from mandala_client.games.mandala.chooser import THEIRS, CardClick, Target
from mandala_client.games.mandala.notation import side_letter
from mandala_client.games.mandala.preview import Gain, begins_with, gain
from mandala_client.text.language import _, pgettext
from mandala_client.ui.clicks import Click
from mandala_client.ui.rows import BLANK, Fragment, Row, fit, row, text_row, whole, width_of
from mandala_client.ui.style import Look
from mandala_protocol.games.mandala import COLOURS, Build, Claim, Discard, Grow, MandalaMove
from mandala_protocol.games.mandala.colours import NO_CARDS
from mandala_protocol.games.mandala.outlook import after_play
from mandala_protocol.games.mandala.state import Claiming, Mandala
from mandala_protocol.seats import Seat

_COMPACT_PLACE: Final = 6
_COMPACT_CLAIM: Final = 7


class PlayingBoard(Board):
    """The parts of the table, for one scene."""

    def __init__(self, scene: TableScene[MandalaMove], look: Look) -> None:
        super().__init__(scene, look)
        self._moves, self._chosen, self._taught = scene.moves, scene.chosen, scene.taught
        self._places = () if self._chosen is None else chooser.targets(self._moves, self._chosen.colour)
        self._gains = {gain.colour: gain for gain in self._offered_gains()}
        self._claiming = bool(self._gains)
        """It is on us to choose a colour of a mountain."""
        self._foreseen = tuple(map(self._after_chosen, range(len(self.state.mandalas))))

    def _offered_gains(self) -> tuple[Gain, ...]:
        phase = self.state.phase
        if not isinstance(phase, Claiming):
            return ()
        shared, own = self.state.mandalas[phase.mandala], self.state.players[self.near]
        cup = self.hidden_in_cup(self.near) or NO_CARDS
        return tuple(gain(shared, self.near, own, colour, cup) for colour in chooser.colours(self._moves))

    # The places, with what the chosen cards could do.

    def foreseen(self, number: int) -> Mandala:
        """The mandala as it would be after the chosen move."""
        return self._foreseen[number]

    def _after_chosen(self, number: int) -> Mandala:
        move, lies = self._chosen, self.state.mandalas[number]
        if isinstance(move, Build | Grow) and move.mandala == number:
            return after_play(lies, self.near, move)
        return lies

    def place(self, number: int, area: int) -> Click | None:
        """An area is clicked wherever no cards are: what it is no place for is answered."""
        if self._claiming:
            return None
        return self._place_of(number, area) or Target(THEIRS, number)

    def _place_of(self, number: int, area: int) -> Target | None:
        if area == MOUNTAIN:
            return Target("A", number)
        return Target("B", number) if area == self.near else None

    def cell(self, number: int, area: int, colour: int) -> AnyPlace:
        """The cards of one colour in an area, and what the chosen ones could do there."""
        lies, move = super().cell(number, area, colour), self._chosen
        told_of = move or self._begins_with
        if not self._claiming and (told_of is None or told_of.colour != colour):
            return lies
        place = self._place_of(number, area)
        is_offered = area == MOUNTAIN and self.claimed_from(number) and colour in self._gains
        if is_offered and isinstance(lies, CardPile):
            offered = evolve(lies, click=CardClick(COLOURS[colour]))
            return self._framed(offered) if move is not None and move.colour == colour else offered
        if move is None:
            return self._lit_first(lies, colour, place)
        if move.colour != colour or place is None or place not in self._places:
            return lies
        if chooser.target_of(move) == place:
            count = lies.count if isinstance(lies, CardPile) else 0
            return self._changed(colour, count, chooser.count_of(move), place)
        letter = letter_of(colour)
        if isinstance(lies, CardPile):
            cards = cards_of(self.look, colour, lies.count)
            return evolve(lies, texts=(f"{cards}+", f"{letter}{lies.count}+"), click=place)
        return FreePlace(colour, Outline.LIT, (f"{sign_of(self.look, colour)}+", f"{letter}+"), place)

    def _framed(self, cards: CardPile) -> CardPile:
        """Chosen cards: they keep their colour."""
        text, brief = cards_of(self.look, cards.colour, cards.count), f"{letter_of(cards.colour)}{cards.count}"
        return evolve(cards, texts=(f"[{text}]", f"[{brief}]", f"{brief}]", brief))

    def _changed(self, colour: int, count: int, more: int, place: Target | None = None) -> CardPile:
        """The place with ``more`` cards added; it shows the count before and after, or only after."""
        letter, sign, after = letter_of(colour), sign_of(self.look, colour), count + more
        texts = f"{sign} +{more}", f"{sign}+{more}", f"{letter}+{more}"
        if count:
            becomes = self.look.becomes
            texts = f"{letter}{count}{becomes}{after}", f"{letter}{count}+{more}", f"{letter}{becomes}{after}"
        return CardPile(colour, texts, after, CardMark.NONE if count else CardMark.GHOST, place)

    # The own hand and the discard pile.

    def hand_place(self, colour: int, count: int) -> AnyPlace:
        """The cards of one colour in hand, to be clicked unless a mountain is shared out; they stand higher if chosen.

        Those with which the arrow keys begin have a mark.
        """
        held, move = super().hand_place(colour, count), self._chosen
        if not isinstance(held, CardPile) or self._claiming or self._opened is not None:
            return held
        held = evolve(held, click=CardClick(COLOURS[colour]))
        if move is None:
            first = self._begins_with
            is_first = first is not None and first.colour == colour
            return evolve(held, texts=(f"{self.look.here}{held.texts[0]}", *held.texts)) if is_first else held
        if isinstance(move, Claim) or move.colour != colour:
            return held
        return evolve(self._framed(held), mark=CardMark.CHOSEN)

    @cached_property
    def _begins_with(self) -> MandalaMove | None:
        """The move that the arrow keys begin with, where nothing is chosen."""
        if self._taught is not None:
            return self._taught
        return begins_with(self.state, self.near, self._moves) if self._moves else None

    def _lit_first(self, lies: AnyPlace, colour: int, place: Target | None) -> AnyPlace:
        """A place without cards, lit up with a mark if the arrow keys begin with a move to it."""
        first = self._begins_with
        is_other = first is None or colour != first.colour or chooser.target_of(first) != place
        if is_other or isinstance(lies, CardPile):
            return lies
        sign = sign_of(self.look, colour)
        return FreePlace(colour, Outline.LIT, (f"{self.look.here}{sign}", sign))

    def discarded(self, colour: int) -> AnyPlace:
        """The discarded cards of one colour, with those that are about to be."""
        move = self._chosen
        if not isinstance(move, Discard) or move.colour != colour:
            return super().discarded(colour)
        return self._changed(colour, self.state.discard[colour], move.count)

    def discard_text(self) -> Row:
        """The number of discarded cards, now and after the chosen move; lit up if the chosen cards may go there."""
        move, count, can_discard = self._chosen, sum(self.state.discard), Target("C") in self._places
        if move is None or not can_discard:
            return super().discard_text()
        text = _("discard pile {count}")
        if isinstance(move, Discard):
            return text_row(text.format(count=f"{count}{self.look.becomes}{count + move.count}"), "target")
        mark = f" {sign_of(self.look, move.colour)}+"
        return row(Fragment(text.format(count=count), "target"), Fragment(mark, style_of(Part.OUTLINE, move.colour)))

    def discard_place(self) -> Click | None:
        """The target of a click on the piles."""
        return None if self._claiming or self._chosen is None else Target("C")

    # The colours of a mountain that is shared out.

    def below_mountain(self, number: int, colour: int) -> tuple[Fragment, ...]:
        """The place where the cards of a colour would go, unless it is the next slot of the river, and the points."""
        one = self._gains.get(COLOURS[colour]) if self.claimed_from(number) else None
        if one is None:
            return ()
        on = CardClick(one.colour)
        return Fragment(f"+{one.points}", "target", on), Fragment(_where(one), "label", on)

    def river_slot(self, seat: Seat, slot: int) -> CardPile | None:
        """The card in a slot of a river, also of ours after the chosen claim."""
        move = self._chosen
        one = self._gains.get(move.colour) if isinstance(move, Claim) and seat is self.near else None
        if one is None or not one.is_new or one.slot != slot + 1:
            return super().river_slot(seat, slot)
        return CardPile(one.colour, (f"[{letter_of(one.colour)}]",), one.to_cup, CardMark.CHOSEN)

    # The row below the compact form.

    def offered_briefly(self) -> list[Row]:
        """The places for the chosen cards, in notation; or the colours to take, with their points."""
        if self._claiming:
            claims = (self._claim(gain, f"+{gain.points}", _COMPACT_CLAIM) for gain in self._gains.values())
            return [row(Fragment(_("take"), "label"), " ", *claims)]
        if self._chosen is None:
            return [BLANK]
        places = (self._bracketed(_in_notation(place), place, _COMPACT_PLACE) for place in chooser.PLACES)
        return [row(Fragment(_("to"), "label"), " ", *places)]

    def _bracketed(self, text: str, place: Target, width: int) -> Row:
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

    def _claim(self, one: Gain, text: str, width: int) -> Row:
        """A colour of the mountain to click, in brackets if it is chosen."""
        chosen, on = self._chosen is not None and self._chosen.colour is one.colour, CardClick(one.colour)
        sign = sign_of(self.look, one.colour)
        left, right = ("[", "]") if chosen else (" ", " ")
        card = Fragment(sign, style_of(Part.CARD, one.colour), on)
        return whole(fit(row(Fragment(left, "prompt", on), card, Fragment(f"{text}{right}", "target", on)), width))


def _where(one: Gain) -> str:
    """The place of the cards, in at most five columns; nothing if they begin a slot, which the river shows."""
    if one.slot is None:
        return pgettext("where the cards of a colour go, at most 5 letters", "out")
    return "" if one.is_new else pgettext("where the cards of a colour go, at most 5 letters", "cup")


def _in_notation(place: Target) -> str:
    return place.action if place.mandala is None else f"{place.action}{side_letter(place.mandala)}"
