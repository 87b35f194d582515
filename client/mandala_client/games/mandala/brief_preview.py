"""A preview of a move in few words, for a small window; ``foresight`` says the same at length."""

from __future__ import annotations

from typing import assert_never

from mandala_client.games.mandala.event_text import of_colour
from mandala_client.games.mandala.preview import (
    Gain,
    Trigger,
    best_gain,
    completion,
    end_trigger,
    gain,
    is_sixth,
    left_by,
)
from mandala_client.text.language import _
from mandala_client.text.numbers import points
from mandala_protocol.games.game import Counts
from mandala_protocol.games.mandala import Build, Claim, Discard, Grow, MandalaMove
from mandala_protocol.games.mandala.colours import NO_CARDS
from mandala_protocol.games.mandala.outlook import drawn_by_build_now
from mandala_protocol.games.mandala.state import Claiming, MandalaState
from mandala_protocol.seats import Seat


def brief_foresight(
    state: MandalaState, seat: Seat, hand: Counts, move: MandalaMove, other: str, cup: Counts = NO_CARDS
) -> list[str]:
    """Return what a legal move of ``seat`` does, the weightiest first; the cards and their place are seen at the table.

    ``hand`` are the cards it holds, ``other`` is the other player's name, ``cup`` the own starting cards.
    """
    match move:
        case Build():
            drawn = _("Draw {count}.").format(count=drawn_by_build_now(state, seat))
            return [*_completed(state, seat, move, other, cup), *_trigger(state, seat, move), drawn]
        case Grow():
            kept = _kept(hand, move)
            return [*_completed(state, seat, move, other, cup), *(kept or [_("No draw.")])]
        case Discard(count=count):
            return [*_trigger(state, seat, move), _("Draw {count}.").format(count=count), *_kept(hand, move)]
        case Claim():
            return _claimed(state, seat, move, other, cup)
        case _:
            assert_never(move)


def _completed(state: MandalaState, seat: Seat, move: Build | Grow, other: str, cup: Counts) -> list[str]:
    follows = completion(state, seat, move, cup)
    if follows is None:
        return []
    last = [_("The game ends with it.")] if state.triggered else []
    if follows.best is None:
        return [_("Complete with empty fields: all is discarded."), *last]
    if follows.first is seat:
        return [_("Complete: you choose first."), _best_for_you(follows.best), *last]
    own = state.mandalas[move.mandala].fields[seat]
    if any(own) or isinstance(move, Grow):
        first = _("Complete: {name} chooses first.")
    else:
        first = _("Complete: {name} chooses first, you get nothing.")
    return [first.format(name=other), _best(follows.best, other), *last]


def _best_for_you(best: Gain) -> str:
    if not best.points:
        return _("No points there at first.")
    cards = of_colour(best.count, best.colour)
    return _("Best for you: {cards}, {points}.").format(cards=cards, points=points(best.points))


def _best(best: Gain, name: str) -> str:
    if not best.points:
        return _("No points there at first.")
    cards = of_colour(best.count, best.colour)
    return _("Best for {name}: {cards}, {points}.").format(name=name, cards=cards, points=points(best.points))


def _trigger(state: MandalaState, seat: Seat, move: MandalaMove) -> list[str]:
    match end_trigger(state, seat, move):
        case Trigger.THIS:
            return [_("This mandala is the LAST!")]
        case Trigger.NEXT:
            return [_("The next complete mandala is the LAST!")]
        case None:
            return []


def _kept(hand: Counts, move: Grow | Discard) -> list[str]:
    more = hand[move.colour] - move.count
    return [_("You keep {cards} in hand.").format(cards=of_colour(more, move.colour))] if more else []


def _claimed(state: MandalaState, seat: Seat, move: Claim, other: str, cup: Counts) -> list[str]:
    phase = state.phase
    assert isinstance(phase, Claiming), "colours are claimed from a completed mandala"
    mandala = state.mandalas[phase.mandala]
    ends = [_("Your sixth colour: the game ends.")] if is_sixth(state, seat, move) else []
    told = [_taken(gain(mandala, seat, state.players[seat], move.colour, cup)), *ends, *_trigger(state, seat, move)]
    left = left_by(mandala, move)
    if not any(left.mountain):
        return told
    if not any(left.fields[seat.other]):
        return [*told, _("Then {name} gets nothing.").format(name=other)]
    best = best_gain(left, seat.other, state.players[seat.other])
    return [*told, _best(best, other)]


def _taken(got: Gain) -> str:
    cards = of_colour(got.count, got.colour)
    if got.slot is None:
        return _("{cards} to the discard pile.").format(cards=cards)
    if not got.is_new:
        return _("{cards} to the cup: {points}.").format(cards=cards, points=points(got.points))
    if not got.to_cup:
        return _("{cards} to slot {slot}: {points}.").format(cards=cards, slot=got.slot, points=points(got.points))
    told = _("{cards}: slot {slot} and {rest} to the cup, {points}.")
    return told.format(cards=cards, slot=got.slot, rest=got.to_cup, points=points(got.points))
