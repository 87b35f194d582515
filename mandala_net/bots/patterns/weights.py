"""The weights of the greedy bot in Patterns: every number it judges by."""

from __future__ import annotations

from attrs import frozen


@frozen
class PatternsWeights:
    """Found by seeded batches of games against other weights. Shares are of the value of a marker."""

    reach: float = 0.6
    """A tile that flips can still add."""

    room: float = 0.125
    """A field beside the group where a swap could go."""

    most_room: int = 4
    """The room beyond which more makes no difference."""

    bowl_fits: float = 0.8
    """A tile in the bowl whose group has room."""

    bowl_opens: float = 1.0
    """A tile in the bowl that can open the next group."""

    other: float = 1.0
    """The weight of the other player's hopes beside one's own."""

    end: float = 20.0
    """Ending the game ahead, in points; ending it behind costs as much."""
