"""The table as it lies where there is little room: one mandala above the other, letters instead of words.

The same parts as those of ``board``, in 40 columns or more.
"""

from __future__ import annotations

from typing import Final

from mandala_client.games.colour_words import letter_of
from mandala_client.games.mandala.board import ON_TOP, RIVER, Board
from mandala_client.games.mandala.notation import mandala_title, side_letter
from mandala_client.games.mandala.signs import card_class, sign_of
from mandala_client.text.language import _
from mandala_client.ui.rows import Fragment, Row, ends, padded, row, shortened, text_row, width_of
from mandala_protocol.games.game import Counts
from mandala_protocol.games.mandala import COLOURS
from mandala_protocol.games.mandala.colours import NO_CARDS
from mandala_protocol.games.mandala.state import EMPTY_MANDALA, missing_colours
from mandala_protocol.seats import Seat

LABEL: Final = 4
_HAND_CELL: Final = 6


def compact_rows(board: Board, columns: int) -> list[Row]:
    """The whole table for looking back, with the hands that are known and the end in sight; 15 rows."""
    far, near = board.near.other, board.near
    return [
        _piles_and_end(board) if board.ends_soon else piles(board, columns),
        player(board, far, columns),
        hand(board, far),
        river(board, far),
        *mandala(board, 0, columns),
        *mandala(board, 1, columns),
        river(board, near),
        player(board, near, columns),
        hand(board, near),
    ]


def piles(board: Board, columns: int) -> Row:
    """The draw pile, and the discard pile by colour."""
    draw, discard = board.state.draw_pile, board.state.discard
    told = _("draw {draw}, discard {discard}").format(draw=draw, discard=sum(discard))
    tally = _letters(discard, board.on_top)
    airy = row(f" {told} ", *tally)
    if width_of(airy) <= columns:
        return airy
    # No number may be cut: each begins with its letter, so they can stand side by side, and without marks.
    return row(f" {told} ", *(cards[1:] for cards in tally))


def _piles_and_end(board: Board) -> Row:
    told = _("draw {draw}, discard {discard}, LAST mandala!")
    return text_row(f" {told.format(draw=board.state.draw_pile, discard=sum(board.state.discard))}", "loud")


def player(board: Board, seat: Seat, columns: int) -> Row:
    """Name, hand and cup: hidden cards by letter if they are known, and the points if they are shown."""
    counts, points = board.state.players[seat], board.points(seat)
    hidden = board.hidden_in_cup(seat) if counts.sealed else None
    if hidden is None and points is None:
        told = _("hand {hand}, cup {cup}, {hidden} hidden")
    elif hidden is None:
        told = _("hand {hand}, points {points}+{hidden}?, cup {cup}")
    elif points is None:
        told = _("hand {hand}, cup {cup} with")
    else:
        told = _("hand {hand}, points {points}, cup {cup}")
    values = {"hand": counts.hand, "cup": board.cards_in_cup(seat), "hidden": counts.sealed, "points": points}
    right = row(told.format(**values), *_letters(hidden or NO_CARDS), " ")
    return ends(row(board.marked_name(seat, max(columns - width_of(right) - 1, 2))), right, columns)


def _letters(counts: Counts, on_top: Counts = NO_CARDS) -> list[Row]:
    """The cards of a pile by letter and count; those that lie on top are marked."""
    return [
        row(
            Fragment(ON_TOP if on_top[colour] else " ", "label"),
            Fragment(f"{letter_of(colour)}{counts[colour]}", card_class(colour)),
        )
        for colour in COLOURS
        if counts[colour]
    ]


def hand(board: Board, seat: Seat) -> Row:
    """The cards in hand, a place for each colour; without them, that they are not known."""
    label = Fragment(padded(_("hand"), LABEL), "label")
    counts = board.cards_in_hand(seat)
    if counts is None:
        return row(label, " ", Fragment(_("not known here"), "label"))
    return row(label, *(board.hand_cell(colour, counts[colour], _HAND_CELL) for colour in COLOURS))


def river(board: Board, seat: Seat) -> Row:
    """Each slot with its value, its colour, and how many claimed cards of it are in the cup."""
    of = board.state.players[seat]
    slots: list[Row] = []
    for slot, colour in enumerate(of.river, start=1):
        sign = Fragment(padded(sign_of(board.look, colour), 2), board.card_style(RIVER, seat, colour))
        slots.append(row(Fragment(str(slot), "label"), sign, padded(f"+{of.claimed[colour]}", 3)))
    empty = Fragment(padded(board.look.nothing, 5), "faint")
    free = range(len(of.river) + 1, len(COLOURS) + 1)
    return row(" ", *slots, *(row(Fragment(str(slot), "label"), empty) for slot in free))


def mandala(board: Board, number: int, columns: int) -> list[Row]:
    """The title, both fields and the mountain; 4 rows."""
    return [_title(board, number, columns), *(row(" ", area) for area in board.areas(number))]


def _title(board: Board, number: int, columns: int) -> Row:
    """The mandala, who would choose first, and what it needs; without the word where there is no room for it."""
    rule = board.look.rule
    if board.claimed_from(number):
        end = _("complete")
    else:
        signs = "".join(sign_of(board.look, colour) for colour in missing_colours(board.state.mandalas[number]))
        end = _("needs {colours}").format(colours=signs)
    head = mandala_title(number)
    room = columns - width_of(end) - 2 * (width_of(rule) + 2) - 1
    first = _first_choice(board, number, room)
    if width_of(head) + width_of(first) > room:
        head = side_letter(number)
    first = shortened(first, max(room - width_of(head), 0), board.look.ellipsis)
    return row(" ", Fragment(head, "title"), f" {rule} {first} {rule} {end}" if first else f" {rule} {end}")


def _first_choice(board: Board, number: int, room: int) -> str:
    if board.state.mandalas[number] == EMPTY_MANDALA:
        return ""
    if board.claimed_from(number):
        return board.first_choice(number, room)
    near, far = (sum(board.state.mandalas[number].fields[seat]) for seat in (board.near, board.near.other))
    more, fewer = max(near, far), min(near, far)
    if near == far:
        return _tie(near, room - 1)
    leader = board.near if near > far else board.near.other
    if board.you is None:
        told = _("{name} {more}:{fewer}")
        left = room - width_of(told.format(name="", more=more, fewer=fewer)) - 1
        return told.format(name=board.name(leader, max(left, 1)), more=more, fewer=fewer)
    told = _("you first {more}:{fewer}") if leader is board.you else _("they first {more}:{fewer}")
    return told.format(more=more, fewer=fewer)


def _tie(count: int, room: int) -> str:
    """Say that both fields have as many cards, and who would choose first then (K2, K7)."""
    if not count:
        return _("both empty")
    told = _("{count}:{count}, completer 2nd").format(count=count)
    return told if width_of(told) <= room else _("{count}:{count}, last one 2nd").format(count=count)
