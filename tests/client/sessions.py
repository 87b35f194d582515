"""Games of two real sessions in memory."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Final, TypeAlias

import pytest
from nacl.signing import SigningKey

from mandala_protocol.conversation.events import Play, Resign, Speak
from mandala_protocol.conversation.session import Session
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.conversation.speaker import GameTerms
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.games.patterns import PATTERNS
from mandala_protocol.poker.workers import Serial
from mandala_protocol.record import referee
from mandala_protocol.record.transcript import Entry
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import First
from tests.hearing import hear

Pair: TypeAlias = tuple[Session, Session]
Seeds: TypeAlias = tuple[bytes, bytes]

NAMES: Final = ("Anna", "Ben")


class Signer:
    """An identity that this secret (32 bytes) fixes."""

    def __init__(self, secret: bytes) -> None:
        self._key = SigningKey(secret)
        self.public = bytes(self._key.verify_key)

    def sign(self, data: bytes) -> bytes:
        return self._key.sign(data).signature


def join(secrets: Seeds, seeds: Seeds, grace: int = 0, names: tuple[str, str] = NAMES, game: str = "mandala") -> Pair:
    """Anna, the host, and Ben, or two of other ``names``, who have greeted each other.

    ``grace`` and ``game`` are what the host will propose. ``secrets`` are those of their identities, ``seeds`` those of
    the game, by seat: 32 bytes each.
    """
    signers = [Signer(secret) for secret in secrets]
    host, guest = (
        Session(
            seat=seat,
            signer=signers[seat],
            name=names[seat],
            peer=signers[seat.other].public,
            seed=seeds[seat],
            games=GAMES,
            workers=Serial(),
            terms=GameTerms(game, First.HOST, grace) if seat is Seat.HOST else None,
        )
        for seat in Seat
    )
    host.open_line(names[1])
    guest.open_line(names[0])
    return host, guest


@contextmanager
def believing() -> Iterator[None]:
    """While this lasts, or in a function that is marked so, no proof is checked: our own sessions made them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(referee, "verify_shuffle", lambda *_, **__: None)
        patch.setattr(referee, "verify_shares", lambda *_: None)
        yield


def settle(host: Session, guest: Session) -> None:
    """Both say what needs no decision, until somebody is to move or all is said."""
    while Pending.ENTRY in (host.pending, guest.pending):
        for speaker, listener in ((host, guest), (guest, host)):
            while speaker.pending is Pending.ENTRY:
                hear(listener, speaker.send(Speak()))


@cache
@believing()
def _dealt(secrets: Seeds, seeds: Seeds, grace: int, game: str) -> Pair:
    pair = join(secrets, seeds, grace, game=game)
    settle(*pair)
    return pair


def dealt(secrets: Seeds, seeds: Seeds, grace: int = 0, game: str = "mandala") -> Pair:
    """Anna and Ben when all is said up to the first move. Each call gets its own copy of what was dealt once."""
    return copy.deepcopy(_dealt(secrets, seeds, grace, game))


@cache
def short_game(moves: int = 3) -> tuple[Entry, ...]:
    """The entries of a game of Patterns that Anna resigns after a few moves by chance: programs soon verify and review
    it."""
    host, guest = dealt((b"a" * 32, b"b" * 32), (b"c" * 32, b"d" * 32), game="patterns")
    chance = random.Random(1)
    for _move in range(moves):  # the third gives something away
        speaker, listener = (host, guest) if host.pending is Pending.MOVE else (guest, host)
        hear(listener, speaker.send(Play(chance.choice(PATTERNS.legal_moves(speaker.referee.view(speaker.seat))))))
        settle(host, guest)
    hear(guest, host.send(Resign()))
    settle(host, guest)
    return tuple(host.referee.transcript.entries)
