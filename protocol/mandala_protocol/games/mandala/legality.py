"""The moves that the rules allow: S6, G, A, B, C, K3."""

from __future__ import annotations

from typing import assert_never

from mandala_protocol.games.game import Counts, Face, IllegalMove, View
from mandala_protocol.games.mandala.colours import COLOURS, Colour
from mandala_protocol.games.mandala.moves import (
    BUILDS,
    CLAIMS,
    DISCARDS,
    GROWS,
    Build,
    Claim,
    Discard,
    Grow,
    MandalaMove,
)
from mandala_protocol.games.mandala.state import Claiming, GameOver, MandalaState, Revealing, Turn
from mandala_protocol.seats import Seat


def played(move: MandalaMove) -> tuple[Face, ...]:
    """The cards that the move takes from the hand of the mover."""
    match move:
        case Build(colour=colour):
            return (colour,)
        case Grow(colour=colour, count=count) | Discard(colour=colour, count=count):
            return (colour,) * count
        case Claim():
            return ()


def mover(state: MandalaState) -> Seat | None:
    """The seat that moves now; None while cards are dealt or shuffled, and after the end."""
    match state.phase:
        case Turn(seat=seat):
            return seat
        case Claiming(chooser=chooser):
            return chooser
        case _:
            return None


def may_build_at_all(state: MandalaState, seat: Seat) -> bool:
    """Return whether A is allowed at all: not where it would leave an empty hand (A6)."""
    return state.players[seat].hand > 1 or state.draw_pile > 0 or any(state.discard)


def legal_moves(view: View[MandalaState]) -> tuple[MandalaMove, ...]:
    """Every move that the seat may make, in the order of ``ALL_MOVES``; empty if it is not to move."""
    state = view.state
    match state.phase:
        case Turn(seat=seat) if seat is view.seat:
            return _turn_moves(state, seat, view.holdings["hand"])
        case Claiming(chooser=chooser, mandala=number) if chooser is view.seat:
            mountain = state.mandalas[number].mountain
            return tuple(CLAIMS[colour] for colour in COLOURS if mountain[colour])
        case _:
            return ()


def _turn_moves(state: MandalaState, seat: Seat, hand: Counts) -> tuple[MandalaMove, ...]:
    held = [(colour, count) for colour, count in enumerate(hand) if count]
    may_build = may_build_at_all(state, seat)
    may_play = state.players[seat].hand - 1  # B2
    builds: list[MandalaMove] = []
    grows: list[MandalaMove] = []
    discards: list[MandalaMove] = []
    for number, mandala in enumerate(state.mandalas):
        mountain = mandala.mountain
        own, other = mandala.fields[seat], mandala.fields[1 - seat]
        for colour, count in held:
            if other[colour]:
                continue
            if may_build and not own[colour]:
                builds.append(BUILDS[number][colour])
            if not mountain[colour]:
                grows += GROWS[number][colour][: min(count, may_play)]
    for colour, count in held:
        discards += DISCARDS[colour][:count]
    return (*builds, *grows, *discards)


def check(view: View[MandalaState], move: MandalaMove) -> None:
    """Raise ``IllegalMove`` unless the seat may make this move with the cards it holds."""
    state, seat = view.state, view.seat
    match state.phase:
        case Turn() | Claiming():
            if mover(state) is not seat:
                raise IllegalMove("C5", "it is the other player's turn")
        case Revealing() | GameOver():
            raise IllegalMove("E3", "the game has ended")
        case _:
            raise IllegalMove("A4", "cards are still being dealt")
    if isinstance(state.phase, Claiming) or isinstance(move, Claim):
        judge(state, seat, move)
        return
    point = _PLAYING[type(move)]
    held = view.holdings["hand"][move.colour]
    if not held:
        raise IllegalMove(point, f"you hold no {move.colour.word} card")
    judge(state, seat, move)
    if not isinstance(move, Build) and move.count > held:
        raise IllegalMove(point, f"you hold only {held} {move.colour.word}")


_PLAYING = {Build: "A1", Grow: "B1", Discard: "C1"}
"""The point that says which cards the move plays."""


def judge(state: MandalaState, seat: Seat, move: MandalaMove) -> None:
    """Raise ``IllegalMove`` for what is against the rules whatever the mover holds. ``seat`` is the one to move."""
    phase = state.phase
    if isinstance(phase, Claiming):
        if not isinstance(move, Claim):
            raise IllegalMove("K3", f"first the mountain of mandala {phase.mandala} must be shared out: claim a colour")
        if not state.mandalas[phase.mandala].mountain[move.colour]:
            raise IllegalMove("K3", f"no {move.colour.word} lies in mountain {phase.mandala}")
        return
    match move:
        case Build(mandala=number, colour=colour):
            _judge_build(state, seat, number, colour)
        case Grow(mandala=number, colour=colour, count=count):
            _judge_grow(state, seat, number, colour, count)
        case Discard(count=count):
            hand = state.players[seat].hand
            if count > hand:
                raise IllegalMove("C1", f"only {hand} cards are in hand")
        case Claim():
            raise IllegalMove("K1", "no mandala is complete, so there is nothing to claim")
        case _:
            assert_never(move)


def _judge_build(state: MandalaState, seat: Seat, number: int, colour: Colour) -> None:
    host, guest = state.mandalas[number].fields
    if host[colour] or guest[colour]:
        raise IllegalMove("G2", f"{colour.word} already lies in a field of mandala {number}")
    if not may_build_at_all(state, seat):
        raise IllegalMove("A6", "the last card cannot be played when nothing is left to draw")


def _judge_grow(state: MandalaState, seat: Seat, number: int, colour: Colour, count: int) -> None:
    mandala = state.mandalas[number]
    if mandala.mountain[colour]:
        raise IllegalMove("G3", f"{colour.word} already lies in mountain {number}")
    if mandala.fields[seat.other][colour]:
        raise IllegalMove("G3", f"{colour.word} already lies in the other player's field of mandala {number}")
    hand = state.players[seat].hand
    if hand == 1:
        raise IllegalMove("B3", "with a single card in hand no field can grow")
    if count >= hand:
        raise IllegalMove("B2", "at least one card must stay in hand")
