"""Piles of cards of one colour, whose size shows how many they are; for every game that has the six colours.

A pile is its face, with the letter on it, and an edge for each further card: half a row, in turn in a darker shade and
in that of the face. A place without cards is an outline, or nothing.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from attrs import evolve, frozen

from mandala_client.games.colour_signs import BEGINS, SYMBOLS, Part, sign_of, style_of
from mandala_client.ui.clicks import Click
from mandala_client.ui.rows import Fragment, Row, kept_drawn, padded, row, width_of
from mandala_client.ui.style import Look, OutlineSigns
from mandala_client.ui.themes import GROUNDED, LIT, QUIET_FRAME

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


class CardMark(enum.Enum):
    """The look of cards that differ from others."""

    NONE = enum.auto()

    FRESH = enum.auto()
    """They have just changed."""

    CHOSEN = enum.auto()
    """They are chosen: where there are more rows than one, their face stands a row higher."""

    GHOST = enum.auto()
    """They are not there yet: where there are more rows than one, an outline is on their face."""

    FAR = enum.auto()
    """They are the far player's: dim between bright edges, where there are shades."""


class Outline(enum.Enum):
    """The outline of a place without cards; the value is its style class, where that is not the colour of the place."""

    NEEDED = "needed"
    """In the colour of the card that is missing."""

    LIT = "lit"
    """White, as the chosen cards may go there."""

    OPEN = "target"
    """Bright, as it can be chosen."""

    QUIET = "faint"
    """Hardly seen where a shade of its own shows the place."""


@frozen(cache_hash=True)
class CardPile:
    """Cards of one colour; of several texts on the face the first that fits is there."""

    colour: int
    texts: tuple[str, ...]
    count: int
    mark: CardMark = CardMark.NONE
    click: Click | None = None


@frozen(cache_hash=True)
class FreePlace:
    """A place without cards, for those of a colour; of several texts within the outline the first that fits."""

    colour: int
    outline: Outline
    texts: tuple[str, ...] = ("",)
    click: Click | None = None

    @property
    def style(self) -> str:
        """The style class of the outline and the text."""
        is_coloured = self.outline in (Outline.NEEDED, Outline.LIT)
        return style_of(Part.OUTLINE, self.colour) if is_coloured else self.outline.value


@frozen(cache_hash=True)
class PlainWords:
    """Lines of text instead of cards; none where nothing is."""

    lines: tuple[Fragment, ...] = ()


AnyPlace: TypeAlias = CardPile | FreePlace | PlainWords
"""A place at the table, as wide as a card."""


@frozen
class CardSize:
    """The size of a face in columns and rows; ``is_deep``: half a row more where shades tell it from an edge."""

    columns: int
    rows: int
    is_deep: bool = False


def place_rows(place: AnyPlace, look: Look, size: CardSize, height: int) -> list[Row]:
    """The place in exactly ``height`` rows, each as wide as a face, which is in the last of them."""
    match place:
        case PlainWords(lines=lines):
            shown = [_text_line(line, size.columns) for line in lines]
            return [*shown, *[row(" " * size.columns)] * (height - len(lines))]
        case CardPile(mark=CardMark.CHOSEN) if height > 1:
            return [*_pile(place, look, evolve(size, is_deep=False), height - 1), foot(place, look, size.columns)]
        case CardPile(mark=CardMark.GHOST) if height > 1:
            return _ghost(place, look, size, height)
        case CardPile():
            return _pile(place, look, size, height)
        case FreePlace():
            return _outlined(place, look, size, height)


def in_one_row(place: AnyPlace, look: Look, width: int) -> Row:
    """The place in one row of exactly ``width`` columns: its face, or the sides of its outline."""
    if isinstance(place, CardPile):
        return _lettered(place, look, width, centred)
    (shown,) = place_rows(place, look, CardSize(width, 1), 1)
    return shown


