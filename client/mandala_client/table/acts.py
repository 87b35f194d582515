"""The requests of keys and mouse to the code around the screen."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from mandala_client.play.frontend import TakeBack
from mandala_client.table.table_model import TableModel
from mandala_net.discovery.listing import Listing
from mandala_net.store.store import StoredGame
from mandala_protocol.conversation.events import Command


@frozen
class Admitted:
    """The answer about a player who wants to play, or to another question before there is a game."""

    yes: bool


@frozen
class Chosen:
    """The game to join, or to resume; None for none."""

    game: Listing | StoredGame | None


@frozen
class QuestionSeen:
    """The end has been seen."""


@frozen
class Again:
    """The end has been seen, and another game is wanted: with the ``same_cards``, the seats swapped, or with others."""

    same_cards: bool = False


@frozen
class LookAgain:
    """The game just played is to be reviewed."""


@frozen
class AbandonGame:
    """Stop the program, whatever it is doing."""


TableAct: TypeAlias = Command | TakeBack | Admitted | Chosen | QuestionSeen | Again | LookAgain | AbandonGame
"""The wish of a key that those around the screen fulfil."""

Requested: TypeAlias = tuple[TableModel, Command | TakeBack | None]
"""The next model, and the command to the game if one is wanted."""

Pressed: TypeAlias = tuple[TableModel, TableAct | None]
