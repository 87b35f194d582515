"""The scenes of the lobby: each of its pages, with something on it and with nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mandala_client.screens.lobby import lobby_model as updates
from mandala_client.screens.lobby.lobby_model import LobbyModel
from tests.client.lobby.lobbies import after, busy, empty
from tests.client.scenes import Scene

_AS_FILES_ARE: Final = ()
"""The golden files of these scenes are made by ``test_lobby_golden``."""


def opened(*typed: str) -> Callable[[object], LobbyModel]:
    """After these keys, where there is something to see on every page."""
    return lambda _nothing: after(busy(), *typed)


def opened_when_empty(*typed: str) -> Callable[[object], LobbyModel]:
    """After these keys, where nobody is there and nothing was played yet."""
    return lambda _nothing: after(empty(), *typed)


def unread(*typed: str) -> Callable[[object], LobbyModel]:
    """After these keys, before anything has been read or heard."""
    return lambda _nothing: after(LobbyModel(), *typed)


def unreadable(_nothing: object) -> LobbyModel:
    """A store that cannot be read."""
    return updates.unreadable(after(LobbyModel(), "p"), "The games cannot be read: the disk is gone.")


def deaf(_nothing: object) -> LobbyModel:
    """Nothing can be heard on the network."""
    return updates.deafened(empty(), "Games on this network cannot be found from here; give the address instead.")


def told(_nothing: object) -> LobbyModel:
    """The sentence below about the end of the last game."""
    return updates.noted(busy(), "You left the game. It stays open. To resume it, type: mandala-lan resume")


SCENES: Final = (
    Scene("lobby-first", unread(), _AS_FILES_ARE),
    Scene("lobby-empty", opened_when_empty(), _AS_FILES_ARE),
    Scene("lobby-games", opened(), _AS_FILES_ARE),
    Scene("lobby-pointed", opened("home", "down"), _AS_FILES_ARE),
    Scene("lobby-deaf", deaf, _AS_FILES_ARE),
    Scene("lobby-told", told, _AS_FILES_ARE),
    Scene("lobby-host", opened("h"), _AS_FILES_ARE),
    Scene("lobby-join", opened("j"), _AS_FILES_ARE),
    Scene("lobby-address", opened("j", "no where", "enter"), _AS_FILES_ARE),
    Scene("lobby-alone", opened("a"), _AS_FILES_ARE),
    Scene("lobby-open", opened("o"), _AS_FILES_ARE),
    Scene("lobby-open-none", opened_when_empty("o")),
    Scene("lobby-past", opened("p"), _AS_FILES_ARE),
    Scene("lobby-past-none", opened_when_empty("p")),
    Scene("lobby-reading", unread("p")),
    Scene("lobby-unreadable", unreadable),
    Scene("lobby-statistics", opened("t"), _AS_FILES_ARE),
    Scene("lobby-statistics-none", opened_when_empty("t")),
    Scene("lobby-settings", opened("s"), _AS_FILES_ARE),
    Scene("lobby-name", opened("s", "enter", "A", "n", "j", "a"), _AS_FILES_ARE),
    Scene("lobby-languages", opened("l"), _AS_FILES_ARE),
    Scene("lobby-whoami", opened("w"), _AS_FILES_ARE),
    Scene("lobby-help", opened("?"), _AS_FILES_ARE),
)
"""A page with nothing on it has one line instead of a list, so one size shows it."""

BOOKS: Final = (
    Scene("lobby-rules", opened("r")),
    Scene("lobby-rules-end", opened("r", "end"), _AS_FILES_ARE),
    Scene("lobby-aid", opened("i"), _AS_FILES_ARE),  # test_mandala_books has it in the standard size
)
