"""The teacher's reasons for a move of Mandala: the features in which the position after it is better.

What a claim or the completion of a mandala brings is plain to see, so there the facts are the reason.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Final

from mandala_net.bots.mandala import reasons
from mandala_net.bots.mandala.evaluation import Evaluation, Evaluator
from mandala_net.bots.mandala.features import FEATURES
from mandala_net.bots.mandala.reasons import Clause, MoveReason, reason_for
from mandala_net.bots.mandala.weights import Weights
from mandala_net.bots.mandala.win_chance import WinChance
from mandala_net.bots.mandala.worlds import world
from mandala_net.bots.move_review import TASTE
from mandala_protocol.games.game import View
from mandala_protocol.games.mandala.legality import legal_moves
from mandala_protocol.games.mandala.moves import ALL_MOVES, Build, Claim, Discard, Grow, MandalaMove
from mandala_protocol.games.mandala.outlook import completes, drawn_by_build_now
from mandala_protocol.games.mandala.state import MandalaState

WORTH_SAYING: Final = 0.03
"""Features that together move the odds by less are no reason; the odds of 51 in 100 are 0.04."""

MOST: Final = 2
"""The most reasons for one move."""

_HAND_SIZE: Final = frozenset({"own hand", "coming"})
_HAND_FITS: Final = frozenset({"same colours in hand", "colours in hand", "hand fits"})
_TABLE: Final = frozenset(
    {
        *("share, 1 missing", "share, 2 missing", "share, 3 missing", "share, 4 missing"),
        *("first choice, far", "first choice, near", "first choice, near, to move"),
        *("fields begun", "lead in field by mountain", "empty field by mountain"),
    }
)
THEMES: Final = (_TABLE, _HAND_SIZE, _HAND_FITS)
"""Features of one kind go together. The others change only by claims and completions."""


def taught_reason(
    win_chance: WinChance, view: View[MandalaState], best: MandalaMove, made: MandalaMove | None
) -> MoveReason:
    """The reason for the best move, against the one that was made or against all others."""
    evaluator = Evaluator(view, Weights())
    evaluated = evaluator.evaluate(best)
    instead = _instead(evaluator, view, made)
    if isinstance(best, Claim) or completes(view.state, best):
        return reason_for(view, evaluated, instead)
    ending = (Clause(reasons.OTHERWISE_BEHIND),) if instead.end < 0 else ()
    terms = _terms(win_chance, view, best, made)
    clauses = [clause for theme in terms if (clause := _clause(view, best, theme)) is not None][:MOST]
    if isinstance(best, Discard):
        clauses = [reason_for(view, evaluated).clauses[0], *clauses[:1]]
    return MoveReason((*clauses, *ending) or (Clause(reasons.PAYS_LATER),))


def _instead(evaluator: Evaluator, view: View[MandalaState], made: MandalaMove | None) -> Evaluation:
    """The move that was made, or that which would look best if no one looked at the end."""
    if made is not None:
        return evaluator.evaluate(made)
    return max(map(evaluator.evaluate, legal_moves(view)), key=lambda evaluation: evaluation.total - evaluation.end)


def _terms(
    win_chance: WinChance, view: View[MandalaState], best: MandalaMove, made: MandalaMove | None
) -> list[frozenset[str]]:
    """The themes in which the position after the best move is better, that which counts most first."""
    # No feature looks at a hidden card, so any world does.
    features = {
        ALL_MOVES[candidate.move]: candidate.features
        for candidate in win_chance.candidates(world(view, random.Random(TASTE)))  # noqa: S311 - nothing depends on it
        if candidate.features
    }
    others = [features[made]] if made in features else [values for move, values in features.items() if move != best]
    if not others:
        return []
    gains = {theme: win_chance.weighed(_difference(features[best], others, theme)) for theme in THEMES}
    return sorted((theme for theme in THEMES if gains[theme] >= WORTH_SAYING), key=lambda theme: -gains[theme])


def _difference(best: Sequence[float], others: Sequence[Sequence[float]], theme: frozenset[str]) -> list[float]:
    """The gain of each feature over its average after the others; 0 for a feature of another theme."""
    means: Mapping[str, float] = {
        name: sum(values) / len(others) for name, *values in zip(FEATURES, *others, strict=True)
    }
    return [value - means[name] if name in theme else 0.0 for name, value in zip(FEATURES, best, strict=True)]


def _clause(view: View[MandalaState], move: MandalaMove, theme: frozenset[str]) -> Clause | None:
    """The theme in words, as far as they go with this move."""
    if theme is _HAND_FITS:
        return Clause(reasons.KEEPS_FITTING)
    match move:
        case Build() if theme is _HAND_SIZE:
            cards = view.state.players[view.seat].hand - 1 + drawn_by_build_now(view.state, view.seat)
            return Clause(reasons.FILLS_HAND, {"cards": cards})
        case _ if theme is _HAND_SIZE:
            return Clause(reasons.KEEPS_MORE)
        case Build():
            return reasons.clause_of_build(view, move)
        case Grow():
            return reasons.clause_of_grow(view, move)
        case _:
            return None
