"""The words and letters for the six colours in the spoken language, for every game that has them.

The letters of the protocol are the English ones: in records, logs and JSON they stay. Here is the only translation
between the two. No letter means two colours, whatever two languages the players speak, and the English letters are
always understood.
"""

from __future__ import annotations

from functools import cache

from mandala_client.text.language import Language, _, pgettext, spoken
from mandala_protocol.games.colours import COLOURS, Colour


def colour_name(colour: int) -> str:
    """The word for a colour, alone in a sentence or after a number: "2 red"."""
    match Colour(colour):
        case Colour.RED:
            return pgettext("colour", "red")
        case Colour.ORANGE:
            return pgettext("colour", "orange")
        case Colour.YELLOW:
            return pgettext("colour", "yellow")
        case Colour.GREEN:
            return pgettext("colour", "green")
        case Colour.PURPLE:
            return pgettext("colour", "purple")
        case Colour.BLACK:
            return pgettext("colour", "black")


def letters_of_colours() -> str:
    """The letter of each colour, in a sentence on how moves are typed."""
    letters = ", ".join(f"{letter_of(colour)} {colour_name(colour)}" for colour in COLOURS)
    return _("The letters of the colours: {letters}.").format(letters=letters)


def letter_of(colour: int) -> str:
    """The letter for a colour, as it stands on a card and in a move for people."""
    return _letter_in(spoken(), colour)


@cache
def _letter_in(language: Language, colour: int) -> str:  # noqa: ARG001 - what is kept depends on it
    """The letter for a colour in this language, cached: it is asked for many times whenever a table is drawn."""
    match Colour(colour):
        case Colour.RED:
            return pgettext("letter of a colour", "r")
        case Colour.ORANGE:
            return pgettext("letter of a colour", "o")
        case Colour.YELLOW:
            return pgettext("letter of a colour", "y")
        case Colour.GREEN:
            return pgettext("letter of a colour", "g")
        case Colour.PURPLE:
            return pgettext("letter of a colour", "p")
        case Colour.BLACK:
            return pgettext("letter of a colour", "k")


def colour_of(letter: str) -> Colour | None:
    """The colour that someone means with a letter, in lower case; None if it means none."""
    return next((colour for colour in COLOURS if letter in (letter_of(colour), colour.letter)), None)


def no_colour(letter: str) -> str | None:
    """The sentence that this letter means no colour, and which do; None if it means one."""
    if colour_of(letter.lower()) is not None:
        return None
    letters = " ".join(map(letter_of, COLOURS))
    return _("“{letter}” is not a colour; the letters are {letters}.").format(letter=letter, letters=letters)


def with_own_letters(notation: str) -> str:
    """Notation with the letters of the spoken language in place of the English ones."""
    return notation.translate({ord(colour.letter): letter_of(colour) for colour in COLOURS})


def with_english_letters(notation: str) -> str:
    """Notation with the English letters in place of those of the spoken language."""
    return notation.translate({ord(letter_of(colour)): colour.letter for colour in COLOURS})
