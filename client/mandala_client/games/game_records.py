"""What the client needs of a game to show its records: a replay, a review, and both as JSON."""

from __future__ import annotations

from typing import Protocol, TypeVar

from mandala_client.text.player_names import Names

StateT = TypeVar("StateT", contravariant=True)


class GameRecords(Protocol[StateT]):
    """The records of one game. A method with a body is optional: it has a usual answer."""

    def score(self, state: StateT, names: Names) -> list[str]:
        """The points of both players when the game is over, and who won, for someone who looks on."""
