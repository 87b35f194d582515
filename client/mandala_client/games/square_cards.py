"""Cards that are about as wide as high: two rows with the sign of the colour above the number of cards.

They lie close together, with a seam between two; where no shades show a face, its left side has a sign.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import evolve

from mandala_client.games.card_piles import (
    AnyPlace,
    CardMark,
    CardPile,
    CardSize,
    FreePlace,
    PlainWords,
    begun,
    centred,
    edges,
    face_parts,
    foot,
    marked_style,
    nothing,
    place_rows,
    thin_outline,
)
from mandala_client.games.colour_signs import Part, sign_of, style_of
from mandala_client.ui.rows import Fragment, Row, kept_drawn, padded, row, width_of
from mandala_client.ui.style import Look
from mandala_client.ui.themes import SEAM

COLUMNS: Final = 4
ROWS: Final = 2
"""The columns and rows of a face."""

_SIZE: Final = CardSize(COLUMNS, ROWS)


def squares(places: Sequence[AnyPlace], look: Look, height: int) -> list[tuple[Row, ...]]:
    """Places side by side, each in ``height`` rows, at least two, with a seam where cards touch each other."""
    before = (None, *places)
    return [
        _square_rows(place, look, height, has_seam=isinstance(left, CardPile | FreePlace))
        for left, place in zip(before, places, strict=False)
    ]


@kept_drawn
def _square_rows(place: AnyPlace, look: Look, height: int, *, has_seam: bool) -> tuple[Row, ...]:
    match place:
        case PlainWords(lines=lines):
            # A text that would touch the one beside it is left out.
            shown = (line if width_of(line.text) < COLUMNS else line._replace(text="") for line in lines)
            return tuple(place_rows(PlainWords(tuple(shown)), look, _SIZE, height))
        case CardPile(mark=CardMark.CHOSEN):
            lower = _square_rows(evolve(place, mark=CardMark.NONE), look, height - 1, has_seam=has_seam)
            return *lower, foot(place, look, COLUMNS)
        case CardPile(mark=CardMark.GHOST):
            return *[nothing(place, COLUMNS)] * (height - ROWS), *_ghost(place, look)
        case CardPile():
            above = edges(place, COLUMNS, place.count - 1, height - ROWS, look, is_lighter_first=False)
            return *reversed(above), *_face(place, look, has_seam=has_seam)
        case FreePlace():
            text, sign = place.texts[0].replace(" ", ""), sign_of(look, place.colour)
            mark = look.calls.strip() if text.startswith(look.here) else text.removeprefix(sign)
            lid, *below = thin_outline(place, look, COLUMNS, [sign, mark])
            above = [nothing(place, COLUMNS)] * (height - ROWS - 1)
            return *above, *([lid] if height > ROWS else []), *below


def _face(cards: CardPile, look: Look, *, has_seam: bool) -> list[Row]:
    """The sign of the colour, in brackets or behind a mark if it has one, and below it the number of cards."""
    sign, number, before, after = _on_face(cards, look)
    of_sign = _of_face(cards, look, Part.CARD, before, sign + after, has_seam=has_seam)
    return [
        begun(cards, before + sign, COLUMNS) if before == look.here else of_sign,
        _of_face(cards, look, Part.BODY, "", number, has_seam=has_seam),
    ]


def _on_face(cards: CardPile, look: Look) -> tuple[str, str, str, str]:
    """The sign, the number with its mark, and what stands before the sign and behind it."""
    for text in cards.texts:
        parts = face_parts(text)
        number = None if parts is None else f"{parts.number}{parts.mark}"
        if parts is not None and number is not None and width_of(number) <= COLUMNS:
            return sign_of(look, cards.colour), number, parts.before, parts.after
    return cards.texts[-1], "", "", ""


def _of_face(cards: CardPile, look: Look, part: Part, before: str, text: str, *, has_seam: bool) -> Row:
    """A row of a face in the style of a part; a seam is at its left where nothing else has to stand there."""
    style, room = marked_style(cards, part), COLUMNS - 1
    if width_of(text) > room or before:
        return row(Fragment(padded(before + text, COLUMNS), style, cards.click))
    shown = padded(text, room) if width_of(text) == room else padded(text, room - 1) + look.end
    if not has_seam:
        return row(Fragment(f"{look.side}{shown}", style, cards.click))
    seam = Fragment(look.seam, f"{style_of(Part.BODY, cards.colour)},{SEAM}", cards.click)
    return row(seam, Fragment(shown, style, cards.click))


def _ghost(cards: CardPile, look: Look) -> list[Row]:
    """A face that is not there yet, with lines along its sides."""
    sign, number, _before, _after = _on_face(cards, look)
    body = style_of(Part.BODY, cards.colour)
    side = Fragment(look.solid_frame.upright, body, cards.click)
    lines = (sign, style_of(Part.CARD, cards.colour)), (number, body)
    return [row(side, Fragment(centred(text, COLUMNS - 2), style, cards.click), side) for text, style in lines]
