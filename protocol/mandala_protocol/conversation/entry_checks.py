"""The session's own checks of an entry: those that depend on the connection and on the players at its ends."""

from __future__ import annotations

from mandala_protocol.conversation.speaker import GameTerms
from mandala_protocol.errors import Code, RemoteProtocolError
from mandala_protocol.record.referee import ACCEPTANCE, Referee
from mandala_protocol.record.steps import is_abandonment
from mandala_protocol.record.transcript import Entry, require_signature
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import Sentence
from mandala_protocol.wire.messages import Accept, Propose


def require_in_turn(referee: Referee, entry: Entry, speaker: Seat, identity: bytes, name: str) -> None:
    """Require that a new entry on a line is the next one, and said by the ``speaker`` at the other end.

    ``identity`` (32 bytes) and ``name`` are what is known of that player. Raises ``RemoteProtocolError``, in the order
    of TR9.
    """
    require_same_player(referee, entry, identity, name)
    if entry.number > ACCEPTANCE:
        require_signature(entry, identity)
    if is_abandonment(entry.body):
        detail = Sentence("the game was called abandoned although this player is connected")
        raise RemoteProtocolError(Code.OUT_OF_TURN, "EN14", detail, entry.evidence)
    if referee.due is not None and referee.due.speaker is not speaker:
        raise RemoteProtocolError(Code.OUT_OF_TURN, "OR2", Sentence("it was our turn to speak"), entry.evidence)


def require_same_player(referee: Referee, entry: Entry, identity: bytes, name: str | None) -> None:
    """Require that an entry is the next one, and that a game is begun by those on the line.

    ``identity`` is whose entry this must be; ``name`` what the other said in its hello, None for an entry of our own
    that comes back. Raises ``RemoteProtocolError``.
    """
    referee.transcript.require_next(entry)
    match entry.body:
        case Propose() | Accept() as said if entry.number <= ACCEPTANCE:
            if name is None and said.identity != identity:
                detail = Sentence("the returned entry names a different player")
                raise RemoteProtocolError(Code.WRONG_IDENTITY, "OR5", detail, entry.evidence)
            if name is not None and (said.identity, said.name) != (identity, name):
                detail = Sentence("the entry names a different player than the connected one")
                raise RemoteProtocolError(Code.WRONG_IDENTITY, "OR5", detail, entry.evidence)
        case _:
            pass


def require_terms(entry: Entry, expected: GameTerms | None) -> None:
    """Require that a proposal has the terms ``expected``, if any. Raises ``RemoteProtocolError`` (RS13)."""
    match entry.body:
        case Propose() as proposal if entry.number == 0 and expected is not None and not expected.is_kept_by(proposal):
            require_signature(entry, proposal.identity)
            detail = Sentence("the next game was proposed with a different first player, grace or game than agreed")
            raise RemoteProtocolError(Code.NOT_AGREED, "RS13", detail, entry.evidence)
        case _:
            pass
