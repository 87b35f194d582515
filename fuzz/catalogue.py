"""All targets, by their names."""

from __future__ import annotations

from typing import Final

from fuzz import files, link, parsers, records, sessions, stores, vectors
from fuzz.target import Target

ALL: Final = (
    *parsers.TARGETS,
    *link.TARGETS,
    *sessions.TARGETS,
    *records.TARGETS,
    *files.TARGETS,
    *stores.TARGETS,
    *vectors.TARGETS,
)

TARGETS: Final[dict[str, Target]] = {target.name: target for target in ALL}
