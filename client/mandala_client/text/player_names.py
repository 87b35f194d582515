"""The names of the two players, fit to be shown."""

from __future__ import annotations

from typing import TypeAlias

from mandala_client.text.language import _
from mandala_protocol.names import clean_name
from mandala_protocol.seats import Seat

Names: TypeAlias = tuple[str, str]
"""By seat."""


def player_name(seat: Seat, names: Names | None) -> str:
    """The name at a seat, fit to be shown."""
    return _("The other player") if names is None else clean_name(names[seat])


class Perspective:
    """The side from which sentences about a player are written: yours at ``seat``, or no one's if it is None."""

    def __init__(self, seat: Seat | None, names: Names) -> None:
        self._seat, self._names = seat, names

    def say(self, who: Seat, about_you: str, about_other: str, **values: object) -> str:
        """One of the two whole sentences, with these values; ``{name}`` is the player's name in the second."""
        if who is self._seat:
            return about_you.format(**values)
        return about_other.format(name=player_name(who, self._names), **values)
