"""Rows of a screen as a picture in SVG, with the colours of a theme; lines and blocks as terminals draw them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Final

from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Attrs, Style

from mandala_client.settings.settings import Theme
from mandala_client.ui.rows import Row, width_of
from mandala_client.ui.style_sheet import GameStyles, screen_style
from mandala_client.ui.themes import GROUND

CELL_WIDTH: Final = 9
"""The columns of a picture are so wide, in its own units."""

_CELL_HEIGHT: Final = 19
_UNDERLINE: Final = _CELL_HEIGHT - 2
"""The distance from the top of a cell to a line below its text."""

_BASELINE: Final = 14
_FONT: Final = "JetBrains Mono, DejaVu Sans Mono, Menlo, Consolas, monospace"
_LINE_WIDTH: Final = 1.4
_DASH: Final = "3 2"
_PAPER: Final = "16161e"
_INK: Final = "d9def2"

_HALVES: Final = {
    "█": (0, 0, 1, 1),
    "▄": (0, 0.5, 1, 0.5),
    "▀": (0, 0, 1, 0.5),
    "▌": (0, 0, 0.5, 1),
    "▐": (0.5, 0, 0.5, 1),
    "▁": (0, 0.875, 1, 0.125),
    "▎": (0, 0, 0.25, 1),
    "▏": (0, 0, 0.125, 1),
    "▕": (0.875, 0, 0.125, 1),
}
"""The part of a cell that each sign fills: its left and upper edge, its width and its height."""

_LINES: Final = {
    "─": "M{left} {down}H{right}",
    "│": "M{across} {top}V{bottom}",
    "╌": "M{left} {down}H{right}",
    "┆": "M{across} {top}V{bottom}",
    "╭": "M{across} {bottom}Q{across} {down} {right} {down}",
    "╮": "M{left} {down}Q{across} {down} {across} {bottom}",
    "╰": "M{across} {top}Q{across} {down} {right} {down}",
    "╯": "M{left} {down}Q{across} {down} {across} {top}",
}
"""The path of each sign that is a line, from edge to edge of its cell."""

_CORNERS: Final = {
    "▛": "M{left} {top}H{right}V{down}H{across}V{bottom}H{left}Z",
    "▜": "M{left} {top}H{right}V{bottom}H{across}V{down}H{left}Z",
}
"""The path of each sign that is three quarters of its cell."""

_DASHED: Final = "╌┆"
_RUNS: Final = re.compile("[╌┆]+|[─│╭╮╰╯]+|[⠀-⣿]+|[^╌┆─│╭╮╰╯⠀-⣿]+")
"""The runs of one kind in a text: dashed lines, lines, dots, anything else."""

_FIRST_OF_BRAILLE: Final = 0x2800
_DOT: Final = 1.9
"""The width and height of a dot."""


def svg_of(rows: Sequence[Row], columns: int, theme: Theme, game_styles: GameStyles) -> str:
    """The rows as a picture that is so many columns wide."""
    parts = (part for drawn in drawn_rows(rows, theme, game_styles) for part in drawn)
    return svg_picture(columns, len(rows), parts)


def drawn_rows(rows: Sequence[Row], theme: Theme, game_styles: GameStyles) -> list[tuple[str, ...]]:
    """Each row as parts of a picture."""
    style = screen_style(theme, ColorDepth.DEPTH_24_BIT, game_styles)
    return [tuple(_row(row, number, style)) for number, row in enumerate(rows)]


def plain_line(text: str, line: int) -> str:
    """A line of text without colours, as a part of a picture; lines are counted from 0."""
    return f'<text x="{CELL_WIDTH}" y="{line * _CELL_HEIGHT + _BASELINE}" fill="#{_INK}">{escape(text)}</text>'


def svg_picture(columns: int, lines: int, parts: Iterable[str]) -> str:
    """The whole picture of these parts, in so many cells."""
    width, height = columns * CELL_WIDTH, lines * _CELL_HEIGHT
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    written = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}>',
        f'<rect width="{width}" height="{height}" fill="#{_PAPER}"/>',
        f'<g font-family="{_FONT}" font-size="15" xml:space="preserve">',
        # Browsers have a rule of their own for the spaces of text, which nothing said of the group replaces.
        "<style>rect { shape-rendering: crispEdges } text { white-space: pre }</style>",
        *parts,
        "</g>",
        "</svg>",
        "",
    ]
    return "\n".join(written)


def _row(row: Row, number: int, style: Style) -> list[str]:
    parts: list[str] = []
    column = 0
    for fragment in row:
        classes = " ".join(f"class:{name}" for name in (GROUND, *fragment.style.split(",")) if name)
        attrs = style.get_attrs_for_style_str(classes)
        (text, background, attributes), underlined = _colours(attrs), attrs.underline
        columns = width_of(fragment.text)
        x, y, width = column * CELL_WIDTH, number * _CELL_HEIGHT, columns * CELL_WIDTH
        column += columns
        if background != _PAPER:
            parts.append(f'<rect x="{x}" y="{y}" width="{width}" height="{_CELL_HEIGHT}" fill="#{background}"/>')
        if (corner := _CORNERS.get(fragment.text[:1])) is not None:
            parts.append(f'<path d="{corner.format(**_cell(x, y))}" fill="#{text}" shape-rendering="crispEdges"/>')
            continue
        half = _HALVES.get(fragment.text[:1])
        if half is not None:
            right, down, wide, high = half
            top = f'y="{y + down * _CELL_HEIGHT:g}"'
            # Halves as wide as their cells touch each other, the others do not.
            each = width if wide == 1 else CELL_WIDTH
            area = f'width="{each * wide:g}" height="{_CELL_HEIGHT * high:g}"'
            starts = (start + right * CELL_WIDTH for start in range(x, x + width, each))
            parts += [f'<rect x="{start:g}" {top} {area} fill="#{text}"/>' for start in starts]
        else:
            parts += _signs(fragment.text, x, y, text, attributes)
        if underlined:
            parts.append(f'<rect x="{x}" y="{y + _UNDERLINE}" width="{width}" height="1" fill="#{text}"/>')
    return parts


def _signs(text: str, x: int, y: int, colour: str, attributes: str) -> Iterator[str]:
    """Text from this place on, and lines from edge to edge of their cells, as terminals draw them."""
    for run in _RUNS.findall(text):
        width = width_of(run) * CELL_WIDTH
        if run[0] in _LINES:
            path = "".join(_LINES[sign].format(**_cell(x + CELL_WIDTH * at, y)) for at, sign in enumerate(run))
            dashes = f' stroke-dasharray="{_DASH}"' if run[0] in _DASHED else ""
            yield f'<path d="{path}" fill="none" stroke="#{colour}" stroke-width="{_LINE_WIDTH}"{dashes}/>'
        elif ord(run[0]) & ~0xFF == _FIRST_OF_BRAILLE:
            dots = "".join(_dots(sign, x + CELL_WIDTH * at, y) for at, sign in enumerate(run))
            yield f'<path d="{dots}" fill="#{colour}"/>'
        elif run.strip():
            yield (
                f'<text x="{x}" y="{y + _BASELINE}" textLength="{width}" fill="#{colour}"{attributes}>'
                f"{escape(run)}</text>"
            )
        x += width


def _dots(sign: str, x: int, y: int) -> str:
    """The path of the dots of a sign of braille: the first six column by column, then the lowest two."""
    bits = ord(sign) - _FIRST_OF_BRAILLE
    places = [(across, down) for across in (0, 1) for down in (0, 1, 2)] + [(0, 3), (1, 3)]
    return "".join(
        f"M{x + (across + 0.5) * CELL_WIDTH / 2 - _DOT / 2:g} {y + (down + 0.5) * _CELL_HEIGHT / 4 - _DOT / 2:g}"
        f"h{_DOT}v{_DOT}h-{_DOT}z"
        for number, (across, down) in enumerate(places)
        if bits >> number & 1
    )


def _cell(x: int, y: int) -> dict[str, float]:
    """The edges and the middle of the cell whose upper left corner is here."""
    middle = {"across": x + CELL_WIDTH / 2, "down": y + _CELL_HEIGHT / 2}
    return {"left": x, "right": x + CELL_WIDTH, "top": y, "bottom": y + _CELL_HEIGHT, **middle}


def _colours(attrs: Attrs) -> tuple[str, str, str]:
    """The colours of text and background, and what else a text has."""
    text, background = attrs.color or _INK, attrs.bgcolor or _PAPER
    if attrs.reverse:
        text, background = background, text
    attributes = ' font-weight="bold"' if attrs.bold else ""
    attributes += ' font-style="italic"' if attrs.italic else ""
    return text, background, attributes
