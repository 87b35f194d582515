"""The scenes of the lobby: each of its pages, with something on it and with nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mandala_client.screens.lobby import lobby_model as updates
from mandala_client.screens.lobby.lobby_model import LobbyModel
from tests.client.lobby.lobbies import after, busy, empty
from tests.client.scenes import COMPACT, SIZES, STANDARD, Scene


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
    Scene("lobby-first", unread(), like="lobby-games"),
    Scene("lobby-empty", opened_when_empty(), like="lobby-games"),
    Scene("lobby-games", opened(), SIZES),
    Scene("lobby-pointed", opened("home", "down"), like="lobby-games"),
    Scene("lobby-deaf", deaf, like="lobby-games"),
    Scene("lobby-told", told, like="lobby-games"),
    Scene("lobby-host", opened("h")),
    Scene("lobby-join", opened("j")),
    Scene("lobby-address", opened("j", "no where", "enter"), like="lobby-join"),
    Scene("lobby-alone", opened("a")),
    Scene("lobby-open", opened("o")),
    Scene("lobby-open-none", opened_when_empty("o"), like="lobby-open"),
    Scene("lobby-past", opened("p"), (COMPACT, STANDARD)),
    Scene("lobby-past-none", opened_when_empty("p"), like="lobby-past"),
    Scene("lobby-reading", unread("p"), like="lobby-past"),
    Scene("lobby-unreadable", unreadable, like="lobby-past"),
    Scene("lobby-statistics", opened("t")),
    Scene("lobby-statistics-none", opened_when_empty("t"), like="lobby-statistics"),
    Scene("lobby-settings", opened("s"), (COMPACT, STANDARD)),
    Scene("lobby-name", opened("s", "enter", "A", "n", "j", "a"), like="lobby-settings"),
    Scene("lobby-languages", opened("l")),
    Scene("lobby-whoami", opened("w")),
    Scene("lobby-help", opened("?")),
)

BOOKS: Final = (
    Scene("lobby-rules", opened("r")),
    Scene("lobby-rules-end", opened("r", "end"), ()),
    Scene("lobby-aid", opened("i"), ()),  # test_mandala_books has it
)
