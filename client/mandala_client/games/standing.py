"""The points of a game as they stand."""

from __future__ import annotations

from attrs import frozen


@frozen
class Standing:
    """Your points, and the visible points of the other player.

    ``hidden``: how many hidden cards of the other player may count too. ``counted``: how many of your own cards count
    here that the other player cannot see.
    """

    own: int
    other: int
    hidden: int = 0
    counted: int = 0
