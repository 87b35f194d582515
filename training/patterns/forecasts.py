"""``python -m training.patterns.forecasts SEED GAMES``, a part of ``make train``."""

from __future__ import annotations

from functools import partial

from mandala_net.bots.patterns.level_bots import MEDIUM, PatternsLevelBot
from mandala_net.bots.patterns.teaching import FORECAST_FILE, PatternsTeacher
from mandala_protocol.games.patterns import PATTERNS
from training.forecast_command import NO_SCALE, make_forecasts

if __name__ == "__main__":
    make_forecasts(PATTERNS, partial(PatternsLevelBot, "medium", MEDIUM), PatternsTeacher(NO_SCALE), FORECAST_FILE)
