"""Data files of the bots: JSON with a hash of its contents, so that damage is seen. ``training`` writes them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import frozen

from mandala_protocol.sentence import Sentence


class BadWeights(Exception):
    """The weights of a bot are damaged, or of another version; the text is a sentence for a person."""


@frozen
class SealedFile:
    """A file that comes with the program.

    ``game``: its name on the wire; ``title``: as people say it. ``version`` goes up when the contents mean something
    else. ``makers``: the modules of the program that say what is in it.
    """

    path: Path
    game: str
    title: str
    version: int
    makers: tuple[Path, ...]

    def read(self) -> str:
        """The text of the file. Raises ``BadWeights``."""
        try:
            return self.path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise self.damaged() from error

    def opened(self, text: str) -> dict[str, Any]:
        """The contents of such a text. Raises ``BadWeights`` if it was changed, or is of another game or version."""
        try:
            document = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise self.damaged() from error
        if not isinstance(document, dict) or document.get("digest") != digest_of(document):
            raise self.damaged()
        if (document.get("game"), document.get("version")) != (self.game, self.version):
            raise BadWeights(
                Sentence(
                    "The weights of the bots for {game} are of another version. Reinstall mandala-lan.",
                    game=self.title,
                )
            )
        return document

    def damaged(self) -> BadWeights:
        """The error of a file that cannot be read, or has been changed."""
        return BadWeights(
            Sentence("The weights of the bots for {game} are damaged. Reinstall mandala-lan.", game=self.title)
        )


def digest_of(document: Mapping[str, Any]) -> str:
    """The hash of all but itself, in one form."""
    rest = {name: value for name, value in document.items() if name != "digest"}
    return hashlib.sha256(json.dumps(rest, separators=(",", ":")).encode()).hexdigest()
