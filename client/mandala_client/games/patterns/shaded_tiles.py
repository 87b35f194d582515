"""The fields of Patterns where shades tell tiles from the board: one area for each group, apart from all others.

The tiles of the near player are plain areas in their colours, those of the far player darker ones within an outline in
their colours. A tile is half a row less high than its field, unless the one below is of the same group. A marker is a
chip behind the sign of its tile.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mandala_client.games.colour_signs import (
    CHIP,
    body_class,
    card_class,
    free_class,
    hollow_class,
    ink_class,
    rest_class,
    rimmed_class,
    sign_of,
)
from mandala_client.games.colour_words import letter_of
from mandala_client.games.patterns.board import Towards
from mandala_client.games.patterns.board_clicks import FieldClick
from mandala_client.games.patterns.field_tiles import FieldTiles
from mandala_client.ui.rows import Fragment, Row, fit, row, width_of
from mandala_client.ui.themes import MAT, foot_class
from mandala_protocol.seats import Seat

_LEAST_NUMBERED: Final = 3
"""In a field of fewer rows the number of a tile stands below its sign, in one of more above it."""

_LEAST_AIRY: Final = 9
"""A tile of so many columns has room beside a marker."""


class ShadedTiles(FieldTiles):
    """The fields of a board."""

    # Tiles that belong to nobody.

    def _front_up(self, number: int) -> list[Row]:
        """A tile that lies front up: what can be done there is on it, and it is quieter if there is nothing."""
        board, click, colour = self._board, FieldClick(number), self._board.colour(number)
        label = board.label_on_tile(number)
        shade = free_class(colour) if label else rest_class(colour)
        sign = f"{' ' * self._indent}{sign_of(self._look, colour)}{board.closed_mark(number)}"
        lines: list[Row] = [row()] * self._height
        lines[self._face] = row(Fragment(sign, shade))
        if label:
            typed, (gain, style) = label
            told = Fragment(" " * self._before(typed) + typed, shade)
            lines[self._face] = row(*lines[self._face], Fragment(gain, f"{shade},{style}" if style else shade))
            lines[self._face - 1 if self._height >= _LEAST_NUMBERED else self._face + 1] = row(told)
        rows = [self._on_tile(line, shade, click) for line in lines]
        if not lines[-1]:
            rows[-1] = row(Fragment(self._look.upper * self._width, f"{MAT},{foot_class(shade)}", click))
        return [row(one, Fragment(" ", MAT, click)) for one in rows]

    def _on_tile(self, of: Row, shade: str, click: FieldClick) -> Row:
        return tuple(one._replace(click=click) for one in fit(of, self._width, shade))

    # Tiles of a player.

    def _turned(self, number: int, owner: Seat) -> list[Row]:
        """A tile, and the gap to the next one in each row."""
        return [self._row(number, owner, line) for line in range(self._height)]

    def _row(self, number: int, owner: Seat, line: int) -> Row:
        board, click, colour = self._board, FieldClick(number), self._board.colour_then(number)
        is_far, is_right = owner is not board.near, board.is_joined(number, owner)
        foot = Fragment(self._look.upper, f"{MAT},{ink_class(colour)}", click)
        plain = Fragment(" ", MAT, click)
        is_last = line == self._height - 1
        if is_last and not board.is_joined(number, owner, Towards.BELOW):
            # Half a row is the board's; for the far player the other half is the lower edge.
            return row(foot._replace(text=foot.text * self._width), foot if is_right else plain)
        if is_far and line == 0 and self._face > 0 and not board.is_joined(number, owner, Towards.ABOVE):
            return self._lid(number, owner)
        surface = hollow_class(colour) if is_far else body_class(colour)
        gap = plain._replace(style=surface) if is_right else plain
        # Only where four tiles of a group meet the gap between them is filled down to the next row.
        if is_last and is_right and not board.is_joined(number + 1, owner, Towards.BELOW):
            gap = foot
        return row(self._on_turned(number, owner, line), gap)

    def _lid(self, number: int, owner: Seat) -> Row:
        """The first row of a tile of the far player, with its upper edge and both upper corners of its group."""
        click, style = FieldClick(number), rimmed_class(self._board.colour(number))
        left, right = self._sides(number, owner, self._look.upper_corners)
        # The edge goes on over the gap to the next tile of the group.
        gap, over = ([Fragment(" ", MAT, click)], 0) if right else ([], 1)
        between = self._width - len(left) - len(right) + over
        return row(*left, Fragment(self._look.upper * between, style, click), *right, *gap)

    def _sides(self, number: int, owner: Seat, signs: tuple[str, str]) -> tuple[list[Fragment], list[Fragment]]:
        """Both sides of a tile, drawn with these signs; none for the near player, and where its group goes on."""
        board, style = self._board, rimmed_class(self._board.colour_then(number))
        left, right = (
            [] if board.is_joined(number, owner, there) else [Fragment(sign, style, FieldClick(number))]
            for sign, there in zip(signs, (Towards.LEFT, Towards.RIGHT), strict=True)
        )
        return ([], []) if owner is board.near else (left, right)

    def _on_turned(self, number: int, owner: Seat, line: int) -> Row:
        """A row of a turned tile: its sign and what is on it, or only its surface, between its edges."""
        click, colour = FieldClick(number), self._board.colour_then(number)
        surface = body_class(colour) if owner is self._board.near else hollow_class(colour)
        left, right = self._sides(number, owner, (self._look.left, self._look.right))
        room = self._width - len(left)
        if line != self._face:
            return row(*left, Fragment(" " * (room - len(right)), surface, click), *right)
        # An edge is worth more than a symbol, a mark more than both.
        told = list(self._told(number, owner))
        shown = next((one for one in told if width_of(one) <= room - len(right)), None)
        if shown is None:
            shown, right = next((one for one in told if width_of(one) <= room), told[-1]), []
        room -= len(right)
        before = Fragment(" " * min(self._indent - len(left), room - width_of(shown)), surface)
        return row(*left, *(one._replace(click=click) for one in fit(row(before, shown), room, surface)), *right)

    def _told(self, number: int, owner: Seat) -> Iterator[Row]:
        """Yield what is on a tile, in less and less room: its sign, its marker or final flip, whether it is new."""
        board, colour, is_far = self._board, self._board.colour_then(number), owner is not self._board.near
        change, marker, flip = board.style_of_change(number), board.marker(number), board.final_flip(number)
        surfaces = (hollow_class(colour), hollow_class(colour)) if is_far else (card_class(colour), body_class(colour))
        face, beside = (f"{one},{change}" if change else one for one in surfaces)
        mark = self._look.fresh if change else ""
        of_chip = body_class(colour) if is_far else CHIP
        for sign in (sign_of(self._look, colour), letter_of(colour)):
            if marker is None:
                for order in (flip, flip.removeprefix("+")):
                    yield row(Fragment(f"{sign}{order}{mark}", face))
                continue
            if self._width >= _LEAST_AIRY:
                yield row(
                    Fragment(sign, face), Fragment(" ", beside), Fragment(f" {marker} ", of_chip), _of(mark, beside)
                )
            yield row(Fragment(sign, face), Fragment(str(marker), of_chip), _of(mark, beside))


def _of(mark: str, style: str) -> Row:
    return row(Fragment(mark, style)) if mark else row()
