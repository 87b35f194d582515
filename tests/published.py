"""The published game: a short one of Mandala, from the vectors of a conversation."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import mandala_protocol
from mandala_protocol.wire.messages import EntryMessage

VECTORS: Final = Path(mandala_protocol.__file__).parent / "vectors"


def cases_of(name: str, kind: str) -> list[dict[str, Any]]:
    """The cases of one kind in a file of vectors."""
    groups = json.loads((VECTORS / name).read_text(encoding="utf-8"))["groups"]
    return [case for group in groups if group["kind"] == kind for case in group["cases"]]


def _case() -> dict[str, Any]:
    (case,) = cases_of("conversation.json", "conversation")
    return case


CONVERSATION: Final = _case()
"""The case of the whole conversation."""

GAME: Final[dict[str, Any]] = CONVERSATION["expected"]["games"][0]
"""What it makes: its entries, and what follows from them."""

ENTRIES: Final = [
    EntryMessage(bytes.fromhex(one["payload"]), bytes.fromhex(one["signature"])) for one in GAME["entries"]
]
"""The entries as they are said."""

NAMES: Final = tuple(player["name"] for player in CONVERSATION["given"]["players"])
"""The names of host and guest."""
