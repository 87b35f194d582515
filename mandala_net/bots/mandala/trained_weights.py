"""The file of trained weights, by which the levels judge, and where they come from."""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final

from mandala_net.bots.mandala.features import FEATURES
from mandala_net.bots.mandala.win_chance import WinChance
from mandala_net.bots.sealed_file import SealedFile
from mandala_protocol.games.mandala import MANDALA

VERSION: Final = 1
"""Goes up when a feature is added, removed or means something else."""

FOLDER: Final = Path(str(resources.files("mandala_net.bots.mandala")))

MAKERS: Final = ("core.py", "features.py", "quick_sharing.py", "win_chance.py")
"""The modules of the program that say what a training comes to."""

WEIGHTS_FILE: Final = SealedFile(
    FOLDER / "win_chance.json", MANDALA.name, MANDALA.title, VERSION, tuple(FOLDER / name for name in MAKERS)
)
"""The file that comes with the program."""


@cache
def win_chance() -> WinChance:
    """The judgement that the levels share. Raises ``BadWeights``."""
    return WinChance(read_weights(WEIGHTS_FILE.read()))


def read_weights(text: str, file: SealedFile = WEIGHTS_FILE) -> list[float]:
    """One weight for each feature. Raises ``BadWeights``."""
    weights = file.opened(text).get("weights")
    if not isinstance(weights, dict) or tuple(weights) != FEATURES:
        raise file.damaged()
    if not all(type(weight) is float for weight in weights.values()):
        raise file.damaged()
    return list(weights.values())
