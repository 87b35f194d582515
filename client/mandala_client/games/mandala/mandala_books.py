"""The rules and the player aid of Mandala; their points are those of docs/rules-mandala.md."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from mandala_client.games.colour_words import with_own_letters
from mandala_client.text.book import BookFolder
from mandala_protocol.games.mandala.colours import LETTERS

BOOKS: Final = BookFolder(Path(__file__).parent / "books", LETTERS, "[SGABCKDE][1-9][0-9]?", with_own_letters)
