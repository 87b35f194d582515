"""What the colours of a mountain are worth to whom, and how the two players will share it out (K3 to K6)."""

from __future__ import annotations

from attrs import frozen

from mandala_net.bots.weights import Weights
from mandala_protocol.games.counts import plus, union
from mandala_protocol.games.game import Counts, View
from mandala_protocol.games.mandala.colours import ALL_CARDS, COLOURS, Colour
from mandala_protocol.games.mandala.scoring import seat_score
from mandala_protocol.games.mandala.state import Mandala, MandalaState, claimed_in_all
from mandala_protocol.seats import Seat

@frozen
class Side:
    """One player's collection: the river, and the cup cards that the bot knows."""

    river: tuple[Colour, ...]
    cup: Counts

    @property
    def points(self) -> int:
        """What it would score now."""
        return seat_score(self.river, self.cup).total


@frozen
class Collections:
    """Both players' collections by seat, and how many cards of each colour may still come to either."""

    sides: tuple[Side, Side]
    in_play: Counts


def collections(view: View[MandalaState]) -> Collections:
    """As the seat of the view knows them: the own cup in full, the other's without its two starting cards."""
    sealed = view.holdings["cup"]
    host, guest = (
        Side(player.river, union(player.claimed, sealed) if seat is view.seat else player.claimed)
        for seat, player in zip(Seat, view.state.players, strict=True)
    )
    gone = union(claimed_in_all(view.state), sealed)
    return Collections((host, guest), tuple(cards - gone[face] for face, cards in enumerate(ALL_CARDS)))


@frozen
class Claimed:
    """One choice in the sharing of a mountain.

    ``slot``: the river slot of the colour. ``points``: what it adds to the score at once.
    ``worth``: in points, with what it promises. All three are 0 if the cards go to the discard pile (K6).
    """

    seat: Seat
    colour: Colour
    cards: int
    slot: int
    is_new: bool
    points: int
    worth: float


def claim(known: Collections, mandala: Mandala, seat: Seat, colour: Colour, weights: Weights) -> Claimed:
    """What it brings this seat to take this colour from the mountain."""
    cards = mandala.mountain[colour]
    if not any(mandala.fields[seat]):
        return Claimed(seat, colour, cards, 0, False, 0, 0.0)
    side = known.sides[seat]
    if colour in side.river:
        slot = side.river.index(colour) + 1
        return Claimed(seat, colour, cards, slot, False, slot * cards, float(slot * cards))
    slot = len(side.river) + 1
    points = slot * (cards - 1 + side.cup[colour])
    promise = weights.new_slot + weights.future_card * slot * known.in_play[colour]
    return Claimed(seat, colour, cards, slot, True, points, points + promise)


def after_claim(known: Collections, claimed: Claimed) -> Collections:
    """The collections when the cards have come to their new owner."""
    if not claimed.slot:
        return known
    side = known.sides[claimed.seat]
    river = (*side.river, claimed.colour) if claimed.is_new else side.river
    richer = Side(river, plus(side.cup, claimed.colour, claimed.cards - claimed.is_new))
    sides = (richer, known.sides[1]) if claimed.seat is Seat.HOST else (known.sides[0], richer)
    return Collections(sides, plus(known.in_play, claimed.colour, -claimed.cards))


def share_out(known: Collections, mandala: Mandala, chooser: Seat, weights: Weights) -> tuple[Claimed, ...]:
    """The choices in turn if both take what is best for them, and deny a little.

    With both fields empty there are none (K7).
    """
    mountain = mandala.mountain
    if not any(map(any, mandala.fields)):
        return ()
    choices: list[Claimed] = []
    while any(mountain):
        rest = Mandala(mountain, mandala.fields)
        best = max(
            (claim(known, rest, chooser, colour, weights) for colour in COLOURS if mountain[colour]),
            key=lambda own: own.worth + weights.denial * claim(known, rest, chooser.other, own.colour, weights).worth,  # noqa: B023
        )
        choices.append(best)
        known = after_claim(known, best)
        mountain = plus(mountain, best.colour, -best.cards)
        chooser = chooser.other
    return tuple(choices)


def margin(choices: tuple[Claimed, ...], seat: Seat) -> float:
    """How much more worth this seat gets than the other."""
    return sum(choice.worth if choice.seat is seat else -choice.worth for choice in choices)


def lead_in_points(known: Collections, choices: tuple[Claimed, ...], seat: Seat) -> int:
    """By how many known points this seat is ahead after these choices."""
    gained = sum(choice.points if choice.seat is seat else -choice.points for choice in choices)
    return known.sides[seat].points - known.sides[seat.other].points + gained
