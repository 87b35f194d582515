"""Two entries for one place: what no player may sign."""

from __future__ import annotations

from collections.abc import Sequence

from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.record.steps import is_abandonment
from mandala_protocol.record.transcript import Fork, RecordPlace, Transcript, read, signed_by
from mandala_protocol.wire.messages import EntryMessage


def require_no_fork(
    transcript: Transcript, identities: Sequence[bytes], place: RecordPlace, message: EntryMessage
) -> None:
    """Refuse an entry that its signer contradicts in this record. What it says, and how, does not matter.

    ``identities`` are those of the players. The first entry has no past that would tie it to this game: a player may
    propose as many games as it likes. Raises ``Fork`` (TR8, EN18).
    """
    if not 0 < place.number < transcript.length:
        return
    entries = transcript.entries
    said = entries[place.number]
    if place.previous != said.previous or message == said.message():
        return
    signers = [identity for identity in identities if signed_by(message, identity)]
    if any(signed_by(said, signer) for signer in signers):
        raise Fork(place.number, said.message(), message)
    if _calls_abandoned(message):
        for later in entries[place.number + 1 :]:
            if any(signed_by(later, signer) for signer in signers):
                raise Fork(place.number, later.message(), message, later=later.number)


def _calls_abandoned(message: EntryMessage) -> bool:
    """Return whether an entry, if it can be read at all, calls the game abandoned."""
    try:
        return is_abandonment(read(message).body)
    except RemoteProtocolError:
        return False
