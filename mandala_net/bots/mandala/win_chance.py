"""The chance to win a game of Mandala, as one player judges it: a weighted sum of features, through the logistic curve.

The sum is called the *odds*: 0 is an even game, and more is better for the player.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import mul
from typing import Final, TypeAlias

from attrs import frozen

from mandala_net.bots.mandala.core import (
    FIRST_CLAIM,
    FIRST_DISCARD,
    FIRST_GROW,
    IN_FIELD,
    IN_MOUNTAIN,
    NOWHERE,
    MandalaCore,
    MoveNumber,
)
from mandala_net.bots.mandala.features import (
    EMPTY,
    MountainShares,
    Terms,
    features_of,
    known_lead,
    mandala_terms,
    shares_in,
)
from mandala_net.bots.mandala.quick_sharing import by_gain, worths
from mandala_protocol.games.mandala.moves import HAND_LIMIT
from mandala_protocol.games.mandala.outlook import BUILD_DRAW

FeatureWeights: TypeAlias = Sequence[float]
"""One weight for each feature, in their order."""

END_POINT: Final = 0.7
END_MOST: Final = 6.0
END_MARGIN: Final = 0.02
"""At the end each point of the lead is worth so much, up to so much in all, and beyond it a little: for the margin."""

WIDTH: Final = 2
"""In the sharing of a mountain each player is expected to take one of the best few colours."""


def chance_of(odds: float) -> float:
    """The chance to win, from 0 to 1."""
    if odds < 0:
        power = math.exp(odds)
        return power / (1 + power)
    return 1 / (1 + math.exp(-odds))


@frozen
class Candidate:
    """A legal move, and the odds that follow from it. ``features`` are those of the position after it, before the draw.

    They are empty where the move completes a mandala: that position is judged with the sharing that follows.
    """

    odds: float
    move: MoveNumber
    features: Sequence[float] = ()


class KnownTerms:
    """The terms and the lead of a seat to move, which are worked out once for all its moves."""

    __slots__ = ("_after_grow", "lead", "terms")

    def __init__(self, core: MandalaCore) -> None:
        self.lead = known_lead(core, core.seat)
        self.terms: tuple[Terms, Terms] = (mandala_terms(core, 0, core.seat), mandala_terms(core, 1, core.seat))
        self._after_grow: list[MountainShares | None] = [None, None]

    def shares_after_grow(self, core: MandalaCore, mandala: int) -> MountainShares:
        """The shares in a mandala whose field has just grown: they are equal after each grow there."""
        shares = self._after_grow[mandala]
        if shares is None:
            shares = self._after_grow[mandala] = shares_in(core, mandala, core.seat)
        return shares


class WinChance:
    """Judges positions for one seat from what that seat knows."""

    def __init__(self, weights: FeatureWeights) -> None:
        self._weights = tuple(weights)

    def features(self, core: MandalaCore, seat: int) -> list[float]:
        """The features of a position in which a seat is to move, with nothing to draw or to share out."""
        turn, lead = 1 if core.seat == seat else -1, known_lead(core, seat)
        return features_of(core, seat, turn, 0, lead, mandala_terms(core, 0, seat), mandala_terms(core, 1, seat))

    def weighed(self, features: Sequence[float]) -> float:
        """The odds of these features."""
        odds: float = sum(map(mul, self._weights, features))
        return odds

    def odds(self, core: MandalaCore, seat: int) -> float:
        """The odds for this seat in a position in which a seat has its turn, or at the end."""
        if core.reason:
            return self.odds_at_end(core, seat)
        return self.weighed(self.features(core, seat))

    def odds_at_end(self, core: MandalaCore, seat: int) -> float:
        """The odds where the game is over, and the other player's starting cards are not known."""
        lead = known_lead(core, seat) - _expected_sealed(core, 1 - seat)
        return min(max(END_POINT * lead, -END_MOST), END_MOST) + END_MARGIN * lead

    # Moves.

    def candidates(self, core: MandalaCore) -> list[Candidate]:
        """Every legal move of the seat to move, the best first; equal moves by their number."""
        if core.shared >= 0:
            found = self._claims(core)
        else:
            known = KnownTerms(core)
            found = [self._after(core, move, known) for move in core.legal_moves()]
        found.sort(key=lambda candidate: (-candidate.odds, candidate.move))
        return found

    def _claims(self, core: MandalaCore) -> list[Candidate]:
        found = []
        for move in core.legal_moves():
            twin = core.copy()
            is_last = twin.take(move - FIRST_CLAIM)
            found.append(Candidate(self._shared_out(twin, core.seat, is_last=is_last), move))
        return found

    def _after(self, core: MandalaCore, move: MoveNumber, known: KnownTerms) -> Candidate:
        """The position after a move of a turn, before what is drawn for it. The core is as before when this returns."""
        seat = core.seat
        if move < FIRST_GROW:
            return self._after_play(core, move, move, 1, IN_MOUNTAIN, known)
        if move < FIRST_DISCARD:
            cell, more = divmod(move - FIRST_GROW, HAND_LIMIT)
            return self._after_play(core, move, cell, more + 1, IN_FIELD + seat, known)
        colour, more = divmod(move - FIRST_DISCARD, HAND_LIMIT)
        cards = more + 1
        core.hands[seat][colour] -= cards
        core.sizes[seat] -= cards
        features = features_of(core, seat, -1, cards, known.lead, *known.terms)
        core.hands[seat][colour] += cards
        core.sizes[seat] += cards
        return Candidate(self.weighed(features), move, features)

    def _after_play(
        self, core: MandalaCore, move: MoveNumber, cell: int, cards: int, area: int, known: KnownTerms
    ) -> Candidate:
        seat, hand, mandala, was = core.seat, core.hands[core.seat], cell // 6, core.areas[cell]
        is_build = area == IN_MOUNTAIN
        hand[cell % 6] -= cards
        core.sizes[seat] -= cards
        core.areas[cell] = area
        core.counts[cell] += cards
        core.missing[mandala] -= was == NOWHERE
        if not is_build:
            core.fields[2 * mandala + seat] += cards
        coming = min(BUILD_DRAW, HAND_LIMIT - core.sizes[seat]) if is_build else 0
        if core.missing[mandala]:
            changed = mandala_terms(core, mandala, seat, None if is_build else known.shares_after_grow(core, mandala))
            left, right = (changed, known.terms[1]) if mandala == 0 else (known.terms[0], changed)
            features = features_of(core, seat, -1, coming, known.lead, left, right)
            found = Candidate(self.weighed(features), move, features)
        else:
            found = Candidate(self._completed(core, mandala, coming), move)
        if not is_build:
            core.fields[2 * mandala + seat] -= cards
        core.missing[mandala] += was == NOWHERE
        core.counts[cell] -= cards
        core.areas[cell] = was
        core.sizes[seat] += cards
        hand[cell % 6] += cards
        return found

    # The sharing of a mountain.

    def _completed(self, core: MandalaCore, mandala: int, coming: int) -> float:
        """The odds for the one who has just completed this mandala."""
        seat = core.seat
        own, other = core.fields[2 * mandala + seat], core.fields[2 * mandala + 1 - seat]
        twin = core.copy()
        twin.shared, twin.completer = mandala, seat
        twin.seat = seat if own > other else 1 - seat
        if coming and len(twin.pile) <= coming:
            twin.triggered = True  # D3
        return self._shared_out(twin, seat, is_last=not own and not other, coming=coming)

    def _shared_out(
        self,
        core: MandalaCore,
        seat: int,
        *,
        is_last: bool,
        coming: int = 0,
        low: float = -math.inf,
        high: float = math.inf,
    ) -> float:
        """The odds for this seat when the rest of the mountain is taken: each takes what is best, before the refill.

        ``low`` and ``high``: what the seat and the other player are sure of by other claims (alpha-beta search). What
        is not between them is never played for, so it is not worked out in full. The core is used up.
        """
        if not is_last:
            rest = core.areas[6 * core.shared : 6 * core.shared + 6]
            if rest.count(IN_MOUNTAIN) == 1:  # there is nothing to choose
                is_last = core.take(rest.index(IN_MOUNTAIN))
        if is_last:
            mandala = core.shared
            core.destroy()
            if core.reason:
                return self.odds_at_end(core, seat)
            core.seat = 1 - core.completer
            turn = 1 if core.seat == seat else -1
            other = mandala_terms(core, 1 - mandala, seat)
            left, right = (EMPTY, other) if mandala == 0 else (other, EMPTY)
            return self.weighed(features_of(core, seat, turn, coming, known_lead(core, seat), left, right))
        chooser = core.seat
        best: float | None = None
        for colour in by_gain(core, seat, chooser, worths(core, core.shared, seat))[:WIDTH]:
            twin = core.copy()
            ends = twin.take(colour)
            odds = self._shared_out(twin, seat, is_last=ends, coming=coming, low=low, high=high)
            if best is None or (odds > best if chooser == seat else odds < best):
                best = odds
            if chooser == seat:
                low = max(low, best)
            else:
                high = min(high, best)
            if low >= high:
                break
        assert best is not None, "a mountain that is shared out has a colour"
        return best


def _expected_sealed(core: MandalaCore, seat: int) -> float:
    """The points that the starting cards of this seat bring on average, as the other player sees it.

    They can be any of the cards that are hidden from that player: in the draw pile, this hand and this cup.
    """
    hidden = points = 0
    hand, first = core.hands[seat], 6 * seat
    for colour in range(6):
        cards = hand[colour] + core.sealed[first + colour] + core.pile.count(colour)
        hidden += cards
        points += core.slots[first + colour] * cards
    return sum(core.sealed[first : first + 6]) * points / hidden if hidden else 0.0
