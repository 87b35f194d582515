"""Cards that are about as wide as high: two rows with the sign of the colour above the number of cards.

They lie close together, with a seam between two; where no shades show a face, its left side has a sign.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from attrs import evolve

from mandala_client.games.card_piles import (
    CardSize,
    Spot,
    begun,
    centred,
    edges,
    face_parts,
    foot,
    spot_rows,
    thin_outline,
)
from mandala_client.games.colour_signs import Part, sign_of, style_of
from mandala_client.ui.rows import Fragment, Row, padded, row, width_of
from mandala_client.ui.style import Look
from mandala_client.ui.themes import SEAM

COLUMNS: Final = 4
ROWS: Final = 2
"""The columns and rows of a face."""

_SIZE: Final = CardSize(COLUMNS, ROWS)
_KEPT: Final = 256
"""The number of places that are kept as they were drawn last: a redraw changes few of them."""


def squares(spots: Sequence[Spot], look: Look, height: int) -> list[tuple[Row, ...]]:
    """Places side by side, each in ``height`` rows, at least two, with a seam where cards touch each other."""
    before = (None, *spots)
    return [
        _square_rows(spot, look, height, has_seam=left is not None and (left.count > 0 or left.outline is not None))
        for left, spot in zip(before, spots, strict=False)
    ]


@lru_cache(maxsize=_KEPT)
def _square_rows(spot: Spot, look: Look, height: int, *, has_seam: bool) -> tuple[Row, ...]:
    if spot.lines:
        # A text that would touch the one beside it is left out.
        lines = tuple((text if width_of(text) < COLUMNS else "", style) for text, style in spot.lines)
        return tuple(spot_rows(evolve(spot, lines=lines), look, _SIZE, height))
    if spot.lifted:
        lower = _square_rows(evolve(spot, lifted=False), look, height - 1, has_seam=has_seam)
        return *lower, foot(spot, look, COLUMNS)
    empty = row(Fragment(" " * COLUMNS, "", spot.click))
    if spot.ghost:
        return *[empty] * (height - ROWS), *_ghost(spot, look)
    if spot.count:
        above = edges(spot, COLUMNS, spot.count - 1, height - ROWS, look, is_lighter_first=False)
        return *reversed(above), *_face(spot, look, has_seam=has_seam)
    if spot.outline is None:
        return (empty,) * height
    text = spot.texts[0].replace(" ", "")
    sign = sign_of(look, spot.colour)
    mark = look.calls.strip() if text.startswith(look.here) else text.removeprefix(sign)
    lid, *place = thin_outline(spot, look, COLUMNS, [sign, mark])
    return *[empty] * (height - ROWS - 1), *([lid] if height > ROWS else []), *place


def _face(spot: Spot, look: Look, *, has_seam: bool) -> list[Row]:
    """The sign of the colour, in brackets or behind a mark if it has one, and below it the number of cards."""
    sign, number, before, after = _on_face(spot, look)
    of_sign = _of_face(spot, look, style_of(Part.CARD, spot.colour), before, sign + after, has_seam=has_seam)
    return [
        begun(spot, before + sign, COLUMNS) if before == look.here else of_sign,
        _of_face(spot, look, style_of(Part.BODY, spot.colour), "", number, has_seam=has_seam),
    ]


def _on_face(spot: Spot, look: Look) -> tuple[str, str, str, str]:
    """The sign, the number with its mark, and what stands before the sign and behind it."""
    for text in spot.texts:
        parts = face_parts(text)
        number = None if parts is None else f"{parts.number}{parts.mark}"
        if parts is not None and number is not None and width_of(number) <= COLUMNS:
            return sign_of(look, spot.colour), number, parts.before, parts.after
    return spot.texts[-1], "", "", ""


def _of_face(spot: Spot, look: Look, of_part: str, before: str, text: str, *, has_seam: bool) -> Row:
    """A row of a face in this style; a seam is at its left where nothing else has to stand there."""
    style = ",".join(filter(None, (of_part, spot.style)))
    room = COLUMNS - 1
    if width_of(text) > room or before:
        return row(Fragment(padded(before + text, COLUMNS), style, spot.click))
    shown = padded(text, room) if width_of(text) == room else padded(text, room - 1) + look.end
    if not has_seam:
        return row(Fragment(f"{look.side}{shown}", style, spot.click))
    seam = Fragment(look.seam, f"{style_of(Part.BODY, spot.colour)},{SEAM}", spot.click)
    return row(seam, Fragment(shown, style, spot.click))


def _ghost(spot: Spot, look: Look) -> list[Row]:
    """A face that is not there yet, with lines along its sides."""
    sign, number, _before, _after = _on_face(spot, look)
    body = style_of(Part.BODY, spot.colour)
    side = Fragment(look.solid_frame.upright, body, spot.click)
    lines = (sign, style_of(Part.CARD, spot.colour)), (number, body)
    return [row(side, Fragment(centred(text, COLUMNS - 2), style, spot.click), side) for text, style in lines]
