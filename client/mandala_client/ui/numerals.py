"""Numbers in large figures, of halves of cells: three columns wide and three rows high, five halves of them."""

from __future__ import annotations

from itertools import groupby
from typing import Final

from mandala_client.ui.rows import Fragment, Row, row
from mandala_client.ui.style import Look

ROWS: Final = 3
"""The rows of a number."""

_FIGURES: Final = {
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
}
"""The halves of each figure, from above."""


def large_number(number: int, look: Look, style: str) -> list[Row]:
    """A number that is not negative, in large figures."""
    halves = [" ".join(line) for line in zip(*(_FIGURES[figure] for figure in str(number)), strict=True)]
    halves.append(" " * len(halves[0]))
    signs = {("#", "#"): look.full, ("#", " "): look.upper, (" ", "#"): look.lower, (" ", " "): " "}
    return [
        _in_runs("".join(signs[pair] for pair in zip(upper, lower, strict=True)), style)
        for upper, lower in zip(halves[::2], halves[1::2], strict=True)
    ]


def _in_runs(text: str, style: str) -> Row:
    """The text, with a fragment for each run of one sign."""
    return row(*(Fragment("".join(run), style if sign != " " else "") for sign, run in groupby(text)))
