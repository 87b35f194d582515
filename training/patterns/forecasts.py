"""``python -m training.patterns.forecasts SEED GAMES FRESH``, a part of ``make train``."""

from __future__ import annotations

from functools import partial

from mandala_net.batches.processes import cores
from mandala_net.bots.patterns.level_bots import MEDIUM, PatternsLevelBot
from mandala_net.bots.patterns.teaching import FORECAST_FILE, PatternsTeacher
from mandala_protocol.games.game import View
from mandala_protocol.games.patterns import PATTERNS, PatternsState
from mandala_protocol.games.patterns.scoring import points
from training.forecast_command import NO_SCALE, make_forecasts


def standing(view: View[PatternsState]) -> float:
    """The points by which the seat of this view is ahead."""
    players = view.state.players
    return points(players[view.seat]) - points(players[view.seat.other])


if __name__ == "__main__":
    medium = partial(PatternsLevelBot, "medium", MEDIUM)
    make_forecasts(PATTERNS, medium, PatternsTeacher(NO_SCALE), standing, FORECAST_FILE, cores())
