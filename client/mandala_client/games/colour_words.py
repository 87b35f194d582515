"""The words and letters for the six colours in the spoken language, for every game that has them.

The letters of the protocol are the English ones: in records, logs and JSON they stay. Here is the only translation
between the two. No letter means two colours, whatever two languages the players speak, and the English letters are
always understood.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from mandala_client.text.language import InContext, Language, _, label, spoken
from mandala_protocol.games.colours import COLOURS, Colour

_NAMES: Final = {
    Colour.RED: InContext("colour", "red"),
    Colour.ORANGE: InContext("colour", "orange"),
    Colour.YELLOW: InContext("colour", "yellow"),
    Colour.GREEN: InContext("colour", "green"),
    Colour.PURPLE: InContext("colour", "purple"),
    Colour.BLACK: InContext("colour", "black"),
}
_LETTERS: Final = {
    Colour.RED: InContext("letter of a colour", "r"),
    Colour.ORANGE: InContext("letter of a colour", "o"),
    Colour.YELLOW: InContext("letter of a colour", "y"),
    Colour.GREEN: InContext("letter of a colour", "g"),
    Colour.PURPLE: InContext("letter of a colour", "p"),
    Colour.BLACK: InContext("letter of a colour", "k"),
}


def colour_name(colour: int) -> str:
    """The word for a colour, alone in a sentence or after a number: "2 red"."""
    return label(_NAMES[Colour(colour)])


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
    return label(_LETTERS[Colour(colour)])


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
