"""Previews of a move before it is made, in sentences, and the question about one that is easily regretted.

Only what the player sees goes into it: the public state, the own hand and the own starting cards in the cup.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence

from attrs import frozen

from mandala_client.games.colour_words import colour_name
from mandala_client.games.mandala.chooser import at_colour, colours
from mandala_client.games.mandala.notation import of_colour, side
from mandala_client.text.language import _, ngettext
from mandala_client.text.numbers import cards, points
from mandala_protocol.games.game import HAND, Counts, View
from mandala_protocol.games.mandala import COLOURS, Build, Claim, Colour, Discard, Grow, MandalaMove
from mandala_protocol.games.mandala.colours import NO_CARDS
from mandala_protocol.games.mandala.flow import MOUNTAIN_START, RIVER_SLOTS
from mandala_protocol.games.mandala.outlook import after_play, chooser_if_completed, completes, drawn_by_build_now
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


# In sentences: each effect at length, and in as few words as fit into a small window.


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
    return _effect_of(got, full, brief)


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
    return [completed, *last, best]


def _best_for_you(best: Gain) -> Effect:
    if not best.points:
        return Effect(_("No colour there scores for you at once."), _("No points there at first."))
    full, brief = _("The best colour for you: {cards}, {points} at slot {slot}."), _("Best for you: {cards}, {points}.")
    return _effect_of(best, full, brief)


def _best_for_other(best: Gain, name: str) -> Effect:
    if not best.points:
        full, brief = _("No colour there scores for {name} at once."), _("No points at once for {name}.")
        return Effect(full.format(name=name), brief.format(name=name))
    full = _("The best colour for {name}: {cards}, {points} at slot {slot}.")
    return _effect_of(best, full, _("Best for {name}: {cards}, {points}."), name)


def _effect_of(gain: Gain, full: str, brief: str, name: str = "") -> Effect:
    """The gain of a player in two sentences; ``name`` is the other player's."""
    taken, counted = of_colour(gain.count, gain.colour), points(gain.points)
    values = {"name": name, "cards": taken, "slot": gain.slot, "rest": gain.to_cup, "points": counted}
    return Effect(full.format(**values), brief.format(**values))


# Moves that are easily regretted.


def question_before(view: View[MandalaState], move: MandalaMove) -> str | None:
    """The question whether to make a legal move that one might regret; None for a move that needs none.

    It completes a mandala whose fields are both empty, so that the mountain is for no one (K7), or in which the other
    player leads and chooses first (K2); or it grows a field while other cards of the colour stay in hand.
    """
    completed = completion(view.state, view.seat, move)
    if isinstance(move, Build | Grow) and completed is not None:
        mandala = view.state.mandalas[move.mandala]
        if completed == Completion(None, None):
            question = _("Both fields are empty, so no one gets the mountain and {cards} are discarded. Play anyway?")
            return question.format(cards=cards(sum(mandala.mountain) + 1))
        fields = after_play(mandala, view.seat, move).fields
        ours, theirs = sum(fields[view.seat]), sum(fields[view.seat.other])
        if theirs > ours:
            question = _(
                "This completes the mandala, and the other player leads {theirs} to {ours} and chooses first. "
                "Play anyway?"
            )
            return question.format(theirs=theirs, ours=ours)
    more = view.holdings[HAND][move.colour] - move.count if isinstance(move, Grow) else 0
    question = ngettext("You hold {cards} more. Play without it?", "You hold {cards} more. Play without them?", more)
    return question.format(cards=of_colour(more, move.colour)) if more else None
