"""The draw pile and the discard pile beside a hand, in the columns of the right mandala."""

from __future__ import annotations

from typing import Final

from mandala_client.games.card_piles import centred, row_of_places
from mandala_client.games.mandala.board import Board
from mandala_client.games.mandala.measures import Measures
from mandala_client.text.language import _
from mandala_client.ui.rows import BLANK, Fragment, Row, filled, fit, leading, row, shortened, text_row, width_of
from mandala_client.ui.themes import PILE, PILE_EDGE, PILE_FREE
from mandala_protocol.games.mandala import COLOURS

_ALL_CARDS: Final = 108

_HIGHEST: Final = 2
"""So many edges has a draw pile of all cards."""

_BETWEEN: Final = 2
"""The columns between both piles."""

_SMALLER: Final = 2
"""By so many columns is a discarded card less wide than one of the hand: it is no part of the hand."""


def piles_beside_hand(board: Board, measures: Measures) -> list[Row]:
    """Both piles, in as many rows as the hand."""
    wing, place = measures.wing, board.discard_place()
    if not measures.is_airy:
        rows = [_drawn_as_a_bar(board, wing), board.discard_text(wing), tally(board, measures)]
        return [leading(fit(one, wing), place) for one in rows]
    card = measures.card.columns - _SMALLER
    width = (card + measures.gap) * len(COLOURS) - measures.gap
    discarded = [
        board.discard_text(width, with_top=False),
        BLANK,
        _tally(board, card, measures.gap),
        board.top_text(width),
        BLANK,
        text_row(_("reshuffled") if board.state.triggered else "", "label"),
    ]
    left = wing - width - _BETWEEN
    both = zip(_drawn_as_a_card(board, measures, left), filled(discarded, measures.hand), strict=True)
    return [leading(row(fit(one, left), " " * _BETWEEN, fit(other, width)), place) for one, other in both]


def tally(board: Board, measures: Measures) -> Row:
    """The discarded cards, each below its colour."""
    return _tally(board, measures.card.columns, measures.gap)


def _tally(board: Board, card: int, gap: int) -> Row:
    return row_of_places(tuple(board.discard_spot(colour) for colour in COLOURS), board.look, card, gap)


def _drawn_as_a_card(board: Board, measures: Measures, width: int) -> list[Row]:
    """The draw pile as a card face down with its number on it, and the higher the more cards there are."""
    look, count, size = board.look, board.state.draw_pile, measures.card
    edges = [text_row(look.above.single * size.columns, PILE_EDGE)] * -(-count * _HIGHEST // _ALL_CARDS)
    numbers = [str(count) if line == size.rows // 2 else "" for line in range(size.rows)]
    face = [text_row(centred(number, size.columns), PILE) if count else BLANK for number in numbers]
    told = text_row(shortened(_("draw pile"), width, look.ellipsis), "label")
    above = [BLANK] * (measures.hand - 1 - len(edges) - size.rows)
    return [told, *above, *edges, *face]


def _drawn_as_a_bar(board: Board, width: int) -> Row:
    """The number of cards and a bar as long, within one for all of them where shades show both."""
    state = board.state
    told = _("draw pile {count} (reshuffled)") if state.triggered else _("draw pile {count}")
    text = f"{told.format(count=state.draw_pile)} "
    room = max(width - width_of(text), 0)
    length = -(-state.draw_pile * room // _ALL_CARDS)
    if not board.look.has_shades:
        return row(text, Fragment(board.look.lower * length, "rule"))
    return row(text, Fragment(" " * length, PILE), Fragment(" " * (room - length), PILE_FREE))
