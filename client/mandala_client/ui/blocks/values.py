"""The blocks: values that say what there is to be told, and nothing of how it is drawn or worded around it.

``block_rows`` draws them on a screen of any width, ``block_sentences`` tells them in text mode.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from attrs import frozen


@frozen
class Sign:
    """The sign of the cards with this letter, as the game draws it, and what is right behind it on the card."""

    letter: str
    behind: str = ""


NOTHING: Final = "·"
"""The sign where a player has nothing."""

CellWord: TypeAlias = tuple[str | Sign, ...]
"""Texts and signs that stay in one row."""


@frozen
class Cell:
    """A player's value, if it is not drawn as it is said.

    ``drawn``: the words of which it consists on a screen, in as many rows as they take. ``brief``: what is drawn where
    ``said`` is too wide for one row.
    """

    said: str
    drawn: tuple[CellWord, ...] = ()
    brief: str | None = None


@frozen
class Compared:
    """Something that both players have: its label, and how much of it each has. ``is_sum``: of the lines above it."""

    label: str
    one: str | Cell
    other: str | Cell
    is_sum: bool = False


def compared(label: str, both: Iterable[object]) -> Compared:
    """Return a line with a value of each player, as ``str`` gives it."""
    one, other = map(str, both)
    return Compared(label, one, other)


@frozen
class Comparison:
    """Two players side by side.

    ``other``: the name of the second player. ``one``: that of the first, None for you. ``corner``: what the numbers
    mean, for a screen with room for it.
    """

    other: str
    lines: tuple[Compared, ...]
    one: str | None = None
    corner: str = ""


@frozen
class Topic:
    """Keys, words or signs by what one wants to do with them, each with what it does; ``title`` may be empty."""

    title: str
    keys: tuple[tuple[str, str], ...]


Blocks: TypeAlias = Sequence[Comparison | Topic | str]
"""The contents of a page, from top to bottom; a text is a whole sentence."""
