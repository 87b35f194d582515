"""Batches of games: each two of some bots play the same deals."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import TypeAlias

from attrs import frozen

from mandala_net.bots.catalogue import two_bots
from mandala_net.bots.game_bots import MakeBot
from mandala_net.bots.programs.program_options import USUAL_OPTIONS, ProgramOptions

PairOfBots: TypeAlias = tuple[int, int]
"""Two bots, by their places in the plan."""


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

    ``first_seed`` is that of the first deal, the others follow it. ``program``: how bots are run that are programs.
    """

    game: str
    bots: tuple[str, ...]
    first_seed: int
    deals: int
    program: ProgramOptions = USUAL_OPTIONS

    @property
    def pairs(self) -> list[PairOfBots]:
        """Every pair, by the places of its bots."""
        return list(itertools.combinations(range(len(self.bots)), 2))

    @property
    def pairings(self) -> list[Pairing]:
        """The pairs with the makers of their bots."""
        names = [(self.bots[first], self.bots[second]) for first, second in self.pairs]
        return [Pairing(self.game, two_bots(self.game, *pair, self.program)) for pair in names]

    @property
    def games(self) -> int:
        """The number of games of all pairs."""
        return 2 * self.deals * len(self.pairs)

    def to_play(self) -> Iterator[DealToPlay]:
        """The deals in their order, each for all pairs."""
        for number in range(self.deals):
            for pairing in range(len(self.pairs)):
                yield DealToPlay(pairing, self.first_seed + number)
