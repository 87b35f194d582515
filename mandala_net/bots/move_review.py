"""What a move gave away in the eyes of the greedy bot: it judges one move ahead, from what the mover could see."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from mandala_net.bots.mandala.greedy_bot import GreedyBot
from mandala_net.bots.mandala.reasons import MoveReason, reason_for
from mandala_protocol.games.game import View
from mandala_protocol.games.mandala.moves import MandalaMove
from mandala_protocol.games.mandala.state import MandalaState

TASTE: Final = 0
"""The seed of the bot that is asked: of moves that are equally good it recommends the same each time."""

DECIMALS: Final = 1
"""An estimate finer than a tenth of a point means nothing: moves that differ by less are equally good."""


@frozen
class MoveJudgement:
    """A move as it is judged.

    ``best``: the best move and ``reason`` why it and not the move made; it is that one if none is better.
    ``given_away``: by how many points the move made is estimated to fall short of it, in tenths and never negative;
    0.0 if and only if it is best. ``forced``: no other move was possible.
    """

    move: MandalaMove
    best: MandalaMove
    reason: MoveReason
    given_away: float
    forced: bool


def judge(view: View[MandalaState], move: MandalaMove) -> MoveJudgement:
    """Judge the move that the seat of this view made there; the same view and move are always judged alike.

    Raises ``ValueError`` if the move is not one that could be made.
    """
    ranked = GreedyBot(TASTE).ranked(view)
    made = next((evaluation for evaluation in ranked if evaluation.move == move), None)
    if made is None:
        raise ValueError("only a legal move can be judged")
    given_away = round(ranked[0].total - made.total, DECIMALS)
    best = ranked[0] if given_away else made
    return MoveJudgement(move, best.move, reason_for(view, best, made), given_away, len(ranked) == 1)
