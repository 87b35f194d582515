"""The course of a game of Patterns: what must happen next, and the state after it happened."""

from __future__ import annotations

from typing import TypeVar, assert_never

from attrs import evolve

from mandala_protocol.games.colours import Colour
from mandala_protocol.games.game import (
    Dealt,
    EndOfGame,
    EndReason,
    Expectation,
    ExpectMove,
    ExpectReveal,
    GameEvent,
    Moved,
    Over,
    Revealed,
    Shuffled,
)
from mandala_protocol.games.patterns.legality import can_move, fields_to_flip, judge, mover
from mandala_protocol.games.patterns.moves import FlipTile, OpenGroup, PatternsMove, SwapTile, TakeStart
from mandala_protocol.games.patterns.scoring import result
from mandala_protocol.games.patterns.state import (
    PatternsEnd,
    PatternsPlayer,
    PatternsState,
    Stopped,
    colour_at,
    extended,
    group_of,
    opened_on,
)
from mandala_protocol.seats import Seat

T = TypeVar("T")

_MOVES = tuple(ExpectMove(seat) for seat in Seat)
_OTHER = (Seat.GUEST, Seat.HOST)


def expects(state: PatternsState) -> Expectation:
    """Return the next step."""
    stopped = state.stopped
    if stopped is None:
        return _MOVES[state.to_move]
    return Over(result(state)) if stopped.revealed else ExpectReveal()


def apply(state: PatternsState, event: GameEvent[PatternsMove]) -> PatternsState:
    """The next state; ``IllegalMove`` for a forbidden move, ``ValueError`` for an event that is not expected."""
    match event:
        case Moved(seat=seat, move=move):
            return _moved(state, seat, move)
        case EndOfGame(reason=reason, seat=seat):
            return _ended(state, reason, seat)
        case Revealed(holdings=holdings):
            hidden = any(any(cards) for held in holdings for cards in held.values())
            return _revealed(state, hidden=hidden)
        case Shuffled() | Dealt():
            raise ValueError("Patterns has nothing to shuffle or to deal")


# Moves.


def _moved(state: PatternsState, seat: Seat, move: PatternsMove) -> PatternsState:
    if mover(state) is not seat:
        raise ValueError("a move of this seat is not expected")
    judge(state, move)
    match move:
        case TakeStart(colour=colour):
            return _start_taken(state, colour)
        case OpenGroup(field=field):
            after = _with_bowl_tile(state, field, is_new=True)
        case FlipTile(field=field):
            after = flipped(state, seat, field)
        case SwapTile(field=field):
            after = _with_bowl_tile(state, field, is_new=False)
        case _:
            assert_never(move)
    return _turn_ended(after)


def _start_taken(state: PatternsState, colour: Colour) -> PatternsState:
    """T2: the other start tile is the first player's, who now begins."""
    one, other = state.start
    chooser = state.to_move
    bowls = (colour, other if colour is one else one)
    players = [PatternsPlayer(bowl, state.players[0].groups, 0) for bowl in bowls]
    host, guest = players if chooser is Seat.HOST else players[::-1]
    return evolve(state, to_move=chooser.other, players=(host, guest))


def _with_bowl_tile(state: PatternsState, field: int, *, is_new: bool) -> PatternsState:
    """The tile on the field goes into the bowl and the bowl's tile there, back up (O1 to O4, X1)."""
    seat = state.to_move
    player = state.players[seat]
    laid, taken = player.bowl, colour_at(state, field)
    assert laid is not None, "the bowls are empty only before T2"
    opened = player.opened + is_new
    group = opened_on(field, opened) if is_new else extended(player.groups[laid], field)
    after = PatternsPlayer(taken, _with(player.groups, laid, group), opened)
    return _turned(state, seat, taken, field, after)


