"""Moves of Patterns that are easily regretted, and the question about each before it is made."""

from __future__ import annotations

from mandala_client.games.patterns.preview import prospect
from mandala_client.text.language import _
from mandala_protocol.games.game import View
from mandala_protocol.games.patterns import PatternsMove, PatternsState, TakeStart


def question(view: View[PatternsState], move: PatternsMove) -> str | None:
    """The question before a move that ends the game without winning it, although another one does not end it."""
    if isinstance(move, TakeStart):
        return None
    seen = prospect(view.state, view.seat, move)
    own, other = seen.scores[view.seat], seen.scores[view.seat.other]
    if seen.stopped is None or own > other:
        return None
    if own == other:
        return _("This ends the game in a draw, {own} to {other}. Play anyway?").format(own=own, other=other)
    return _("This ends the game, and you lose {own} to {other}. Play anyway?").format(own=own, other=other)
