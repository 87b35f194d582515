"""The fields of Patterns where shades tell tiles from the board: one area for each group, apart from all others.

The tiles of the near player are plain areas in their colours, those of the far player darker ones within an outline in
their colours. A tile is half a row less high than its field, unless the one below is of the same group. A marker is a
chip behind the sign of its tile.
"""

from __future__ import annotations

from typing import Final

from mandala_client.games.colour_signs import (
    CHIP,
    GAIN,
    LABEL,
    body_class,
    card_class,
    dark_class,
    free_class,
    hollow_class,
    ink_class,
    outline_class,
    rest_class,
    rimmed_class,
    sign_of,
)
from mandala_client.games.colour_words import letter_of
from mandala_client.games.patterns.board import Towards
from mandala_client.games.patterns.board_clicks import FieldClick
from mandala_client.games.patterns.field_tiles import FieldTiles
from mandala_client.text.language import _
from mandala_client.ui.rows import Fragment, Row, fit, row, width_of, without_first, without_last
from mandala_client.ui.themes import MAT, foot_class
from mandala_protocol.seats import Seat

_BESIDE_NUMBER: Final = 3
"""Beside the number of a tile are so many columns at least without text."""

_LEAST_HIGH: Final = 3
"""In a field of so many rows what is on a tile has three of them: a row above its sign, that of its sign, and its last.

In one of fewer rows the move stands below the sign, and all else beside it.
"""


