"""The gains of a move, in sentences: each of them at length, and in as few words as fit into a small window."""

from __future__ import annotations

from typing import assert_never

from attrs import frozen

from mandala_client.games.colour_words import colour_name
from mandala_client.games.mandala.card_words import of_colour
from mandala_client.games.mandala.notation import side
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
from mandala_client.text.numbers import cards, points
from mandala_protocol.games.game import Counts
from mandala_protocol.games.mandala import Build, Claim, Discard, Grow, MandalaMove
from mandala_protocol.games.mandala.colours import NO_CARDS
from mandala_protocol.games.mandala.outlook import after_play, drawn_by_build_now
from mandala_protocol.games.mandala.state import Claiming, Mandala, MandalaState, PlayerArea
from mandala_protocol.seats import Seat


@frozen
class Effect:
    """One thing that a move would bring.

    Attributes:
        full: at length
        brief: for a small window, where cards and places are seen at the table; empty for what need not be said there
        is_minor: in a small window what weighs more comes before it
    """

    full: str
    brief: str
    is_minor: bool = False


def preview_sentences(
    state: MandalaState, seat: Seat, hand: Counts, move: MandalaMove, other: str, cup: Counts = NO_CARDS
) -> list[str]:
    """The effects of a legal move of ``seat`` in sentences."""
    return [effect.full for effect in _effects(state, seat, hand, move, other, cup)]


def brief_preview(
    state: MandalaState, seat: Seat, hand: Counts, move: MandalaMove, other: str, cup: Counts = NO_CARDS
) -> list[str]:
    """The effects of a legal move of ``seat`` in few words, the weightiest first."""
    effects = sorted(_effects(state, seat, hand, move, other, cup), key=lambda effect: effect.is_minor)
    return [effect.brief for effect in effects if effect.brief]


def _effects(state: MandalaState, seat: Seat, hand: Counts, move: MandalaMove, other: str, cup: Counts) -> list[Effect]:
    match move:
        case Build(mandala=number, colour=colour):
            drawn = drawn_by_build_now(state, seat)
            text = _("Build the {mandala} mountain with {colour}, draw {count}.")
            full = text.format(mandala=side(number), colour=colour_name(colour), count=drawn)
            deed = Effect(full, _("Draw {count}.").format(count=drawn), is_minor=True)
            return [deed, *_completion(state, seat, move, other, cup), *_trigger(state, seat, move)]
        case Grow(mandala=number, colour=colour, count=count):
            kept = _kept(hand, move)
            text = _("Grow your {mandala} field by {cards}, no draw.")
            full = text.format(mandala=side(number), cards=of_colour(count, colour))
            deed = Effect(full, "" if kept else _("No draw."), is_minor=True)
            return [deed, *_completion(state, seat, move, other, cup), *kept]
        case Discard(colour=colour, count=count):
            full = _("Discard {cards}, draw {count}.").format(cards=of_colour(count, colour), count=count)
            deed = Effect(full, _("Draw {count}.").format(count=count), is_minor=True)
            return [deed, *_trigger(state, seat, move), *_kept(hand, move)]
        case Claim():
            return _claim(state, seat, move, other, cup)
        case _:
            assert_never(move)


def _trigger(state: MandalaState, seat: Seat, move: MandalaMove) -> list[Effect]:
    match end_trigger(state, seat, move):
        case Trigger.THIS:
            full, brief = _("It empties the draw pile: this mandala is the last."), _("This mandala is the LAST!")
            return [Effect(full, brief)]
        case Trigger.NEXT:
            full = _("It empties the draw pile: the next completed mandala is the last.")
            return [Effect(full, _("The next complete mandala is the LAST!"))]
        case None:
            return []


def _kept(hand: Counts, move: Grow | Discard) -> list[Effect]:
    more = hand[move.colour] - move.count
    text = _("You keep {cards} in hand.").format(cards=of_colour(more, move.colour))
    return [Effect(text, text, is_minor=True)] if more > 0 else []


# Claiming.


def _claim(state: MandalaState, seat: Seat, move: Claim, other: str, cup: Counts) -> list[Effect]:
    phase = state.phase
    assert isinstance(phase, Claiming), "colours are claimed from a completed mandala"
    mandala, player = state.mandalas[phase.mandala], state.players[seat]
    effects = [_claimed(gain(mandala, seat, player, move.colour, cup))]
    if is_sixth(state, seat, move):
        full = _("Your sixth colour: the game ends after this mandala.")
        effects.append(Effect(full, _("Your sixth colour: the game ends.")))
    effects += _trigger(state, seat, move)
    return [*effects, _next_choice(left_by(mandala, move), seat.other, state.players[seat.other], other)]


