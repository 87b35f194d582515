"""The files of vectors: by which module each is made, and whether it is compressed."""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Callable
from functools import partial
from importlib import resources
from pathlib import Path
from typing import Final

from attrs import frozen

from mandala_conformance.vectors.form.vector_case import VectorFile
from mandala_conformance.vectors.kinds import (
    conversation_vectors,
    deck_vectors,
    ending_vectors,
    entry_vectors,
    file_vectors,
    fixed_chance_vectors,
    game_vectors,
    link_vectors,
    message_vectors,
    rules_log_vectors,
    set_up_vectors,
    signature_vectors,
    weight_vectors,
)
from mandala_conformance.vectors.vector_file import COMPRESSED, written
from mandala_conformance.vectors.vector_schema import schema

FOLDER: Final = Path(str(resources.files("mandala_protocol") / "vectors"))


@frozen
class Made:
    """A file and its maker."""

    file: str
    make: Callable[[], VectorFile]


FILES: Final[dict[str, Made]] = {
    "link": Made("link.json", link_vectors.make),
    "messages": Made("messages.json", message_vectors.make),
    "signatures": Made("signatures.json", signature_vectors.make),
    "deck": Made("deck.json", deck_vectors.make),
    "conversation": Made("conversation.json", conversation_vectors.make),
    "patterns": Made("patterns.json", set_up_vectors.make),
    "endings": Made("endings.json", ending_vectors.make),
    "refused": Made("refused.json", entry_vectors.make),
    "files": Made(f"files{COMPRESSED}", file_vectors.make),
    "weights": Made("weights.json", weight_vectors.make),
    "test-games": Made("test-games.json", fixed_chance_vectors.make),
    "rules": Made("rules.json", rules_log_vectors.make),
    **{
        f"game-{name}": Made(f"game-{name}{COMPRESSED}", partial(game_vectors.make, name))
        for name in game_vectors.GAMES
    },
}

SLOW: Final = frozenset(f"game-{name}" for name in game_vectors.GAMES)
"""The files that take more than a few seconds to make."""


def content_of(name: str) -> bytes:
    """The bytes of a file, made again."""
    made = FILES[name]
    text = written(made.make()).encode("utf-8")
    if not made.file.endswith(COMPRESSED):
        return text
    packed = io.BytesIO()
    with gzip.GzipFile(filename="", fileobj=packed, mode="wb", compresslevel=9, mtime=0) as file:
        file.write(text)
    return packed.getvalue()


def schema_text() -> str:
    """The schema of the files, as it is shipped beside them."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"
