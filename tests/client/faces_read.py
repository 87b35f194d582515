"""The texts on the faces of cards whose letter and number are in different rows."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from mandala_client.games.colour_signs import Part, style_of
from mandala_client.ui.rows import Fragment, Row, Screen, width_of
from mandala_protocol.games.colours import Colour

MOST_ROWS = 5
"""Of the largest face."""

_AROUND = " []×x•~+▸>▎▕|"
"""The signs beside a letter or a number on a face: marks, and its sides."""


def in_corners(shown: Screen) -> list[str]:
    """The sign and the number of each such card, such as "o3"."""
    return [
        f"{part.text.strip(_AROUND)}{number}"
        for line, row in enumerate(shown.rows)
        for column, part, colour in _coloured(row, Part.CARD)
        if (number := _number_below(shown.rows[line + 1 : line + MOST_ROWS], column, colour))
    ]


def _number_below(rows: tuple[Row, ...], column: int, colour: Colour) -> str:
    """The number in the last row of the face that begins above these rows."""
    number = ""
    for row in rows:
        # Beside a seam or a mark a text begins a column later.
        below = [part.text for at, part, of in _coloured(row, Part.BODY) if of is colour and abs(at - column) <= 1]
        if not below:
            break
        number = "".join(below).strip(_AROUND)
    return number if any(sign.isdigit() for sign in number) else ""


def _coloured(row: Row, drawn: Part) -> Iterator[tuple[int, Fragment, Colour]]:
    """Yield the first column, the part and the colour of each part of a row with the class of a colour."""
    column = 0
    for part in row:
        for colour in _colours_of(part.style, drawn):
            yield column, part, colour
        column += width_of(part.text)


@cache
def _colours_of(style: str, drawn: Part) -> list[Colour]:
    """The colours whose class a style has."""
    return [colour for colour in Colour if style_of(drawn, colour) in style.split(",")]
