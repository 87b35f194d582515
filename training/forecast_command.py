"""The command that makes the file of a game's forecasts, and ends with how well they come true."""

from __future__ import annotations

import sys
from typing import Any, Final

from mandala_net.bots.forecast_scale import ForecastScale
from mandala_net.bots.game_bots import MakeBot
from mandala_net.bots.sealed_file import SealedFile
from mandala_net.bots.teacher import Teacher
from mandala_protocol.games.game import Game
from training.accuracy import margin_document, margin_lines
from training.forecast_training import ForecastCalibration, StandingScore, train_forecasts
from training.sealing import sealed

NO_SCALE: Final = ForecastScale((), ())
"""The scale of a teacher whose forecasts no one asks for."""

_OFTEN: Final = 20


def make_forecasts(
    game: Game[Any, Any], make: MakeBot, teacher: Teacher, standing: StandingScore, file: SealedFile, jobs: int = 1
) -> None:
    """Fit, calibrate, print and write; the arguments are a seed, the games of the fit and those after it.

    ``jobs``: how many games are played at a time.
    """
    seed, games, fresh = map(int, sys.argv[1:])
    scale, calibration = train_forecasts(game, make, teacher, standing, seed, games, fresh, jobs, _progress)
    print(f"{game.title}: chance {scale.chance}, margin {scale.margin}")
    for view, accuracy in calibration.chances.items():
        print("\n".join([f"{view}:", *accuracy.lines()]))
    print("\n".join(margin_lines(calibration.margins)))
    file.path.write_text(written_scale(file, scale, seed, games, calibration), encoding="utf-8")
    print(f"written to {file.path.name}")


def written_scale(
    file: SealedFile, scale: ForecastScale, seed: int, games: int, calibration: ForecastCalibration
) -> str:
    """The text of the file."""
    contents = {
        "chance": scale.chance,
        "margin": scale.margin,
        "calibration": {view: accuracy.document() for view, accuracy in calibration.chances.items()},
        "margins": margin_document(calibration.margins),
    }
    return sealed(file, seed, games, contents, file.makers)


def _progress(played: int) -> None:
    if not played % _OFTEN:
        print(f"{played} games played", flush=True)
