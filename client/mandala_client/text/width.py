"""The width of a text in columns of a terminal."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=8192)
def columns_of(text: str) -> int:
    """The columns of a text; some characters take two, some none, as prompt_toolkit draws them.

    Kept, as a table is made of the same few texts each time.
    """
    if text.isascii() and text.isprintable():
        return len(text)
    from wcwidth import wcwidth  # slow to import

    return sum(max(0, wcwidth(character)) for character in text)
