"""The characters that an output can show: all of them, only letters, or only ASCII. None ever steers a terminal.

The person's choice goes first, then the locale, then the encoding of the terminal or the file, then a font that has
few signs. Letters and ornaments are judged apart.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final

from mandala_client.text.console_font import Font
from mandala_client.text.escaping import written_out
from mandala_client.text.language import spells_in_ascii, write_in_ascii, writes_in_ascii
from mandala_client.text.width import columns_of

_CHARACTER_VARIABLES: Final = ("LC_ALL", "LC_CTYPE", "LANG")
"""The variables that name the characters of the locale, the most decisive first (POSIX)."""

_ANY_CHARACTER: Final = "\U0001f0cf"
"""A playing card from beyond the first plane: an encoding that has it has whatever a name is made of."""

_LETTERS: Final = "".join(letter for letter in map(chr, range(0xC0, 0x100)) if letter.isalpha())
"""The letters of Latin-1, those of German and Dutch among them; Windows has them in pipes, but no suits or arrows."""

ORNAMENTS: Final = "─│╭╮╰╯╌┆▀▄█░▌▐▛▜▁▎▏▕▮▸•·×–…→↔←↑↓♥▲☼♣♦♠⠁⣿"
"""The characters that are drawn beside letters; for all dots in a cell stand one and eight of them."""

_ASCII: Final = str.maketrans(
    {"–": "-", "—": "-", "…": "...", "’": "'", "„": '"', "“": '"', "”": '"', "×": "x", "·": ".", "→": ">"}
)


def writes_all(
    only_ascii: bool,
    encoding: str | None,
    environment: Mapping[str, str] = os.environ,
    font: Font | None = None,
) -> bool:
    """Return whether more than letters may be written: not if the person, locale, encoding or font forbids it.

    ``font`` has the characters that can be drawn; None is all of them.
    """
    has_all = _locale_has(_ANY_CHARACTER, environment) and encodes_all(encoding)
    return not only_ascii and has_all and _is_drawn(ORNAMENTS, font)


def write_for(only_ascii: bool, encoding: str | None, font: Font | None = None) -> None:
    """Write what an output of this encoding and font can show from now on; ``only_ascii`` is the person's choice."""
    # Letters with accents may be written perhaps without all other characters.
    has_letters = _locale_has(_LETTERS, os.environ) and _encodes(_LETTERS, encoding) and _is_drawn(_LETTERS, font)
    write_in_ascii(not writes_all(only_ascii, encoding, font=font), letters=has_letters and not only_ascii)


def encodes_all(encoding: str | None) -> bool:
    """Return whether this encoding has all characters; None is the usual one, UTF-8."""
    return _encodes(_ANY_CHARACTER, encoding)


def _encodes(characters: str, encoding: str | None) -> bool:
    try:
        characters.encode(encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _locale_has(characters: str, environment: Mapping[str, str]) -> bool:
    """Return whether the locale has these characters, or names none; "C" and "POSIX" have those of ASCII."""
    locale = next((environment[name] for name in _CHARACTER_VARIABLES if environment.get(name)), "")
    if locale in ("C", "POSIX"):
        return False
    _, named, encoding = locale.partition("@")[0].partition(".")
    return not named or _encodes(characters, encoding)


def _is_drawn(characters: str, font: Font | None) -> bool:
    return font is None or font.issuperset(characters)


def only_ascii(text: str) -> str:
    """Return a text in ASCII, as near as possible; a character without a likeness becomes "?", as wide as it was.

    Letters with accents stay where they can be written.
    """
    if text.isascii():
        return text
    kept = _LETTERS if writes_in_ascii() and not spells_in_ascii() else ""
    shown = text.translate(_ASCII)
    return "".join(sign if sign.isascii() or sign in kept else "?" * columns_of(sign) for sign in shown)


def as_written(line: str) -> str:
    """The line as lines are written now: in ASCII if no more can be shown, and without a character that steers."""
    line = written_out(line)
    return only_ascii(line) if writes_in_ascii() else line
