"""A store in which a game grows, and someone who looks on."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final, TypeAlias

import pytest
from attrs import evolve, frozen

from mandala_client.records.watching import Watched, Watching
from mandala_net.match.game_lock import lock_game
from mandala_net.player.paths import HOME_VARIABLE, Paths
from mandala_net.store.public_store import PublicStore
from mandala_net.store.store import SavedGame, Store, StoredGame
from mandala_protocol.conversation.events import Play, Speak
from mandala_protocol.conversation.session import Session
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.games.patterns import PATTERNS
from mandala_protocol.record.transcript import Entry
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import Key
from tests.client.replay.conftest import play, seed_of
from tests.client.sessions import dealt
from tests.hearing import hear

PEER: Final = bytes(range(32))
Entries: TypeAlias = Sequence[Entry]
Seeds: TypeAlias = tuple[bytes, bytes]


@frozen
class Kept:
    """Anna's things, in which a game is kept as far as it is said so."""

    paths: Paths
    store: Store

    def begin(self, entries: Entries, seat: Seat = Seat.HOST, peer: bytes = PEER) -> SavedGame:
        """A game of hers with these entries."""
        game = self.store.begin(seat, peer, seed_of(seat))
        game.append(entries)
        return game

    @property
    def public(self) -> PublicStore:
        """Her store, for someone who looks on."""
        return PublicStore(self.paths.games)

    def stored(self, game: SavedGame) -> StoredGame:
        """The game as the table of games has it."""
        return self.store.game(game.row)

    def watch(self, game: SavedGame) -> Watching:
        """Someone who looks on."""
        return Watching(self.public, self.paths.locks, self.stored(game))


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Kept]:
    """Anna's things, which are those of this user."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    paths = Paths.under(tmp_path).create()
    with Store(paths.games) as store:
        yield Kept(paths, store)


def before_keys(entries: Entries) -> list[Entry]:
    """All up to the first key that is opened."""
    return list(entries[: next(number for number, entry in enumerate(entries) if isinstance(entry.body, Key))])


@pytest.fixture(scope="session")
def whole() -> list[Entry]:
    """A game of Mandala that was played to its end."""
    seeds = seed_of(Seat.HOST), seed_of(Seat.GUEST)
    pair = dealt(seeds, seeds)
    play(pair)
    return list(pair[0].referee.transcript.entries)


@pytest.fixture(scope="session")
def tiles() -> list[Entry]:
    """A game of Patterns that was played to its end."""
    seeds = seed_of(Seat.HOST), seed_of(Seat.GUEST)
    pair = dealt(seeds, seeds, game=PATTERNS.name)
    choices = random.Random(7)
    while pair[0].referee.due is not None:
        for speaker, listener in (pair, pair[::-1]):
            if speaker.pending is Pending.MOVE:
                hear(listener, speaker.send(Play(_any_move(speaker, choices))))
            elif speaker.pending is Pending.ENTRY:
                hear(listener, speaker.send(Speak()))
    return list(pair[0].referee.transcript.entries)


def _any_move(session: Session, choices: random.Random) -> object:
    return choices.choice(PATTERNS.legal_moves(session.referee.view(session.seat)))


@pytest.fixture
def seen_in_turn(kept: Kept) -> Callable[[Entries, Sequence[int]], list[Watched]]:
    """A game as someone sees it who looks on while it is played, each time that it has so many entries."""

    def see(entries: Entries, lengths: Sequence[int]) -> list[Watched]:
        game = kept.begin(())
        watching, looks = kept.watch(game), list[Watched]()
        with lock_game(kept.paths.locks, game.row):
            for before, length in pairwise((0, *lengths)):
                game.append(entries[before:length])
                looks.append(watching.look())
        # What the clock says when it is kept is no part of a picture.
        return [evolve(look, stored=evolve(look.stored, begun=0, latest=0)) for look in looks]

    return see


@pytest.fixture
def seen(seen_in_turn: Callable[[Entries, Sequence[int]], list[Watched]]) -> Callable[[Entries], Watched]:
    """The game with these entries as someone sees it who looks on while it is played."""
    return lambda entries: seen_in_turn(entries, [len(entries)])[0]
