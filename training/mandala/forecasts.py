"""``python -m training.mandala.forecasts SEED GAMES``, a part of ``make train``."""

from __future__ import annotations

from functools import partial

from mandala_net.bots.mandala.level_bots import MEDIUM, level_bot
from mandala_net.bots.mandala.teaching import FORECAST_FILE, MandalaTeacher
from mandala_net.bots.mandala.trained_weights import win_chance
from mandala_protocol.games.mandala import MANDALA
from training.forecast_command import NO_SCALE, make_forecasts

if __name__ == "__main__":
    make_forecasts(MANDALA, partial(level_bot, "medium", MEDIUM), MandalaTeacher(win_chance(), NO_SCALE), FORECAST_FILE)
