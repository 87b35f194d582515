"""The file of trained weights, by which the levels judge, and where they come from."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Final

from mandala_net.bots.bad_weights import BadWeights
from mandala_net.bots.mandala.features import FEATURES
from mandala_net.bots.mandala.training import Calibration
from mandala_net.bots.mandala.win_chance import WinChance
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.sentence import Sentence

FILE: Final = "win_chance.json"
GAME: Final = MANDALA.name
TITLE: Final = MANDALA.title
VERSION: Final = 1
"""Goes up when a feature is added, removed or means something else."""

DECIMALS: Final = 4
_MAKERS: Final = ("core.py", "features.py", "quick_sharing.py", "training.py", "win_chance.py")
"""The modules that say what a training comes to."""


def path_of_file() -> Path:
    """The file that comes with the program."""
    return Path(str(resources.files("mandala_net.bots.mandala") / FILE))


@cache
def win_chance() -> WinChance:
    """The judgement that the levels share. Raises ``BadWeights``."""
    try:
        text = path_of_file().read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise _damaged() from error
    return WinChance(read_weights(text))


def read_weights(text: str) -> list[float]:
    """One weight for each feature. Raises ``BadWeights``."""
    try:
        document = json.loads(text)
    except ValueError as error:
        raise _damaged() from error
    if not isinstance(document, dict) or document.get("digest") != _digest(document):
        raise _damaged()
    if (document.get("game"), document.get("version")) != (GAME, VERSION):
        raise BadWeights(
            Sentence("The weights of the bots for {game} are of another version. Reinstall mandala-lan.", game=TITLE)
        )
    weights = document.get("weights")
    if not isinstance(weights, dict) or tuple(weights) != FEATURES:
        raise _damaged()
    if not all(type(weight) is float for weight in weights.values()):
        raise _damaged()
    return list(weights.values())


def written_weights(weights: Sequence[float], seed: int, games: int, calibration: Calibration) -> str:
    """The text of the file. Nothing in it depends on the day or on the computer."""
    document: dict[str, Any] = {
        "game": GAME,
        "version": VERSION,
        "seed": seed,
        "games": games,
        "made_by": _hash_of_makers(),
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
    return json.dumps({**document, "digest": _digest(document)}, indent=2) + "\n"


def _damaged() -> BadWeights:
    return BadWeights(Sentence("The weights of the bots for {game} are damaged. Reinstall mandala-lan.", game=TITLE))


def _digest(document: Mapping[str, Any]) -> str:
    """The hash of all but itself, in one form."""
    rest = {name: value for name, value in document.items() if name != "digest"}
    return hashlib.sha256(json.dumps(rest, separators=(",", ":")).encode()).hexdigest()


def _hash_of_makers() -> str:
    """The hash of the code of the training."""
    folder = Path(__file__).parent
    return hashlib.sha256(b"".join(folder.joinpath(name).read_bytes() for name in _MAKERS)).hexdigest()
