"""What a game in the store can prove: its record, and that a player has said two different things in it."""

from __future__ import annotations

from attrs import frozen

from mandala_net.store import SavedGame
from mandala_net.workers import shared_workers
from mandala_protocol import forks, record
from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.forks import Proven
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.messages import EntryMessage
from mandala_protocol.transcript import Entry, read


@frozen
class ForkProof:
    """The bytes of a file that proves a fork, and what it proves."""

    data: bytes
    proven: Proven


def record_of(saved: SavedGame) -> bytes:
    """The record of a game in the store, as bytes for a file.

    Raises ``StoreError``.
    """
    return record.write(saved.messages())


def fork_proof(saved: SavedGame) -> ForkProof | None:
    """The proof that a player forked this game, checked; None if there is none.

    Raises ``StoreError``, and ``RemoteProtocolError`` if this program cannot read the game.
    """
    evidence = saved.evidence()
    if not evidence:
        return None
    entries = [read(message) for message in saved.messages()]
    for other in filter(None, map(_readable, evidence)):
        data = forks.write(entries, other)
        verdict = forks.verify(data, GAMES, shared_workers())
        if isinstance(verdict, Proven):
            return ForkProof(data, verdict)
    return None


def _readable(message: EntryMessage) -> Entry | None:
    try:
        return read(message)
    except RemoteProtocolError:
        return None
