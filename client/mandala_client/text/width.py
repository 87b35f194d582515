"""The width of a text in columns of a terminal."""

from __future__ import annotations

from functools import lru_cache

from mandala_client.text.escaping import written_out


@lru_cache(maxsize=8192)
def columns_of(text: str) -> int:
    """The columns of a text; some characters take two, some none, as they are drawn on the full screen.

    Kept, as a table is made of the same few texts each time.
    """
    if text.isascii() and text.isprintable():
        return len(text)
    from wcwidth import wcwidth  # slow to import

    return sum(max(0, wcwidth(character)) for character in written_out(text))
