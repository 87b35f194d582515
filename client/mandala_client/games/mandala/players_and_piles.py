"""The surroundings of the circles: both players in a narrow panel beside them, and both piles below.

The panel has points, cups, hands, and below the rest the rivers. Labels for both players are between them, and so are
the points that a card in a slot of a river scores. A slot is one row, the first at the bottom: so a river grows up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mandala_client.games.badges import SIDE_EDGES
from mandala_client.games.card_piles import CardMark, CardPile, PlainWords, centred, fitting, row_of_places
from mandala_client.games.colour_signs import Part, sign_of, style_of
from mandala_client.games.colour_words import letter_of
from mandala_client.games.mandala.board import Board
from mandala_client.games.two_sides import aired, at_both_ends, between, points_at_both_ends
from mandala_client.text.language import _
from mandala_client.ui.rows import (
    BLANK,
    Fragment,
    Row,
    fit,
    kept_drawn,
    leading,
    on_surface,
    row,
    side_by_side,
    text_row,
    width_of,
)
from mandala_client.ui.style import Look
from mandala_client.ui.themes import FADED, PILE, PILE_EDGE, WATER
from mandala_protocol.games.mandala import COLOURS
from mandala_protocol.seats import Seat

WIDTH: Final = 18
"""The columns of the panel beside small circles."""

_SLOT: Final = 6
_WIDE_SLOT: Final = 8
"""The columns of a slot of a river, and where there is room."""

_LEAST_WIDE: Final = 24
"""The least columns of a panel with wide slots."""


def both_players(board: Board, height: int, width: int = WIDTH) -> list[Row]:
    """The panel of ``height`` rows, at least 15, and ``width`` columns; the far player is at the left."""
    inside = width - 2
    seats = board.near.other, board.near
    far, near = (board.points(seat) for seat in seats)
    points, hidden = points_at_both_ends(far, near, board.look, inside), _hidden(board, seats, inside)
    in_hand = _counts(_("hand"), [board.state.players[seat].hand for seat in seats], inside)
    in_cup = _counts(_("cup"), [board.cards_in_cup(seat) for seat in seats], inside)
    parts = (
        [_names(board, seats, inside)],
        [*points, *hidden] if points else [],
        [in_hand, in_cup, *([] if points else hidden)],
        [between(BLANK, _("each card scores"), BLANK, inside), *_rivers(board, seats, inside)],
    )
    return aired(parts, height, width)


def _names(board: Board, seats: Sequence[Seat], width: int) -> Row:
    """Both names; the one whose turn it is in the accent."""
    first, second = (board.badge(seat).owner_name(width) for seat in seats)
    names = side_by_side(first, second, width - SIDE_EDGES - 1, board.look.ellipsis)
    left, right = (board.badge(seat).side_tag(name, width) for name, seat in zip(names, seats, strict=True))
    return at_both_ends(left, right, width)


def _hidden(board: Board, seats: Sequence[Seat], width: int) -> list[Row]:
    """The hidden cards in both cups, by sign or face down, behind the points of all others; no row if there are none.

    Without points they are just called hidden.
    """
    cards = [_hidden_of(board, seat) for seat in seats]
    if not any(cards):
        return []
    scored = [board.open_points(seat) for seat in seats]
    if None in scored:
        text, (left, right) = _("hidden"), cards
        if width_of(left) + width_of(text) + width_of(right) + 2 <= width:
            return [between(left, text, right, width)]
        return [between(BLANK, text, BLANK, width), at_both_ends(left, right, width)]
    first, second = (str(points) if hidden else "" for points, hidden in zip(scored, cards, strict=True))
    left, right = (row(Fragment("+ ", "label"), hidden) if hidden else BLANK for hidden in cards)
    return [_open(first, second, width), at_both_ends(left, right, width)]


def _open(left: str, right: str, width: int) -> Row:
    """The points of the open cards in both cups; large ones share the word for want of room."""
    first, second = (_("{points} open").format(points=points) if points else "" for points in (left, right))
    if width_of(first) + width_of(second) < width:
        return at_both_ends(text_row(first, "label"), text_row(second, "label"), width)
    word = _("{points} open").format(points="").strip()
    return between(text_row(left, "label"), word, text_row(right, "label"), width)


def _hidden_of(board: Board, seat: Seat) -> Row:
    """The hidden cards in a cup, by sign or face down."""
    hidden = board.hidden_in_cup(seat)
    if hidden is None:
        cards = [text_row("?", PILE)] * board.state.players[seat].sealed
    else:
        cards = [
            text_row(sign_of(board.look, colour), f"{style_of(Part.CARD, colour)},{FADED}")
            for colour in COLOURS
            for _card in range(hidden[colour])
        ]
    return row(*(part for card in cards for part in (" ", card)))[1:] if cards else BLANK


def _counts(label: str, counts: Sequence[int], width: int) -> Row:
    left, right = (text_row(str(count)) for count in counts)
    return between(left, label, right, width)


def _rivers(board: Board, seats: Sequence[Seat], width: int) -> list[Row]:
    """Both rivers with the values of their slots between them, the first slots at the bottom."""
    columns = _WIDE_SLOT if width >= _LEAST_WIDE else _SLOT
    rows = []
    for slot in reversed(range(len(COLOURS))):
        left, right = (_slot_row(board.river_slot(seat, slot), board.look, columns) for seat in seats)
        value = centred(str(slot + 1), width - 2 * columns)
        rows.append(row(left, Fragment(value, "label"), right))
    return rows


@kept_drawn
def _slot_row(card: CardPile | None, look: Look, columns: int) -> Row:
    """A slot of a river: its colour, and how many cards of it are in the cup; it is quiet without any."""
    if card is None:
        return on_surface(text_row(centred(look.water, columns), "faint"), WATER)
    signs = sign_of(look, card.colour), letter_of(card.colour)
    is_chosen = card.mark is CardMark.CHOSEN
    is_empty = not card.count and not is_chosen
    mark = look.fresh if card.mark is CardMark.FRESH else ""
    count = "" if is_empty else f"×{card.count}{mark}"
    texts = [f"[{sign}]{count}" if is_chosen else f"{sign}{count}" for sign in signs]
    style = style_of(Part.FREE if is_empty else Part.CARD, card.colour)
    return text_row(centred(fitting(texts, columns), columns), style)


# The draw pile and the discard pile, beside a hand in the columns of the right mandala.

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
    lower, count = max(columns, width_of(more) + 1), board.state.draw_pile
    chip = text_row(f" {count} ", PILE) if count else text_row("0", "label")
    rows = [
        row(fit(text_row(text, "label"), columns), board.discard_text()),
        row(fit(chip, columns), _letters(board, width - columns)),
        row(fit(text_row(more, "label"), lower), board.top_text(width - lower)),
    ]
    return [leading(fit(line, width), board.discard_place()) for line in rows]


def piles_in_one_row(board: Board, width: int) -> Row:
    """Both piles in ``width`` columns: their counts, which colours came last, and behind that all discarded cards.

    When the end is in sight, the warning stands in place of the colours.
    """
    if board.ends_soon:
        counts = board.counts_and_end()
    else:
        counts = row(" ", board.counts_text(width - 4 - width_of(_letters(board, 0))))
    return fit(row(counts, "  ", _letters(board, width - 3 - width_of(counts))), width)


def _letters(board: Board, width: int) -> Row:
    """The discarded cards by the letters of their colours; closer where needed."""
    letters = tuple(letter for colour in COLOURS for letter in _discard(board, colour))
    is_spaced = width_of(letters) + len(letters) <= width + 1
    return row(*(part for one in letters for part in (one, " "))) if is_spaced else letters


def _discard(board: Board, colour: int) -> Row:
    """The discarded cards of a colour, if there are any; lit up if more are to come, and told by the longest text."""
    match board.discarded(colour):
        case CardPile(texts=texts):
            return text_row(texts[0], style_of(Part.CARD, colour))
        case PlainWords(lines=(_line,)):
            return text_row(f"{letter_of(colour)}{board.state.discard[colour]}", style_of(Part.OUTLINE, colour))
        case _:
            return BLANK
