"""The draw pile and the discard pile: in a panel of their own, or beside a hand in the columns of the right mandala."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Final

from mandala_client.games.card_piles import Spot, centred, row_of_places
from mandala_client.games.colour_signs import Part, style_of
from mandala_client.games.mandala.board import ON_TOP, Board
from mandala_client.games.mandala.measures import Measures
from mandala_client.text.language import _
from mandala_client.ui.rows import BLANK, Fragment, Row, fit, leading, row, text_row, width_of, without_first
from mandala_client.ui.style import Look
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

_GAP: Final = "  "

_DISCARDED: Final = 5
"""The columns of the discarded cards of a colour there."""


def panel_of_piles(board: Board, width: int) -> list[Row]:
    """Both piles side by side, in ``width`` columns."""
    place, room = board.discard_place(), width - _LEFT
    spots = [board.discard_spot(colour) for colour in COLOURS]
    some, others = spots[:_IN_A_ROW], spots[_IN_A_ROW:]
    shown = [row_of_places(tuple(part), board.look, _DISCARDED, 1) for part in (some, others)]
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


def backs(look: Look, count: int, height: int) -> list[Row]:
    """Cards of a hand, face down, as signs in the last of ``height`` rows."""
    return [*[BLANK] * (height - 1), text_row(look.back * count, "label")]


def piles_beside_hand(board: Board, height: int, width: int) -> list[Row]:
    """Both piles one above the other, in ``height`` rows, at least three, and ``width`` columns."""
    rows = _drawn_as_a_bar(board, width), board.discard_text(), _tally_and_top(board, width)
    above = [BLANK] * (height - len(rows))
    return [leading(fit(line, width), board.discard_place()) for line in (*above, *rows)]


def piles_in_two_rows(board: Board, width: int) -> list[Row]:
    """Both piles side by side as in the panel, in two rows of ``width`` columns."""
    text = _("reshuffled") if board.state.triggered else _("draw pile")
    columns = max(_LEAST_LEFT, width_of(text) + 1)
    room = width - columns
    left = text_row(text, "label"), _drawn_as_a_chip(board)
    right = _discarded_with_mark(board, room), _tally(board, room)
    rows = [row(fit(left_row, columns), right_row) for left_row, right_row in zip(left, right, strict=True)]
    return [leading(fit(line, width), board.discard_place()) for line in rows]


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


def _discarded_with_mark(board: Board, width: int) -> Row:
    """The number of discarded cards, and the meaning of the mark before the newest, if it has room."""
    count, newest = board.discard_text(), _("newest")
    if not any(board.on_top):
        return count
    meant = (row(count, Fragment(f"{before}{ON_TOP} {newest}", "label")) for before in (_GAP, " "))
    return next((line for line in meant if width_of(line) <= width), count)


def _drawn_as_a_chip(board: Board) -> Row:
    """The number of cards in the draw pile, on a card face down in one row."""
    count = board.state.draw_pile
    return text_row(f" {count} ", PILE) if board.look.has_shades and count else text_row(str(count), "label")


def _tally(board: Board, width: int) -> Row:
    """The discarded cards by the letters of their colours, a mark before those that came last; closer where needed."""
    spots = _discarded(board)
    marks = [Fragment(ON_TOP, "label") if board.on_top[spot.colour] else "" for spot in spots]
    return _marked_letters(spots, marks, width)


def _letters(board: Board, width: int) -> Row:
    """The discarded cards by the letters of their colours; closer where needed."""
    spots = _discarded(board)
    return _marked_letters(spots, [""] * len(spots), width)


def _marked_letters(spots: Sequence[Spot], marks: Sequence[str | Fragment], width: int) -> Row:
    """The letters of these piles, each behind its mark."""
    # What is about to change is told by its longest text.
    letters = [_discard(spot, 0 if spot.outline else -1) for spot in spots]
    both = list(zip(marks, letters, strict=True))
    spaced_and_close = (
        row(*(part for pair in both for part in (*pair, " "))),
        row(*(part for pair in both for part in pair)),
    )
    return next((line for line in spaced_and_close if width_of(line) <= width + 1), row(*letters))


def _tally_and_top(board: Board, width: int) -> Row:
    """The discarded cards by colour, and which of them came last, in as much detail as there is room for."""
    spots = _discarded(board)
    if not spots:
        return BLANK
    most = max(len(spot.texts) for spot in spots)
    each = [without_first(row(*(row(" ", _discard(spot, number)) for spot in spots))) for number in range(most)]
    both = [(colours, board.top_text(width - width_of(colours) - len(_GAP))) for colours in each]
    comma = Fragment(", ", "label")
    in_detail = (row(colours, comma, top) for colours, top in both if len(top) > 1)  # each sign has a colour of its own
    in_brief = (row(colours, comma, top) for colours, top in both if top)
    alone = (colours for colours in each if width_of(colours) <= width)
    return next(chain(in_detail, in_brief, alone), each[-1])


def _discarded(board: Board) -> list[Spot]:
    """The colours of which cards are discarded, or are about to be."""
    return [spot for spot in (board.discard_spot(colour) for colour in COLOURS) if spot.count]


def _discard(spot: Spot, number: int) -> Fragment:
    """The discarded cards of a colour, in the text of this number or the last (-1); lit up if more are to come."""
    style = style_of(Part.CARD, spot.colour) if spot.outline else style_of(Part.OUTLINE, spot.colour)
    return Fragment(spot.texts[min(number, len(spot.texts) - 1)], style, spot.click)


def tally(board: Board, measures: Measures) -> Row:
    """The discarded cards, each below its colour."""
    spots = tuple(board.discard_spot(colour) for colour in COLOURS)
    return row_of_places(spots, board.look, measures.card.columns, measures.gap)


def _drawn_as_a_bar(board: Board, width: int) -> Row:
    """The number of cards and a bar as long."""
    state = board.state
    label = _("draw pile {count} (reshuffled)") if state.triggered else _("draw pile {count}")
    text = f"{label.format(count=state.draw_pile)} "
    room = max(width - width_of(text), 0)
    length = -(-state.draw_pile * room // _ALL_CARDS)
    return row(Fragment(text, "label"), Fragment(board.look.lower * length, "rule"))
