"""The function keys of the table, by the words that can be typed after a colon instead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mandala_client.games.game_ui import Book
from mandala_client.table.table_model import Helping, Overlay, Reading
from mandala_client.text.typed_words import TypedWord

WORDS_OF_KEYS: Final = {
    "f1": TypedWord.HELP,
    "f2": TypedWord.RULES,
    "f3": TypedWord.AID,
    "f4": TypedWord.HINT,
    "f5": TypedWord.UNDO,
    "f6": TypedWord.MUTE,
    "f7": TypedWord.LOG,
    "f8": TypedWord.ADJOURN,
    "f9": TypedWord.END,
    "f10": TypedWord.RESIGN,
    "f12": TypedWord.CHANCE,
}

OPENED_BY_WORDS: Final[Mapping[TypedWord, Overlay]] = {
    TypedWord.HELP: Helping(),
    TypedWord.RULES: Reading(Book.RULES),
    TypedWord.AID: Reading(Book.AID),
}
"""The pages that can be read at any time, by the word that asks for each."""

_NAMES_OF_KEYS: Final = {word: key.upper() for key, word in WORDS_OF_KEYS.items()}


def key_of(word: TypedWord) -> str:
    """The key that does what this word asks for, as people call it, such as "F9"."""
    return _NAMES_OF_KEYS[word]
