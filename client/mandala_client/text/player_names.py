"""The names of the two players, fit to be shown."""

from __future__ import annotations

from typing import TypeAlias

from mandala_client.text.language import _
from mandala_protocol.names import clean_name
from mandala_protocol.seats import Seat

Names: TypeAlias = tuple[str, str]
"""The names of both players by seat."""


def player_name(seat: Seat, names: Names | None) -> str:
    """The name at a seat, fit to be shown."""
    return _("The other player") if names is None else clean_name(names[seat])
