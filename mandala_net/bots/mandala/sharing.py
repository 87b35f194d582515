"""The value of a mountain's colours for each player, and a guess at how they will share it out (K3 to K6)."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from mandala_net.bots.mandala.weights import Weights
from mandala_protocol.games.counts import plus, union
from mandala_protocol.games.game import Counts, View
from mandala_protocol.games.mandala.colours import COLOURS, Colour
from mandala_protocol.games.mandala.scoring import seat_score
from mandala_protocol.games.mandala.state import Mandala, MandalaState
from mandala_protocol.seats import Seat


@frozen
class Side:
    """One player's collection: the river, and the cup cards that the bot knows."""

    river: tuple[Colour, ...]
    cup: Counts

    @property
    def points(self) -> int:
        """The points it would score now."""
        return seat_score(self.river, self.cup).total


Sides: TypeAlias = tuple[Side, Side]
"""Both players' collections, by seat."""


def known_sides(view: View[MandalaState]) -> Sides:
    """The sides as the seat of the view knows them: its own cup in full, the other one without its starting cards."""
    sealed = view.holdings["cup"]
    host, guest = (
        Side(player.river, union(player.claimed, sealed) if seat is view.seat else player.claimed)
        for seat, player in zip(Seat, view.state.players, strict=True)
    )
    return host, guest


@frozen
class Claimed:
    """One choice in the sharing of a mountain.

    ``slot``: the river slot of the colour; ``is_new``: it fills that slot. ``points``: what it adds to the score.
    ``worth``: the points and the value of a new slot. If the cards go to the discard pile (K6), all of them are 0.
    """

    seat: Seat
    colour: Colour
    cards: int
    slot: int
    is_new: bool
    points: int
    worth: float


def claim(sides: Sides, mandala: Mandala, seat: Seat, colour: Colour, weights: Weights) -> Claimed:
    """The value for this seat of taking this colour from the mountain."""
    cards = mandala.mountain[colour]
    if not any(mandala.fields[seat]):
        return Claimed(seat, colour, cards, 0, False, 0, 0.0)
    side = sides[seat]
    if colour in side.river:
        slot = side.river.index(colour) + 1
        return Claimed(seat, colour, cards, slot, False, slot * cards, float(slot * cards))
    slot = len(side.river) + 1
    points = slot * (cards - 1 + side.cup[colour])
    return Claimed(seat, colour, cards, slot, True, points, points + weights.new_slot)


def after_claim(sides: Sides, claimed: Claimed) -> Sides:
    """The collections when the cards have come to their new owner."""
    if not claimed.slot:
        return sides
    side = sides[claimed.seat]
    river = (*side.river, claimed.colour) if claimed.is_new else side.river
    richer = Side(river, plus(side.cup, claimed.colour, claimed.cards - claimed.is_new))
    return (richer, sides[1]) if claimed.seat is Seat.HOST else (sides[0], richer)


def share_out(sides: Sides, mandala: Mandala, chooser: Seat, weights: Weights) -> tuple[Claimed, ...]:
    """The choices in turn if both take what is best for them, and deny a little.

    With both fields empty there are none (K7).
    """
    if not any(map(any, mandala.fields)):
        return ()
    choices: list[Claimed] = []
    while any(mandala.mountain):
        choice = _best_choice(sides, mandala, chooser, weights)
        choices.append(choice)
        sides = after_claim(sides, choice)
        mandala = without(mandala, choice)
        chooser = chooser.other
    return tuple(choices)


def without(mandala: Mandala, claimed: Claimed) -> Mandala:
    """The mandala when these cards have left its mountain."""
    return Mandala(plus(mandala.mountain, claimed.colour, -claimed.cards), mandala.fields)


def _best_choice(sides: Sides, mandala: Mandala, chooser: Seat, weights: Weights) -> Claimed:
    def gain(own: Claimed) -> float:
        denied = claim(sides, mandala, chooser.other, own.colour, weights)
        return own.worth + weights.denial * denied.worth

    return max(
        (claim(sides, mandala, chooser, colour, weights) for colour in COLOURS if mandala.mountain[colour]), key=gain
    )


def margin(choices: tuple[Claimed, ...], seat: Seat) -> float:
    """The value that this seat gets more than the other."""
    return sum(choice.worth if choice.seat is seat else -choice.worth for choice in choices)


def sides_after(sides: Sides, choices: tuple[Claimed, ...]) -> Sides:
    """The collections when all these choices are made."""
    for choice in choices:
        sides = after_claim(sides, choice)
    return sides
