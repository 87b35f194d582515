"""What the mouse can be on: a colour, a place for cards, or a key."""

from __future__ import annotations

from typing import Final, TypeAlias

from attrs import frozen

from mandala_protocol.games.mandala import Colour

THEIRS: Final = "theirs"
"""Stands for the letter of an action at a place where no action leads: the other player's field."""


@frozen
class Target:
    """Where cards of a colour could go: the letter of the action, and the mandala if it matters."""

    action: str
    mandala: int | None = None


@frozen
class Button:
    """A key that can also be clicked: its name, such as "enter", or the character that it types."""

    key: str

    @property
    def types(self) -> bool:
        """Whether it is a character, and no named key."""
        return len(self.key) == 1


@frozen
class LineTarget:
    """A line of a list that can be clicked, by its number from 0 on."""

    number: int


Click: TypeAlias = Colour | Target | Button | LineTarget
"""What the mouse can be on."""
