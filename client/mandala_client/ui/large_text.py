"""Numbers and authentication words in large signs, of halves of cells: three rows high, five halves of them."""

from __future__ import annotations

from itertools import groupby
from typing import Final

from mandala_client.ui.rows import Fragment, Row, row
from mandala_client.ui.style import Look

ROWS: Final = 3
"""The rows of a large text."""

_SIGNS: Final = {
    " ": (" ",) * 5,
    "0": ("###", "# #", "# #", "# #", "###"),
    "1": (" # ", "## ", " # ", " # ", "###"),
    "2": ("###", "  #", "###", "#  ", "###"),
    "3": ("###", "  #", " ##", "  #", "###"),
    "4": ("# #", "# #", "###", "  #", "  #"),
    "5": ("###", "#  ", "###", "  #", "###"),
    "6": ("###", "#  ", "###", "# #", "###"),
    "7": ("###", "  #", "  #", " # ", " # "),
    "8": ("###", "# #", "###", "# #", "###"),
    "9": ("###", "# #", "###", "  #", "###"),
    "a": ("###", "# #", "###", "# #", "# #"),
    "b": ("#  ", "#  ", "###", "# #", "###"),
    "d": ("  #", "  #", "###", "# #", "###"),
    "e": ("###", "#  ", "## ", "#  ", "###"),
    "f": ("###", "#  ", "## ", "#  ", "#  "),
    "g": ("###", "#  ", "# #", "# #", "###"),
    "h": ("# #", "# #", "###", "# #", "# #"),
    "i": ("###", " # ", " # ", " # ", "###"),
    "k": ("# #", "# #", "## ", "# #", "# #"),
    "l": ("#  ", "#  ", "#  ", "#  ", "###"),
    "m": ("#   #", "## ##", "# # #", "#   #", "#   #"),
    "n": ("#  #", "## #", "# ##", "#  #", "#  #"),
    "o": ("###", "# #", "# #", "# #", "###"),
    "p": ("###", "# #", "###", "#  ", "#  "),
    "r": ("###", "# #", "## ", "# #", "# #"),
    "s": ("###", "#  ", "###", "  #", "###"),
    "t": ("###", " # ", " # ", " # ", " # "),
    "v": ("# #", "# #", "# #", "# #", " # "),
    "w": ("#   #", "#   #", "# # #", "## ##", "#   #"),
    "z": ("###", "  #", " # ", "#  ", "###"),
}
"""The halves of each sign, from above: the figures, and the letters of the authentication words."""


def large_number(number: int, look: Look, style: str) -> list[Row]:
    """A number that is not negative, in large figures."""
    return large_words(str(number), look, style)


def large_words(text: str, look: Look, style: str) -> list[Row]:
    """Authentication words, or figures, in large signs."""
    halves = [" ".join(line) for line in zip(*(_SIGNS[sign] for sign in text), strict=True)]
    halves.append(" " * len(halves[0]))
    signs = {("#", "#"): look.full, ("#", " "): look.upper, (" ", "#"): look.lower, (" ", " "): " "}
    return [
        _in_runs("".join(signs[pair] for pair in zip(upper, lower, strict=True)), style)
        for upper, lower in zip(halves[::2], halves[1::2], strict=True)
    ]


def _in_runs(text: str, style: str) -> Row:
    """The text, with a fragment for each run of one sign."""
    return row(*(Fragment("".join(run), style if sign != " " else "") for sign, run in groupby(text)))
