"""The teacher's reasons for a move of Patterns: groups, markers and room, where they differ."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from mandala_net.bots.patterns.appraisal import Appraisal, Appraiser
from mandala_net.bots.patterns.motives import LEADS_ON, NOTHING_BETTER, Motive, Remark, motive_for
from mandala_net.bots.patterns.weights import PatternsWeights
from mandala_protocol.games.game import View
from mandala_protocol.games.patterns import PatternsMove, PatternsState

_TERMS: Final = ("reach", "room", "bowl", "hindrance")
"""The terms that can be a motive besides the points and the end of the game."""


def taught_motive(view: View[PatternsState], best: PatternsMove, made: PatternsMove | None) -> Motive:
    """The motive for the best move, against the one that was made or on its own.

    What one move ahead does not show is the search's: then the move leads to more.
    """
    appraiser = Appraiser(view, PatternsWeights())
    appraised = appraiser.appraise(best)
    if made is None:
        return _looking_on(motive_for(view, appraised))
    instead = appraiser.appraise(made)
    return _looking_on(motive_for(view, _beyond(appraised, instead), instead))


def _beyond(best: Appraisal, made: Appraisal) -> Appraisal:
    """The terms of the best move as far as they are better than those of the other."""
    return evolve(best, **{name: getattr(best, name) - getattr(made, name) for name in _TERMS})


def _looking_on(motive: Motive) -> Motive:
    deed, *outcome = motive.remarks
    if not outcome or outcome[0].template == NOTHING_BETTER:
        return Motive((deed, Remark(LEADS_ON)))
    return motive
