"""The warnings about known names with another key, about names that only look known, and about whom not to join."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mandala_net.discovery.listing import Announcement
from mandala_net.shell import ON_WINDOWS, can_be_quoted, joined
from mandala_net.trust.identity import fingerprint
from mandala_net.trust.known_players import KnownPlayers, mistakable
from mandala_protocol.names import clean_name
from mandala_protocol.sentence import N_, Sentence

_KEY_CHANGED = N_(
    "{name} has a different key than before: it is someone else, or {name} on a new computer. "
    "If it is someone else, first rename the player you know with:  {rename}  "
    "If {name} has a new computer, forget the old key with: {forget}"
)

RESEMBLES = N_("Warning: “{name}” only looks like “{known}”, whom you know with a different key.")
OTHER_KEY = N_("Warning: you know “{name}” with a different key.")
NAMESAKE = N_("Warning: “{name}” looks like your own name, but this player has a different key.")
TAKES_OVER = N_("Warning: someone else called {name} played here before, with a different key.")
BROKE_OFF = N_(
    "Warning: on {date} {name}'s program signed a wrong entry, and your game was broken off. "
    "To block {name}, type: {command}"
)
BLOCKED = N_("You have blocked this player ({fingerprint}). To play anyway, type: {command}")


def key_changed(name: str) -> Sentence:
    """The reason not to play with someone who has the name of a known player and another key."""
    typed = _typed(name)
    rename = _command("rename", typed, f"{typed} 2")
    return Sentence(_KEY_CHANGED, name=name, rename=rename, forget=forgetting(name))


def forgetting(name: str, *, windows: bool = ON_WINDOWS) -> str:
    """The command to forget a player of this name, which the player chose, quoted for the shells of this system."""
    return _command("forget", _typed(name, windows=windows), windows=windows)


def blocking(name: str) -> str:
    """The command to block a player of this name, quoted for the shells of this system."""
    return _command("block", _typed(name))


def _typed(name: str, *, windows: bool = ON_WINDOWS) -> str:
    """The name, or "NAME" for the person to replace: no stranger shall choose what a shell takes for its own."""
    return name if can_be_quoted(name, windows=windows) else "NAME"


def _command(what: str, name: str, *more: str, windows: bool = ON_WINDOWS) -> str:
    options_end = ["--"] if name.startswith("-") else []
    return joined(["mandala-lan", "players", what, *options_end, name, *more], windows=windows)


def careful_about(fingerprints: Mapping[str, str], announced: Announcement) -> str | None:
    """The cautions before joining an announced player: the name is known, or looks known, with another key.

    ``fingerprints``: the fingerprint that goes with each known name.
    """
    name = clean_name(announced.player_name)
    if fingerprints.get(name, announced.fingerprint) != announced.fingerprint:
        return Sentence(OTHER_KEY, name=name)
    resembles = mistakable(fingerprints, name, announced.fingerprint)
    return None if resembles is None else Sentence(RESEMBLES, name=name, known=resembles)


def why_not_join(players: KnownPlayers, announced: Announcement) -> str | None:
    """The reason not to join an announced player, before anything is sent; None if there is none."""
    name = announced.player_name
    if announced.fingerprint in players.blocked:
        return _blocked(announced.fingerprint)
    if players.contradicts(name, announced.fingerprint):
        return key_changed(clean_name(name))
    return None


def unwanted_host(players: KnownPlayers, announced: str | None) -> Callable[[bytes], str | None]:
    """Return a check of a host's key: why not to tell it who we are.

    It is blocked, or not the one that was ``announced``.
    """

    def why_not(key: bytes) -> str | None:
        if players.is_blocked(key):
            return _blocked(fingerprint(key))
        if announced is not None and fingerprint(key) != announced:
            return Sentence(
                "The program that answers has a different key ({key}) than was announced ({announced}). It "
                "has not seen who you are.",
                key=fingerprint(key),
                announced=announced,
            )
        return None

    return why_not


def _blocked(print_of: str) -> str:
    command = joined(["mandala-lan", "players", "unblock", print_of])
    return Sentence(BLOCKED, fingerprint=print_of, command=command)
