"""The draw pile and the discard pile: in a panel of their own, or beside a hand in the columns of the right mandala."""

from __future__ import annotations

from typing import Final

from mandala_client.games.card_piles import Spot, centred, row_of_places
from mandala_client.games.colour_signs import card_class, outline_class
from mandala_client.games.mandala.board import Board
from mandala_client.games.mandala.measures import Measures
from mandala_client.text.language import _
from mandala_client.ui.rows import BLANK, Fragment, Row, fit, leading, row, text_row, width_of, without_first
from mandala_client.ui.themes import PILE, PILE_EDGE, PILE_FREE
from mandala_protocol.games.mandala import COLOURS

_ALL_CARDS: Final = 108

_HIGHEST: Final = 2
"""So many edges has a draw pile of all cards."""

_CARD_COLUMNS: Final = 7
_CARD_ROWS: Final = 3
"""Of the draw pile as a card."""

_LEFT: Final = 14
"""The columns of the panel for the draw pile."""

_IN_A_ROW: Final = 3
"""So many colours of discarded cards are side by side in the panel."""

_DISCARDED: Final = 5
"""The columns of the discarded cards of a colour there."""


def panel_of_piles(board: Board, width: int) -> list[Row]:
    """Both piles side by side, in so many columns."""
    place, room = board.discard_place(), width - _LEFT
    spots = [board.discard_spot(colour) for colour in COLOURS]
    some, others = spots[:_IN_A_ROW], spots[_IN_A_ROW:]
    shown = [row_of_places(tuple(part), board.look, _DISCARDED, 1) for part in (some, others)]
    told = text_row(_("reshuffled") if board.state.triggered else "", "label")
    discarded = [board.discard_text(), told, *shown, board.top_text(room)]
    both = zip(_drawn_as_a_card(board), discarded, strict=True)
    return [leading(row(" ", fit(one, _LEFT - 1), fit(other, room)), place) for one, other in both]


def _drawn_as_a_card(board: Board) -> list[Row]:
    """The draw pile as a card face down with its number on it, and the higher the more cards there are."""
    look, count = board.look, board.state.draw_pile
    edges = -(-count * _HIGHEST // _ALL_CARDS)
    signs = ("", look.above.single, look.above.pair)
    top = text_row(signs[edges] * _CARD_COLUMNS, PILE_EDGE)
    numbers = [str(count) if line == _CARD_ROWS // 2 else "" for line in range(_CARD_ROWS)]
    face = [text_row(centred(number, _CARD_COLUMNS), PILE) if count else BLANK for number in numbers]
    told = _("draw pile") if count else _("draw pile {count}").format(count=0)
    return [text_row(told, "label"), top, *face]


def piles_beside_hand(board: Board, measures: Measures) -> list[Row]:
    """Both piles, in as many rows as the hand."""
    wing, place = measures.wing, board.discard_place()
    rows = [_drawn_as_a_bar(board, wing), *_discarded(board, wing)]
    above = [BLANK] * (measures.hand - len(rows))
    return [leading(fit(one, wing), place) for one in (*above, *rows)]


def _discarded(board: Board, width: int) -> tuple[Row, Row]:
    """The discard pile in two rows: how many cards there are, how many of each colour, and which are on top."""
    told, top = board.discard_text(), board.top_text(width)
    spots = [spot for spot in (board.discard_spot(colour) for colour in COLOURS) if spot.count]
    most = max((len(spot.texts) for spot in spots), default=1)
    each = [row(*(row(" ", _discard(spot, number)) for spot in spots)) for number in range(most)]
    together = next((one for one in each if width_of(told) + width_of(one) <= width), None)
    if together is not None:
        return row(told, together), top
    with_top = row(told, " ", board.top_text(width - width_of(told) - 1))
    return with_top, without_first(next((one for one in each if width_of(one) <= width + 1), each[-1]))


def _discard(spot: Spot, number: int) -> Fragment:
    """The discarded cards of a colour, in the text of this number or the last; lit up if there are about to be more."""
    style = card_class(spot.colour) if spot.outline else outline_class(spot.colour)
    return Fragment(spot.texts[min(number, len(spot.texts) - 1)], style, spot.click)


def tally(board: Board, measures: Measures) -> Row:
    """The discarded cards, each below its colour."""
    spots = tuple(board.discard_spot(colour) for colour in COLOURS)
    return row_of_places(spots, board.look, measures.card.columns, measures.gap)


def _drawn_as_a_bar(board: Board, width: int) -> Row:
    """The number of cards and a bar as long, within one for all of them where shades show both."""
    state = board.state
    told = _("draw pile {count} (reshuffled)") if state.triggered else _("draw pile {count}")
    text = f"{told.format(count=state.draw_pile)} "
    room = max(width - width_of(text), 0)
    length = -(-state.draw_pile * room // _ALL_CARDS)
    if not board.look.has_shades:
        return row(Fragment(text, "label"), Fragment(board.look.lower * length, "rule"))
    return row(Fragment(text, "label"), Fragment(" " * length, PILE), Fragment(" " * (room - length), PILE_FREE))
