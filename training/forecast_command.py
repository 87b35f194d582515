"""The command that makes the file of a game's forecasts, and ends with how well they come true."""

from __future__ import annotations

import sys
from typing import Any, Final

from mandala_net.bots.forecast_scale import ForecastScale
from mandala_net.bots.game_bots import MakeBot
from mandala_net.bots.sealed_file import SealedFile
from mandala_net.bots.teacher import Teacher
from mandala_protocol.games.game import Game
from training.accuracy import Accuracy
from training.forecast_training import train_forecasts
from training.sealing import sealed

NO_SCALE: Final = ForecastScale((1.0, 0.0), (1.0, 0.0))
"""The scale of a teacher whose forecasts no one asks for."""

_OFTEN: Final = 20


def make_forecasts(game: Game[Any, Any], make: MakeBot, teacher: Teacher, file: SealedFile) -> None:
    """Fit, calibrate, print and write; the arguments of the command are a seed and a number of games."""
    seed, games = map(int, sys.argv[1:])
    scale, accuracy = train_forecasts(game, make, teacher, seed, games, _progress)
    print("\n".join([f"{game.title}: chance {scale.chance}, margin {scale.margin}", *accuracy.lines()]))
    file.path.write_text(written_scale(file, scale, seed, games, accuracy), encoding="utf-8")
    print(f"written to {file.path.name}")


def written_scale(file: SealedFile, scale: ForecastScale, seed: int, games: int, accuracy: Accuracy) -> str:
    """The text of the file."""
    contents = {"chance": scale.chance, "margin": scale.margin, "calibration": accuracy.document()}
    return sealed(file, seed, games, contents, file.makers)


def _progress(played: int) -> None:
    if not played % _OFTEN:
        print(f"{played} games played", flush=True)
