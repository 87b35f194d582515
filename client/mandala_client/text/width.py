"""The width of a text in columns of a terminal."""

from __future__ import annotations

from functools import lru_cache


def columns_of(text: str) -> int:
    """The columns of a text; some characters take two, some none, as prompt_toolkit draws them."""
    return len(text) if text.isascii() and text.isprintable() else _measured(text)


@lru_cache(maxsize=4096)
def _measured(text: str) -> int:
    from wcwidth import wcwidth  # slow to import

    return sum(max(0, wcwidth(character)) for character in text)
