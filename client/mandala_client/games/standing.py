"""The points of a game as they stand."""

from __future__ import annotations

from attrs import frozen


@frozen
class Standing:
    """The own points, those that can be seen of the other player, and how many cards of the other may count too."""

    own: int
    other: int
    hidden: int = 0
