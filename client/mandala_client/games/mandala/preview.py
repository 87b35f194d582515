"""Previews of a move, before it is made.

Only what the player sees goes into it: the public state, the own hand and the own starting cards in the cup.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import assert_never

from attrs import frozen

from mandala_client.games.mandala.chooser import at_colour, colours
from mandala_protocol.games.game import Counts
from mandala_protocol.games.mandala import COLOURS, Build, Claim, Colour, Discard, Grow, MandalaMove
from mandala_protocol.games.mandala.colours import NO_CARDS
from mandala_protocol.games.mandala.flow import MOUNTAIN_START, RIVER_SLOTS
from mandala_protocol.games.mandala.outlook import (
    after_play,
    chooser_if_completed,
    completes,
    drawn_by_build_now,
)
from mandala_protocol.games.mandala.state import Claiming, Mandala, MandalaState, PlayerArea
from mandala_protocol.seats import Seat


@frozen
class Gain:
    """The gain of a player by claiming a colour.

    ``slot``: the river slot of the colour; None if the field is empty, and the cards go to the discard pile (K6).
    ``to_cup``: how many go to the cup; one less than ``count`` if the colour is new to the river (K4).
    ``points``: what they add to the score, with the starting cards in the cup that come to count by it.
    """

    colour: Colour
    count: int
    slot: int | None
    to_cup: int
    points: int

    @property
    def is_new(self) -> bool:
        """Return whether one of the cards goes to the river."""
        return self.slot is not None and self.to_cup < self.count


def gain(mandala: Mandala, seat: Seat, player: PlayerArea, colour: Colour, cup: Counts = NO_CARDS) -> Gain:
    """The gain of ``player`` at ``seat`` by this colour. ``cup``: the starting cards there, if they are known."""
    count = mandala.mountain[colour]
    if not any(mandala.fields[seat]):
        return Gain(colour, count, None, 0, 0)
    if colour in player.river:
        slot = player.river.index(colour) + 1
        return Gain(colour, count, slot, count, slot * count)
    slot = len(player.river) + 1
    return Gain(colour, count, slot, count - 1, slot * (count - 1 + cup[colour]))


def best_gain(mandala: Mandala, seat: Seat, player: PlayerArea, cup: Counts = NO_CARDS) -> Gain:
    """The colour of the mountain, which must not be empty, that brings most points; of several the most cards."""
    offered = [gain(mandala, seat, player, colour, cup) for colour in COLOURS if mandala.mountain[colour]]
    return max(offered, key=lambda each: (each.points, each.count))


@frozen
class Completion:
    """The sharing-out of a mandala if a move completes it now.

    ``first``: who chooses first (K2), None if both fields are empty and no one chooses (K7). ``best``: the colour that
    brings that player most points; None as well if no one chooses.
    """

    first: Seat | None
    best: Gain | None


def completion(state: MandalaState, seat: Seat, move: MandalaMove, cup: Counts = NO_CARDS) -> Completion | None:
    """The consequences if this legal move of ``seat`` completes a mandala; None if it completes none.

    ``cup``: the own starting cards.
    """
    if not isinstance(move, (Build, Grow)) or not completes(state, move):
        return None
    laid = after_play(state.mandalas[move.mandala], seat, move)
    if not any(map(any, laid.fields)):
        return Completion(None, None)
    first = chooser_if_completed(laid, seat)
    known = cup if first is seat else NO_CARDS
    return Completion(first, best_gain(laid, first, state.players[first], known))


def best_completion(
    state: MandalaState, seat: Seat, moves: Sequence[MandalaMove]
) -> tuple[Build | Grow, Completion] | None:
    """The first legal move that completes a mandala, rather one after which ``seat`` chooses first (K2)."""
    foreseen = [(move, completion(state, seat, move)) for move in moves if isinstance(move, Build | Grow)]
    completing = [(move, follows) for move, follows in foreseen if follows is not None]
    return min(completing, key=lambda pair: pair[1].first is not seat, default=None)


def begins_with(state: MandalaState, seat: Seat, moves: Sequence[MandalaMove]) -> MandalaMove:
    """The legal move that the arrow keys begin with: one after which ``seat`` chooses first, else the first of all."""
    best = best_completion(state, seat, moves)
    if best is not None and best[1].first is seat:
        return best[0]
    first = at_colour(moves, None, colours(moves)[0])
    assert first is not None, "there is a legal move"
    return first


class Trigger(enum.Enum):
    """The last mandala, once the draw pile is empty."""

    THIS = "the one that is completed by the move itself"
    NEXT = "the next one to be completed"


def end_trigger(state: MandalaState, seat: Seat, move: MandalaMove) -> Trigger | None:
    """Return how this legal move of ``seat`` empties the draw pile and triggers the end (D1); None if not.

    A refill that follows at once counts too (D4); where the game ends first nothing is refilled (E3).
    """
    if state.triggered:
        return None
    match move:
        case Build():
            drawn = drawn_by_build_now(state, seat)
            if drawn >= state.draw_pile:
                return Trigger.THIS if completes(state, move) else Trigger.NEXT  # D3
            return _by_refill(state, drawn) if completion(state, seat, move) == Completion(None, None) else None
        case Grow():
            return None
        case Discard(count=count):
            return Trigger.NEXT if count >= state.draw_pile else None  # D5
        case Claim():
            phase = state.phase
            assert isinstance(phase, Claiming), "colours are claimed from a completed mandala"
            empties = not any(left_by(state.mandalas[phase.mandala], move).mountain)
            return _by_refill(state, 0) if empties and not is_sixth(state, seat, move) else None
        case _:
            assert_never(move)


def _by_refill(state: MandalaState, drawn: int) -> Trigger | None:
    """The trigger of the end if the refill (K9) follows once ``drawn`` cards are drawn; None if it triggers none."""
    if any(len(player.river) == RIVER_SLOTS for player in state.players):
        return None
    return Trigger.NEXT if drawn + MOUNTAIN_START >= state.draw_pile else None


def is_sixth(state: MandalaState, seat: Seat, move: Claim) -> bool:
    """Return whether this claim brings the sixth colour into the own river, and with it the end (E1)."""
    phase, river = state.phase, state.players[seat].river
    assert isinstance(phase, Claiming), "colours are claimed from a completed mandala"
    collects = any(state.mandalas[phase.mandala].fields[seat])
    return collects and move.colour not in river and len(river) + 1 == RIVER_SLOTS


def left_by(mandala: Mandala, move: Claim) -> Mandala:
    """The mandala once this colour has been taken from its mountain."""
    mountain = tuple(0 if colour is move.colour else mandala.mountain[colour] for colour in COLOURS)
    return Mandala(mountain, mandala.fields)


def kept(hand: Counts, move: MandalaMove) -> int:
    """The number of cards of its colour that stay in hand after a field is grown; 0 for every other move."""
    return hand[move.colour] - move.count if isinstance(move, Grow) else 0
