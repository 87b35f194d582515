"""The fields of Patterns, as far as they are drawn alike whether shades or brackets tell whose tiles they are."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final

from mandala_client.games.card_piles import CardSize, centred
from mandala_client.games.colour_signs import Part, sign_of, style_of
from mandala_client.games.colour_words import letter_of
from mandala_client.games.patterns.board import TileBoard
from mandala_client.games.patterns.board_clicks import FieldClick
from mandala_client.ui.rows import Fragment, Row, row, width_of
from mandala_client.ui.themes import MAT
from mandala_protocol.seats import Seat

_SIGN: Final = 2
"""The columns of a sign."""

_LEAST_FRAMED: Final = 3
"""An outline on a tile of fewer rows has only its sides."""


class FieldTiles(ABC):
    """The fields of a board, each in as many rows and columns as ``size`` says."""

    def __init__(self, board: TileBoard, size: CardSize) -> None:
        self._board, self._look = board, board.look
        self._height, self._width = size.rows, size.columns - 1
        self._face = (size.rows - 1) // 2
        self._indent = (self._width - _SIGN) // 2

    def field(self, number: int) -> list[Row]:
        """The rows of a field, with the gap to the next one at their right."""
        owner = self._board.owner(number)
        if owner is not None:
            return self._turned(number, owner)
        return self._chosen(number) if self._board.is_chosen(number) else self._front_up(number)

    @abstractmethod
    def _turned(self, number: int, owner: Seat) -> list[Row]:
        """A tile of a player."""

    @abstractmethod
    def _front_up(self, number: int) -> list[Row]:
        """A tile that belongs to nobody."""

    def _before(self, text: Row | str) -> int:
        """The columns before a text that begins in the column of the signs, or further left where it is long."""
        return max(min(self._indent, self._width - width_of(text)), 0)

    @property
    def _chosen_gain(self) -> str:
        """The gain of the chosen move, as it is shown on its tile."""
        return self._board.chosen_gain

    def _chosen(self, number: int) -> list[Row]:
        """The tile as it would be after the chosen move, with an outline on it, what that brings, and the move."""
        board, look, height, inside = self._board, self._look, self._height, self._width - 2
        frame, colour, click = look.solid_frame, board.chosen_colour, FieldClick(number)
        texts = [f"{begin}{self._chosen_gain}" for begin in (sign_of(look, colour), letter_of(colour))]
        text = next((sentence for sentence in texts if width_of(sentence) <= inside), texts[-1])
        beside = self._face + 1 if self._face + 1 < height else self._face - 1
        shown = {self._face: centred(text, inside), beside: centred(board.chosen_notation, inside)}
        middle = [shown.get(line, " " * inside) for line in range(height)]
        sides = [(frame.upright, frame.upright)] * height
        if height >= _LEAST_FRAMED:
            upper_left, upper_right, lower_left, lower_right = frame.corners
            sides[0], sides[-1] = (upper_left, upper_right), (lower_left, lower_right)
            middle[0], middle[-1] = (middle[line].replace(" ", frame.level) for line in (0, -1))
        elif look.has_shades:
            # Sides alone would look like those of the far player's tiles.
            sides = [(look.here if line == self._face else " ", " ") for line in range(height)]
        gap = Fragment(" ", style_of(Part.BODY, colour) if board.is_joined(number, board.near) else MAT, click)
        return [
            row(
                Fragment(begin, style_of(Part.BODY, colour), click),
                Fragment(
                    content, style_of(Part.CARD, colour) if line == self._face else style_of(Part.BODY, colour), click
                ),
                Fragment(end, style_of(Part.BODY, colour), click),
                gap,
            )
            for line, ((begin, end), content) in enumerate(zip(sides, middle, strict=True))
        ]
