"""One page with every card and every part of the screen, in each theme and with each number of colours.

A file for each theme shows the page, and for each number of colours how every piece of it is drawn: text on background,
and what it has besides. After a change that is meant, write them anew and read what changed:
``MANDALA_WRITE_GOLDEN=1 .venv/bin/pytest tests/client/test_style_golden.py``
"""

from __future__ import annotations

import os
from pathlib import Path

import pyte
import pytest

from mandala_client.games.colour_signs import Part, cards_of, style_of
from mandala_client.settings.settings import Theme
from mandala_client.ui.rows import Fragment, Row, Screen, in_ascii, row, text_row
from mandala_client.ui.style import ASCII_LOOK, FULL_LOOK, Depth, Look
from mandala_client.ui.themes import style_of_parts
from mandala_protocol.games.mandala import COLOURS
from tests.client.painting import painted

GOLDEN = Path(__file__).parent / "golden"
COLUMNS = 40
PARTS = tuple(style_of_parts(Theme.DEFAULT, Depth.TRUE))
DEPTHS = {
    Depth.TRUE: "true colour",
    Depth.MANY: "256 colours",
    Depth.SIXTEEN: "16 colours",
    Depth.MONOCHROME: "no colours",
}
CARD_STATES = ("", "fresh", "chosen")
"""What a card can be besides its colour."""
CARD_PARTS = ("body", "edge", "outline")
"""What belongs to a card besides its letter."""
ABOVE = len(CARD_STATES) + len(CARD_PARTS)
"""The rows with cards."""


def page(look: Look) -> Screen:
    """A row of cards for each state, then a row for each part of the screen."""
    rows: list[Row] = []
    for state in CARD_STATES:
        cards = [
            row(Fragment(cards_of(look, colour, 3), ",".join(filter(None, (style_of(Part.CARD, colour), state)))), " ")
            for colour in COLOURS
        ]
        rows.append(row(*cards, state))
    for part in CARD_PARTS:
        shown = [row(Fragment("###", f"{part}.{colour.word}"), " ") for colour in COLOURS]
        rows.append(row(*shown, part))
    rows.extend(text_row(part, part.replace(" ", ",")) for part in PARTS)
    return Screen(in_ascii(rows, look))


def seen(emulated: pyte.Screen, line: int, column: int) -> str:
    """The drawing of one character: "text on background", and what else it is."""
    cell = emulated.buffer[line][column]
    marks = {"bold": cell.bold, "italic": cell.italics, "underlined": cell.underscore, "reversed": cell.reverse}
    return " ".join([f"{cell.fg} on {cell.bg}", *(mark for mark, is_so in marks.items() if is_so)])


def told(emulated: pyte.Screen) -> list[str]:
    """The drawing of every piece of the page."""
    lines, shown = [], emulated.display
    for number, state in enumerate((*CARD_STATES, *CARD_PARTS)):
        column = 0
        for colour in COLOURS:
            card = f"{colour.word} {state}".rstrip()
            lines.append(f"  {card:<15} {seen(emulated, number, column)}")
            column = shown[number].index(" ", column) + 1
    for number, part in enumerate(PARTS, start=ABOVE):
        lines.append(f"  {part:<15} {seen(emulated, number, 0)}")
    return lines


def whole(theme: Theme, look: Look) -> str:
    """The contents of the file of a theme."""
    lines: list[str] = []
    for depth, name in DEPTHS.items():
        emulated = painted(lambda _columns, _lines: page(look), COLUMNS, ABOVE + len(PARTS), depth, theme)
        if not lines:
            lines = [line.rstrip() for line in emulated.display]
        assert [line.rstrip() for line in emulated.display] == lines[: len(emulated.display)]
        lines += ["", name, *told(emulated)]
    return "\n".join([*lines, ""])


@pytest.mark.parametrize("theme", Theme)
def test_every_card_and_every_part_in_a_theme_in_ascii_alike_but_for_the_symbols(theme: Theme) -> None:
    file = GOLDEN / f"style_{theme.value}.txt"
    text = whole(theme, FULL_LOOK)
    if os.environ.get("MANDALA_WRITE_GOLDEN") == "1":
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")
    plain, rows = whole(theme, ASCII_LOOK), ABOVE + len(PARTS)
    assert plain.isascii()
    assert plain.splitlines()[rows:] == text.splitlines()[rows:]


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("depth", DEPTHS)
def test_what_is_chosen_or_fresh_is_seen_without_colours_too(theme: Theme, depth: Depth) -> None:
    emulated = painted(lambda _columns, _lines: page(FULL_LOOK), COLUMNS, 3, depth, theme)
    plain, fresh, chosen = (emulated.buffer[line][0] for line in range(3))
    assert (plain.underscore, plain.reverse) == (False, False)
    assert fresh.underscore or fresh.bold
    assert chosen.reverse


@pytest.mark.parametrize("theme", [theme for theme in Theme if theme is not Theme.MONOCHROME])
def test_black_text_of_sixteen_colours_is_never_bold_as_that_is_grey_for_many_terminals(theme: Theme) -> None:
    emulated = painted(lambda _columns, _lines: page(FULL_LOOK), COLUMNS, 3, Depth.SIXTEEN, theme)
    cells = [emulated.buffer[line][column] for line in range(3) for column in range(COLUMNS)]
    assert any(cell.fg == "black" for cell in cells)
    assert not any(cell.fg == "black" and cell.bold for cell in cells)
