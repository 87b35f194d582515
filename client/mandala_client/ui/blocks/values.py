"""The blocks: values that say what there is to be told, and nothing of how it is drawn or worded around it.

``block_rows`` draws them on a screen of any width, ``block_sentences`` tells them in text mode.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from attrs import frozen


@frozen
class Compared:
    """Something that both players have: its label, and how much of it each has."""

    label: str
    one: str
    other: str


@frozen
class Comparison:
    """Two players side by side, the one who looks first. ``other``: the other player's name; the first one is you."""

    other: str
    lines: tuple[Compared, ...]


Blocks: TypeAlias = Sequence[Comparison | str]
"""What is to be told, from top to bottom; a text is a whole sentence."""
