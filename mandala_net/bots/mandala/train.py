"""``python -m mandala_net.bots.mandala.train SEED GAMES``, which is ``make train``: train the weights, and keep them.

It ends with the figures of calibration: how many of the positions said to be won in so many of 100 were won.
"""

from __future__ import annotations

import sys
from typing import Final

from mandala_net.bots.mandala.trained_weights import DECIMALS, WEIGHTS_FILE, written_weights
from mandala_net.bots.mandala.training import Calibration, calibrate, train

CALIBRATION_GAMES: Final = 1000
_OFTEN: Final = 1000


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


def _progress(played: int) -> None:
    if not played % _OFTEN:
        print(f"{played} games played", flush=True)


if __name__ == "__main__":
    main()
