"""The evidence against a player of a game: what is kept of it in the store, or lies beside its record file."""

from __future__ import annotations

import glob
from pathlib import Path

from attrs import frozen

from mandala_client.records.library import file_content
from mandala_net.store.store import SavedGame
from mandala_net.threads import shared_workers
from mandala_protocol.conversation import evidence
from mandala_protocol.conversation.evidence import Proven, Unproven
from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.games.catalogue import GAMES_AND_TESTS
from mandala_protocol.record import verification


@frozen
class Proof:
    """The bytes of a file that proves something, for which place of the record, and what it proves."""

    data: bytes
    number: int
    proven: Proven


def proofs_of(saved: SavedGame) -> list[Proof]:
    """All that is kept of this game and proves something, checked. Raises ``StoreError``."""
    kept = saved.evidence()
    refused = {entry.number: entry for entry in kept if not entry.is_fork}
    before = saved.messages()
    proofs = []
    for entry in kept:
        data = evidence.write(evidence.of_kept(before, entry, refused.get(entry.number)))
        judgement = _judged(data)
        if judgement is not None:
            proofs.append(Proof(data, entry.number, judgement))
    return proofs


def proofs_beside(path: Path, data: bytes) -> list[Proof]:
    """The verdicts on the files of evidence beside a record file. ``data`` is the record. Raises ``Sorry``.

    They are named as this program names them: as the record, and with the place.
    """
    first = tuple(verification.read_messages(data)[:1])
    proofs = []
    for file in sorted(path.parent.glob(f"{glob.escape(path.stem)}-*{evidence.SUFFIX}")):
        found = file_content(file)
        judgement = _judged(found)
        if judgement is not None and evidence.read_file(found).record[:1] == first:
            proofs.append(Proof(found, judgement.number, judgement))
    return proofs


def _judged(data: bytes) -> Proven | None:
    try:
        judgement = evidence.judge(evidence.read_file(data), GAMES_AND_TESTS, shared_workers())
    except (evidence.NotEvidence, RemoteProtocolError):
        return None
    return None if isinstance(judgement, Unproven) else judgement
