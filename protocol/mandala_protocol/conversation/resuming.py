"""Comparing two records on a new connection: what either side lacks, and where they differ."""

from __future__ import annotations

from mandala_protocol.errors import Code, RemoteProtocolError
from mandala_protocol.record.referee import Referee
from mandala_protocol.record.steps import is_abandonment
from mandala_protocol.record.transcript import Entry, signed_by
from mandala_protocol.sentence import Sentence
from mandala_protocol.wire.messages import Adjourn, Resume


class CatchUp:
    """The pasts of both sides, as they say them on one connection. ``peer`` is the other identity, 32 bytes."""

    def __init__(self, referee: Referee, peer: bytes) -> None:
        self._referee, self._peer = referee, peer
        self.past: Resume | None = None
        """The length of the other's record, and its head; None until the other has said them."""
        self.given_up = False
        """Set when the other has called the game abandoned where our record has something else: no one is to blame."""
        self.disputed_entry: Entry | None = None
        """Our entry in the place where theirs is another one."""
        self.lacking: tuple[Entry, ...] = ()
        """The entries that the other lacks, as they were; or, where the pasts differ, all since the proposal."""
        self._had = self._compared = 0

    @property
    def disputed(self) -> bool:
        """Return whether the peer has a different history of the game, and shows or must show the proof."""
        past, transcript = self.past, self._referee.transcript
        if past is None or past.length > transcript.length:
            return False
        return transcript.head_after(past.length) != past.head

    @property
    def complete(self) -> bool:
        """Return whether we have every entry that the other side has announced."""
        return self.past is not None and self._referee.transcript.length >= self.past.length and not self.disputed

    def hear_past(self, past: Resume) -> None:
        """Take in the other's past.

        Raises ``RemoteProtocolError`` if that is another proposal alone: then no entry could show the difference.
        """
        if past.length == 1 and past.head != self._referee.proposal:
            raise _wrong_head(b"")
        self.past = past
        self._had = self._referee.transcript.length
        # Settled now: what is heard before we come to say it, the other has.
        self.lacking = self._referee.transcript.entries[1 if self.disputed else past.length :]

    def own_past(self) -> Resume:
        """Our own past, as a message."""
        transcript = self._referee.transcript
        return Resume(transcript.length, transcript.head)

    @property
    def adjourned_anew(self) -> bool:
        """Return whether the last entry is an ``adjourn`` that neither record had before this connection."""
        entries = self._referee.transcript.entries
        known = max(self._had, 0 if self.past is None else self.past.length)
        return len(entries) > known and isinstance(entries[-1].body, Adjourn)

    def require_announced(self, entry: Entry) -> None:
        """Require that an entry is part of the past that the other has told. Raises ``RemoteProtocolError``."""
        if self.past is None or entry.number >= self.past.length:
            raise RemoteProtocolError(Code.OUT_OF_TURN, "RS3", Sentence("this entry was not announced"), entry.evidence)

    def require_same_head(self, entry: Entry) -> None:
        """Before the last entry announced is taken: raises ``RemoteProtocolError`` if it leads to another head."""
        past = self.past
        if past is not None and entry.number + 1 == past.length and entry.head != past.head:
            raise _wrong_head(entry.evidence)

    def compare(self, theirs: Entry) -> None:
        """Find out what the pasts differ in; both have the proofs in hand then. ``theirs`` was announced.

        Raises ``Fork`` if the other has cheated, ``RemoteProtocolError`` if the pasts differ otherwise.
        """
        assert self.past is not None, "it was announced"
        ours = self._referee.transcript.entries[theirs.number]
        if theirs.head == ours.head:
            if theirs.number < self._compared or theirs.number >= self._had:
                detail = Sentence("this entry already came over this connection")
                raise RemoteProtocolError(Code.OUT_OF_TURN, "RS3", detail, theirs.evidence)
            self._compared = theirs.number + 1
            if theirs.number + 1 < self.past.length:
                return
            raise _wrong_head(theirs.evidence)
        self.disputed_entry = ours
        self._referee.require_no_fork(theirs.place, theirs.message())
        detail = Sentence("entry {number} differs from the one in this record", number=theirs.number)
        if self._may_have_waited(ours, theirs):
            self.given_up = True
            detail = Sentence("the other player gave up waiting and abandoned the game")
        raise RemoteProtocolError(Code.OTHER_PAST, "RS4", detail, theirs.evidence)

    def _may_have_waited(self, ours: Entry, theirs: Entry) -> bool:
        """Return whether the other can have called the game abandoned here, without what we have said since."""
        referee, since = self._referee, self._referee.transcript.entries[theirs.number :]
        if not referee.grace or not is_abandonment(theirs.body) or theirs.previous != ours.previous:
            return False
        if referee.due is None and referee.abandoned is None:
            return False
        return signed_by(theirs, self._peer) and not any(signed_by(entry, self._peer) for entry in since)


def _wrong_head(evidence: bytes) -> RemoteProtocolError:
    detail = Sentence("the entries do not lead to the announced head")
    return RemoteProtocolError(Code.OTHER_PAST, "RS4", detail, evidence)
