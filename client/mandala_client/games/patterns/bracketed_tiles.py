"""The fields of Patterns where brackets and not shades tell whose tiles they are; the far player's are hatched.

A turned tile fills its field, and the gap to its neighbour in the same group. Below one that lies front up stands the
move that is possible there.
"""

from __future__ import annotations

from mandala_client.games.colour_signs import Part, sign_of, style_of
from mandala_client.games.patterns.board import BRACKETS
from mandala_client.games.patterns.board_clicks import FieldClick
from mandala_client.games.patterns.field_tiles import FieldTiles
from mandala_client.ui.rows import Fragment, Row, fit, leading, on_surface, padded, row
from mandala_client.ui.themes import MAT
from mandala_protocol.games.colours import Colour
from mandala_protocol.seats import Seat


class BracketedTiles(FieldTiles):
    """The fields of a board."""

    def _front_up(self, number: int) -> list[Row]:
        """A small face, and below it what can be done there; with its number on it if that has a row of its own."""
        click, colour = FieldClick(number), self._board.colour(number)
        gap = Fragment(" ", MAT, click)
        sign = f"{sign_of(self._look, colour)}{self._board.closed_mark(number)}"
        begin = self._look.here if self._board.begins_at(number) else ""
        face = Fragment(self._face_text((begin, sign, "")), style_of(Part.FREE, colour), click)
        plain = Fragment(" " * self._width, style_of(Part.FREE, colour), click)
        rows = [row(face if line == self._face else plain, gap) for line in range(self._height - 1)]
        is_numbered = self._face > 0
        if is_numbered:
            text = padded(" " * self._before(str(number)) + str(number), self._width)
            rows[0] = row(Fragment(text, style_of(Part.FREE, colour), click), gap)
        label = self._board.label(number, with_number=not is_numbered)
        below = row(" " * self._before(label), *label)
        return [*rows, leading(on_surface(fit(below, self._width + 1), MAT), click)]

    def _face_text(self, texts: tuple[str, str, str]) -> str:
        """The face of a tile in one text: beginning, sign and end, each in the same columns on all faces."""
        begin, sign, end = texts
        return padded(f"{begin:>{self._indent}}{sign}{end}", self._width)

    def _turned(self, number: int, owner: Seat) -> list[Row]:
        """A tile in the brackets of its owner, with the marker or the number of the final flip below its sign."""
        begin, end = BRACKETS[owner is not self._board.near]
        sign = sign_of(self._look, self._board.colour(number))
        text, changed = (
            self._board.final_flip(number) or _marked(self._board.marker(number)),
            self._board.style_of_change(number),
        )
        mark = self._look.fresh if changed else ""
        return self._area(number, owner, (begin, sign, f"{end}{mark}"), text, changed)

    def _area(self, number: int, owner: Seat, texts: tuple[str, str, str], below: str, style: str) -> list[Row]:
        """A field that is filled up to its neighbour if that is of the same group."""
        joined = self._board.is_joined(number, owner)
        width = self._width + joined
        gap = row() if joined else row(Fragment(" ", MAT, FieldClick(number)))
        return [row(*self._line(number, owner, texts, below, style, width, line), gap) for line in range(self._height)]

    def _line(
        self, number: int, owner: Seat, texts: tuple[str, str, str], below: str, style: str, width: int, line: int
    ) -> Row:
        colour, is_near = self._board.colour_then(number), owner is self._board.near
        click = FieldClick(number)
        if line == self._face:
            face = style_of(Part.CARD if is_near else Part.HOLLOW, colour)
            return row(Fragment(padded(self._face_text(texts), width), f"{face},{style}" if style else face, click))
        text = self._told(number, below, line)
        if is_near or text.strip():
            return row(Fragment(padded(text, width), style_of(Part.BODY if is_near else Part.HOLLOW, colour), click))
        return row(Fragment(self._look.hatch * width, _hatched(colour), click))

    def _told(self, number: int, below: str, line: int) -> str:
        """The text above or below the sign of a turned tile."""
        text = below if line == self._face + 1 else str(number) if line == 0 and self._face > 0 else ""
        return " " * self._before(text) + text


def _marked(marker: int | None) -> str:
    """The points of each further tile of a group, such as "×3"; nothing without a marker."""
    return "" if marker is None else f"×{marker}"


def _hatched(colour: Colour) -> str:
    """The style of a hatched area: black would not be seen on a black terminal."""
    ink = style_of(Part.OUTLINE, colour) if colour is Colour.BLACK else style_of(Part.INK, colour)
    return f"{MAT},{ink}"
