"""A bot that joins a game and plays it by chance: ``python examples/bot.py HOST PORT RECORD``.

It has a socket of its own and speaks by the session alone. What it says is in the file RECORD before it is sent, as the
standard asks for; a bot that is to come back to a game after a failure must keep its seed as well.
"""

from __future__ import annotations

import random
import secrets
import socket
import sys
from pathlib import Path
from typing import Any

from nacl.signing import SigningKey

from mandala_net.link.framing import frame, take_frame
from mandala_net.link.handshake import Handshake, Role
from mandala_protocol import (
    GAMES,
    Alive,
    AskedAlive,
    CheckAlive,
    Command,
    Complained,
    ConfirmAlive,
    Greeting,
    Leave,
    Left,
    Pending,
    Play,
    Refused,
    RemoteProtocolError,
    Seat,
    Serial,
    Session,
    SessionEvent,
    Speak,
    write_record,
)

NAME = "Robin"
MOST_AT_ONCE = 65_519
"""So many bytes fit into a frame."""

SIGN_OF_LIFE = 5.0
"""After so many seconds of silence the other is asked for a sign of life."""


class Identity:
    """Whoever plays: a key that lasts would be kept in a file."""

    def __init__(self) -> None:
        self._key = SigningKey.generate()
        self.public = bytes(self._key.verify_key)

    def sign(self, data: bytes) -> bytes:
        """Sign for this identity."""
        return bytes(self._key.sign(data).signature)


class Link:
    """An encrypted connection to whoever holds the identity ``peer``."""

    def __init__(self, stream: socket.socket, identity: Identity) -> None:
        self._stream = stream
        handshake = Handshake(Role.GUEST, identity)
        stream.sendall(handshake.start())
        while handshake.established is None:
            stream.sendall(handshake.receive(self._received()))
        self._transport = handshake.established.transport
        self._buffer = bytearray(handshake.established.rest)
        self.peer = handshake.established.peer

    def send(self, data: bytes) -> None:
        """Send bytes of the conversation."""
        for start in range(0, len(data), MOST_AT_ONCE):
            self._stream.sendall(frame(self._transport.encrypt(data[start : start + MOST_AT_ONCE])))

    def receive(self) -> bytes:
        """The next bytes of the conversation. Raises ``TimeoutError`` after a while of silence."""
        while (content := take_frame(self._buffer)) is None:
            self._buffer += self._received()
        return self._transport.decrypt(content)

    def _received(self) -> bytes:
        data = self._stream.recv(1 << 16)
        if not data:
            raise ConnectionError("the other program has closed the connection")
        return data


class Bot:
    """One game as the guest."""

    def __init__(self, link: Link, identity: Identity, record: Path) -> None:
        self._link, self._record = link, record
        self._asked = self._over = False
        greeting = Greeting(NAME, "example bot 1")
        link.send(greeting.hello())
        while (greeted := greeting.receive(link.receive())) is None:
            pass
        self._session = Session(
            seat=Seat.GUEST,
            signer=identity,
            name=NAME,
            peer=link.peer,
            seed=secrets.token_bytes(32),
            games=GAMES,
            workers=Serial(),
        )
        self._session.open_line(greeted.name)
        self._session.receive_data(greeted.rest)

    def play(self) -> bool:
        """Play to the end; whether the game has a result."""
        try:
            while not self._over:
                for event in self._session.next_events():
                    self._hear(event)
                self._act()
                if not self._over:
                    self._listen()
        except RemoteProtocolError as error:
            self._link.send(self._session.complaint())
            print(f"The other program broke the protocol: {error}")
        return self._session.referee.result is not None

    def _hear(self, event: SessionEvent) -> None:
        self._save()
        match event:
            case AskedAlive():
                self._say(ConfirmAlive())
            case Alive() if self._asked and self._session.confirmed:
                self._say(Leave("The game is over."))
                self._over = True
            case Left(reason=reason) | Refused(reason=reason):
                print(f"The other player has left: {reason}")
                self._over = True
            case Complained(detail=detail):
                print(f"The other program complains: {detail}")
                self._over = True
            case _:
                pass  # offers are not taken up, and chat is not answered

    def _act(self) -> None:
        """Say all that is due from us; when the game is over make sure that our last word has arrived."""
        session = self._session
        while not self._over and session.pending is not Pending.NOTHING:
            self._say(Play(self._choose()) if session.pending is Pending.MOVE else Speak())
        we_said_the_last = session.referee.due is None and session.referee.last_speaker is session.seat
        if we_said_the_last and not self._asked and not self._over:
            self._asked = True
            self._say(CheckAlive())

    def _choose(self) -> Any:
        referee = self._session.referee
        return random.choice(referee.rules.legal_moves(referee.view(self._session.seat)))

    def _say(self, command: Command) -> None:
        data = self._session.send(command)
        self._save()
        self._link.send(data)

    def _listen(self) -> None:
        try:
            self._session.receive_data(self._link.receive())
        except TimeoutError:
            self._say(CheckAlive())

    def _save(self) -> None:
        if self._session.new_entries():
            self._record.write_bytes(write_record(self._session.referee.transcript.entries))


def main(host: str, port: int, record: Path) -> int:
    """Join a game and play it; 0 if it was played to its end."""
    identity = Identity()
    with socket.create_connection((host, port), timeout=SIGN_OF_LIFE) as stream:
        return 0 if Bot(Link(stream, identity), identity, record).play() else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])))
