"""Cards and mandalas within sentences, and as the values of events: in words, and as their signs."""

from __future__ import annotations

from attrs import frozen

from mandala_client.games.colour_signs import Part, sign_of, style_of
from mandala_client.games.colour_words import colour_name
from mandala_client.games.mandala.notation import side
from mandala_client.games.table_events import SPACE, drawing_look
from mandala_client.text.language import pgettext
from mandala_client.text.numbers import cards, list_of
from mandala_client.ui.rows import Fragment, Row, row
from mandala_protocol.games.game import Counts, Face
from mandala_protocol.games.mandala import COLOURS, Colour


def of_colour(count: int, colour: Face) -> str:
    """Return text such as "2 red"."""
    return pgettext("cards of a colour", "{count} {colour}").format(count=count, colour=colour_name(colour))


def by_colour(counts: Counts) -> str:
    """Return text such as "2 red and 1 black"."""
    return list_of([of_colour(counts[colour], colour) for colour in COLOURS if counts[colour]])


@frozen
class WhichMandala:
    """One of the two mandalas: "left" or "right"."""

    number: int

    def said(self) -> str:
        return side(self.number)

    def drawn(self) -> str:
        return side(self.number)


@frozen
class CardCount:
    """A number of cards: "3 cards"; beside the table the cards themselves, if their ``colour`` is known."""

    count: int
    colour: Colour | None = None

    def said(self) -> str:
        return cards(self.count)

    def drawn(self) -> str | Row:
        return str(self.count) if self.colour is None else _signs({self.colour: self.count})


@frozen
class CardsOfColour:
    """Some cards of one colour: "2 red"."""

    count: int
    colour: Colour

    def said(self) -> str:
        return of_colour(self.count, self.colour)

    def drawn(self) -> Row:
        return _signs({self.colour: self.count})


@frozen
class Pile:
    """Cards of several colours: "red and green" if there is one of each, "2 red and 1 green" otherwise.

    ``counted``: with their numbers in any case.
    """

    counts: Counts
    counted: bool = False

    def said(self) -> str:
        colours = [colour for colour in COLOURS if self.counts[colour]]
        if self.counted or any(self.counts[colour] > 1 for colour in colours):
            return by_colour(self.counts)
        return list_of(list(map(colour_name, colours)))

    def drawn(self) -> Row:
        return _signs({colour: self.counts[colour] for colour in COLOURS if self.counts[colour]})


def number_on(count: int) -> str:
    """The number that stands on cards of one colour: none on a single card."""
    return str(count) if count > 1 else ""


def _signs(counts: dict[Colour, int]) -> Row:
    """The signs of these cards, a space before each."""
    look = drawing_look()
    return row(
        *(
            row(SPACE, Fragment(f"{sign_of(look, colour)}{number_on(count)}", style_of(Part.CARD, colour)))
            for colour, count in counts.items()
        )
    )
