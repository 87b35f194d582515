"""Whom to play with: trust on first use. The link proves a key; the name that goes with it is remembered."""

from __future__ import annotations

import shlex
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import trio
from attrs import frozen

from mandala_net.identity import fingerprint
from mandala_net.known_players import KeyChanged, Known, KnownAs, KnownPlayers, KnownPlayersError, Unknown
from mandala_protocol.names import clean_name
from mandala_protocol.sentence import Sentence, marked


@frozen
class Visitor:
    """Somebody on the line: the name they gave, cleaned, and the fingerprint of the key they have proven.

    ``known_as`` is the name under which this key was met before, or None.
    """

    name: str
    fingerprint: str
    known_as: str | None

    @property
    def known(self) -> bool:
        return self.known_as is not None


Ask: TypeAlias = Callable[[Visitor], Awaitable[bool]]
"""Asks the person in front of the program whether to play with somebody."""

KEY_CHANGED = marked(
    "{name} has another key than before: it is somebody else, or {name} on a new machine. "
    "If you are sure, forget the old key with: {command}"
)


def forgetting(name: str) -> str:
    """What a person types to forget a player of this name, which the player chose: words for a shell of POSIX."""
    options_end = ["--"] if name.startswith("-") else []
    return shlex.join(["mandala-lan", "players", "forget", *options_end, name])


def introduce(players: KnownPlayers, name: str, key: bytes) -> Visitor | str:
    """Who this is; or, if a known name comes with another key, the sentence that says so."""
    shown = clean_name(name)
    match players.check(shown, key):
        case Known():
            return Visitor(shown, fingerprint(key), shown)
        case KnownAs(name=known_name):
            return Visitor(shown, fingerprint(key), known_name)
        case Unknown():
            return Visitor(shown, fingerprint(key), None)
        case KeyChanged():
            return Sentence(KEY_CHANGED, name=shown, command=forgetting(shown))


async def remember(players: KnownPlayers, visitor: Visitor, key: bytes) -> None:
    """Keep a player whom we have just agreed to play with; a name that cannot be kept is no reason not to play."""
    if visitor.known:
        return
    try:
        await trio.to_thread.run_sync(players.remember, visitor.name, key)
    except KnownPlayersError:
        return