def _text_line(line: Fragment, width: int) -> Row:
    """A line of text in the middle of a place."""
    # Nothing may touch it, so a space on either side is a part of it.
    room = max(width - width_of(line.text), 0)
    text = f"{' ' * min(room // 2, 1)}{line.text}{' ' * min(room - room // 2, 1)}"
    before = " " * ((width - width_of(text)) // 2)
    behind = " " * (width - width_of(text) - len(before))
    return row(Fragment(before, "", line.click), line._replace(text=text), Fragment(behind, "", line.click))


def nothing(place: CardPile | FreePlace, width: int) -> Row:
    """A row of a place above what is there."""
    return row(Fragment(" " * width, "", place.click))


def _pile(cards: CardPile, look: Look, size: CardSize, height: int) -> list[Row]:
    face_rows = min(size.rows, height)
    free = height - face_rows
    # The half of a deep face is the first half of a row, so each edge lies in the other half of its row.
    is_deep = size.is_deep and look.has_shades
    halves = cards.count if is_deep else cards.count - 1
    is_lighter_first = is_deep or cards.mark is CardMark.FAR
    behind = edges(cards, size.columns, halves, free, look, is_lighter_first=is_lighter_first)
    return [*reversed(behind), *_face(cards, look, size.columns, face_rows)]


def foot(cards: CardPile, look: Look, width: int) -> Row:
    """The last half row of a face."""
    return row(Fragment(look.upper * width, style_of(Part.INK, cards.colour), cards.click))


def _face(cards: CardPile, look: Look, width: int, rows: int) -> list[Row]:
    """A face; where there is room, the symbol below the letter once for each card, and the number in the last row."""
    if rows < _LEAST_WITH_SYMBOLS:
        return [_lettered(cards, look, width, centred)]
    room = width - 2 if cards.mark is CardMark.FAR else width
    corners = _in_corners(cards, room) if rows >= _LEAST_FRAMED else None
    if corners is not None:
        upper, lower = corners
        first = _lettered(evolve(cards, texts=(upper,)), look, width, padded)
        if upper.startswith(look.here):
            first = begun(cards, upper, width)
        between = [surface(cards, look, line, width) for line in _pips(cards, look, width, rows - 2)]
        return [_sided(line, look) for line in (first, *between, surface(cards, look, lower, width))]
    # The symbol stands below, so it is not on the row of the letter as well.
    texts = [_without_symbol(text, SYMBOLS[cards.colour], room) for text in cards.texts]
    lettered = _lettered(evolve(cards, texts=tuple(texts)), look, width, centred)
    return [lettered, *(surface(cards, look, line, width) for line in _pips(cards, look, width, rows - 1))]


def _sided(of: Row, look: Look) -> Row:
    """The row of a face with the signs of its sides where nothing else stands there; one with edges has them."""
    if len(of) > 1:
        return of
    (face,) = of
    begin = look.side if face.text.startswith(" ") else face.text[:1]
    end = look.end if face.text.endswith(" ") else face.text[-1:]
    return (face._replace(text=begin + face.text[1:-1] + end),)


def begun(cards: CardPile, text: str, width: int) -> Row:
    """The first row of a face on which the arrow keys begin: a white strip with this text."""
    return row(Fragment(padded(text, width), f"{style_of(Part.CARD, cards.colour)},{BEGINS}", cards.click))


def _in_corners(cards: CardPile, width: int) -> tuple[str, str] | None:
    """The text of a face as those of its first and its last row, as on a playing card; None where there is no room."""
    margin = " " if width >= _NARROW else ""
    for text in cards.texts:
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


def _lettered(cards: CardPile, look: Look, width: int, placed: Callable[[str, int], str]) -> Row:
    """The row of a face with its text."""
    is_far = cards.mark is CardMark.FAR
    if is_far and width - 2 >= _LEAST_RIMMED:
        return _rimmed(cards, look, placed(fitting(cards.texts, width - 2), width - 2))
    style = marked_style(cards, Part.HOLLOW if is_far else Part.CARD)
    return row(Fragment(placed(fitting(cards.texts, width), width), style, cards.click))


def marked_style(cards: CardPile, part: Part) -> str:
    """The style of a part of a face, also where it has just changed."""
    style = style_of(part, cards.colour)
    return f"{style},fresh" if cards.mark is CardMark.FRESH else style


def surface(cards: CardPile, look: Look, text: str, width: int, style: str = "") -> Row:
    """A row of a face with a text in its middle, of a further style if there is one."""
    if cards.mark is CardMark.FAR:
        return _rimmed(cards, look, centred(text, width - 2), style)
    face = ",".join(filter(None, (style_of(Part.BODY, cards.colour), style)))
    return row(Fragment(centred(text, width), face, cards.click))


def _rimmed(cards: CardPile, look: Look, text: str, style: str = "") -> Row:
    """A row of a face of the far player: dark, between edges in its colour."""
    sides = (look.left, look.right)
    left, right = (Fragment(side, style_of(Part.RIMMED, cards.colour), cards.click) for side in sides)
    inside = ",".join(filter(None, (style_of(Part.HOLLOW, cards.colour), style)))
    return row(left, Fragment(text, inside, cards.click), right)


def _pips(cards: CardPile, look: Look, width: int, rows: int) -> list[str]:
    """The symbols of the cards, as many as there is room for, in this number of rows."""
    most = max(width // 2 if width > _NARROW else width - 2, 1)
    count = min(cards.count, most * rows)
    used = -(-count // most)
    shares = [(count + number) // used for number in range(used)]
    between = " " if 2 * max(shares) - 1 <= width - 2 else ""
    lines = [between.join(sign_of(look, cards.colour)[1:] * share) for share in shares]
    above = (rows - used) // 2
    return [*[""] * above, *lines, *[""] * (rows - used - above)]


def edges(cards: CardPile, width: int, halves: int, rows: int, look: Look, *, is_lighter_first: bool) -> list[Row]:
    """The edges of a pile in this number of rows, those next to the face first, darker and lighter in turn.

    Each edge is half a row; ``halves``: their number. ``is_lighter_first``: the first of them is a part of the face, or
    the face is dark itself.
    """
    count = min(halves, 2 * rows)
    pair, single, style = look.above.pair, look.above.single, style_of(Part.EDGE, cards.colour)
    if is_lighter_first:
        pair, style = look.upper, style_of(Part.INK, cards.colour)
    two = row(Fragment(pair * width, style_of(Part.EDGES, cards.colour), cards.click))
    one = row(Fragment(single * width, style, cards.click))
    shown = [two] * (count // 2) + [one] * (count % 2)
    return shown + [nothing(cards, width)] * (rows - len(shown))


def _ghost(cards: CardPile, look: Look, size: CardSize, height: int) -> list[Row]:
    rows = min(size.rows, height)
    body, card = style_of(Part.BODY, cards.colour), style_of(Part.CARD, cards.colour)
    framed = _frame(cards, look.solid_frame, (body, body, card), size.columns, rows)
    return [*[nothing(cards, size.columns)] * (height - rows), *framed]


def _outlined(place: FreePlace, look: Look, size: CardSize, height: int) -> list[Row]:
    rows, is_lit = min(size.rows, height), place.outline is Outline.LIT
    if look.has_shades and rows == 1 and (is_lit or place.outline is Outline.NEEDED):
        return _low_place(place, look, size, height)
    inside = f"{place.style},target" if is_lit else place.style
    edge = f"{inside},{LIT}" if is_lit else inside
    if place.outline is Outline.QUIET:
        edge = f"{inside},{QUIET_FRAME}"
    framed = _frame(place, look.frame, (edge, inside, inside), size.columns, rows)
    return [*[nothing(place, size.columns)] * (height - rows), *framed]


def grounded(of: Row) -> Row:
    """The row with a line at its lower edge, in the colours of what is on it."""
    return tuple(fragment._replace(style=",".join(filter(None, (fragment.style, GROUNDED)))) for fragment in of)


def _low_place(place: FreePlace, look: Look, size: CardSize, height: int) -> list[Row]:
    """A place for a card of one row, in a thin outline on the ground."""
    text = fitting([text.replace(" ", "") for text in place.texts], size.columns - 2)
    lid, below = thin_outline(place, look, size.columns, [text])
    return [*[nothing(place, size.columns)] * (height - 2), *([lid] if height > 1 else []), below]


def thin_outline(place: FreePlace, look: Look, width: int, texts: Sequence[str]) -> list[Row]:
    """The line above a place, and a row for each text within thin lines, the last of them closed below.

    The outline is white if the place is lit.
    """
    style = place.style
    edge, inside = (f"{style},{LIT}", f"{style},target") if place.outline is Outline.LIT else (style, style)
    lid, left, right = look.place
    rows = [
        row(
            Fragment(left, edge, place.click),
            Fragment(centred(text, width - 2), inside if text else edge, place.click),
            Fragment(right, edge, place.click),
        )
        for text in texts
    ]
    return [row(Fragment(lid * width, edge, place.click)), *rows[:-1], grounded(rows[-1])]


def _frame(
    place: CardPile | FreePlace, frame: OutlineSigns, styles: tuple[str, str, str], width: int, rows: int
) -> list[Row]:
    """An outline with a text in its middle; the styles of its edge, of what is within, and of the text."""
    of_edge, of_inside, of_text = styles
    inside = width - 2
    side = Fragment(frame.upright, of_edge, place.click)
    lettered = row(side, Fragment(centred(fitting(place.texts, inside), inside), of_text, place.click), side)
    plain = row(side, Fragment(" " * inside, of_inside, place.click), side)
    if rows < _LEAST_FRAMED:
        return [lettered, *[plain] * (rows - 1)]
    upper_left, upper_right, lower_left, lower_right = frame.corners
    level = frame.level * inside
    middle = (rows - 1) // 2
    return [
        row(Fragment(f"{upper_left}{level}{upper_right}", of_edge, place.click)),
        *(lettered if number == middle else plain for number in range(1, rows - 1)),
        row(Fragment(f"{lower_left}{level}{lower_right}", of_edge, place.click)),
    ]


def beside(cells: Sequence[Sequence[Row]], gap: int) -> list[Row]:
    """Places of the same height side by side, ``gap`` columns apart."""
    rows: list[Row] = []
    for parts in zip(*cells, strict=True):
        first, *others = parts
        rows.append(row(first, *(row(" " * gap, part) if gap else part for part in others)))
    return rows


@kept_drawn
def row_of_places(places: tuple[AnyPlace, ...], look: Look, width: int, gap: int) -> Row:
    """Places side by side in one row, each ``width`` columns wide, and ``gap`` columns apart."""
    (shown,) = beside([[in_one_row(place, look, width)] for place in places], gap)
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


def fitting(texts: Sequence[str], width: int) -> str:
    """The first text of at most ``width`` columns, or else the last one."""
    return next((text for text in texts if width_of(text) <= width), texts[-1])
