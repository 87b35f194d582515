"""The files of vectors that come with the program."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from mandala_conformance.vectors.vector_file import COMPRESSED, SCHEMA


def shipped_files() -> list[Path]:
    """The files, by name."""
    folder = Path(str(resources.files("mandala_protocol") / "vectors"))
    files = (path for path in folder.iterdir() if path.name.endswith((".json", COMPRESSED)))
    return sorted(path for path in files if path.name != SCHEMA)
