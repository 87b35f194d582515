"""The draw pile and the discard pile, beside a hand in the columns of the right mandala."""

from __future__ import annotations

from typing import Final

from mandala_client.games.card_piles import CardPile, PlainWords, centred, row_of_places
from mandala_client.games.colour_signs import Part, style_of
from mandala_client.games.colour_words import letter_of
from mandala_client.games.mandala.board import Board
from mandala_client.text.language import _
from mandala_client.ui.rows import BLANK, Row, fit, leading, row, text_row, width_of
from mandala_client.ui.themes import PILE, PILE_EDGE
from mandala_protocol.games.mandala import COLOURS

_ALL_CARDS: Final = 108

_HIGHEST: Final = 2
"""The edges of a draw pile of all cards."""

_CARD_COLUMNS: Final = 7
_CARD_ROWS: Final = 3
"""The columns and rows of the draw pile as a card."""

_LEFT: Final = 14
"""The columns of the panel for the draw pile."""

_LEAST_LEFT: Final = 11
"""The least columns of the draw pile where both piles have two rows."""

_IN_A_ROW: Final = 3
"""The number of colours of discarded cards that are side by side in the panel."""

_DISCARDED: Final = 5
"""The columns of the discarded cards of a colour there."""


def panel_of_piles(board: Board, width: int) -> list[Row]:
    """Both piles side by side, in ``width`` columns."""
    place, room = board.discard_place(), width - _LEFT
    places = [board.discarded(colour) for colour in COLOURS]
    shown = [row_of_places(tuple(part), board.look, _DISCARDED, 1) for part in (places[:_IN_A_ROW], places[_IN_A_ROW:])]
    reshuffled = text_row(_("reshuffled") if board.state.triggered else "", "label")
    discarded = [board.discard_text(), reshuffled, *shown, board.top_text(room)]
    both = zip(_drawn_as_a_card(board), discarded, strict=True)
    return [leading(row(" ", fit(left_row, _LEFT - 1), fit(right_row, room)), place) for left_row, right_row in both]


def _drawn_as_a_card(board: Board) -> list[Row]:
    """The draw pile as a card face down with its number on it, and the higher the more cards there are."""
    look, count = board.look, board.state.draw_pile
    edges = -(-count * _HIGHEST // _ALL_CARDS)
    signs = ("", look.above.single, look.above.pair)
    top = text_row(signs[edges] * _CARD_COLUMNS, PILE_EDGE)
    numbers = [str(count) if line == _CARD_ROWS // 2 else "" for line in range(_CARD_ROWS)]
    face = [text_row(centred(number, _CARD_COLUMNS), PILE) if count else BLANK for number in numbers]
    text = _("draw pile") if count else _("draw pile {count}").format(count=0)
    return [text_row(text, "label"), top, *face]


def piles_in_three_rows(board: Board, width: int) -> list[Row]:
    """Both piles side by side in ``width`` columns, and below them what was discarded last."""
    text, more = _("draw pile"), _("reshuffled") if board.state.triggered else ""
    columns = max(_LEAST_LEFT, width_of(text) + 1)
    lower = max(columns, width_of(more) + 1)
    rows = [
        row(fit(text_row(text, "label"), columns), board.discard_text()),
        row(fit(_drawn_as_a_chip(board), columns), _letters(board, width - columns)),
        row(fit(text_row(more, "label"), lower), board.top_text(width - lower)),
    ]
    return [leading(fit(line, width), board.discard_place()) for line in rows]


def _drawn_as_a_chip(board: Board) -> Row:
    """The number of cards in the draw pile, on a card face down in one row."""
    count = board.state.draw_pile
    return text_row(f" {count} ", PILE) if count else text_row("0", "label")


def _letters(board: Board, width: int) -> Row:
    """The discarded cards by the letters of their colours; closer where needed."""
    letters = [letter for colour in COLOURS for letter in _discard(board, colour)]
    spaced = row(*(part for one in letters for part in (one, " ")))
    return spaced if width_of(spaced) <= width + 1 else row(*letters)


def _discard(board: Board, colour: int) -> Row:
    """The discarded cards of a colour, if there are any; lit up if more are to come, and told by the longest text."""
    match board.discarded(colour):
        case CardPile(texts=texts):
            return text_row(texts[0], style_of(Part.CARD, colour))
        case PlainWords(lines=(_line,)):
            return text_row(f"{letter_of(colour)}{board.state.discard[colour]}", style_of(Part.OUTLINE, colour))
        case _:
            return BLANK
