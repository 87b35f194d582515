"""The evaluation of a move of Mandala, one move ahead: a sum of named terms, in points."""

from __future__ import annotations

from attrs import frozen

from mandala_net.bots.mandala.sharing import (
    Claimed,
    Side,
    after_claim,
    claim,
    known_sides,
    margin,
    share_out,
    sides_after,
    without,
)
from mandala_net.bots.mandala.weights import Weights
from mandala_protocol.games.counts import plus
from mandala_protocol.games.game import HAND, Counts, View
from mandala_protocol.games.mandala.colours import COLOURS, Colour
from mandala_protocol.games.mandala.moves import Build, Claim, Discard, Grow, MandalaMove
from mandala_protocol.games.mandala.outlook import after_play, chooser_if_completed, completes, drawn_by_build_now
from mandala_protocol.games.mandala.state import Claiming, Mandala, MandalaState, missing_colours
from mandala_protocol.seats import Seat


@frozen
class Evaluation:
    """The value of a move, term by term.

    ``share``: how much more the mover gets than the other player when a mandala is shared out now.
    ``prospects``: the same of the mandalas still open, compared with before. ``hand``: the change of the hand.
    ``end``: the game ends, ahead or behind. ``waiting``: the cost of waiting.
    ``choices``: the sharing that the move leads to; empty if it completes nothing.
    """

    move: MandalaMove
    share: float = 0.0
    prospects: float = 0.0
    hand: float = 0.0
    end: float = 0.0
    waiting: float = 0.0
    choices: tuple[Claimed, ...] = ()

    @property
    def total(self) -> float:
        """All terms together."""
        return self.share + self.prospects + self.hand + self.end + self.waiting


def fits(mandalas: tuple[Mandala, Mandala], seat: Seat, colour: Colour) -> bool:
    """Return whether some mountain or field takes this colour from this seat (G2, G3)."""
    return any(not mandala.fields[seat.other][colour] for mandala in mandalas)


class Evaluator:
    """The judge of the moves that the seat of one view may make."""

    def __init__(self, view: View[MandalaState], weights: Weights) -> None:
        self._state, self._seat, self._hand, self._weights = view.state, view.seat, view.holdings[HAND], weights
        self._sides = known_sides(view)
        self._margins: dict[tuple[Counts, bool, bool], tuple[float, float]] = {}
        self._prospects = tuple(self._prospect(mandala) for mandala in self._state.mandalas)
        self._hand_worth = self._worth_of_hand(self._hand, 0, self._state.mandalas)

    def evaluate(self, move: MandalaMove) -> Evaluation:
        """The terms of a legal move."""
        match move:
            case Claim():
                return self._evaluate_claim(move)
            case Build() | Grow():
                return self._evaluate_play(move)
            case Discard():
                return self._evaluate_discard(move)

    def _evaluate_claim(self, move: Claim) -> Evaluation:
        phase = self._state.phase
        assert isinstance(phase, Claiming), "claims are legal only while a mountain is shared out"
        mandala = self._state.mandalas[phase.mandala]
        own = claim(self._sides, mandala, self._seat, move.colour, self._weights)
        rest = share_out(after_claim(self._sides, own), without(mandala, own), self._seat.other, self._weights)
        choices = (own, *rest)
        end = self._end(choices, self._state.triggered)
        return Evaluation(move, share=margin(choices, self._seat), end=end, choices=choices)

    def _evaluate_play(self, move: Build | Grow) -> Evaluation:
        state, number = self._state, move.mandala
        mandala = after_play(state.mandalas[number], self._seat, move)
        mandalas = (mandala, state.mandalas[1]) if number == 0 else (state.mandalas[0], mandala)
        if isinstance(move, Build):
            played, drawn = 1, drawn_by_build_now(state, self._seat)
        else:
            played, drawn = move.count, 0
        kept = plus(self._hand, move.colour, -played)
        hand = self._worth_of_hand(kept, drawn, mandalas) - self._hand_worth
        if not completes(state, move):
            return Evaluation(move, prospects=self._prospect(mandala) - self._prospects[number], hand=hand)
        choices = share_out(self._sides, mandala, chooser_if_completed(mandala, self._seat), self._weights)
        return Evaluation(
            move,
            share=margin(choices, self._seat),
            prospects=-self._prospects[number],
            hand=hand,
            end=self._end(choices, state.triggered or 0 < state.draw_pile <= drawn),  # D3
            choices=choices,
        )

    def _evaluate_discard(self, move: Discard) -> Evaluation:
        kept = plus(self._hand, move.colour, -move.count)
        hand = self._worth_of_hand(kept, move.count, self._state.mandalas) - self._hand_worth
        return Evaluation(move, hand=hand, waiting=-self._weights.waiting * (1 + self._state.discards_in_a_row))

    def _prospect(self, mandala: Mandala) -> float:
        """The prospect of an open mandala: both orders of choosing, weighted by how likely each is."""
        weights, seat = self._weights, self._seat
        own, other = sum(mandala.fields[seat]), sum(mandala.fields[seat.other])
        chance = min(max(0.5 + weights.first_choice * (own - other), 1 - weights.surest), weights.surest)
        first, second = self._margins_in(mandala)
        foothold = weights.foothold * ((own > 0) - (other > 0))
        return weights.certainty[len(missing_colours(mandala))] * (chance * first + (1 - chance) * second) + foothold

    def _margins_in(self, mandala: Mandala) -> tuple[float, float]:
        """The margins in both orders of choosing, which are equal after each grow in a field."""
        seat = self._seat
        shared = mandala.mountain, any(mandala.fields[seat]), any(mandala.fields[seat.other])
        if shared not in self._margins:
            first, second = (share_out(self._sides, mandala, one, self._weights) for one in (seat, seat.other))
            self._margins[shared] = margin(first, seat), margin(second, seat)
        return self._margins[shared]

    def _worth_of_hand(self, kept: Counts, drawn: int, mandalas: tuple[Mandala, Mandala]) -> float:
        """The worth of the cards kept and of those drawn, which are unknown."""
        stuck = sum(kept[colour] for colour in COLOURS if kept[colour] and not fits(mandalas, self._seat, colour))
        return self._weights.card_in_hand * (sum(kept) + drawn) - self._weights.stuck_card * stuck

    def _end(self, choices: tuple[Claimed, ...], last: bool) -> float:
        """The value of the end of the game if the mountain is shared out like this. ``last``: the end is triggered."""
        sides = sides_after(self._sides, choices)
        if not last and all(len(side.river) < len(COLOURS) for side in sides):
            return 0.0
        lead = sides[self._seat].points - sides[self._seat.other].points
        if lead > self._most_hidden(sides[self._seat.other]):
            return self._weights.end
        return self._weights.likely_end if lead > self._weights.hidden_cup else -self._weights.end

    def _most_hidden(self, other: Side) -> int:
        """The most points that the starting cards in the other player's cup can bring."""
        return self._state.players[self._seat.other].sealed * len(other.river)
