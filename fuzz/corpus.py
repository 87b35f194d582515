"""The inputs that are kept in the repository, a file each: the seeds of each target, and what has escaped before.

Seeds are made from the code and can be made again; a regression is kept under a name that begins so, and stays.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from fuzz.places import CORPUS
from fuzz.target import Target

REGRESSION: Final = "regression-"


def kept(target: Target) -> dict[str, bytes]:
    """The inputs of a target that are kept, by name."""
    return {file.name: file.read_bytes() for file in sorted(_folder(target).glob("*"))}


def write(target: Target) -> None:
    """Make the seeds of a target again; regressions stay as they are."""
    folder = _folder(target)
    folder.mkdir(parents=True, exist_ok=True)
    seeds = target.seeds()
    for file in folder.iterdir():
        if file.name not in seeds and not file.name.startswith(REGRESSION):
            file.unlink()
    for name, content in seeds.items():
        (folder / name).write_bytes(content)


def _folder(target: Target) -> Path:
    return CORPUS / target.name
