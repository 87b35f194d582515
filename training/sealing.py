"""The writing of the data files of the bots. Nothing in them depends on the day or on the computer."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from mandala_net.bots.sealed_file import SealedFile, digest_of


def sealed(file: SealedFile, seed: int, games: int, contents: Mapping[str, Any], makers: Iterable[Path]) -> str:
    """The text of a file. ``makers``: the modules whose code says what is in it."""
    document = {
        "game": file.game,
        "version": file.version,
        "seed": seed,
        "games": games,
        "made_by": hash_of(makers),
        **contents,
    }
    return json.dumps({**document, "digest": digest_of(document)}, indent=2) + "\n"


def hash_of(modules: Iterable[Path]) -> str:
    """The hash of the code of these modules."""
    return hashlib.sha256(b"".join(module.read_bytes() for module in modules)).hexdigest()
