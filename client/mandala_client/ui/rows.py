"""Rows of styled text: what a presenter makes and the view puts on the screen."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from attrs import evolve, frozen

from mandala_client.text.characters import only_ascii
from mandala_client.text.width import columns_of
from mandala_client.ui.clicks import Click
from mandala_client.ui.style import Look
from mandala_client.ui.themes import CALLING_PANEL, PANEL, PANEL_TITLE, foot_class


class Fragment(NamedTuple):
    """Some text of one style class ("" for none); ``click`` is what the mouse chooses there.

    A plain tuple, as hundreds are made, hashed and compared each time that the screen is drawn.
    """

    text: str
    style: str = ""
    click: Click | None = None


Row: TypeAlias = tuple[Fragment, ...]

BLANK: Final[Row] = ()

kept_drawn: Final = lru_cache(maxsize=256)
"""The decorator of what is kept as it was drawn last: a redraw changes little of it."""

CardSign: TypeAlias = Callable[[str, Look], Fragment]
"""The sign of the cards with a letter, as a look draws it."""


@frozen
class Pane:
    """A part of a screen: from this row and column on, ``columns`` × ``lines`` cells."""

    top: int
    left: int
    columns: int
    lines: int


@frozen
class Screen:
    """A full screen; ``cursor`` says before which character of which row the text cursor stands, if it is shown.

    ``most_scrolled``: how many rows the log can be scrolled up, until its first line is the first of a full pane.
    ``chapters``: how far to scroll for each chapter of what is read.
    ``spare``: where something may pass for a moment without hiding what it is about; None if nowhere.
    """

    rows: tuple[Row, ...]
    cursor: tuple[int, int] | None = None
    most_scrolled: int = 0
    chapters: tuple[int, ...] = ()
    spare: Pane | None = None


def row(*parts: str | Fragment | Row) -> Row:
    """A row of plain strings, fragments and other rows."""
    fragments: list[Fragment] = []
    for part in parts:
        match part:
            case str():
                fragments.append(Fragment(part))
            case Fragment():
                fragments.append(part)
            case _:
                fragments += part
    return tuple(fragments)


def text_row(text: str, style: str = "") -> Row:
    """A row with one text."""
    return (Fragment(text, style),)


def is_empty(part: Fragment) -> bool:
    """Return whether nothing is seen of a part of a row: it is spaces without a style."""
    return part.text.isspace() and not part.style


def width_of(of: str | Row) -> int:
    """The columns that the row takes in a terminal; some characters take two, some none."""
    if isinstance(of, str):
        return columns_of(of)
    return sum([columns_of(fragment.text) for fragment in of])


def cut(text: str, width: int) -> str:
    """The beginning of the text, as much as fits in ``width`` columns."""
    if columns_of(text) <= width:
        return text
    kept, used = "", 0
    for character in text:
        used += columns_of(character)
        if used > width:
            return kept
        kept += character
    return kept


def shortened(text: str, width: int, ellipsis: str) -> str:
    """The text, or as much of its beginning as fits with an ellipsis behind it."""
    if width_of(text) <= width:
        return text
    return cut(text, width - width_of(ellipsis)).rstrip() + ellipsis


def side_by_side(first: str, second: str, width: int, ellipsis: str) -> tuple[str, str]:
    """Both texts, shortened to ``width`` columns together; a short one leaves its room to the other."""
    half = width // 2
    left = max(half, width - width_of(second))
    return shortened(first, left, ellipsis), shortened(second, max(width - half, width - width_of(first)), ellipsis)


def cut_left(text: str, width: int) -> str:
    """The end of the text, as much as fits in ``width`` columns."""
    start, used = len(text), 0
    while start:
        used += columns_of(text[start - 1])
        if used > width:
            break
        start -= 1
    return text[start:]


def padded(text: str, width: int) -> str:
    """The text in exactly ``width`` columns."""
    shown = cut(text, width)
    return shown + " " * (width - width_of(shown))


def fit(of: Row, width: int, style: str = "") -> Row:
    """The row in exactly ``width`` columns, filled up in this style."""
    fragments: list[Fragment] = []
    left = width
    for fragment in of:
        columns = columns_of(fragment.text)
        if columns > left:
            shown = cut(fragment.text, left)
            fragments.append(fragment._replace(text=shown))
            left -= width_of(shown)
            break
        left -= columns
        fragments.append(fragment)
    if left:
        fragments.append(Fragment(" " * left, style))
    return tuple(fragments)


def leading(of: Row, on: Click | None) -> Row:
    """The row, to be clicked as this wherever nothing else can be clicked; the row as it is without a click."""
    if on is None:
        return of
    return tuple(part if part.click is not None else Fragment(part.text, part.style, on) for part in of)


def without_first(of: Row) -> Row:
    """The row without its first column."""
    first, *others = of
    rest = first.text[1:]
    return row(first._replace(text=rest), *others) if rest else tuple(others)


def without_last(of: Row) -> Row:
    """The row without its last column."""
    *others, last = of
    rest = last.text[:-1]
    return row(*others, last._replace(text=rest)) if rest else tuple(others)


@kept_drawn
def on_surface(of: Row, surface: str) -> Row:
    """The row on a surface of this style class, which is seen wherever nothing else is."""
    return tuple(
        Fragment(fragment.text, f"{surface},{fragment.style}" if fragment.style else surface, fragment.click)
        for fragment in of
    )


def as_label(of: Row) -> Row:
    """The row with its plain text as quiet as a label."""
    return tuple(part if part.style else part._replace(style="label") for part in of)


def whole(of: Row) -> Row:
    """The row, all of it to be clicked as what in it can be clicked first; nothing, if nothing can."""
    on = next((fragment.click for fragment in of if fragment.click is not None), None)
    return of if on is None else tuple(fragment._replace(click=on) for fragment in of)


def ends(left: Row, right: Row, width: int, style: str = "") -> Row:
    """One row at the left edge, another at the right edge."""
    room = max(width - width_of(right), 0)
    return fit((*fit(left, room, style), *right), width, style)


def rule_row(look: Look, title: str, width: int) -> Row:
    """A line across with a title in it."""
    shown = f" {shortened(title, max(width - 4, 0), look.ellipsis)} "
    rest = look.rule * max(width - 2 - width_of(shown), 0)
    return row(Fragment(look.rule * 2, "rule"), Fragment(shown, "label"), Fragment(rest, "rule"))


def panel(look: Look, title: str, rows: Iterable[Row], width: int, style: str = "rule") -> list[Row]:
    """The rows in a box of this style, ``width`` columns wide, with a title in its upper edge.

    It is two rows higher than they are. An empty title leaves the edge whole. Where areas can be told apart by their
    shades it is an area without lines.
    """
    head = f" {shortened(title, max(width - 5, 0), look.ellipsis)} " if title else ""
    return headed_panel(look, text_row(head, PANEL_TITLE), rows, width, style)


def headed_panel(
    look: Look, head: Row, rows: Iterable[Row], width: int, style: str = "rule", *, tail: Row = BLANK
) -> list[Row]:
    """The rows in a box with a row at the left of its upper edge, and another one at the right."""
    if look.has_shades:
        return _area(look, head, rows, width, style, tail)
    side, inside = Fragment(look.solid_frame.upright, style), width - 2
    upper_left, upper_right, lower_left, lower_right = look.solid_frame.corners
    return [
        _edge(look, upper_left, head, tail, upper_right, width, style),
        *(row(side, fit(line, inside), side) for line in rows),
        _edge(look, lower_left, BLANK, BLANK, lower_right, width, style),
    ]


def _area(look: Look, head: Row, rows: Iterable[Row], width: int, style: str, tail: Row) -> list[Row]:
    """The rows below their head in an area of one shade, of which half a row lies below them."""
    inside = width - 2
    shown = [row(" ", fit(line, inside), " ") for line in (ends(head, tail, inside), *rows)]
    foot = Fragment(look.upper * width, foot_class(CALLING_PANEL if style == "accent" else PANEL))
    return [*in_area(look, shown, width, style), row(foot)]


def in_area(look: Look, rows: Iterable[Row], width: int, style: str = "rule") -> list[Row]:
    """The rows, each of which begins with a space, in an area of one shade where areas can be told apart by shades.

    An area in the accent has a bar at its left.
    """
    calls = style == "accent"
    fitted = [fit(line, width) for line in rows]
    shown = [row(Fragment(look.left, style), without_first(line)) for line in fitted] if calls else fitted
    if not look.has_shades:
        return shown
    surface = CALLING_PANEL if calls else PANEL
    return [on_surface(line, surface) for line in shown]


def _edge(look: Look, first: str, left: Row, right: Row, last: str, width: int, style: str) -> Row:
    """An edge with its corners, and a row beside each of them."""
    between = look.solid_frame.level * (width - width_of(first + last) - width_of(left) - width_of(right))
    return row(Fragment(first, style), left, Fragment(between, style), right, Fragment(last, style))


_BETWEEN_SENTENCES: Final = re.compile(r"(?:(?<=[.!?…])|(?<=[.!?…][”“])) +(?=\w)")
"""The spaces behind the end of a sentence."""

_COLON: Final = re.compile("[:;](?= )")
_BETWEEN_CLAUSES: Final = re.compile("[,:;](?= )")
"""Ends of what can be said by itself: at a colon, and at a comma behind one; any other comma may end a condition."""
_QUOTATION_MARKS: Final = "“”„"


def pieces(text: str, width: int) -> list[str]:
    """The text in lines of at most ``width`` columns, nothing added or left out, for it to be copied.

    It is broken before a space where that is possible: one at the end of a line may get lost. A line has at least one
    character, however little room there is.
    """
    lines: list[str] = []
    while text and width_of(text) > width:
        head = cut(text, width) or text[:1]
        if text[len(head) :][:1] != " " and " " in head[1:]:
            head = head[: head.rindex(" ")]
        lines.append(head)
        text = text[len(head) :]
    return [*lines, text] if text else lines


def wrap(text: str, width: int) -> list[str]:
    """The text in lines of at most ``width`` columns, broken between words where that is possible.

    A line has at least one character, however little room there is.
    """
    lines: list[str] = []
    line, used = "", 0
    for word in text.split():
        columns = width_of(word)
        if line and used + 1 + columns <= width:
            line, used = f"{line} {word}", used + 1 + columns
            continue
        if line:
            lines.append(line)
        while word and width_of(word) > width:
            head = cut(word, width) or word[:1]
            lines.append(head)
            word = word[len(head) :]
        line, used = word, width_of(word)
    return [*lines, line] if line or not lines else lines


def wrap_indented(text: str, width: int) -> list[str]:
    """The text in lines of at most ``width`` columns, each indented as far as the text is."""
    indent = " " * (len(text) - len(text.lstrip()))
    return [indent + line for line in wrap(text, max(width - len(indent), 1))]


def wrapped_within(text: str, width: int, most: int, ellipsis: str) -> list[str]:
    """The text in at most ``most`` lines of ``width`` columns; an ellipsis replaces what does not fit."""
    lines = wrap(text, width)
    if len(lines) <= most:
        return lines
    return [*lines[: most - 1], shortened(" ".join(lines[most - 1 :]), width, ellipsis)]


def whole_within(text: str, width: int, most: int, ellipsis: str) -> list[str]:
    """The sentences of the text that fit in ``most`` lines of ``width`` columns, or the first up to a colon or so.

    Only where even that does not fit, an ellipsis replaces the rest.
    """
    shown = (wrap(beginning, width) for beginning in _beginnings(text))
    return next((lines for lines in shown if len(lines) <= most), wrapped_within(text, width, most, ellipsis))


def _beginnings(text: str) -> Iterator[str]:
    """The text, and beginnings of it that can be read by themselves, the longest first."""
    yield text
    first = text
    for found in reversed(list(_BETWEEN_SENTENCES.finditer(text))):
        first = text[: found.start()]
        yield first
    colon = _COLON.search(first)
    for found in reversed(list(_BETWEEN_CLAUSES.finditer(first, len(first) if colon is None else colon.start()))):
        beginning = first[: found.start()]
        in_brackets = beginning.count("(") > beginning.count(")")
        in_quotes = sum(map(beginning.count, _QUOTATION_MARKS)) % 2
        if not in_brackets and not in_quotes:
            yield f"{beginning}."


def flow(parts: Iterable[Row], width: int, between: str = " ") -> list[Row]:
    """The parts in rows of at most ``width`` columns, ``between`` two of one row; each is kept whole."""
    rows: list[list[Fragment]] = []
    used, gap = 0, width_of(between)
    for part in parts:
        columns = width_of(part)
        if rows and used + gap + columns <= width:
            rows[-1] += (Fragment(between), *part)
            used += gap + columns
        else:
            rows.append(list(part))
            used = columns
    return [tuple(line) for line in rows]


def filled(rows: Sequence[Row], height: int) -> tuple[Row, ...]:
    """The rows, cut or filled up with empty ones to exactly ``height``."""
    return (*rows[:height], *([BLANK] * (height - len(rows))))


def in_two_panes(left: Sequence[Row], right: Sequence[Row], width: int, between: int, height: int) -> list[Row]:
    """Rows side by side, in ``height`` rows: the left ones in ``width`` columns, ``between`` columns beside them."""
    gap = text_row(" " * between) if between else BLANK
    both = zip(filled(left, height), filled(right, height), strict=True)
    return [row(fit(first, width), gap, second) for first, second in both]


def within(rows: Iterable[Row], width: int) -> tuple[Row, ...]:
    """The rows, none of them wider than this."""
    return tuple(line if width_of(line) <= width else fit(line, width) for line in rows)


def in_ascii(rows: Iterable[Row], look: Look) -> tuple[Row, ...]:
    """The rows as this look can draw them."""
    if look.writes_all:
        return tuple(rows)
    return tuple(
        tuple(part if part.text.isascii() else part._replace(text=only_ascii(part.text)) for part in line)
        for line in rows
    )


def in_window(shown: Screen, look: Look, columns: int, lines: int) -> Screen:
    """The screen in exactly this number of lines, as this look can draw it, with no row wider than the window."""
    # An ellipsis is wider in ASCII, so it is written before the rows are cut to the window.
    return evolve(shown, rows=within(in_ascii(filled(shown.rows, lines), look), columns))


def in_look(text: str, look: Look) -> str:
    """The text as this look can draw it."""
    return text if look.writes_all else only_ascii(text)
