"""Common parts of the tests of the lobby: games on the network, games that are kept, and keys."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from attrs import evolve

from mandala_client.records.past_games import Played
from mandala_client.screens.lobby import lobby_keys
from mandala_client.screens.lobby import lobby_model as updates
from mandala_client.screens.lobby.choosing import LobbyAct
from mandala_client.screens.lobby.lobby_model import Archive, LobbyModel
from mandala_net.discovery.listing import Announcement, Listing, resume_tag
from mandala_net.store.store import State, StoredGame
from mandala_protocol.conversation.kept_entries import KeptEntry
from mandala_protocol.errors import Code
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import EntryMessage
from tests.client.kept_games import WON_BY_HOST

KEY: Final = "ABCD-EFGH-IJKL-MNOP"
NAMED_KEYS: Final = (
    *("left", "right", "up", "down", "tab", "s-tab", "enter", "escape", "backspace", "pageup", "pagedown"),
    *("home", "end", "c-u", "c-w", "c-c", "f1", "f2", "f3", "f4", "f9", "f10"),
)
SUMMER: Final = 1_748_779_200
"""1 June 2025, 12:00 UTC."""
DAY: Final = 86_400


def listing(number: int, player: str, machine: str, *, resume: str | None = None, game: str = "mandala") -> Listing:
    announced = Announcement(player, game, KEY, machine, resume=resume)
    return Listing(f"mandala-{number}", announced, 28_108, ("192.168.1.20", "fe80::1%2"))


def stored(
    number: int,
    other: str = "Ben",
    state: State = State.OPEN,
    *,
    scores: tuple[int, int] | None = None,
    winner: Seat | None = None,
    bot: str | None = None,
) -> StoredGame:
    """A game of ours as host, begun ``number`` days after the 1st of June."""
    return evolve(
        WON_BY_HOST,
        row=number,
        peer=bytes([sum(other.encode()) % 256]) * 32,
        begun=SUMMER + number * DAY,
        state=state,
        moves=3 * number,
        proposal=bytes([number]) * 32,
        game_id=bytes([0x80 + number]) * 32,
        names=("Anna", other),
        reason=None,
        scores=scores,
        winner=winner,
        bot=bot,
    )


REFUSED: Final = KeptEntry(42, EntryMessage(b"payload", bytes(64)), Code.FALSE_FACE, "PL5")
OPEN: Final = (stored(9, "Clara", State.ADJOURNED), stored(8, "Ben"))
PAST: Final = (
    *map(Played, OPEN),
    Played(stored(7, "Ben", State.FINISHED, scores=(53, 41), winner=Seat.HOST)),
    Played(stored(6, "Wilhelmina van der Heerenveen", State.FINISHED, scores=(30, 44), winner=Seat.GUEST)),
    Played(stored(5, "Greedy bot", State.FINISHED, scores=(38, 38), bot="greedy")),
    Played(stored(4, "Emil", State.BROKEN), None, (REFUSED,)),
    Played(stored(3, "Ben", State.ABANDONED)),
)
SHELF: Final = Archive("Anna", KEY, str(Path("/home/anna/.local/share/mandala-lan/identity.pem")), OPEN, PAST)
EMPTY_SHELF: Final = Archive("Anna", KEY, SHELF.identity_file)

GAMES: Final = (
    listing(1, "Ben", "laptop"),
    listing(2, "Clara", "tablet", resume=resume_tag(OPEN[0].proposal or b"")),
    listing(3, "Dora", "tower", resume="0123456789abcdef"),
    listing(4, "Emil", "cellar", game="checkers"),
)


def empty() -> LobbyModel:
    """Nobody is there, and nothing was played yet."""
    return updates.searched(updates.with_archive(LobbyModel(), EMPTY_SHELF))


def busy() -> LobbyModel:
    """Games on the network, games to go on with, games of before."""
    return updates.with_listings(updates.with_archive(LobbyModel(), SHELF), GAMES)


def pressed(model: LobbyModel, *typed: str) -> tuple[LobbyModel, LobbyAct | None]:
    """After these keys: names of keys, or text to type; with what the last one asks for.

    What each does is drawn before the next.
    """
    act: LobbyAct | None = None
    for one in typed:
        model, act = lobby_keys.press(model, one) if one in NAMED_KEYS else lobby_keys.type_text(model, one)
        model = updates.as_drawn(model)
    return model, act


def after(model: LobbyModel, *typed: str) -> LobbyModel:
    """After these keys, none of which asks for anything."""
    for one in typed:
        model, act = pressed(model, one)
        assert act is None
    return model


def asked(model: LobbyModel, *typed: str) -> LobbyAct | None:
    """The request of the last of these keys."""
    return pressed(model, *typed)[1]
