"""Defects of leaving, and of what follows when the other leaves."""

from __future__ import annotations

from mandala_conformance.findings import CaseVerdict
from mandala_net.match.session_runner import SessionRunner
from mandala_protocol.conversation import entry_checks
from mandala_protocol.conversation.events import SessionEvent
from mandala_protocol.conversation.session import Session
from mandala_protocol.errors import Code, RemoteProtocolError
from mandala_protocol.record import referee
from mandala_protocol.record.referee import Referee
from mandala_protocol.record.steps import is_abandonment
from mandala_protocol.record.transcript import Entry, require_signature
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import Sentence
from mandala_protocol.wire.messages import Bye, Error, Message
from tests.conformance.defects.defect import DefectBook, nothing, replace

LEAVING = DefectBook()


def refuse(kind: type[Message]) -> None:
    """Refuse all messages of a kind."""
    hear = Session._hear_link_message

    def hear_or_refuse(self: Session, message: Message) -> SessionEvent:
        if isinstance(message, kind):
            raise RemoteProtocolError(Code.MALFORMED, "MS6", Sentence("that is not known here"))
        return hear(self, message)

    replace(Session, "_hear_link_message", hear_or_refuse)


@LEAVING.defect("refuses-unknown-codes", "Refuses an unknown code", case="MS20/unknown-code", seen="MS6|malformed")
def refuses_unknown_codes() -> None:
    refuse(Error)


@LEAVING.defect("blames-who-leaves", "Blames the other for a bye", case="EN12/bye-and-back", seen="MS6|malformed")
def blames_who_leaves() -> None:
    refuse(Bye)


@LEAVING.defect(
    "ends-by-speakers-alone",
    "Takes an abandonment only from the seat that is due",
    case="TR13/where-the-other-is-due",
    seen="bad-signature|TR7",
    command="join",
)
def ends_by_speakers_alone() -> None:
    require_signed = Referee._require_signed

    def require_signed_by_due(self: Referee, entry: Entry) -> Seat:
        if is_abandonment(entry.body) and self.due is not None and self.players:
            require_signature(entry, self.players[self.due.speaker].identity)
        return require_signed(self, entry)

    replace(Referee, "_require_signed", require_signed_by_due)


@LEAVING.defect(
    "takes-claims-of-absence",
    "Takes an abandonment on a connection",
    case="EN14/on-a-connection",
    seen="^pong",
    command="join",
)
def takes_claims_of_absence() -> None:
    replace(entry_checks, "is_abandonment", lambda _: False)


@LEAVING.defect(
    "ends-without-a-grace",
    "Takes an abandonment although there is no grace",
    case="EN14/no-grace",
    seen="^busy",
)
def ends_without_a_grace() -> None:
    replace(entry_checks, "is_abandonment", lambda _: False)
    replace(referee, "require_grace", nothing)


@LEAVING.defect(
    "ends-without-a-grace-on-return",
    "Takes an abandonment that was missing although there is no grace",
    case="EN14/came-back-without-grace",
    seen="pong|bye",
    command="join",
)
@LEAVING.defect(
    "ends-with-a-statement-on-return",
    "Takes an abandonment with a statement that was missing",
    case="EN14/came-back-with-statement",
    seen="pong|bye",
    command="join",
)
def ends_without_a_grace_on_return() -> None:
    replace(referee, "require_grace", nothing)


@LEAVING.defect(
    "leaves-without-a-word",
    "Closes the connection after its last entry without a bye",
    case="MS15/after-the-last",
    seen="the connection closed|nothing within",
    command="join",
    verdict=CaseVerdict.NON_STRICT,
)
def leaves_without_a_word() -> None:
    async def conclude(self: SessionRunner) -> None:
        nothing(self)

    replace(SessionRunner, "_conclude", conclude)