def flipped(state: PatternsState, seat: Seat, field: int) -> PatternsState:
    """The tile on this field belongs to the seat's group of its colour (F1). That it may is not checked."""
    player = state.players[seat]
    colour = colour_at(state, field)
    groups = _with(player.groups, colour, extended(player.groups[colour], field))
    return _turned(state, seat, colour, field, PatternsPlayer(player.bowl, groups, player.opened))


def _turned(state: PatternsState, seat: Seat, colour: Colour, field: int, player: PatternsPlayer) -> PatternsState:
    """The tile of this colour lies front up on the field no longer, and ``player`` is what the seat has now."""
    front_up = _with(state.front_up, colour, state.front_up[colour] ^ 1 << field)
    host, guest = state.players
    players = (player, guest) if seat is Seat.HOST else (host, player)
    return PatternsState(state.first, state.to_move, state.start, front_up, players, None)


def _with(items: tuple[T, ...], place: int, new: T) -> tuple[T, ...]:
    """Return a copy of ``items`` with ``new`` at this place."""
    return (*items[:place], new, *items[place + 1 :])


# The end.


def _turn_ended(state: PatternsState) -> PatternsState:
    """The other player is to move. If that player can do nothing, the game ends (E1), and only that player is asked:
    whoever has just moved may be stuck too (E3)."""
    seat = state.to_move
    after = PatternsState(state.first, _OTHER[seat], state.start, state.front_up, state.players, None)
    return after if can_move(after, after.to_move) else stuck(after)


def stuck(state: PatternsState) -> PatternsState:
    """The end, as the seat to move can do nothing: the other one flips while it can, always the lowest field (E2)."""
    seat = state.to_move.other
    flips: list[int] = []
    while possible := fields_to_flip(state, seat):
        field = (possible & -possible).bit_length() - 1
        flips.append(field)
        state = flipped(state, seat, field)
    return evolve(state, stopped=Stopped(PatternsEnd.STUCK, None, tuple(flips), revealed=False))


def _ended(state: PatternsState, reason: EndReason, seat: Seat | None) -> PatternsState:
    """The players end the game before the rules do."""
    if state.stopped is not None:
        raise ValueError("the game has ended already")
    if (reason is EndReason.RESIGNED) is (seat is None):
        raise ValueError("one seat resigns, both together agree")
    return evolve(state, stopped=Stopped(reason, seat, (), revealed=False))


def _revealed(state: PatternsState, *, hidden: bool) -> PatternsState:
    if state.stopped is None or state.stopped.revealed:
        raise ValueError("nothing is to be revealed now")
    if hidden:
        raise ValueError("nothing is hidden in Patterns")
    return evolve(state, stopped=evolve(state.stopped, revealed=True))


def before_final_flips(state: PatternsState) -> list[PatternsState]:
    """The tables of the end, one for each of the final flips: before the first of them, then after each but the last.

    Empty if nothing was flipped. They are for showing the flips one after another: each says which were made already.
    """
    stopped = state.stopped
    if stopped is None or not stopped.final_flips:
        return []
    flipper, flips = state.to_move.other, stopped.final_flips
    tables = [without_turned(state, flipper, flips)]
    for field in flips[:-1]:
        tables.append(flipped(tables[-1], flipper, field))
    return [
        evolve(table, stopped=evolve(stopped, final_flips=flips[:number], revealed=False))
        for number, table in enumerate(tables)
    ]


def without_turned(state: PatternsState, seat: Seat, fields: tuple[int, ...]) -> PatternsState:
    """The table on which these tiles of the seat are not yet turned."""
    player = state.players[seat]
    front_up = list(state.front_up)
    groups = list(player.groups)
    for field in fields:
        colour = colour_at(state, field)
        front_up[colour] |= 1 << field
        group = groups[colour]
        groups[colour] = group_of(group.value, group.marker, group.tiles ^ 1 << field)
    before = PatternsPlayer(player.bowl, tuple(groups), player.opened)
    players = (before, state.players[1]) if seat is Seat.HOST else (state.players[0], before)
    return PatternsState(state.first, state.to_move, state.start, tuple(front_up), players, None)
