"""What is played in a batch: deals between any two of some bots, until all are played or their question is decided."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Final

from attrs import field, frozen

from mandala_net.batches.ratings import PairOfBots
from mandala_net.batches.sequential_test import Decision, decision
from mandala_net.bots.batch import BatchTally, DealPlayed
from mandala_net.bots.catalogue import two_bots
from mandala_net.bots.game_bots import MakeBot
from mandala_net.bots.programs.bot_limits import USUAL_LIMITS, BotLimits


@frozen
class Pairing:
    """Two bots that play each other; ``game``: its name on the wire. It can be sent to another process."""

    game: str
    makers: tuple[MakeBot, MakeBot]


@frozen
class DealToPlay:
    """A deal that a pairing, by its place in their list, plays from both sides."""

    pairing: int
    seed: int


@frozen
class BatchPlan:
    """A batch to be played by any two of these bots, by their names; each pair plays the same deals.

    ``first_seed`` is that of the first deal, the others follow it. ``until_decided``: a pair stops early when the
    sequential test has found something. ``limits`` are for bots that are programs.
    """

    game: str
    bots: tuple[str, ...]
    first_seed: int
    deals: int
    until_decided: bool = False
    limits: BotLimits = USUAL_LIMITS

    @property
    def pairs(self) -> list[PairOfBots]:
        """Every pair, by the places of its bots."""
        return list(itertools.combinations(range(len(self.bots)), 2))

    @property
    def pairings(self) -> list[Pairing]:
        """The same pairs, with the makers of their bots."""
        named = [(self.bots[one], self.bots[other]) for one, other in self.pairs]
        return [Pairing(self.game, two_bots(self.game, one, other, self.limits)) for one, other in named]


@frozen
class PairResults:
    """What two bots have played, and what that decides. ``complete``: they play no more."""

    tally: BatchTally = field(factory=BatchTally)
    decision: Decision = Decision.OPEN
    complete: bool = False


class RunningBatch:
    """A batch that is being played: what each pair has done, and what is to be played next."""

    def __init__(self, plan: BatchPlan) -> None:
        self.plan: Final = plan
        self._results = [PairResults() for _ in plan.pairs]

    @property
    def results(self) -> Sequence[PairResults]:
        """Those of each pair, in the order of the plan."""
        return tuple(self._results)

    @property
    def played(self) -> int:
        """The number of games that were played."""
        return sum(one.tally.games for one in self._results)

    @property
    def at_most(self) -> int:
        """The number of games that will have been played if no other question is decided early."""
        return sum(one.tally.games if one.complete else 2 * self.plan.deals for one in self._results)

    def to_play(self) -> Iterator[DealToPlay]:
        """The deals in their order, each for all pairs; those of a pair that is complete are passed over."""
        for number in range(self.plan.deals):
            for pairing in range(len(self._results)):
                if not self._results[pairing].complete:
                    yield DealToPlay(pairing, self.plan.first_seed + number)

    def take(self, pairing: int, deal: DealPlayed) -> bool:
        """Count a deal; those of each pair come in their order. Return whether it counts.

        A deal that was begun before its question was decided does not count: how many there are is chance.
        """
        before = self._results[pairing]
        if before.complete:
            return False
        tally = before.tally.after(deal)
        found = decision(tally.win_share) if self.plan.until_decided else Decision.OPEN
        complete = found is not Decision.OPEN or tally.deals == self.plan.deals
        self._results[pairing] = PairResults(tally, found, complete)
        return True
