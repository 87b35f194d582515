"""Piles of cards of one colour, whose size shows how many they are; for every game that has the six colours.

A pile is its face, with the letter on it, and an edge for each further card: half a row, in turn in a darker shade and
in that of the face. A place without cards is an outline, or nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from attrs import evolve, frozen

from mandala_client.games.colour_signs import BEGINS, SYMBOLS, Part, sign_of, style_of
from mandala_client.ui.clicks import Click
from mandala_client.ui.rows import Fragment, Row, padded, row, width_of
from mandala_client.ui.style import Look
from mandala_client.ui.themes import GROUNDED, LIT, QUIET_FRAME

_KEPT: Final = 128
"""The number of rows of places that are kept as they were drawn last: a redraw changes few of them."""

_LEAST_FRAMED: Final = 3
"""An outline of fewer rows has only its sides, a face no corners."""

_LEAST_WITH_SYMBOLS: Final = 2
"""A face of fewer rows has no row for the symbols of its cards."""

_LEAST_RIMMED: Final = 2
"""The fewest columns of text on a card of the far player; a card with less room has no text."""

_NARROW: Final = 5
"""On a card that is wider, symbols are always apart; on one that is less wide, its text reaches its edges."""

_ON_FACE: Final = re.compile(
    rf"(?P<before>[\[▸>]?) *(?P<letter>[^\W\d])[{''.join(SYMBOLS)}]?"
    r" *(?P<number>(?:×|\d*[→>+])?\d+)(?P<mark>[^]]?)(?P<after>]?)"
)


@frozen
class FaceParts:
    """The parts of the text of a face but for its symbol: a letter, how many cards there are (``2→3``), and a mark.

    ``before`` and ``after``: brackets if they are chosen; where the arrow keys begin a sign is before it.
    """

    before: str
    letter: str
    number: str
    mark: str
    after: str


@frozen
class Spot:
    """A place for cards of one colour.

    ``texts``: what is on the face or within the outline; the first that fits. ``count``: how many cards there are, or
    would be. ``outline``: the style of the place, where there are none. ``lit``: the chosen cards may go there, and its
    outline is seen even where shades tell the place from what is around it. ``style``: a further class of the face.
    ``lifted``: it is chosen, and its face stands a row higher. ``lines``: lines of text instead of cards, each with its
    style.
    ``ghost``: the cards are not there yet; where there are more rows than one, an outline is on their face.
    ``tab``: what stands before the face in one row. ``apart``: the text stands at the end of the face, away from the
    tab before it. ``strip``: what stands on a darker strip below the face where there are more rows, and
    ``above_strip`` what is on the face then. ``is_hollow``: dim between bright edges, where there are shades.
    ``is_shaded``: the place has a shade of its own, so its outline is seen only where there are no shades.
    """

    colour: int
    texts: tuple[str, ...] = ("",)
    count: int = 0
    outline: str | None = None
    lit: bool = False
    style: str = ""
    click: Click | None = None
    lifted: bool = False
    lines: tuple[tuple[str, str], ...] = ()
    ghost: bool = False
    tab: str = ""
    apart: bool = False
    strip: str = ""
    above_strip: tuple[str, ...] = ()
    is_hollow: bool = False
    is_shaded: bool = False


@frozen
class CardSize:
    """The size of a face in columns and rows; ``is_deep``: half a row more where shades tell it from an edge."""

    columns: int
    rows: int
    is_deep: bool = False


def spot_rows(spot: Spot, look: Look, size: CardSize, height: int) -> list[Row]:
    """The place in exactly ``height`` rows, each as wide as a face, which is in the last of them."""
    if spot.lines:
        lines = [_text_line(text, style, spot, size.columns) for text, style in spot.lines]
        return [*lines, *[row(" " * size.columns)] * (height - len(lines))]
    if spot.lifted:
        lifted = spot_rows(evolve(spot, lifted=False), look, evolve(size, is_deep=False), height - 1)
        return [*lifted, foot(spot, look, size.columns)]
    if spot.ghost and height > 1:
        return _outlined(spot, look, size, height)
    if spot.count:
        return _pile(spot, look, size, height)
    if spot.outline is not None:
        return _outlined(spot, look, size, height)
    return [_empty(spot, size)] * height


def in_one_row(spot: Spot, look: Look, width: int) -> Row:
    """The place in one row of exactly ``width`` columns: its face behind its tab, or the sides of its outline."""
    if spot.tab and spot.count:
        room = width - width_of(spot.tab)
        face = _lettered(spot, look, room, at_end if spot.apart else padded)
        return row(Fragment(spot.tab, style_of(Part.DARK, spot.colour), spot.click), face)
    size = CardSize(width, 1)
    (shown,) = spot_rows(evolve(spot, lifted=False), look, size, 1)
    return shown


def with_strip(spot: Spot, look: Look, size: CardSize, height: int | None = None) -> list[Row]:
    """The place as wide as a face: its pile or its outline in ``height`` rows, and below that a row for its strip.

    Without ``height`` only its face.
    """
    above = evolve(spot, tab="", texts=spot.above_strip or ("",), lifted=False)
    of_strip = Part.BODY if spot.is_hollow else Part.DARK
    style = style_of(of_strip, spot.colour) if spot.count else spot.outline or ""
    strip = Fragment(centred(spot.strip, size.columns), style, spot.click)
    return [*spot_rows(above, look, size, height or size.rows), row(strip)]


def _text_line(text: str, style: str, spot: Spot, width: int) -> Row:
    """A line of text in the middle of a place."""
    # Nothing may touch it, so a space on either side is a part of it.
    room = max(width - width_of(text), 0)
    text = f"{' ' * min(room // 2, 1)}{text}{' ' * min(room - room // 2, 1)}"
    before = " " * ((width - width_of(text)) // 2)
    behind = " " * (width - width_of(text) - len(before))
    return row(Fragment(before, "", spot.click), Fragment(text, style, spot.click), Fragment(behind, "", spot.click))


def _empty(spot: Spot, size: CardSize) -> Row:
    return row(Fragment(" " * size.columns, "", spot.click))


def _pile(spot: Spot, look: Look, size: CardSize, height: int) -> list[Row]:
    face_rows = min(size.rows, height)
    free = height - face_rows
    # The half of a deep face is the first half of a row, so each edge lies in the other half of its row.
    is_deep = size.is_deep and look.has_shades
    halves = spot.count if is_deep else spot.count - 1
    behind = edges(spot, size.columns, halves, free, look, is_lighter_first=is_deep or spot.is_hollow)
    face = _face(spot, look, size.columns, face_rows)
    return [*reversed(behind), *face]


def foot(spot: Spot, look: Look, width: int) -> Row:
    """The last half row of a face."""
    return row(Fragment(look.upper * width, style_of(Part.INK, spot.colour), spot.click))


def _face(spot: Spot, look: Look, width: int, rows: int) -> list[Row]:
    """A face; where there is room, the symbol below the letter once for each card, and the number in the last row."""
    if rows < _LEAST_WITH_SYMBOLS:
        return [_lettered(spot, look, width, centred)]
    room = width - 2 if spot.is_hollow else width
    corners = _in_corners(spot, room) if rows >= _LEAST_FRAMED else None
    if corners is not None:
        upper, lower = corners
        first = _lettered(evolve(spot, texts=(upper,)), look, width, padded)
        if upper.startswith(look.here):
            first = begun(spot, upper, width)
        between = [surface(spot, look, line, width) for line in _pips(spot, look, width, rows - 2)]
        return [_sided(line, look) for line in (first, *between, surface(spot, look, lower, width))]
    # The symbol stands below, so it is not on the row of the letter as well.
    texts = [_without_symbol(text, SYMBOLS[spot.colour], room) for text in spot.texts]
    lettered = _lettered(evolve(spot, texts=tuple(texts)), look, width, centred)
    return [lettered, *(surface(spot, look, line, width) for line in _pips(spot, look, width, rows - 1))]


def _sided(of: Row, look: Look) -> Row:
    """The row of a face with the signs of its sides where nothing else stands there; one with edges has them."""
    if len(of) > 1:
        return of
    (face,) = of
    begin = look.side if face.text.startswith(" ") else face.text[:1]
    end = look.end if face.text.endswith(" ") else face.text[-1:]
    return (face._replace(text=begin + face.text[1:-1] + end),)


def begun(spot: Spot, text: str, width: int) -> Row:
    """The first row of a face on which the arrow keys begin: a white strip with this text."""
    return row(Fragment(padded(text, width), f"{style_of(Part.CARD, spot.colour)},{BEGINS}", spot.click))


def _in_corners(spot: Spot, width: int) -> tuple[str, str] | None:
    """The text of a face as those of its first and its last row, as on a playing card; None where there is no room."""
    margin = " " if width >= _NARROW else ""
    for text in spot.texts:
        parts = face_parts(text)
        if parts is None or width_of(parts.number) > width:
            continue
        upper = f"{parts.before or margin}{parts.letter}{parts.after}"
        room, mark = width - width_of(upper), f"{parts.mark}{margin}"
        number = parts.number + (margin if width_of(parts.number) < width else "")
        return upper + at_end(mark, room), at_end(number, width)
    return None


def face_parts(text: str) -> FaceParts | None:
    """The parts of the text of a face; None if it is another text."""
    parts = _ON_FACE.fullmatch(text)
    if parts is None:
        return None
    count = parts["number"]
    number = f"×{count}" if count.isdecimal() else count
    return FaceParts(parts["before"], parts["letter"], number, parts["mark"], parts["after"])


def _without_symbol(text: str, symbol: str, width: int) -> str:
    """The text with a space for the symbol or without one: as it can stand in the middle, if it can."""
    apart, together = text.replace(f"{symbol} ", symbol).replace(symbol, " "), text.replace(symbol, "")
    return apart if width_of(apart) <= width and (width - width_of(apart)) % 2 == 0 else together


def _lettered(spot: Spot, look: Look, width: int, placed: Callable[[str, int], str]) -> Row:
    """The row of a face with its text."""
    inside = width - 2
    if spot.is_hollow and inside >= _LEAST_RIMMED:
        return _rimmed(spot, look, placed(_fitting(spot.texts, inside), inside))
    face = style_of(Part.HOLLOW, spot.colour) if spot.is_hollow else style_of(Part.CARD, spot.colour)
    style = ",".join(filter(None, (face, spot.style)))
    return row(Fragment(placed(_fitting(spot.texts, width), width), style, spot.click))


def surface(spot: Spot, look: Look, text: str, width: int, style: str = "") -> Row:
    """A row of a face with a text in its middle, of a further style if there is one."""
    if spot.is_hollow:
        return _rimmed(evolve(spot, style=style or spot.style), look, centred(text, width - 2))
    face = ",".join(filter(None, (style_of(Part.BODY, spot.colour), style)))
    return row(Fragment(centred(text, width), face, spot.click))


def _rimmed(spot: Spot, look: Look, text: str) -> Row:
    """A row of a face of the far player: dark, between edges in its colour."""
    sides = (look.left, look.right)
    left, right = (Fragment(side, style_of(Part.RIMMED, spot.colour), spot.click) for side in sides)
    style = ",".join(filter(None, (style_of(Part.HOLLOW, spot.colour), spot.style)))
    return row(left, Fragment(text, style, spot.click), right)


def _pips(spot: Spot, look: Look, width: int, rows: int) -> list[str]:
    """The symbols of the cards, as many as there is room for, in this number of rows."""
    most = max(width // 2 if width > _NARROW else width - 2, 1)
    count = min(spot.count, most * rows)
    used = -(-count // most)
    shares = [(count + number) // used for number in range(used)]
    between = " " if 2 * max(shares) - 1 <= width - 2 else ""
    lines = [between.join(sign_of(look, spot.colour)[1:] * share) for share in shares]
    above = (rows - used) // 2
    return [*[""] * above, *lines, *[""] * (rows - used - above)]


def edges(spot: Spot, width: int, halves: int, rows: int, look: Look, *, is_lighter_first: bool) -> list[Row]:
    """The edges of a pile in this number of rows, those next to the face first, darker and lighter in turn.

    Each edge is half a row; ``halves``: their number. ``is_lighter_first``: the first of them is a part of the face, or
    the face is dark itself.
    """
    count = min(halves, 2 * rows)
    pair, single, style = look.above.pair, look.above.single, style_of(Part.EDGE, spot.colour)
    if is_lighter_first:
        pair, style = look.upper, style_of(Part.INK, spot.colour)
    two = row(Fragment(pair * width, style_of(Part.EDGES, spot.colour), spot.click))
    one = row(Fragment(single * width, style, spot.click))
    empty = row(Fragment(" " * width, "", spot.click))
    shown = [two] * (count // 2) + [one] * (count % 2)
    return shown + [empty] * (rows - len(shown))


def _outlined(spot: Spot, look: Look, size: CardSize, height: int) -> list[Row]:
    rows = min(size.rows, height)
    if look.has_shades and rows == 1 and spot.outline == style_of(Part.OUTLINE, spot.colour):
        return _place(spot, look, size, height)
    return [*[_empty(spot, size)] * (height - rows), *_frame(spot, look, size.columns, rows)]


def grounded(of: Row) -> Row:
    """The row with a line at its lower edge, in the colours of what is on it."""
    return tuple(fragment._replace(style=",".join(filter(None, (fragment.style, GROUNDED)))) for fragment in of)


def _place(spot: Spot, look: Look, size: CardSize, height: int) -> list[Row]:
    """A place for a card of one row, in a thin outline on the ground."""
    text = _fitting([text.replace(" ", "") for text in spot.texts], size.columns - 2)
    lid, place = thin_outline(spot, look, size.columns, [text])
    return [*[_empty(spot, size)] * (height - 2), *([lid] if height > 1 else []), place]


def thin_outline(spot: Spot, look: Look, width: int, texts: Sequence[str]) -> list[Row]:
    """The line above a place, and a row for each text within thin lines, the last of them closed below.

    The outline is white if the place is lit.
    """
    style = style_of(Part.OUTLINE, spot.colour)
    edge, inside = (f"{style},{LIT}", f"{style},target") if spot.lit else (style, style)
    lid, left, right = look.place
    rows = [
        row(
            Fragment(left, edge, spot.click),
            Fragment(centred(text, width - 2), inside if text else edge, spot.click),
            Fragment(right, edge, spot.click),
        )
        for text in texts
    ]
    return [row(Fragment(lid * width, edge, spot.click)), *rows[:-1], grounded(rows[-1])]


def _frame(spot: Spot, look: Look, width: int, rows: int) -> list[Row]:
    frame = look.solid_frame if spot.ghost else look.frame
    style = (
        style_of(Part.BODY, spot.colour) if spot.ghost else f"{spot.outline},target" if spot.lit else spot.outline or ""
    )
    of_frame = f"{style},{QUIET_FRAME}" if spot.is_shaded else style
    if spot.lit:
        of_frame = f"{style},{LIT}"
    inside = width - 2
    side = Fragment(frame.upright, of_frame, spot.click)
    of_text = style_of(Part.CARD, spot.colour) if spot.ghost else style
    text_style = ",".join(filter(None, (of_text, spot.style)))
    lettered = row(side, Fragment(centred(_fitting(spot.texts, inside), inside), text_style, spot.click), side)
    plain = row(side, Fragment(" " * inside, style, spot.click), side)
    if rows < _LEAST_FRAMED:
        return [lettered, *[plain] * (rows - 1)]
    upper_left, upper_right, lower_left, lower_right = frame.corners
    level = frame.level * inside
    middle = (rows - 1) // 2
    return [
        row(Fragment(f"{upper_left}{level}{upper_right}", of_frame, spot.click)),
        *(lettered if number == middle else plain for number in range(1, rows - 1)),
        row(Fragment(f"{lower_left}{level}{lower_right}", of_frame, spot.click)),
    ]


def beside(cells: Sequence[Sequence[Row]], gap: int) -> list[Row]:
    """Places of the same height side by side, ``gap`` columns apart."""
    rows: list[Row] = []
    for parts in zip(*cells, strict=True):
        first, *others = parts
        rows.append(row(first, *(row(" " * gap, part) if gap else part for part in others)))
    return rows


@lru_cache(maxsize=_KEPT)
def row_of_places(spots: tuple[Spot, ...], look: Look, width: int, gap: int) -> Row:
    """Places side by side in one row, each ``width`` columns wide, and ``gap`` columns apart."""
    (shown,) = beside([[in_one_row(spot, look, width)] for spot in spots], gap)
    return shown


def centred(text: str, width: int) -> str:
    """The text in the middle of exactly ``width`` columns; it must fit into them."""
    free = width - width_of(text)
    assert free >= 0, f"{text!r} is wider than {width} columns"
    return " " * (free // 2) + text + " " * (free - free // 2)


def at_end(text: str, width: int) -> str:
    """The text at the end of exactly ``width`` columns; it must fit into them."""
    free = width - width_of(text)
    assert free >= 0, f"{text!r} is wider than {width} columns"
    return " " * free + text


def _fitting(texts: Sequence[str], width: int) -> str:
    return next((text for text in texts if width_of(text) <= width), texts[-1])