class ShadedTiles(FieldTiles):
    """The fields of a board."""

    # Tiles that belong to nobody.

    def _front_up(self, number: int) -> list[Row]:
        """A tile that lies front up: what can be done there is on it, and it is quieter if there is nothing."""
        board, click, colour = self._board, FieldClick(number), self._board.colour(number)
        label = board.label_on_tile(number)
        becomes = board.swapped_in(number)
        shade = free_class(colour if becomes is None else becomes) if label else rest_class(colour)
        begins = board.begins_at(number)
        begin = self._look.here if begins and not self._is_high else ""
        sign = f"{begin:>{self._indent}}{sign_of(self._look, colour)}{board.closed_mark(number)}"
        lines: list[Row] = [row()] * self._height
        lines[self._face] = row(Fragment(sign, f"{shade},{outline_class(colour)}" if label else shade))
        typed, (gain, style) = label or (str(number), ("", ""))
        brings = Fragment(gain, f"{shade},{style}" if style else shade)
        if self._is_high:
            lines[self._face] = self._becoming(number, shade) or lines[self._face]
            lines[self._last] = self._at_foot(Fragment(typed, f"{shade},{LABEL}" if label else shade), brings)
        elif label:
            lines[self._face] = row(*lines[self._face], brings)
            lines[self._face + 1] = row(Fragment(" " * self._before(typed) + typed, f"{shade},{LABEL}"))
        rows = [self._on_tile(line, shade, click) for line in lines]
        if begins and self._is_high:
            rows = self._within_corners(rows, shade, click)
        elif not lines[-1]:
            rows[-1] = row(Fragment(self._look.upper * self._width, f"{MAT},{foot_class(shade)}", click))
        return [row(one, Fragment(" ", MAT, click)) for one in rows]

    def _within_corners(self, rows: list[Row], shade: str, click: FieldClick) -> list[Row]:
        """A tile with four white corners: the arrow keys begin there."""
        look, style, inside = self._look, f"{shade},{GAIN}", self._width - 4
        (upper_left, upper_right), level = look.upper_corners, look.upper
        left, right = (Fragment(edge, style, click) for edge in (look.left, look.right))
        lid = (
            *(Fragment(part, style, click) for part in (upper_left, level)),
            Fragment(" " * inside, shade, click),
            *(Fragment(part, style, click) for part in (level, upper_right)),
        )
        foot = (
            Fragment(level * 2, f"{MAT},{GAIN}", click),
            Fragment(level * inside, f"{MAT},{foot_class(shade)}", click),
            Fragment(level * 2, f"{MAT},{GAIN}", click),
        )
        *between, last = rows[1:-1]
        return [lid, *between, row(left, without_last(without_first(last)), right), foot]

    def _becoming(self, number: int, shade: str) -> Row | None:
        """The sign of a tile and of the one that a swap puts there; None where that is no swap."""
        becomes = self._board.swapped_in(number)
        if becomes is None:
            return None
        sign, then = (sign_of(self._look, colour) for colour in (self._board.colour(number), becomes))
        now = Fragment(sign, f"{shade},{outline_class(self._board.colour(number))}")
        told = row(now, Fragment(f"{self._look.becomes}{then}", shade))
        return row(Fragment(" " * ((self._width - width_of(told)) // 2), shade), *told)

    def _fresh(self, number: int, surface: str, *, is_near: bool) -> Fragment:
        """What says that a tile has just been turned, where it has room."""
        told = _("new")
        room = self._width - _BESIDE_NUMBER - len(str(number))
        return Fragment(told if width_of(told) <= room else "", f"{surface},{CHIP if is_near else GAIN}")

    def _at_foot(self, number: Fragment, told: Fragment, left: int = 0, right: int = 0) -> Row:
        """The last whole row of a tile between edges so wide: its number at the left, what is told at the right."""
        between = max(self._width - 2 - width_of(number.text) - width_of(told.text), 0)
        first, middle, last = (Fragment(" " * columns, number.style) for columns in (1 - left, between, 1 - right))
        return row(first, number, middle, told, last)

    @property
    def _is_high(self) -> bool:
        """Return whether a tile has rows of its own for what is above and below its sign."""
        return self._height >= _LEAST_HIGH

    @property
    def _last(self) -> int:
        """The last whole row of a tile."""
        return self._height - 2

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
        board, click, colour = self._board, FieldClick(number), self._board.colour_then(number)
        surface = body_class(colour) if owner is board.near else hollow_class(colour)
        left, right = self._sides(number, owner, (self._look.left, self._look.right))
        room = self._width - len(left)
        if self._is_high and line == self._last:
            order, marker = board.final_flip(number), board.marker(number)
            value = Fragment(order if marker is None else f"×{marker}", f"{surface},{CHIP}")
            if not value.text and board.style_of_change(number):
                value = self._fresh(number, surface, is_near=owner is board.near)
            inside = self._at_foot(Fragment(str(number), surface), value, len(left), len(right))
            return row(*left, *(one._replace(click=click) for one in inside), *right)
        told = self._on_line(number, owner, line)
        if not told:
            return row(*left, Fragment(" " * (room - len(right)), surface, click), *right)
        # An edge is worth more than a symbol, a mark more than both.
        shown = next((one for one in told if width_of(one) <= room - len(right)), None)
        if shown is None:
            shown, right = next((one for one in told if width_of(one) <= room), told[-1]), []
        room -= len(right)
        before = Fragment(" " * min(self._indent - len(left), room - width_of(shown)), surface)
        return row(*left, *(one._replace(click=click) for one in fit(row(before, shown), room, surface)), *right)

    def _on_line(self, number: int, owner: Seat, line: int) -> list[Row]:
        """What is on a row of a turned tile, in less and less room: its sign, its marker or final flip, a mark."""
        board, colour, is_far = self._board, self._board.colour_then(number), owner is not self._board.near
        change, marker, flip = board.style_of_change(number), board.marker(number), board.final_flip(number)
        surfaces = (hollow_class(colour), hollow_class(colour)) if is_far else (card_class(colour), body_class(colour))
        face, beside = (f"{one},{change}" if change else one for one in surfaces)
        mark = self._look.fresh if change else ""
        of_chip = body_class(colour) if is_far else f"{dark_class(colour)},{CHIP}"
        signs = sign_of(self._look, colour), letter_of(colour)
        if line != self._face:
            return []
        if self._is_high:
            return [row(Fragment(f"{sign}{mark}", face)) for sign in signs]
        if marker is None:
            return [row(Fragment(f"{sign}{order}{mark}", face)) for sign in signs for order in (flip, flip[1:])]
        return [row(Fragment(sign, face), Fragment(str(marker), of_chip), _of(mark, beside)) for sign in signs]


def _of(mark: str, style: str) -> Row:
    return row(Fragment(mark, style)) if mark else row()
