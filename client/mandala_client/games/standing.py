"""The points of a game as they stand."""

from __future__ import annotations

from attrs import frozen


@frozen
class Standing:
    """The own points, those that can be seen of the other player, and how many cards of the other may count too.

    ``counted``: so many of the own cards that are counted are hidden from the other player.
    """

    own: int
    other: int
    hidden: int = 0
    counted: int = 0
