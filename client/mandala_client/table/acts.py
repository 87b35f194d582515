"""What keys and mouse ask of those around the screen."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from mandala_client.desk import TakeBack
from mandala_client.table.model import Model
from mandala_net.listing import Listing
from mandala_net.store import StoredGame
from mandala_protocol.dialogue import Command


@frozen
class Admitted:
    """The answer about a visitor."""

    yes: bool


@frozen
class Chosen:
    """The game to join, or to go on with; None for none."""

    game: Listing | StoredGame | None


@frozen
class Seen:
    """The end has been seen."""


@frozen
class Again:
    """The end has been seen, and another game is wanted: with the ``same_cards``, the seats swapped, or with others."""

    same_cards: bool = False


@frozen
class LookAgain:
    """The game just played is to be reviewed."""


@frozen
class Abandon:
    """Stop the program, whatever it is doing."""


Act: TypeAlias = Command | TakeBack | Admitted | Chosen | Seen | Again | LookAgain | Abandon
"""What a key asks of those around the screen."""

Pressed: TypeAlias = tuple[Model, Act | None]
