"""The table of a replay where there is little room: one mandala above the other, letters instead of words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mandala_client.language import _
from mandala_client.table.board import Board, Held
from mandala_client.table.rows import Fragment, Row, ends, padded, row, shortened, text_row, width_of
from mandala_client.table.style import card_class
from mandala_protocol.games.game import HAND, Counts
from mandala_protocol.games.mandala import COLOURS
from mandala_protocol.games.mandala.colours import NO_CARDS
from mandala_protocol.games.mandala.state import missing_colours
from mandala_protocol.seats import Seat

_HAND_CELL: Final = 6
_LABEL: Final = 4


def compact_rows(board: Board, held: Held, columns: int) -> list[Row]:
    """The whole table with the hands that are known; 15 rows, of 40 columns at least."""
    far, near = board.near.other, board.near
    return [
        _piles(board),
        _player(board, far, held[far], columns),
        _hand(board, held[far]),
        _river(board, far),
        *_mandala(board, 0, columns),
        *_mandala(board, 1, columns),
        _river(board, near),
        _player(board, near, held[near], columns),
        _hand(board, held[near]),
    ]


def _piles(board: Board) -> Row:
    draw, discard = board.state.draw_pile, board.state.discard
    if board.ends_soon:
        told = _("draw {draw}, discard {discard}, LAST mandala!").format(draw=draw, discard=sum(discard))
        return text_row(f" {told}", "loud")
    told = _("draw {draw}, discard {discard}").format(draw=draw, discard=sum(discard))
    return row(f" {told} ", *_letters(discard))


def _letters(counts: Counts) -> list[Row]:
    """The cards of a pile by letter and count."""
    return [
        row(" ", Fragment(f"{colour.letter}{counts[colour]}", card_class(colour)))
        for colour in COLOURS
        if counts[colour]
    ]


def _player(board: Board, seat: Seat, held: Mapping[str, Counts] | None, columns: int) -> Row:
    """Name, hand and cup; hidden cards by letter, where they are known."""
    player = board.state.players[seat]
    if held is None:
        told = _("hand {hand}, cup {cup}, {hidden} hidden")
    else:
        told = _("hand {hand}, cup {cup} with")
    counts = told.format(hand=player.hand, cup=board.cards_in_cup(seat), hidden=player.sealed)
    right = row(counts, *_letters(NO_CARDS if held is None else held.get("cup", NO_CARDS)), " ")
    return ends(row(board.marked_name(seat, max(columns - width_of(right) - 1, 2))), right, columns)


def _hand(board: Board, held: Mapping[str, Counts] | None) -> Row:
    label = Fragment(padded(_("hand"), _LABEL), "label")
    if held is None:
        unknown = _("not known here")
        return row(label, Fragment(f" {unknown}", "label"))
    counts = held.get(HAND, NO_CARDS)
    return row(label, *(board.hand_cell(colour, counts[colour], _HAND_CELL) for colour in COLOURS))


def _river(board: Board, seat: Seat) -> Row:
    """Each slot with its value, its colour, and how many claimed cards of it are in the cup."""
    player = board.state.players[seat]
    slots: list[Row] = []
    for slot, colour in enumerate(player.river, start=1):
        sign = Fragment(padded(board.look.sign(colour), 2), card_class(colour))
        slots.append(row(Fragment(str(slot), "label"), sign, padded(f"+{player.claimed[colour]}", 3)))
    empty = Fragment(padded(board.look.nothing, 5), "faint")
    free = range(len(player.river) + 1, len(COLOURS) + 1)
    return row(" ", *slots, *(row(Fragment(str(slot), "label"), empty) for slot in free))


def _mandala(board: Board, number: int, columns: int) -> list[Row]:
    return [_title(board, number, columns), *(row(" ", area) for area in board.areas(number))]


def _title(board: Board, number: int, columns: int) -> Row:
    """Which mandala it is, what it needs, and who would choose first, as far as there is room for it."""
    look = board.look
    head = row(" ", Fragment(_("Mandala {mandala}").format(mandala=number), "title"), f" {look.rule} ")
    if board.claimed_from(number):
        end = _("complete")
    else:
        signs = "".join(look.sign(colour) for colour in missing_colours(board.state.mandalas[number]))
        end = _("needs {colours}").format(colours=signs)
    room = columns - width_of(head) - width_of(end) - len(f" {look.rule} ")
    first = board.first_choice(number, room) if board.claimed_from(number) else _first(board, number, room)
    return row(head, f"{first} {look.rule} {end}" if first else end)


def _first(board: Board, number: int, room: int) -> str:
    """Who has more cards in the field, and so would choose first."""
    near, far = (sum(board.state.mandalas[number].fields[seat]) for seat in (board.near, board.near.other))
    if near == far:
        return shortened(_("tie {count}:{count}").format(count=near), room, board.look.ellipsis) if near else ""
    fields = f"{max(near, far)}:{min(near, far)}"
    leader = board.near if near > far else board.near.other
    return f"{board.name(leader, max(room - len(fields) - 1, 1))} {fields}"
