"""Escapes: each input in a file of its own, TARGET-HASH, and beside it the traceback.

The hash is that of the kind of error and the place in the code, so that one fault is kept once.
"""

from __future__ import annotations

import hashlib
import traceback
from pathlib import Path
from typing import Final

from fuzz.places import ESCAPES
from fuzz.target import Escape, Target

_TELLING_FRAMES: Final = 3


def keep(target: Target, data: bytes, error: BaseException) -> Path | None:
    """Keep an input with what it led to; None if the same was kept before."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [f"{Path(frame.filename).name}:{frame.name}" for frame in frames][-_TELLING_FRAMES:]
    # What stands behind a colon is of this input alone.
    said = str(error).partition(":")[0] if isinstance(error, Escape) else ""
    return _kept(target.name, data, f"{type(error).__name__} {ours} {said}", "".join(traceback.format_exception(error)))


def keep_lost(name: str, data: bytes, how: str) -> Path | None:
    """Keep the input at which a process came to its end, or to no end."""
    return _kept(name, data, how, f"{how}\n")


def target_of(file: Path) -> str:
    """The name of the target that a file is an input of: by its own name, or by its folder in the corpus."""
    return file.name.rpartition("-")[0] if file.parent.name == ESCAPES.name else file.parent.name


def _kept(name: str, data: bytes, key: str, told: str) -> Path | None:
    ESCAPES.mkdir(parents=True, exist_ok=True)
    file = ESCAPES / f"{name}-{hashlib.sha256(key.encode()).hexdigest()[:10]}"
    if file.exists():
        return None
    file.write_bytes(data)
    file.with_name(f"{file.name}.txt").write_text(told, encoding="utf-8", errors="backslashreplace")
    return file
