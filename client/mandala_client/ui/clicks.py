"""The targets of the mouse: a key, a line of a list, or something at the table of a game."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen


@frozen
class TableClick:
    """Something at the table: what there is to be clicked each game says for itself."""


@frozen
class Button:
    """A key that can also be clicked: its name, such as "enter", or the character that it types."""

    key: str

    @property
    def types(self) -> bool:
        """Return whether it is a character, and no named key."""
        return len(self.key) == 1


@frozen
class LineTarget:
    """A line of a list that can be clicked, by its number from 0 on."""

    number: int


Click: TypeAlias = TableClick | Button | LineTarget
"""The things that the mouse can be on."""
