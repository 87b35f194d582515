"""``python -m training.mandala.forecasts SEED GAMES FRESH``, a part of ``make train``."""

from __future__ import annotations

import random
from functools import partial

from mandala_net.batches.processes import cores
from mandala_net.bots.mandala.features import known_lead
from mandala_net.bots.mandala.level_bots import MEDIUM, level_bot
from mandala_net.bots.mandala.teaching import FORECAST_FILE, MandalaTeacher
from mandala_net.bots.mandala.trained_weights import win_chance
from mandala_net.bots.mandala.worlds import world
from mandala_protocol.games.game import View
from mandala_protocol.games.mandala import MANDALA, MandalaState
from training.forecast_command import NO_SCALE, make_forecasts


def standing(view: View[MandalaState]) -> float:
    """The points by which the seat of this view is ahead, without the other player's starting cards."""
    return known_lead(world(view, random.Random(0)), int(view.seat))  # noqa: S311 - no hidden card counts


if __name__ == "__main__":
    medium = partial(level_bot, "medium", MEDIUM)
    make_forecasts(MANDALA, medium, MandalaTeacher(win_chance(), NO_SCALE), standing, FORECAST_FILE, cores())
