"""A report of a faulty peer: one archive with the record of a game, the evidence, and traces (docs/report.md)."""

from __future__ import annotations

import io
import json
import platform
import zipfile
from collections.abc import Iterable, Sequence
from typing import Final, assert_never

from mandala_client.records.proof import Proof, proofs_of
from mandala_client.ui.blocks.tables import JsonObject
from mandala_net.store.store import SavedGame, StoredGame
from mandala_net.trust.identity import fingerprint
from mandala_net.version import VERSION
from mandala_protocol.conversation import evidence
from mandala_protocol.conversation.evidence import Proven, ProvenBreach, ProvenFork
from mandala_protocol.conversation.kept_entries import KeptEntry
from mandala_protocol.conversation.trace import described
from mandala_protocol.errors import Code
from mandala_protocol.record import verification
from mandala_protocol.wire.messages import PROTOCOL_VERSION, EntryMessage

FORMAT: Final = "mandala-lan report"
FORMAT_VERSION: Final = 1

SUFFIX: Final = ".mandala-report.zip"

TRACE_BEGINS: Final = b"# mandala-lan "
"""The first characters of every trace."""

_EARLIEST: Final = (1980, 1, 1, 0, 0, 0)
"""The date of each file in an archive, so that the same game gives the same bytes."""


def report_of(saved: SavedGame, game: StoredGame, trace: bytes | None) -> bytes:
    """Return the archive for this game; ``trace`` is the content of a trace file of its connections, if there is one.

    Raises ``StoreError``.
    """
    messages, proofs = saved.messages(), proofs_of(saved)
    files = {
        "report.json": _as_json(_document(game, messages, saved.evidence(), proofs)),
        f"record{verification.SUFFIX}": verification.write(messages),
        "record.txt": _as_lines(described(message) for message in messages),
    }
    files |= {evidence_name(place, proof): proof.data for place, proof in enumerate(proofs)}
    if trace is not None:
        files["trace.txt"] = trace
    return _archive(files)


def evidence_name(place: int, proof: Proof) -> str:
    """The name of a file of evidence in the archive: its place among them, and the entry that it is about."""
    return f"evidence-{place + 1}-entry-{proof.number}{evidence.SUFFIX}"


def _document(
    game: StoredGame, messages: Sequence[EntryMessage], kept: Sequence[KeptEntry], proofs: Sequence[Proof]
) -> JsonObject:
    return {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "software": f"mandala-lan {VERSION}",
        "protocol": PROTOCOL_VERSION,
        "python": platform.python_version(),
        "system": platform.system(),
        "game": game.game,
        "id": None if game.game_id is None else game.game_id.hex(),
        "seat": int(game.seat),
        "names": list(game.names),
        "peer": {"fingerprint": fingerprint(game.peer), "key": game.peer.hex()},
        "state": game.state.value,
        "reason": game.reason,
        "entries": len(messages),
        "refused": [_refused(entry) for entry in kept],
        "evidence": [
            {"file": evidence_name(place, proof), **_proven(proof.proven)} for place, proof in enumerate(proofs)
        ],
    }


def _refused(kept: KeptEntry) -> JsonObject:
    return {
        "entry": kept.number,
        "code": kept.code.wire_name,
        "requirement": kept.requirement,
        "payload": kept.message.payload.hex(),
        "signature": kept.message.signature.hex(),
    }


def _proven(proven: Proven) -> JsonObject:
    match proven:
        case ProvenBreach(error=error):
            code, requirement = error.code, error.requirement
        case ProvenFork():
            code, requirement = Code.FORK, proven.requirement
        case _:
            assert_never(proven)
    return {
        "entry": proven.number,
        "seat": int(proven.seat),
        "code": code.wire_name,
        "requirement": requirement,
    }


def _as_json(document: JsonObject) -> bytes:
    return (json.dumps(document, indent=1) + "\n").encode("ascii")


def _as_lines(lines: Iterable[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode("ascii", "backslashreplace")


def _archive(files: dict[str, bytes]) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name, _EARLIEST), data, zipfile.ZIP_DEFLATED)
    return written.getvalue()
