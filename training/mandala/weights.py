"""Train the weights, and keep them: ``python -m training.mandala.weights SEED GAMES``, which is ``make train``.

It ends with the figures of calibration: how many of the positions said to be won in 30 of 100 were won, and so on.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from mandala_net.bots.mandala.features import FEATURES
from mandala_net.bots.mandala.trained_weights import WEIGHTS_FILE
from training.mandala import training
from training.mandala.training import Calibration, calibrate, train
from training.sealing import sealed

CALIBRATION_GAMES: Final = 1000
DECIMALS: Final = 4
_OFTEN: Final = 1000

MAKERS: Final = sorted([*WEIGHTS_FILE.makers, Path(training.__file__)], key=lambda module: module.name)
"""The modules that say what a training comes to, by name."""


def main() -> None:
    """Train, calibrate, print and write."""
    seed, games = map(int, sys.argv[1:])
    weights = [round(weight, DECIMALS) for weight in train(seed, games, _progress)]
    print(f"{CALIBRATION_GAMES} more games for the calibration …", flush=True)
    calibration = calibrate(weights, seed + 1, CALIBRATION_GAMES)
    print("\n".join(table_of(calibration)))
    WEIGHTS_FILE.path.write_text(written_weights(weights, seed, games, calibration), encoding="utf-8")
    print(f"written to {WEIGHTS_FILE.path.name}")


def table_of(calibration: Calibration) -> list[str]:
    """The figures as lines of text."""
    return [
        "  positions  said  won",
        *(f"{band.positions:11}{100 * band.said:5.0f}{100 * band.won:6.1f}  of 100" for band in calibration.bands),
        f"Brier score {calibration.brier:.4f}, without knowledge {calibration.ignorant:.4f}",
    ]


def written_weights(weights: Sequence[float], seed: int, games: int, calibration: Calibration) -> str:
    """The text of the file."""
    contents = {
        "weights": {name: round(weight, DECIMALS) for name, weight in zip(FEATURES, weights, strict=True)},
        "calibration": {
            "games": calibration.games,
            "positions": calibration.positions,
            "brier": round(calibration.brier, DECIMALS),
            "brier_of_half": round(calibration.ignorant, DECIMALS),
            "bands": [
                {"positions": band.positions, "said": round(band.said, 3), "won": round(band.won, 3)}
                for band in calibration.bands
            ],
        },
    }
    return sealed(WEIGHTS_FILE, seed, games, contents, MAKERS)


def _progress(played: int) -> None:
    if not played % _OFTEN:
        print(f"{played} games played", flush=True)


if __name__ == "__main__":
    main()
