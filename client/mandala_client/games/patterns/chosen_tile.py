"""The tile of the chosen move, drawn as it would be after that: in its colour, and within a solid outline."""

from __future__ import annotations

from typing import Final

from mandala_client.games.card_piles import CardSize, centred
from mandala_client.games.colour_signs import body_class, card_class, sign_of
from mandala_client.games.colour_words import letter_of
from mandala_client.games.patterns.board import TileBoard
from mandala_client.games.patterns.board_clicks import FieldClick
from mandala_client.ui.rows import Fragment, Row, row, width_of
from mandala_client.ui.themes import MAT

_LEAST_FRAMED: Final = 3
"""An outline on a tile of fewer rows has only its sides."""


def chosen_tile(board: TileBoard, number: int, size: CardSize) -> list[Row]:
    """The rows of its field, with what the move brings, how it is typed, and the gap to the next field."""
    look, height, inside, click = board.look, size.rows, size.columns - 3, FieldClick(number)
    frame, colour, face = look.solid_frame, board.chosen_colour, (size.rows - 1) // 2
    told = [f"{begin}{board.chosen_gain}" for begin in (sign_of(look, colour), letter_of(colour))]
    text = next((one for one in told if width_of(one) <= inside), told[-1])
    shown = {face: centred(text, inside), face + 1: centred(board.chosen_notation, inside)}
    middle = [shown.get(line, " " * inside) for line in range(height)]
    sides = [(frame.upright, frame.upright)] * height
    if height >= _LEAST_FRAMED:
        upper_left, upper_right, lower_left, lower_right = frame.corners
        sides[0], sides[-1] = (upper_left, upper_right), (lower_left, lower_right)
        middle[0], middle[-1] = (middle[line].replace(" ", frame.level) for line in (0, -1))
    elif look.has_shades:
        # Sides alone would look like those of the far player's tiles.
        sides = [(look.here if line == face else " ", " ") for line in range(height)]
    gap = Fragment(" ", body_class(colour) if board.is_joined(number, board.near) else MAT, click)
    return [
        row(
            Fragment(begin, body_class(colour), click),
            Fragment(one, card_class(colour) if line == face else body_class(colour), click),
            Fragment(end, body_class(colour), click),
            gap,
        )
        for line, ((begin, end), one) in enumerate(zip(sides, middle, strict=True))
    ]