def _claimed(got: Gain) -> Effect:
    if got.slot is None:
        full = _("Take {cards}: to the discard pile, as your field there is empty.")
        brief = _("{cards} to the discard pile.")
    elif not got.is_new:
        full = _("Take {cards} to your cup: {points}, as slot {slot} scores {slot} each.")
        brief = _("{cards} to the cup: {points}.")
    elif not got.to_cup:
        full = _("Take {cards} to river slot {slot}: {points}.")
        brief = _("{cards} to slot {slot}: {points}.")
    else:
        full = _("Take {cards}: one to river slot {slot}, {rest} to your cup, {points}.")
        brief = _("{cards}: slot {slot} and {rest} to the cup, {points}.")
    taken = of_colour(got.count, got.colour)
    return Effect(
        full.format(cards=taken, slot=got.slot, rest=got.to_cup, points=points(got.points)),
        brief.format(cards=taken, slot=got.slot, rest=got.to_cup, points=points(got.points)),
    )


def _next_choice(left: Mandala, seat: Seat, player: PlayerArea, name: str) -> Effect:
    """Return the sentence about the colours that the other player can take of those left."""
    if not any(left.mountain):
        return Effect(_("That empties the mountain."), "")
    if not any(left.fields[seat]):
        full = _("{name} chooses next, but gets nothing: their field there is empty.")
        return Effect(full.format(name=name), _("Then {name} gets nothing.").format(name=name))
    best = best_gain(left, seat, player)
    text = _("{name} chooses next from {cards}, at best {best} for {points}.")
    offered, counted = cards(sum(left.mountain)), points(best.points)
    full = text.format(name=name, cards=offered, best=of_colour(best.count, best.colour), points=counted)
    return Effect(full, _best_for_other(best, name).brief)


# Building and growing.


def _completion(state: MandalaState, seat: Seat, move: Build | Grow, other: str, cup: Counts) -> list[Effect]:
    follows = completion(state, seat, move, cup)
    if follows is None:
        return []
    ends = _("The game ends with it.")
    last = [Effect(ends, ends)] if state.triggered else []
    if follows.best is None:
        full = _("Completes the {mandala} mandala: both fields are empty, so its whole mountain is discarded.")
        brief = _("Complete with empty fields: all is discarded.")
    elif follows.first is seat:
        full, brief = _("Completes the {mandala} mandala: you choose first."), _("Complete: you choose first.")
    elif any(after_play(state.mandalas[move.mandala], seat, move).fields[seat]):
        full = _("Completes the {mandala} mandala: {name} chooses first.")
        brief = _("Complete: {name} chooses first.")
    else:
        full = _("Completes the {mandala} mandala: {name} chooses first, and you get nothing, as your field is empty.")
        brief = _("Complete: {name} chooses first, you get nothing.")
    completed = Effect(full.format(mandala=side(move.mandala), name=other), brief.format(name=other))
    if follows.best is None:
        return [completed, *last]
    best = _best_for_you(follows.best) if follows.first is seat else _best_for_other(follows.best, other)
    return [completed, best, *last]


def _best_for_you(best: Gain) -> Effect:
    if not best.points:
        return Effect(_("No colour there scores for you at once."), _("No points there at first."))
    full, brief = _("The best colour for you: {cards}, {points} at slot {slot}."), _("Best for you: {cards}, {points}.")
    taken, counted = of_colour(best.count, best.colour), points(best.points)
    return Effect(full.format(cards=taken, points=counted, slot=best.slot), brief.format(cards=taken, points=counted))


def _best_for_other(best: Gain, name: str) -> Effect:
    if not best.points:
        none = _("No colour there scores for {name} at once.").format(name=name)
        return Effect(none, _("No points there at first."))
    full = _("The best colour for {name}: {cards}, {points} at slot {slot}.")
    brief = _("Best for {name}: {cards}, {points}.")
    taken, counted = of_colour(best.count, best.colour), points(best.points)
    return Effect(
        full.format(name=name, cards=taken, points=counted, slot=best.slot),
        brief.format(name=name, cards=taken, points=counted),
    )
