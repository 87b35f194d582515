"""The proof that a move of Mandala was worse than another: both are tried again, in more worlds.

The best of a few moves in a few worlds has been lucky, so how it does there is no more than a suspicion. First both are
tried in the worlds of the hint, so that the hint's own move is hardly ever blamed. Then fresh worlds decide, and they
alone say what the move cost.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import mean, stdev
from typing import Final

from mandala_net.bots.mandala.core import MoveNumber
from mandala_net.bots.mandala.level_bots import HARD
from mandala_net.bots.mandala.look_ahead import Effort, SeatProspect, prospects_after
from mandala_net.bots.mandala.win_chance import WinChance
from mandala_net.bots.mandala.worlds import world
from mandala_net.bots.move_review import TASTE
from mandala_net.bots.repeatable import chance_at
from mandala_protocol.games.game import View
from mandala_protocol.games.mandala import MANDALA, MandalaState

BEYOND: Final = 1.3
"""A difference of more standard errors than that is no chance, if it is seen both times."""

PROVEN_WITH: Final = Effort(worlds=30, turns=HARD.turns)
"""The worlds that decide: the proofs of a game take less than a second of computing in most games."""

_FRESH: Final = TASTE + 1
"""The seed of worlds that were not looked at before."""


def proof_of(
    judge: WinChance, view: View[MandalaState], better: MoveNumber, made: MoveNumber
) -> tuple[SeatProspect, SeatProspect] | None:
    """Prove that the move made is worse than the one that looks better; None if that may be chance.

    The proof is the prospects after the better move and after the one that was made, over all fresh worlds.
    """
    moves, hinted = (better, made), chance_at(MANDALA, TASTE, view)
    world(view, hinted)  # the one from which the hint takes its candidates
    if not _is_beyond_chance(*prospects_after(judge, view, moves, HARD, hinted)):
        return None
    after_better, after_made = prospects_after(judge, view, moves, PROVEN_WITH, chance_at(MANDALA, _FRESH, view))
    if not _is_beyond_chance(after_better, after_made):
        return None
    return SeatProspect.mean(after_better), SeatProspect.mean(after_made)


def _is_beyond_chance(better: Sequence[SeatProspect], worse: Sequence[SeatProspect]) -> bool:
    """Return whether the chances differ by more than chance, compared world by world."""
    differences = [one.chance - other.chance for one, other in zip(better, worse, strict=True)]
    return mean(differences) > BEYOND * stdev(differences) / math.sqrt(len(differences))
