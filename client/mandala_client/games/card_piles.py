"""Piles of cards of one colour, whose size shows how many they are; for every game that has the six colours.

A pile is its face, with the letter on it, and an edge for each further card: half a row, in turn in a darker shade and
in that of the face. A place without cards is an outline, or nothing.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from typing import Final

from attrs import evolve, frozen

from mandala_client.games.colour_signs import SYMBOLS, body_class, card_class, dark_class, edge_class, edges_class
from mandala_client.ui.clicks import Click
from mandala_client.ui.rows import Fragment, Row, padded, row, width_of
from mandala_client.ui.style import EdgeSigns, Look
from mandala_client.ui.themes import QUIET_FRAME

_LEAST_FRAMED: Final = 3
"""An outline of fewer rows has only its sides, a face only its letter."""

_NARROW: Final = 5
"""On a card that is wider, symbols are apart."""


class Grows(enum.Enum):
    """Where the edges of a pile are drawn, and so where its face is within its rows."""

    UP = "the face is below"
    DOWN = "the face is above"
    BOTH = "the face is in the middle, and edges are below it only where there is no room above"


@frozen
class Spot:
    """A place for cards of one colour.

    ``texts``: what is on the face or within the outline; the first that fits. ``count``: how many cards there are, or
    would be. ``outline``: the style of the place, where there are none. ``lit``: the chosen cards may go there, and its
    outline is seen even where shades tell the place from what is around it. ``style``: a further class of the face.
    ``lifted``: it is chosen, and its face stands a row higher. ``told``: lines of text instead of cards, each with its
    style.
    ``ghost``: the cards are not there yet; where there are more rows than one, an outline is on their face.
    ``tab``: what stands on a darker tab before the face, or above it where there are two rows. ``apart``: the text
    stands at the end of the face, away from the tab before it.
    """

    colour: int
    texts: tuple[str, ...] = ("",)
    count: int = 0
    outline: str | None = None
    lit: bool = False
    style: str = ""
    click: Click | None = None
    lifted: bool = False
    told: tuple[tuple[str, str], ...] = ()
    ghost: bool = False
    tab: str = ""
    apart: bool = False


@frozen
class CardSize:
    """The size of a face in columns and rows."""

    columns: int
    rows: int


def spot_rows(spot: Spot, look: Look, size: CardSize, height: int, grows: Grows) -> list[Row]:
    """The place in exactly so many rows, each as wide as a face."""
    if spot.told:
        lines = [row(Fragment(centred(text, size.columns), style, spot.click)) for text, style in spot.told]
        return [*lines, *[row(" " * size.columns)] * (height - len(lines))]
    if spot.lifted:
        return [*spot_rows(evolve(spot, lifted=False), look, size, height - 1, grows), _surface(spot, "", size.columns)]
    if spot.ghost and height > 1:
        return _outlined(spot, look, size, height, grows)
    if spot.count:
        return _pile(spot, look, size, height, grows)
    if spot.outline is not None:
        return _outlined(spot, look, size, height, grows)
    return [_empty(spot, size)] * height


def in_one_row(spot: Spot, look: Look, width: int) -> Row:
    """The place in one row of exactly so many columns: its face behind its tab, or the sides of its outline."""
    if spot.tab and spot.count:
        room = width - width_of(spot.tab)
        face = _lettered(spot, room, at_end if spot.apart else padded)
        return row(Fragment(spot.tab, dark_class(spot.colour), spot.click), face)
    size = CardSize(width, 1)
    (shown,) = spot_rows(evolve(spot, lifted=False), look, size, 1, Grows.UP)
    return shown


def below_tab(spot: Spot, look: Look, width: int) -> list[Row]:
    """The place in two rows of exactly so many columns: its tab, and below it its face or its outline."""
    style = dark_class(spot.colour) if spot.count else spot.outline or ""
    tab = Fragment(centred(spot.tab, width), style, spot.click)
    texts = spot.texts if spot.count else ("",)
    return [row(tab), in_one_row(evolve(spot, tab="", texts=texts), look, width)]


def _empty(spot: Spot, size: CardSize) -> Row:
    return row(Fragment(" " * size.columns, "", spot.click))


def _pile(spot: Spot, look: Look, size: CardSize, height: int, grows: Grows) -> list[Row]:
    face_rows = min(size.rows, height)
    before, behind = _room(height - face_rows, grows)
    more = spot.count - 1
    above = min(more, 2 * before)
    below = min(more - above if grows is Grows.BOTH else more, 2 * behind)
    upwards = _edges(spot, size.columns, above, before, look.above)
    downwards = _edges(spot, size.columns, below, behind, look.below)
    return [*reversed(upwards), *_face(spot, look, size.columns, face_rows), *downwards]


def _room(free: int, grows: Grows) -> tuple[int, int]:
    """The rows above and below a face."""
    match grows:
        case Grows.UP:
            return free, 0
        case Grows.DOWN:
            return 0, free
        case Grows.BOTH:
            return free - free // 2, free // 2


def _face(spot: Spot, look: Look, width: int, rows: int) -> list[Row]:
    """A face; where there is room, the symbol below the letter once for each card."""
    if rows < _LEAST_FRAMED or not look.writes_all:
        return [_lettered(spot, width, centred), *[_surface(spot, "", width)] * (rows - 1)]
    # The symbol stands below, so it is not on the row of the letter as well.
    texts = tuple(text.replace(SYMBOLS[spot.colour], "") for text in spot.texts)
    lettered = _lettered(evolve(spot, texts=texts), width, centred)
    return [lettered, *(_surface(spot, line, width) for line in _pips(spot, width, rows - 1))]


def _lettered(spot: Spot, width: int, placed: Callable[[str, int], str]) -> Row:
    """The row of a face with its text."""
    style = ",".join(filter(None, (card_class(spot.colour), spot.style)))
    return row(Fragment(placed(_fitting(spot.texts, width), width), style, spot.click))


def _surface(spot: Spot, text: str, width: int) -> Row:
    return row(Fragment(centred(text, width), body_class(spot.colour), spot.click))


def _pips(spot: Spot, width: int, rows: int) -> list[str]:
    """As many symbols as cards, or as many as there is room for, in so many lines."""
    between = " " if width > _NARROW else ""
    most = (width - 1) // 2 if between else width - 2
    count = min(spot.count, most * rows)
    used = -(-count // most)
    lines = [between.join(SYMBOLS[spot.colour] * ((count + number) // used)) for number in range(used)]
    above = (rows - used) // 2
    return [*[""] * above, *lines, *[""] * (rows - used - above)]


def _edges(spot: Spot, width: int, count: int, rows: int, signs: EdgeSigns) -> list[Row]:
    """So many edges in so many rows, those next to the face first."""
    pair = row(Fragment(signs.pair * width, edges_class(spot.colour), spot.click))
    single = row(Fragment(signs.single * width, edge_class(spot.colour), spot.click))
    empty = row(Fragment(" " * width, "", spot.click))
    shown = [pair] * (count // 2) + [single] * (count % 2)
    return shown + [empty] * (rows - len(shown))


def _outlined(spot: Spot, look: Look, size: CardSize, height: int, grows: Grows) -> list[Row]:
    rows = min(size.rows, height)
    before, behind = _room(height - rows, grows)
    empty = _empty(spot, size)
    return [*[empty] * before, *_frame(spot, look, size.columns, rows), *[empty] * behind]


def _frame(spot: Spot, look: Look, width: int, rows: int) -> list[Row]:
    frame = look.solid_frame if spot.ghost else look.frame
    style = body_class(spot.colour) if spot.ghost else f"{spot.outline},target" if spot.lit else spot.outline or ""
    of_frame = style if spot.ghost or spot.lit else f"{style},{QUIET_FRAME}"
    inside = width - 2
    side = Fragment(frame.upright, of_frame, spot.click)
    of_text = card_class(spot.colour) if spot.ghost else style
    text_style = ",".join(filter(None, (of_text, spot.style)))
    lettered = row(side, Fragment(centred(_fitting(spot.texts, inside), inside), text_style, spot.click), side)
    if rows < _LEAST_FRAMED:
        return [lettered, *[_empty(spot, CardSize(width, 1))] * (rows - 1)]
    plain = row(side, Fragment(" " * inside, style, spot.click), side)
    upper_left, upper_right, lower_left, lower_right = frame.corners
    level = frame.level * inside
    middle = (rows - 1) // 2
    return [
        row(Fragment(f"{upper_left}{level}{upper_right}", of_frame, spot.click)),
        *(lettered if number == middle else plain for number in range(1, rows - 1)),
        row(Fragment(f"{lower_left}{level}{lower_right}", of_frame, spot.click)),
    ]


def beside(cells: Sequence[Sequence[Row]], gap: int) -> list[Row]:
    """Places of the same height side by side, so many columns apart."""
    rows: list[Row] = []
    for parts in zip(*cells, strict=True):
        first, *others = parts
        rows.append(row(first, *(row(" " * gap, one) for one in others)))
    return rows


def centred(text: str, width: int) -> str:
    """The text in the middle of exactly so many columns; it must fit into them."""
    free = width - width_of(text)
    assert free >= 0, f"{text!r} is wider than {width} columns"
    return " " * (free // 2) + text + " " * (free - free // 2)


def at_end(text: str, width: int) -> str:
    """The text at the end of exactly so many columns; it must fit into them."""
    free = width - width_of(text)
    assert free >= 0, f"{text!r} is wider than {width} columns"
    return " " * free + text


def _fitting(texts: Sequence[str], width: int) -> str:
    return next((text for text in texts if width_of(text) <= width), texts[-1])
