"""How good a move of Mandala looks, one move ahead: a sum of named terms, in points."""

from __future__ import annotations

from typing import assert_never

from attrs import field, frozen

from mandala_net.bots.sharing import (
    Claimed,
    Collections,
    claim,
    collections,
    lead_in_points,
    margin,
    share_out,
    after_claim,
)
from mandala_net.bots.weights import Weights
from mandala_protocol.games.counts import plus
from mandala_protocol.games.game import HAND, Counts, View
from mandala_protocol.games.mandala.colours import COLOURS
from mandala_protocol.games.mandala.legality import played
from mandala_protocol.games.mandala.moves import Build, Claim, Discard, Grow, MandalaMove
from mandala_protocol.games.mandala.outlook import (
    after_play,
    available,
    chooser_if_completed,
    completes,
    drawn_by_build,
)
from mandala_protocol.games.mandala.state import Claiming, Mandala, MandalaState, missing_colours
from mandala_protocol.seats import Seat

@frozen
class Evaluation:
    """What speaks for a move, term by term; and the sharing of the mountain that it leads to, if it completes.

    ``share``: more worth for the mover than for the other player when the mandala is shared out now.
    ``prospects``: the same, of mandalas still open, compared with before. ``hand``: the change of the hand.
    ``end``: the game ends, ahead or behind. ``patience``: the cost of waiting.
    """

    move: MandalaMove
    share: float = 0.0
    prospects: float = 0.0
    hand: float = 0.0
    end: float = 0.0
    patience: float = 0.0
    choices: tuple[Claimed, ...] = ()

    @property
    def total(self) -> float:
        """All terms together."""
        return self.share + self.prospects + self.hand + self.end + self.patience


class Evaluator:
    """Judges the moves of one view."""

    def __init__(self, view: View[MandalaState], weights: Weights) -> None:
        self._weights = weights
        self.state, self.seat, self._hand = view.state, view.seat, view.holdings[HAND]
        self.known = collections(view)
        self._prospects = tuple(self._prospect(mandala) for mandala in self.state.mandalas)
        self._hand_worth = self._worth_of_hand(self._hand, self.state.mandalas)

    def evaluate(self, move: MandalaMove) -> Evaluation:
        """The terms of a legal move."""
        match move:
            case Claim():
                return self._evaluate_claim(move)
            case Build() | Grow():
                return self._evaluate_play(move)
            case Discard():
                return self._evaluate_discard(move)
            case _:
                assert_never(move)

    def _evaluate_claim(self, move: Claim) -> Evaluation:
        phase = self.state.phase
        assert isinstance(phase, Claiming)
        mandala = self.state.mandalas[phase.mandala]
        own = claim(self.known, mandala, self.seat, move.colour, self._weights)
        rest = Mandala(plus(mandala.mountain, move.colour, -own.cards), mandala.fields)
        choices = (own, *share_out(after_claim(self.known, own), rest, self.seat.other, self._weights))
        return Evaluation(move, share=margin(choices, self.seat), end=self._end(choices), choices=choices)

    def _evaluate_play(self, move: Build | Grow) -> Evaluation:
        number = move.mandala
        mandala = after_play(self.state.mandalas[number], self.seat, move)
        hand = self._hand_after(move, mandala)
        if not completes(self.state, move):
            return Evaluation(move, prospects=self._prospect(mandala) - self._prospects[number], hand=hand)
        choices = share_out(self.known, mandala, chooser_if_completed(mandala, self.seat), self._weights)
        share = margin(choices, self.seat)
        return Evaluation(
            move,
            share=share,
            prospects=-self._prospects[number],
            hand=hand,
            end=self._end(choices),
            choices=choices,
        )

    def _evaluate_discard(self, move: Discard) -> Evaluation:
        left = plus(self._hand, move.colour, -move.count)
        hand = self._worth_of_hand(left, self.state.mandalas) + move.count * self._weights.card_in_hand - self._hand_worth
        return Evaluation(move, hand=hand, patience=-self._weights.patience * (1 + self.state.discards_in_a_row))

    def _prospect(self, mandala: Mandala) -> float:
        """What an open mandala promises: the sharing with either player choosing first, by how likely each is."""
        own, other = (sum(mandala.fields[seat]) for seat in (self.seat, self.seat.other))
        chance = min(max(0.5 + self._weights.first_choice * (own - other), 1 - self._weights.surest), self._weights.surest)
        first = margin(share_out(self.known, mandala, self.seat, self._weights), self.seat)
        second = margin(share_out(self.known, mandala, self.seat.other, self._weights), self.seat)
        foothold = self._weights.foothold * ((own > 0) - (other > 0))
        certainty = self._weights.certainty[len(missing_colours(mandala))]
        return certainty * (chance * first + (1 - chance) * second) + foothold

    def _hand_after(self, move: Build | Grow, mandala: Mandala) -> float:
        """The change of the hand's worth; drawn cards count in full."""
        cards = played(move)
        drawn = min(drawn_by_build(self.state, self.seat), available(self.state)) if isinstance(move, Build) else 0
        left = plus(self._hand, move.colour, -len(cards))
        one, other = self.state.mandalas
        mandalas = (mandala, other) if move.mandala == 0 else (one, mandala)
        return self._worth_of_hand(left, mandalas) + drawn * self._weights.card_in_hand - self._hand_worth

    def _worth_of_hand(self, hand: Counts, mandalas: tuple[Mandala, Mandala]) -> float:
        worth = self._weights.card_in_hand * sum(hand)
        for colour in COLOURS:
            if hand[colour] and not any(self._fits(mandala, colour) for mandala in mandalas):
                worth -= self._weights.stuck_card * hand[colour]
        return worth

    def _fits(self, mandala: Mandala, colour: int) -> bool:
        """Whether the colour may be laid into the mountain or the own field."""
        return not mandala.fields[self.seat.other][colour]

    def _end(self, choices: tuple[Claimed, ...]) -> float:
        """Whether the game ends when the mountain is shared out like this, and how."""
        rivers = [len(side.river) for side in self.known.sides]
        for choice in choices:
            rivers[choice.seat] += choice.is_new
        if not self.state.triggered and max(rivers) < len(COLOURS):
            return 0.0
        return self._weights.end if lead_in_points(self.known, choices, self.seat) > self._weights.hidden_cup else -self._weights.end
