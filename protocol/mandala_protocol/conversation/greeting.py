"""The first word of each side on a line: who speaks, and about which game. Sans-I/O, like the session that follows."""

from __future__ import annotations

from attrs import frozen

from mandala_protocol.errors import Code, RemoteProtocolError
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import Sentence
from mandala_protocol.wire import messages
from mandala_protocol.wire.messages import PROTOCOL_VERSION, Hello, MessageReader
from mandala_protocol.wire.rate_limit import Allowance


@frozen
class Greeted:
    """The peer said hello. ``name`` is as sent and not to be trusted.

    ``game`` is the game that it wants to go on with (32 bytes), empty for a new one; ``seat`` its seat in that game,
    None with a ``game`` for another game after that one; ``rest`` are the bytes that came after its hello, for the
    session.
    """

    name: str
    software: str
    game: bytes
    seat: Seat | None
    rest: bytes


class Greeting:
    """Says hello and hears it.

    ``game``: which game to go on with, at which ``seat``; empty and None for a new one; a game and None for another
    game after that one. ``allowance``: how much may come; None: anything.
    """

    def __init__(
        self,
        name: str,
        software: str,
        game: bytes = b"",
        seat: Seat | None = None,
        allowance: Allowance | None = None,
    ) -> None:
        self._hello = Hello(PROTOCOL_VERSION, software, name, game, None if seat is None else int(seat))
        self._reader = MessageReader(allowance)

    def hello(self) -> bytes:
        """The first bytes to send."""
        return messages.encode(self._hello)

    def receive(self, data: bytes) -> Greeted | None:
        """What the peer said, once all of its hello has come. Raises ``RemoteProtocolError``."""
        for message in self._reader.feed(data):
            if not isinstance(message, Hello):
                raise RemoteProtocolError(Code.OUT_OF_TURN, "MS8", Sentence("the first message must be hello"))
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


def refusal(reason: str) -> bytes:
    """What to send after hello when there will be no game now: at most 200 characters of why."""
    return messages.encode(messages.Busy(reason[: messages.MAX_REASON]))


def complaint(error: RemoteProtocolError) -> bytes:
    """What to tell a peer that broke the protocol; it gets the requirement, and nothing of ours."""
    detail = error.detail[: messages.MAX_REASON]
    return messages.encode(messages.Error(int(error.code), error.requirement, detail))
