"""The program around the lobby, as the lobby needs it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from attrs import frozen

from mandala_client.screens.lobby.lobby_model import Archive, LobbyModel
from mandala_client.settings.settings import Settings

Update: TypeAlias = Callable[[LobbyModel], LobbyModel]
"""The changes that news make to the lobby."""


@frozen
class Surroundings:
    """The program around the lobby, as the lobby needs it.

    ``read``: this player's own things, under the name that the settings have; called in a thread, raises ``Sorry``.
    ``save``: keep the settings and follow them, those before given first; raises ``Sorry`` if they cannot be kept.
    ``local``: look for games on this machine only.
    """

    read: Callable[[Settings], Archive]
    save: Callable[[Settings, Settings], None]
    local: bool = False
