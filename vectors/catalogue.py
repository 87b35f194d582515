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

from mandala_net.vectors.vector_file import COMPRESSED, VectorFile, written
from mandala_net.vectors.vector_schema import schema
from vectors import conversation, deck, endings, files, games, link, messages, patterns, refused, rules, signatures

FOLDER: Final = Path(str(resources.files("mandala_protocol") / "vectors"))


@frozen
class Made:
    """A file and its maker."""

    file: str
    make: Callable[[], VectorFile]


FILES: Final[dict[str, Made]] = {
    "link": Made("link.json", link.make),
    "messages": Made("messages.json", messages.make),
    "signatures": Made("signatures.json", signatures.make),
    "deck": Made("deck.json", deck.make),
    "conversation": Made("conversation.json", conversation.make),
    "patterns": Made("patterns.json", patterns.make),
    "endings": Made("endings.json", endings.make),
    "refused": Made("refused.json", refused.make),
    "files": Made(f"files{COMPRESSED}", files.make),
    "rules": Made("rules.json", rules.make),
    **{f"game-{name}": Made(f"game-{name}{COMPRESSED}", partial(games.make, name)) for name in games.GAMES},
}

SLOW: Final = frozenset(f"game-{name}" for name in games.GAMES)
"""Those that take more than a few seconds to make."""


def content_of(name: str) -> bytes:
    """The bytes of a file, made again."""
    one = FILES[name]
    text = written(one.make()).encode("utf-8")
    if not one.file.endswith(COMPRESSED):
        return text
    packed = io.BytesIO()
    with gzip.GzipFile(filename="", fileobj=packed, mode="wb", compresslevel=9, mtime=0) as file:
        file.write(text)
    return packed.getvalue()


def schema_text() -> str:
    """The schema of the files, as it is shipped beside them."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"
