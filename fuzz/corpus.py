"""The inputs that are kept, in a file for each target: its seeds, and what has escaped before.

A file is a JSON object of inputs in hexadecimal by name, each on a line of its own. Seeds are made from the code and
can be made again; a regression is kept under a name that begins so, and stays.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from fuzz.target import Target

CORPUS: Final = Path(__file__).with_name("corpus")
REGRESSION: Final = "regression-"


def kept(target: Target) -> dict[str, bytes]:
    """Return the inputs of a target that are kept, by name."""
    file = _file(target)
    inputs: dict[str, str] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return {name: bytes.fromhex(data) for name, data in inputs.items()}


def make_seeds(target: Target) -> None:
    """Make the seeds of a target again; regressions stay as they are."""
    regressions = {name: data for name, data in kept(target).items() if name.startswith(REGRESSION)}
    _write(target, {**target.seeds(), **regressions})


def keep(target: Target, name: str, data: bytes) -> None:
    """Keep an input as a regression of this name."""
    _write(target, {**kept(target), REGRESSION + name: data})


def unpack(target: Target, folder: Path) -> Path:
    """Write each input that is kept into a file of its own, in a new folder within this one, and return that."""
    unpacked = folder / "corpus"
    unpacked.mkdir()
    for name, data in kept(target).items():
        (unpacked / name).write_bytes(data)
    return unpacked


def _write(target: Target, inputs: Mapping[str, bytes]) -> None:
    written = json.dumps({name: inputs[name].hex() for name in sorted(inputs)}, indent=0)
    _file(target).write_text(f"{written}\n", encoding="utf-8")


def _file(target: Target) -> Path:
    return CORPUS / f"{target.name}.json"
