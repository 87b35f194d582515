"""Moves, mandalas and cards as people name them: left and right, ``ALo`` and ``BRr2``, "2 red", in their language.

The protocol counts the mandalas 0 and 1 and writes ``A0o`` and ``B1r2``; so do records, logs and JSON.
Here is the only translation between the two. Both are understood when they are typed.
"""

from __future__ import annotations

import re
from typing import Final

from attrs import frozen

from mandala_client.games.colour_signs import Part, sign_of, style_of
from mandala_client.games.colour_words import colour_name, no_colour, with_english_letters, with_own_letters
from mandala_client.games.table_events import SPACE, drawing_look
from mandala_client.text.language import InContext, _, label, pgettext
from mandala_client.text.numbers import cards, list_of
from mandala_client.ui.rows import Fragment, Row, row
from mandala_protocol.games.game import Counts, Face
from mandala_protocol.games.mandala import COLOURS, MANDALA, Colour, MandalaMove
from mandala_protocol.games.mandala.colours import LETTERS
from mandala_protocol.games.mandala.moves import HAND_LIMIT

SIDE_LETTERS: Final = "LR"
"""The letters for mandala 0 and mandala 1, in every language."""

_WRITTEN: Final = re.compile(f"([AB][01]|C|K)([{LETTERS}][1-8]?)", re.ASCII)
_TYPED: Final = re.compile(f"[AB][01LR][{LETTERS}][1-8]|A[01LR][{LETTERS}]|C[{LETTERS}][1-8]|K[{LETTERS}]", re.ASCII)
"""The form of a typed line that is taken for a move; ``ALo1`` is understood as ``ALo``."""

_LIKE_A_MOVE: Final = re.compile(r"([AB][01LR]|[CK])(?P<colour>[^\W\d_])[0-9]*", re.IGNORECASE)
"""The form of a typed line that is meant for a move, whatever its letter and its number."""

_MOST_TYPED: Final = 64


def written(move: MandalaMove) -> str:
    """A move in the notation for people, such as ``ALo``."""
    return for_people(MANDALA.format_move(move))


def for_people(notation: str) -> str:
    """Canonical notation with L and R in place of 0 and 1, and letters of the language; any other text as it is."""
    found = _WRITTEN.fullmatch(notation)
    if found is None:
        return notation
    action, place = found[1][0], found[1][1:]
    return f"{action}{side_letter(int(place)) if place else ''}{with_own_letters(found[2])}"


def as_notation(line: str) -> str | None:
    """The move that someone typed, in canonical notation; None if it looks like none.

    Upper and lower case, spaces and a needless "1" after a build are forgiven.
    """
    typed = "".join(line[:_MOST_TYPED].split())
    if len(typed) < 2:
        return None
    action, place, rest = typed[0].upper(), typed[1], with_english_letters(typed[2:].lower())
    place = place.upper() if action in "AB" else with_english_letters(place.lower())
    if not _TYPED.fullmatch(action + place + rest):
        return None
    if place in SIDE_LETTERS:
        place = str(SIDE_LETTERS.index(place))
    if action == "A" and len(rest) > 1:
        return f"A{place}{rest[0]}" if rest[1] == "1" else None
    return action + place + rest


def slip_in(line: str) -> str | None:
    """The mistake in a line that is written like a move, in a sentence; None if it is not written like one."""
    typed = "".join(line[:_MOST_TYPED].split())
    found = _LIKE_A_MOVE.fullmatch(typed)
    if found is None:
        return None
    wrong = no_colour(found["colour"])
    if wrong is not None:
        return wrong
    match typed[0].upper():
        case "A":
            text = _("A mountain takes one card at a time: type {move}.")
        case "K":
            text = _("You take all cards of a colour at once: type {move}.")
        case _:
            text = _("Type a number of cards from 1 to {most}; no hand has more.")
    return text.format(move=typed[: found.end("colour")], most=HAND_LIMIT)


def side_letter(mandala: int) -> str:
    """The letter to type for a mandala."""
    return SIDE_LETTERS[mandala]


SIDES: Final = (InContext("which mandala", "left"), InContext("which mandala", "right"))
"""The words for mandala 0 and mandala 1 within a sentence."""


def side(mandala: int) -> str:
    """The word for a mandala within a sentence: "left" or "right"."""
    return label(SIDES[mandala])


def side_title(mandala: int) -> str:
    """The side of a mandala in one word, for a heading."""
    return pgettext("heading of a mandala", "Left") if mandala == 0 else pgettext("heading of a mandala", "Right")


# Cards, within sentences and as the values of events: in words, and as their signs.


def of_colour(count: int, colour: Face) -> str:
    """Return text such as "2 red"."""
    return pgettext("cards of a colour", "{count} {colour}").format(count=count, colour=colour_name(colour))


def by_colour(counts: Counts) -> str:
    """Return text such as "2 red and 1 black"."""
    return list_of([of_colour(counts[colour], colour) for colour in COLOURS if counts[colour]])


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


def cards_of_colour(count: int, colour: Colour) -> Pile:
    """Some cards of one colour: "2 red"."""
    return Pile(tuple(count if one is colour else 0 for one in COLOURS), counted=True)


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
