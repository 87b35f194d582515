"""The table as it lies where there is little room: one mandala above the other, letters instead of words.

The same parts as those of ``board``, in 40 columns or more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from mandala_client.games.card_piles import AnyPlace, FreePlace, Outline, in_one_row
from mandala_client.games.colour_signs import Part, style_of, with_coloured_signs
from mandala_client.games.colour_words import letter_of
from mandala_client.games.mandala.board import MOUNTAIN, ON_TOP, Board
from mandala_client.games.mandala.notation import side_letter
from mandala_client.text.language import _
from mandala_client.ui.rows import (
    Fragment,
    Row,
    as_label,
    ends,
    fit,
    leading,
    on_surface,
    padded,
    row,
    text_row,
    width_of,
)
from mandala_client.ui.themes import FADED, HEAD, MAT, STRIP
from mandala_protocol.games.game import Counts
from mandala_protocol.games.mandala import COLOURS
from mandala_protocol.games.mandala.colours import NO_CARDS
from mandala_protocol.seats import Seat

_LABEL: Final = 9
_CARD: Final = 4
"""A face in columns; there is one column between two."""

_CARDS: Final = "{cards}"
"""Stands for the signs of cards in a text."""


def compact_table(board: Board, columns: int) -> list[Row]:
    """The whole table in at most 15 rows: 13, one for each hand, and what a player can choose.

    Someone who looks on sees both hands if any is known, and the end in sight; a player has a warning elsewhere.
    """
    far, near = board.near.other, board.near
    hands = (near,) if board.is_played else tuple(Seat) if board.knows_a_hand else ()
    far_hand, near_hand = ([_hand(board, seat)] if seat in hands else [] for seat in (far, near))
    return [
        board.counts_and_end() if board.ends_soon and not board.is_played else piles(board, columns),
        _player(board, far, columns),
        *far_hand,
        _river(board, far),
        *_mandala(board, 0, columns),
        *_mandala(board, 1, columns),
        _river(board, near),
        _player(board, near, columns),
        *near_hand,
        *board.offered_briefly(),
    ]


def piles(board: Board, columns: int) -> Row:
    """The draw pile, and the discard pile by colour."""
    draw, discard = board.state.draw_pile, board.state.discard
    text = _("draw {draw}, discard {discard}").format(draw=draw, discard=sum(discard))
    tally = letters(discard, board.on_top, FADED)
    airy = row(f" {text} ", *tally)
    if width_of(airy) <= columns:
        return airy
    # No number may be cut: each begins with its letter, so they can stand side by side, and without marks.
    return row(f" {text} ", *(cards[1:] for cards in tally))


def _player(board: Board, seat: Seat, columns: int) -> Row:
    """Name, hand, cup, and the points if they are shown."""
    badge = board.badge(seat)
    names = badge.name_at_table(columns), badge.name
    right = _hand_and_cup(board, seat, [columns - width_of(name) - 3 for name in names])
    return ends(badge.tag(max(columns - width_of(right) - 1, 3)), right, columns)


def _hand_and_cup(board: Board, seat: Seat, rooms: Sequence[int]) -> Row:
    """The hand and the cup of a player, in the first room that fits.

    A hand that is not known here is shown by the backs of its cards, if the last room has columns for them.
    """
    count = board.state.players[seat].hand
    hand_text = text_row(_("hand {count}").format(count=count) + ", ", "label")
    rows = [row(hand_text, cup) for cup in _cups(board, seat)]
    backs = text_row(f"{board.look.back * count} ", "label")
    face_down = [row(backs, line) for line in rows] if board.cards_in_hand(seat) is None else []
    shown = [line for line in face_down if width_of(line) <= rooms[-1]]
    shown += [line for room in rooms for line in rows if width_of(line) <= room]
    return shown[0] if shown else rows[-1]


def _cups(board: Board, seat: Seat) -> list[Row]:
    """The cup: its hidden cards by letter if they are known, and the points if they are shown; shorter and shorter."""
    counts, points = board.state.players[seat], board.points(seat)
    hidden = board.hidden_in_cup(seat) if counts.sealed else None
    if hidden is None and points is None:
        texts = [_("cup {cup} (hidden: {hidden})")]
    elif hidden is None:
        texts = [_("points {points}+{hidden}?, cup {cup}")]
    elif points is None:
        texts = [_("cup {cup} (hidden: {cards})"), _("cup {cup}, hidden {cards}"), _("cup {cup} ({cards})")]
    else:
        texts = [_("points {points}, cup {cup}") + _CARDS]
    values = {"cup": board.cards_in_cup(seat), "hidden": counts.sealed, "points": points}
    cards = letters(hidden or NO_CARDS)
    return [as_label(_with_cards(text.format(**values, cards=_CARDS), cards)) for text in texts]


def _with_cards(text: str, cards: list[Row]) -> Row:
    """The text with the cards in it, each behind a space of its own unless it follows a bracket."""
    before, place, after = text.partition(_CARDS)
    if before.endswith("(") and cards:
        cards = [cards[0][1:], *cards[1:]]
    return row(before.rstrip() if place else before, *cards, f"{after} ")


def letters(counts: Counts, on_top: Counts = NO_CARDS, style: str = "") -> list[Row]:
    """The cards of a pile by letter and count, with a further style class; those that lie on top are marked."""
    return [
        row(
            Fragment(ON_TOP if on_top[colour] else " ", "label"),
            Fragment(f"{letter_of(colour)}{counts[colour]}", f"{style_of(Part.CARD, colour)},{style}".rstrip(",")),
        )
        for colour in COLOURS
        if counts[colour]
    ]


def _hand(board: Board, seat: Seat) -> Row:
    """The cards in hand, below their colours; without them, that they are not known."""
    counts = board.cards_in_hand(seat)
    if counts is None:
        return row(_label(_("hand")), Fragment(_("not known here"), "label"))
    return row(_label(_("hand")), *_cells(board, [board.hand_place(colour, counts[colour]) for colour in COLOURS]))


def _river(board: Board, seat: Seat) -> Row:
    """Each slot with its value, its colour, and how many claimed cards of it are in the cup, in columns of cards."""
    return row(_label(_("river")), *(row(_slot(board, seat, slot), " ") for slot in range(len(COLOURS))))


def _slot(board: Board, seat: Seat, slot: int) -> Row:
    """A slot of a river: its value, and behind that its card."""
    value, card = str(slot + 1), board.river_slot(seat, slot)
    if card is None:
        return in_one_row(FreePlace(0, Outline.QUIET, (value,)), board.look, _CARD)
    return row(Fragment(value, style_of(Part.DARK, card.colour)), in_one_row(card, board.look, _CARD - 1))


def _mandala(board: Board, number: int, columns: int) -> list[Row]:
    """The title, both fields and the mountain; 4 rows."""
    far, near = board.near.other, board.near
    return [
        _title(board, number, columns),
        _area(board, number, far, board.badge(far).owner_name(_LABEL - 1), columns),
        _area(board, number, MOUNTAIN, _("mountain"), columns),
        _area(board, number, near, board.badge(near).owner_name(_LABEL - 1), columns),
    ]


def _area(board: Board, number: int, area: int, label: str, columns: int) -> Row:
    place = board.place(number, area)
    cells = _cells(board, [board.cell(number, area, colour) for colour in COLOURS])
    shown = fit(row(_label(label), *cells), columns)
    return leading(on_surface(shown, STRIP if area == MOUNTAIN else MAT), place)


def _label(text: str) -> Fragment:
    return Fragment(f" {padded(text, _LABEL)}", "label")


def _cells(board: Board, places: Iterable[AnyPlace]) -> list[Row]:
    return [row(in_one_row(place, board.look, _CARD), " ") for place in places]


def _title(board: Board, number: int, columns: int) -> Row:
    """The mandala, what it needs, and who would choose first."""
    head = side_letter(number)
    needed, first = board.outlook(number, columns - width_of(head) - 5)
    signs = with_coloured_signs(needed)
    heading = row(" ", Fragment(head, "title"), " ", signs, "  ", first)
    return on_surface(fit(heading, columns), HEAD)
