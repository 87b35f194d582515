"""A whole conversation between two honest sessions, with the state of the hearer before each of its messages.

Every random choice is fixed, so it is the same conversation each time. The states lie in a folder: a state is
some 150 kB, and there are hundreds.
"""

from __future__ import annotations

import contextlib
import hashlib
import pickle
import random
import sys
import tempfile
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from attrs import frozen
from nacl.signing import SigningKey

from fuzz import places
from mandala_protocol.conversation.events import (
    CheckAlive,
    Command,
    ConfirmAlive,
    DeclineOffer,
    MakeOffer,
    Play,
    Speak,
    Talk,
)
from mandala_protocol.conversation.session import Session
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.conversation.speaker import GameTerms
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.poker.hashing import tagged_hash
from mandala_protocol.poker.workers import Serial
from mandala_protocol.record import verification
from mandala_protocol.record.transcript import Entry, read
from mandala_protocol.seats import Seat
from mandala_protocol.wire import messages
from mandala_protocol.wire.messages import First, OfferKind

NAMES: Final = ("Anna", "Ben")
GRACE: Final = 60
_SEED: Final = 7


class FixedIdentity:
    """An identity made from a number."""

    def __init__(self, number: int) -> None:
        self._key = SigningKey(bytes([number]) * 32)
        self.public = bytes(self._key.verify_key)

    def sign(self, data: bytes) -> bytes:
        """The signature over ``data``, 64 bytes."""
        return bytes(self._key.sign(data).signature)

    def sign_entry(self, payload: bytes) -> bytes:
        """The signature of an entry, whatever is in it."""
        return self.sign(tagged_hash("entry", payload))


IDENTITIES: Final = (FixedIdentity(1), FixedIdentity(2))
STRANGER: Final = FixedIdentity(3)


@frozen
class Said:
    """One message as it went over the line, and who said it."""

    speaker: Seat
    data: bytes


@frozen
class Conversation:
    """The messages of a conversation, its record, and the place of the receiver's state before each message."""

    said: Sequence[Said]
    entries: Sequence[Entry]
    folder: Path

    def hearer(self, place: int) -> Session:
        """The session that is just to hear the message at this place; each time a fresh one."""
        session: Session = pickle.loads((self.folder / f"{place}").read_bytes())
        return session


def _session(seat: Seat) -> Session:
    return Session(
        seat=seat,
        signer=IDENTITIES[seat],
        name=NAMES[seat],
        peer=IDENTITIES[seat.other].public,
        seed=bytes([_SEED, int(seat)]) * 16,
        games=GAMES,
        workers=Serial(),
        terms=GameTerms(MANDALA.name, First.LOT, GRACE) if seat is Seat.HOST else None,
    )


def _asides(length: int) -> list[tuple[bool, Command]]:
    """The messages besides the game at this length of the record, and whether the next speaker sends them."""
    if length < 12:
        return [(True, Talk("good luck")), (False, CheckAlive()), (True, ConfirmAlive())] if length in (0, 8) else []
    match length % 16:
        case 13:
            return [(True, CheckAlive()), (False, ConfirmAlive()), (False, Talk("hm"))]
        case 15:
            return [(False, MakeOffer(OfferKind.END)), (True, DeclineOffer())]
        case 1:
            return [(False, MakeOffer(OfferKind.ADJOURN)), (True, DeclineOffer())]
        case _:
            return []


def _held(folder: Path, moves: int | None) -> Iterator[Said]:
    """Hold the conversation, and write each state into the folder. After ``moves`` both agree to end."""
    sessions = [_session(seat) for seat in Seat]
    for session in sessions:
        session.open_line(NAMES[session.seat.other])
    count = 0

    def say(session: Session, command: Command) -> Said:
        nonlocal count
        hearer = sessions[session.seat.other]
        data = session.send(command)
        (folder / f"{count}").write_bytes(pickle.dumps(hearer))
        hearer.receive_data(data)
        for _ in hearer.next_events():
            pass
        for peer in sessions:
            peer.new_entries()
        count += 1
        return Said(session.seat, data)

    while speaking := [peer for peer in sessions if peer.pending is not Pending.NOTHING]:
        session = speaking[0]
        referee = session.referee
        other = sessions[session.seat.other]
        for by_speaker, command in _asides(referee.transcript.length) if not referee.result and referee.playing else []:
            yield say(session if by_speaker else other, command)
        if session.pending is Pending.ENTRY:
            yield say(session, Speak())
        elif referee.moves_made == moves:
            yield say(other, MakeOffer(OfferKind.END))
            yield say(session, MakeOffer(OfferKind.END))
        else:
            legal = sorted(MANDALA.legal_moves(referee.view(session.seat)), key=MANDALA.format_move)
            yield say(session, Play(random.Random(referee.transcript.head).choice(legal)))
    (folder / "record").write_bytes(verification.write(sessions[0].referee.transcript.entries))


@cache
def _conversation(moves: int | None) -> Conversation:
    """The conversation of a game of ``moves``, held once for the code as it is."""
    folder = places.states() / f"conversation-{_version(moves)}"
    listed = folder / "said"
    if not listed.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as name:
            new = Path(name) / folder.name
            new.mkdir()
            (new / "said").write_bytes(pickle.dumps([(int(said.speaker), said.data) for said in _held(new, moves)]))
            with contextlib.suppress(OSError):  # another process was quicker, and its folder holds the same
                new.rename(folder)
    said = [Said(Seat(seat), data) for seat, data in pickle.loads(listed.read_bytes())]
    entries = [read(message) for message in verification.read_messages((folder / "record").read_bytes())]
    return Conversation(said, entries, folder)


def conversation() -> Conversation:
    """The one that this process is about, as a rule that of a whole game."""
    return _conversation(places.moves())


def short_conversation() -> Conversation:
    """The conversation of a short game with every kind of entry: to verify a whole one takes seconds."""
    return _conversation(places.SHORT_GAME)


def _version(moves: int | None) -> str:
    """Changes with the code, and with how long the game is: states of other code mean nothing here."""
    digest = hashlib.sha256(repr((moves, sys.version_info, Path(__file__).read_bytes())).encode())
    package = Path(messages.__file__).parent
    for file in sorted(package.rglob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:12]
