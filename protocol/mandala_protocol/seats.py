"""The two seats of a game: the host sits at 0, the guest at 1; and which of them plays first."""

from __future__ import annotations

import enum


class Seat(enum.IntEnum):
    """One of the two players. Who plays first is another matter, drawn by lot (rule S9)."""

    HOST = 0
    GUEST = 1

    @property
    def other(self) -> Seat:
        return Seat.GUEST if self is Seat.HOST else Seat.HOST


class First(enum.Enum):
    """The choice of the first player (rule S9)."""

    HOST = "host"
    GUEST = "guest"
    LOT = "lot"
