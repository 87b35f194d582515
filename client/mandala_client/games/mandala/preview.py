"""Previews of a move in short sentences, before it is made.

Only what the player sees goes into it: the public state, the own hand and the own starting cards in the cup.
"""

from __future__ import annotations

import enum
from typing import assert_never

from attrs import frozen

from mandala_client.games.mandala.event_text import colour_name, of_colour
from mandala_client.games.mandala.notation import side
from mandala_client.text.language import _
from mandala_client.text.numbers import cards, points
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
    return max(offered, key=lambda one: (one.points, one.count))


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
    """Return whether the refill (K9) is the end of the draw pile, so many cards having been drawn before."""
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


def foresight(
    state: MandalaState, seat: Seat, hand: Counts, move: MandalaMove, other: str, cup: Counts = NO_CARDS
) -> list[str]:
    """A preview of a legal move of ``seat``. ``hand`` are the cards it holds, ``other`` is the other player's name.

    ``cup``: the own starting cards.
    """
    match move:
        case Build(mandala=number, colour=colour):
            drawn = drawn_by_build_now(state, seat)
            told = _("Build the {mandala} mountain with {colour}, draw {count}.")
            told = told.format(mandala=side(number), colour=colour_name(colour), count=drawn)
            return [told, *_completion(state, seat, move, other, cup), *_trigger(state, seat, move)]
        case Grow(mandala=number, colour=colour, count=count):
            told = _("Grow your {mandala} field by {cards}, no draw.")
            told = told.format(mandala=side(number), cards=of_colour(count, colour))
            return [told, *_completion(state, seat, move, other, cup), *_more(hand, colour, count)]
        case Discard(colour=colour, count=count):
            told = _("Discard {cards}, draw {count}.").format(cards=of_colour(count, colour), count=count)
            return [told, *_trigger(state, seat, move), *_more(hand, colour, count)]
        case Claim():
            return _claim(state, seat, move, other, cup)
        case _:
            assert_never(move)


def kept(hand: Counts, move: MandalaMove) -> int:
    """The number of cards of its colour that stay in hand after a field is grown; 0 for every other move."""
    return hand[move.colour] - move.count if isinstance(move, Grow) else 0


# Claiming.


def _claim(state: MandalaState, seat: Seat, move: Claim, other: str, cup: Counts) -> list[str]:
    phase = state.phase
    assert isinstance(phase, Claiming), "colours are claimed from a completed mandala"
    mandala, player = state.mandalas[phase.mandala], state.players[seat]
    told = [_claimed(gain(mandala, seat, player, move.colour, cup))]
    if is_sixth(state, seat, move):
        told.append(_("Your sixth colour: the game ends after this mandala."))
    told += _trigger(state, seat, move)
    return [*told, _next_choice(left_by(mandala, move), seat.other, state.players[seat.other], other)]


def _claimed(got: Gain) -> str:
    taken = of_colour(got.count, got.colour)
    if got.slot is None:
        return _("Take {cards}: to the discard pile, as your field there is empty.").format(cards=taken)
    if not got.is_new:
        told = _("Take {cards} to your cup: {points}, as slot {slot} scores {slot} each.")
        return told.format(cards=taken, points=points(got.points), slot=got.slot)
    if not got.to_cup:
        told = _("Take {cards} to river slot {slot}: {points}.")
        return told.format(cards=taken, slot=got.slot, points=points(got.points))
    told = _("Take {cards}: one to river slot {slot}, {rest} to your cup, {points}.")
    return told.format(cards=taken, slot=got.slot, rest=got.to_cup, points=points(got.points))


def _next_choice(left: Mandala, seat: Seat, player: PlayerArea, name: str) -> str:
    """The sentence about what the other player can take from the rest."""
    if not any(left.mountain):
        return _("That empties the mountain.")
    if not any(left.fields[seat]):
        return _("{name} chooses next, but gets nothing: their field there is empty.").format(name=name)
    best = best_gain(left, seat, player)
    told = _("{name} chooses next from {cards}, at best {best} for {points}.")
    return told.format(
        name=name, cards=cards(sum(left.mountain)), best=of_colour(best.count, best.colour), points=points(best.points)
    )


# Building and growing.


def _completion(state: MandalaState, seat: Seat, move: Build | Grow, other: str, cup: Counts) -> list[str]:
    follows = completion(state, seat, move, cup)
    if follows is None:
        return []
    number = move.mandala
    laid = after_play(state.mandalas[number], seat, move)
    last = [_("The game ends with it.")] if state.triggered else []
    if follows.best is None:
        told = _("Completes the {mandala} mandala: both fields are empty, so its whole mountain is discarded.")
        return [told.format(mandala=side(number)), *last]
    if follows.first is seat:
        first = _("Completes the {mandala} mandala: you choose first.").format(mandala=side(number))
        best = _best_for_you(follows.best)
    elif not any(laid.fields[seat]):
        told = _("Completes the {mandala} mandala: {name} chooses first, and you get nothing, as your field is empty.")
        first = told.format(mandala=side(number), name=other)
        best = _best_for_other(follows.best, other)
    else:
        first = _("Completes the {mandala} mandala: {name} chooses first.").format(mandala=side(number), name=other)
        best = _best_for_other(follows.best, other)
    return [first, best, *last]


def _best_for_you(best: Gain) -> str:
    if not best.points:
        return _("No colour there scores for you at once.")
    told = _("The best colour for you: {cards}, {points} at slot {slot}.")
    return told.format(cards=of_colour(best.count, best.colour), points=points(best.points), slot=best.slot)


def _best_for_other(best: Gain, name: str) -> str:
    if not best.points:
        return _("No colour there scores for {name} at once.").format(name=name)
    told = _("The best colour for {name}: {cards}, {points} at slot {slot}.")
    return told.format(name=name, cards=of_colour(best.count, best.colour), points=points(best.points), slot=best.slot)


def _trigger(state: MandalaState, seat: Seat, move: MandalaMove) -> list[str]:
    match end_trigger(state, seat, move):
        case Trigger.THIS:
            return [_("It empties the draw pile: this mandala is the last.")]
        case Trigger.NEXT:
            return [_("It empties the draw pile: the next completed mandala is the last.")]
        case None:
            return []


def _more(hand: Counts, colour: Colour, count: int) -> list[str]:
    more = hand[colour] - count
    return [_("You keep {cards} in hand.").format(cards=of_colour(more, colour))] if more > 0 else []
