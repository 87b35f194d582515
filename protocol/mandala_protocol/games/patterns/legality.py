"""The moves that the rules allow: T2, A, O, F, X, N."""

from __future__ import annotations

from typing import assert_never

from mandala_protocol.games.colours import COLOURS, Colour
from mandala_protocol.games.game import IllegalMove, View
from mandala_protocol.games.patterns.board import FIELDS, NO_FIELDS, FieldSet, fields_in
from mandala_protocol.games.patterns.moves import (
    FLIPS,
    OPENS,
    STARTS,
    SWAPS,
    FlipTile,
    OpenGroup,
    PatternsMove,
    SwapTile,
    TakeStart,
)
from mandala_protocol.games.patterns.state import PatternsState, all_front_up, colour_at
from mandala_protocol.seats import Seat


def mover(state: PatternsState) -> Seat | None:
    """The seat that moves now; None after the end."""
    return state.to_move if state.stopped is None else None


def is_choosing_start(state: PatternsState) -> bool:
    """Return whether the start tiles are not in the bowls yet (T2)."""
    return state.players[0].bowl is None


def fields_to_open(state: PatternsState, seat: Seat) -> FieldSet:
    """The fields on which this player could open a group (O0, O1, O5)."""
    player = state.players[seat]
    colour = player.bowl
    if colour is None or player.groups[colour].tiles:
        return NO_FIELDS
    return all_front_up(state) & ~state.players[1 - seat].groups[colour].border


def fields_to_flip(state: PatternsState, seat: Seat) -> FieldSet:
    """The fields whose tile this player could flip (F1, F2)."""
    flips = NO_FIELDS
    own, other = state.players[seat].groups, state.players[1 - seat].groups
    for colour in COLOURS:
        flips |= state.front_up[colour] & own[colour].border & ~other[colour].border
    return flips


def fields_to_swap(state: PatternsState, seat: Seat) -> FieldSet:
    """The fields whose tile this player could take in a swap (X1 to X3)."""
    player = state.players[seat]
    colour = player.bowl
    if colour is None:
        return NO_FIELDS
    group, other = player.groups[colour], state.players[1 - seat].groups[colour]
    return all_front_up(state) & group.border & ~other.border & ~state.front_up[colour]


def can_move(state: PatternsState, seat: Seat) -> bool:
    """Return whether this player could do anything, were it their turn (E1)."""
    return bool(fields_to_open(state, seat) or fields_to_flip(state, seat) or fields_to_swap(state, seat))


def legal_moves(view: View[PatternsState]) -> tuple[PatternsMove, ...]:
    """Every move that the seat may make, in the order of ``ALL_MOVES``; empty if it is not to move."""
    state, seat = view.state, view.seat
    if mover(state) is not seat:
        return ()
    if is_choosing_start(state):
        return tuple(STARTS[colour] for colour in state.start)
    opens = fields_to_open(state, seat)
    return (
        *([OPENS[field] for field in FIELDS if opens >> field & 1] if opens else ()),
        *[FLIPS[field] for field in fields_in(fields_to_flip(state, seat))],
        *[SWAPS[field] for field in fields_in(fields_to_swap(state, seat))],
    )


def check(view: View[PatternsState], move: PatternsMove) -> None:
    """Raise ``IllegalMove`` unless the seat may make this move."""
    state = view.state
    if state.stopped is not None:
        raise IllegalMove("E1", "the game has ended")
    if state.to_move is not view.seat:
        raise IllegalMove("A1", "it is the other player's turn")
    judge(state, move)


def judge(state: PatternsState, move: PatternsMove) -> None:
    """Raise ``IllegalMove`` unless the seat to move may make this move."""
    if isinstance(move, TakeStart):
        _judge_start(state, move.colour)
        return
    if is_choosing_start(state):
        raise IllegalMove("T2", "first the second player takes a start tile")
    match move:
        case OpenGroup(field=field):
            _judge_open(state, field)
        case FlipTile(field=field):
            _judge_flip(state, field)
        case SwapTile(field=field):
            _judge_swap(state, field)
        case _:
            assert_never(move)


def _judge_start(state: PatternsState, colour: Colour) -> None:
    if not is_choosing_start(state):
        raise IllegalMove("T2", "the start tiles are in the bowls")
    if colour not in state.start:
        raise IllegalMove("T2", f"no start tile is {colour.word}")


def _judge_open(state: PatternsState, field: int) -> None:
    seat = state.to_move
    colour = _bowl(state)
    if state.players[seat].groups[colour].tiles:
        raise IllegalMove("O0", f"you already have a {colour.word} group")
    _require_front_up(state, field)
    if state.players[seat.other].groups[colour].border >> field & 1:
        raise IllegalMove("O5", f"field {field} is next to the other player's {colour.word} group")


def _judge_flip(state: PatternsState, field: int) -> None:
    seat = state.to_move
    _require_front_up(state, field)
    colour = colour_at(state, field)
    group = state.players[seat].groups[colour]
    if not group.tiles:
        raise IllegalMove("F1", f"you have no {colour.word} group")
    if not group.border >> field & 1:
        raise IllegalMove("F1", f"field {field} is not next to your {colour.word} group")
    if state.players[seat.other].groups[colour].border >> field & 1:
        raise IllegalMove("F2", f"field {field} is next to the other player's {colour.word} group")


def _judge_swap(state: PatternsState, field: int) -> None:
    seat = state.to_move
    colour = _bowl(state)
    group = state.players[seat].groups[colour]
    if not group.tiles:
        raise IllegalMove("X1", f"you have no {colour.word} group")
    _require_front_up(state, field)
    if not group.border >> field & 1:
        raise IllegalMove("X1", f"field {field} is not next to your {colour.word} group")
    if state.players[seat.other].groups[colour].border >> field & 1:
        raise IllegalMove("X2", f"field {field} is next to the other player's {colour.word} group")
    if state.front_up[colour] >> field & 1:
        raise IllegalMove("X3", f"the tile on field {field} is {colour.word} too: flip it")


def _require_front_up(state: PatternsState, field: int) -> None:
    if not all_front_up(state) >> field & 1:
        raise IllegalMove("N1", f"the tile on field {field} has been turned")


def _bowl(state: PatternsState) -> Colour:
    colour = state.players[state.to_move].bowl
    assert colour is not None, "the bowls are empty only before T2"
    return colour
