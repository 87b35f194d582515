"""The names of the two players, fit to be shown."""

from __future__ import annotations

from typing import TypeAlias

from mandala_client.text.language import _
from mandala_protocol.names import clean_name
from mandala_protocol.seats import Seat

Names: TypeAlias = tuple[str, str]
"""The names of both players by seat."""


def told_apart(names: Names) -> Names:
    """Both names, fit to be shown; two that are equal but for capitals are "Anna" and "Anna 2", who is the guest."""
    host, guest = map(clean_name, names)
    return host, f"{guest} 2" if guest.casefold() == host.casefold() else guest


def needs_a_name() -> str:
    """The refusal of a name that shows nothing, or only the sign for none."""
    return _("A name must be visible, and more than “?”.")


def player_name(seat: Seat, names: Names | None) -> str:
    """The name at a seat, fit to be shown, and no other than at the other seat."""
    return _("The other player") if names is None else told_apart(names)[seat]
