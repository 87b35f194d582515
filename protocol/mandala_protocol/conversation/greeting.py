"""The first word of each side on a line: who speaks, and about which game. Sans-I/O, like the session that follows."""

from __future__ import annotations

from attrs import frozen

from mandala_protocol.conversation.connection import Cause, ConnectionState, require_allowed
from mandala_protocol.conversation.trace import Trace, trace_heard, trace_moved, trace_said
from mandala_protocol.errors import Code, RemoteProtocolError
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import Sentence
from mandala_protocol.wire import messages
from mandala_protocol.wire.messages import PROTOCOL_VERSION, Hello, MessageReader, UnknownMessage
from mandala_protocol.wire.rate_limit import Allowance


@frozen
class Greeted:
    """The peer said hello. ``name`` is as sent and not to be trusted.

    ``game`` is the game that it wants to resume (32 bytes), empty for a new one; ``seat`` its seat in that game,
    None with a ``game`` for another game after that one; ``rest`` are the bytes that came after its hello, for the
    session.
    """

    name: str
    software: str
    game: bytes
    seat: Seat | None
    rest: bytes


class Greeting:
    """The exchange of ``hello``.

    ``game``: the game to resume, at this ``seat``; empty and None for a new one; a game and None for another
    game after that one. ``allowance``: how much may come; None: anything. ``trace`` hears of what is said and
    heard.
    """

    def __init__(
        self,
        name: str,
        software: str,
        game: bytes = b"",
        seat: Seat | None = None,
        allowance: Allowance | None = None,
        trace: Trace | None = None,
    ) -> None:
        self._hello = Hello(PROTOCOL_VERSION, software, name, game, None if seat is None else int(seat))
        self._reader = MessageReader(allowance)
        self._trace = trace

    def hello(self) -> bytes:
        """The first bytes to send."""
        trace_moved(self._trace, ConnectionState.NONE, ConnectionState.GREETING, Cause.CONNECTED)
        data = messages.encode(self._hello)
        trace_said(self._trace, data)
        return data

    def receive(self, data: bytes) -> Greeted | None:
        """Return the peer's hello once all of it has come. Raises ``RemoteProtocolError``."""
        self._reader.add(data)
        while (message := self._reader.next_message()) is not None:
            trace_heard(self._trace, message)
            if isinstance(message, UnknownMessage):
                continue
            require_allowed(ConnectionState.GREETING, type(message))
            assert isinstance(message, Hello), "the table lets nothing else pass"
            if message.version != PROTOCOL_VERSION:
                detail = Sentence(
                    "it speaks version {theirs}, and this program version {ours}",
                    theirs=message.version,
                    ours=PROTOCOL_VERSION,
                )
                raise RemoteProtocolError(Code.VERSION, "MS10", detail)
            seat = None if message.seat is None else Seat(message.seat)
            return Greeted(message.name, message.software, message.game, seat, self._reader.rest())
        return None

    def with_rest(self, why: Sentence) -> Sentence:
        """Return why there was no hello, with how much of a message has come, if any has."""
        announced = self._reader.announced
        if announced is None:
            return why
        came = len(self._reader.rest()) - messages.LENGTH_BYTES
        return Sentence(
            "{why} Of a message of {announced} bytes, {came} had come.", why=why, announced=announced, came=came
        )


def refusal(reason: str) -> bytes:
    """The bytes to send after hello if there will be no game now, with a reason of at most 200 characters."""
    return messages.encode(messages.Busy(reason[: messages.MAX_REASON]))


def complaint(error: RemoteProtocolError) -> bytes:
    """The bytes to send to a peer that broke the protocol: the requirement, and nothing about us."""
    detail = error.detail[: messages.MAX_REASON]
    return messages.encode(messages.Error(int(error.code), error.requirement, detail))
