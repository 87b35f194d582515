"""The vectors of a whole conversation: a short game on three lines, said again to the byte by the same secrets.

Run as a program, this writes the file anew.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import msgpack  # type: ignore[import-untyped]
import pytest
from nacl.signing import SigningKey, VerifyKey

import mandala_protocol
from mandala_protocol.conversation.events import (
    Command,
    Leave,
    MakeOffer,
    Play,
    Resign,
    Speak,
    Talk,
    TellMissing,
    TellPast,
)
from mandala_protocol.conversation.greeting import Greeting
from mandala_protocol.conversation.session import Session
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.conversation.speaker import GameTerms
from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.games.mandala.colours import LETTERS
from mandala_protocol.poker.workers import Serial
from mandala_protocol.record import verification
from mandala_protocol.record.transcript import Entry, read
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import (
    ENTRY_KINDS,
    EntryMessage,
    First,
    Hello,
    MessageReader,
    Move,
    OfferKind,
    Resume,
    decode,
    encode,
    name_of_kind,
)
from tests.hearing import hear

Vectors: TypeAlias = dict[str, Any]

FILE = Path(mandala_protocol.__file__).parent / "vectors" / "conversation.json"

NOTE = (
    "A short game of Mandala, all of it: what is said, in order, and what both sides derive from it. Byte strings in "
    "hexadecimal; seat 0 is the host, seat 1 the guest. 'said' is the conversation after the handshake: messages of "
    "the link with their length, or the number of an entry, which goes as [2, {payload, signature}]. A step of kind "
    "'line' stands where a line has ended and the next one begins; what is 'lost' did not arrive before that, and what "
    "is said 'again' is an entry of an earlier line. 'entries' gives "
    "each entry's payload and signature, the head after it, and the position after it where there is one. "
    "'identity_secret' is an Ed25519 secret key (RFC 8032); 'game_seed' is what this program draws all else from, "
    "which is its own affair: others need not come to the same entries, but must take these. 'rest_of_pile' is the "
    "draw pile at the end, opened with both keys, next card first; 'record_sha256' is of the record file."
)

MOVES = ("B0k1", "B0p1", "B0r1", "B0g1", "Ko", "Ky", "A1o", "Cr1")
"""A mandala is completed and shared out; then one card is built and one discarded, both with a draw."""

CHAT = "Well done!"
GOODBYE = "See you tomorrow"
SOFTWARE = "vectors"


class Identity:
    """An identity made from a number."""

    def __init__(self, number: int) -> None:
        self.secret = bytes([number]) * 32
        self._key = SigningKey(self.secret)
        self.public = bytes(self._key.verify_key)

    def sign(self, data: bytes) -> bytes:
        return bytes(self._key.sign(data).signature)


IDENTITIES = (Identity(1), Identity(2))
NAMES = ("Anna", "Ben")
SEEDS = tuple(bytes([5, seat]) * 16 for seat in Seat)


class Conversation:
    """Two sessions joined in memory, and what they said."""

    def __init__(self) -> None:
        self.said: list[Vectors] = []
        self.positions: dict[int, str] = {}
        self.sessions = tuple(
            Session(
                seat=seat,
                signer=IDENTITIES[seat],
                name=NAMES[seat],
                peer=IDENTITIES[seat.other].public,
                seed=SEEDS[seat],
                games=GAMES,
                workers=Serial(),
                terms=GameTerms(MANDALA.name, First.LOT, live_score=True) if seat is Seat.HOST else None,
                live_score=True,
            )
            for seat in Seat
        )
        self.entries_said = 0
        self.open_line(b"")

    def open_line(self, game: bytes) -> None:
        """Both say hello, and about which game."""
        for session in self.sessions:
            seat = session.seat if game else None
            self.note(session.seat, Greeting(NAMES[session.seat], SOFTWARE, game, seat).hello())
        for session in self.sessions:
            session.open_line(NAMES[session.seat.other])

    def go_on(self) -> None:
        """A new line after the last one has ended, however it did: both tell their past, and what the other lacks."""
        for session in self.sessions:
            session.lose_line()
        self.said.append({"kind": "line"})
        self.open_line(self.sessions[Seat.HOST].table.proposal)
        for command in (TellPast(), TellMissing()):
            for session in self.sessions:
                self.say(session.seat, session.send(command))

    def say(self, seat: Seat, data: bytes, *, lost: bool = False) -> None:
        """Bring bytes of a session to the other, unless they are lost on the way."""
        if not lost:
            hear(self.sessions[seat.other], data)
        for message in MessageReader().feed(data):
            self.note(seat, encode(message), lost=lost)

    def note(self, seat: Seat, data: bytes, *, lost: bool = False) -> None:
        message = decode(data[2:])
        assert message is not None
        if isinstance(message, EntryMessage):
            entry = read(message)
            again = entry.number < self.entries_said
            self.entries_said = max(self.entries_said, entry.number + 1)
            marks = {"lost": True} if lost else {"again": True} if again else {}
            self.said.append({"from": int(seat), "entry": entry.number, **marks})
            state = self.sessions[seat].table.state
            if state is not None:
                self.positions[entry.number] = MANDALA.position(state)
        else:
            self.said.append({"from": int(seat), "kind": name_of_kind(type(message)), "message": data.hex()})

    def carry_on(self, moves: Sequence[str]) -> None:
        """Say what is due until a move is due and ``moves`` are all made, or the game is over."""
        rest = list(moves)
        while (session := next((one for one in self.sessions if one.owes is not Pending.NOTHING), None)) is not None:
            if session.owes is not Pending.MOVE:
                self.say(session.seat, session.send(Speak()))
            elif rest:
                self.say(session.seat, session.send(Play(MANDALA.parse_move(rest.pop(0)))))
            else:
                return


@cache
def play() -> Conversation:
    conversation = Conversation()
    host, guest = conversation.sessions
    conversation.carry_on(MOVES[:4])
    conversation.say(Seat.GUEST, guest.send(Talk(CHAT)))
    conversation.carry_on(MOVES[4:6])
    # They adjourn: the guest offers it, the host agrees and leaves.
    conversation.say(Seat.GUEST, guest.send(MakeOffer(OfferKind.ADJOURN)))
    conversation.say(Seat.HOST, host.send(MakeOffer(OfferKind.ADJOURN)))
    conversation.say(Seat.HOST, host.send(Leave(GOODBYE)))
    conversation.go_on()
    # The line is lost, and with it the host's move.
    conversation.say(Seat.HOST, host.send(Play(MANDALA.parse_move(MOVES[6]))), lost=True)
    conversation.go_on()
    conversation.carry_on(MOVES[7:])
    resigning = host if guest.owes is Pending.MOVE else guest
    conversation.say(resigning.seat, resigning.send(Resign()))
    conversation.carry_on(())
    return conversation


def make() -> Vectors:
    conversation = play()
    table = conversation.sessions[Seat.HOST].table
    agreed, result = table.agreed, table.result
    assert agreed is not None
    assert result is not None
    entries = table.transcript.entries
    return {
        "note": NOTE,
        "players": [
            {
                "seat": int(seat),
                "name": NAMES[seat],
                "identity_secret": IDENTITIES[seat].secret.hex(),
                "identity": IDENTITIES[seat].public.hex(),
                "game_seed": SEEDS[seat].hex(),
            }
            for seat in Seat
        ],
        "offer": {"game": MANDALA.name, "first": First.LOT.value, "grace": 0, "live_score": True},
        "moves": list(MOVES),
        "said": conversation.said,
        "entries": [
            described(entry, said_by, conversation) for entry, said_by in zip(entries, speakers(), strict=True)
        ],
        "derived": {
            "proposal": table.proposal.hex(),
            "game_id": table.game_id.hex(),
            "head_after_commitments": entries[3].head.hex(),
            "joint_key": agreed.joint.hex(),
            "seed": agreed.seed.hex(),
            "words": agreed.words,
            "first_player": int(agreed.first_player(First.LOT)),
            "rest_of_pile": "".join(LETTERS[face] for face in table.rest_of_pile),
            "result": {
                "scores": list(result.scores),
                "winner": None if result.winner is None else int(result.winner),
                "reason": result.reason,
            },
            "record_sha256": hashlib.sha256(verification.write(entries)).hexdigest(),
        },
    }


def speakers() -> list[int]:
    return [step["from"] for step in play().said if "entry" in step and "again" not in step]


def described(entry: Entry, seat: int, conversation: Conversation) -> Vectors:
    kind = type(entry.body)
    return {
        "number": entry.number,
        "seat": seat,
        "kind": name_of_kind(kind),
        "kind_number": kind.kind_number,
        "says": entry.body.move if isinstance(entry.body, Move) else "",
        "payload": entry.payload.hex(),
        "signature": entry.signature.hex(),
        "head": entry.head.hex(),
        "position": conversation.positions.get(entry.number, ""),
    }


# Checking them.

VECTORS: Vectors = json.loads(FILE.read_text()) if FILE.exists() else {"entries": []}


def taken(vectors: Vectors) -> list[EntryMessage]:
    return [EntryMessage(bytes.fromhex(one["payload"]), bytes.fromhex(one["signature"])) for one in vectors["entries"]]


def record_of(messages: Sequence[EntryMessage]) -> bytes:
    return verification.write([read(message) for message in messages])


def test_sessions_with_these_secrets_say_it_again_to_the_byte() -> None:
    """So the program makes what the formulas below check (TR7, TR10, OP1, OP5, OP6, OP7, PL6, EN6)."""
    assert make() == VECTORS, "if the change is meant, run this file as a program, and raise the protocol version"


def test_every_kind_of_entry_is_said() -> None:
    assert {one["kind_number"] for one in VECTORS["entries"]} == set(ENTRY_KINDS)


def test_the_record_of_it_proves_the_game() -> None:
    data = record_of(taken(VECTORS))
    assert hashlib.sha256(data).hexdigest() == VECTORS["derived"]["record_sha256"]
    verdict = verification.verify(data, GAMES, Serial())
    assert verdict.fault is None
    assert verdict.complete
    assert verdict.unseen_plays == 0
    result = verdict.table.result
    assert result is not None
    assert VECTORS["derived"]["result"] == {
        "scores": list(result.scores),
        "winner": result.winner,
        "reason": "resigned",
    }


@pytest.mark.parametrize("seat", Seat)
def test_a_session_that_hears_one_side_from_the_file_says_the_other(seat: Seat) -> None:
    session = Conversation().sessions[seat]
    moves = iter(VECTORS["moves"])
    pasts_told, own_again = 0, b""
    for one in VECTORS["said"]:
        entry = VECTORS["entries"][one["entry"]] if "entry" in one else None
        kind = (entry or one)["kind"]
        if kind == "line":
            session.lose_line()
            session.open_line(NAMES[seat.other])
            pasts_told = 0
            continue
        if kind == "hello":
            game = session.table.proposal
            speaker = Seat(one["from"]) if game else None
            hello = Greeting(NAMES[one["from"]], SOFTWARE, game, speaker).hello()
            assert hello.hex() == one["message"]
            continue
        said = encode(taken(VECTORS)[one["entry"]]).hex() if entry else one["message"]
        move = next(moves) if kind == "move" and "again" not in one else ""
        if one["from"] != seat:
            if "lost" not in one:
                hear(session, bytes.fromhex(said))
        elif "again" in one:
            assert own_again.hex() == said
        else:
            assert session.send(command_for(kind, move, session)).hex() == said
        pasts_told += kind == "resume"
        if kind == "resume" and pasts_told == len(Seat):
            own_again = session.send(TellMissing())
    assert session.table.transcript.head.hex() == VECTORS["entries"][-1]["head"]
    assert session.table.due is None


def command_for(kind: str, move: str, session: Session) -> Command:
    """The command that makes a session send a message or an entry of this kind."""
    match kind:
        case "resume":
            return TellPast()
        case "chat":
            return Talk(CHAT)
        case "wish":
            return Resign() if session.table.adjourned else MakeOffer(OfferKind.ADJOURN)
        case "adjourn":
            return MakeOffer(OfferKind.ADJOURN)
        case "bye":
            return Leave(GOODBYE)
        case "move":
            return Play(MANDALA.parse_move(move))
        case _:
            return Speak()


def test_after_each_line_both_tell_their_past_and_one_says_again_what_was_lost() -> None:
    steps = [one["kind"] if "kind" in one else VECTORS["entries"][one["entry"]]["kind"] for one in VECTORS["said"]]
    beginnings = [place for place, kind in enumerate(steps) if kind == "line"]
    assert len(beginnings) == 2
    pasts = []
    for place in beginnings:
        assert steps[place + 1 : place + 5] == ["hello", "hello", "resume", "resume"]
        told = [decode(bytes.fromhex(one["message"])[2:]) for one in VECTORS["said"][place + 1 : place + 5]]
        assert {hello.game.hex() for hello in told[:2] if isinstance(hello, Hello)} == {VECTORS["derived"]["proposal"]}
        pasts.append([(past.length, past.head.hex()) for past in told[2:] if isinstance(past, Resume)])
    heads = {one["number"] + 1: one["head"] for one in VECTORS["entries"]}
    assert all(heads[length] == head for both in pasts for length, head in both)
    (adjourned, same), (longer, shorter) = ([length for length, _ in both] for both in pasts)
    assert adjourned == same
    assert longer == shorter + 1
    assert VECTORS["said"][beginnings[1] + 5] == {"from": 0, "entry": shorter, "again": True}


@pytest.mark.parametrize("number", range(len(VECTORS["entries"])))
def test_CV2_a_flipped_bit_in_any_entry_is_found_there(number: int) -> None:
    """In the signature, so that the payload stays readable; whatever breaks is found at this entry, not later."""
    messages = taken(VECTORS)[: number + 1]
    signature = bytearray(messages[number].signature)
    signature[40] ^= 1
    messages[number] = EntryMessage(messages[number].payload, bytes(signature))
    # The proofs before it have been checked in another test; they are taken without them.
    table = Conversation().sessions[Seat.HOST].table
    for message in messages[:-1]:
        table.take(read(message), trusted=True)
    with pytest.raises(RemoteProtocolError) as caught:
        table.take(read(messages[-1]))
    assert (caught.value.code.name, caught.value.requirement) == ("BAD_SIGNATURE", "TR7")


# The formulas of docs/protocol.md, written out once more with nothing of ours.


def tagged(tag: str, *items: bytes) -> bytes:
    data = b""
    for item in (b"mandala-lan/1/" + tag.encode(), *items):
        data += len(item).to_bytes(4, "big") + item
    return hashlib.sha512(data).digest()


def unpacked(number: int) -> dict[str, Any]:
    fields: dict[str, Any] = msgpack.unpackb(bytes.fromhex(VECTORS["entries"][number]["payload"]))[3]
    return fields


def test_TR7_TR10_chain_and_signatures_follow_the_formulas() -> None:
    head = bytes(32)
    for number, one in enumerate(VECTORS["entries"]):
        payload, signature = bytes.fromhex(one["payload"]), bytes.fromhex(one["signature"])
        assert msgpack.unpackb(payload)[:3] == [number, head, one["kind_number"]]
        VerifyKey(bytes.fromhex(VECTORS["players"][one["seat"]]["identity"])).verify(
            tagged("entry", payload), signature
        )
        head = tagged("chain", payload, signature)[:32]
        assert head.hex() == one["head"]


def test_OP1_OP5_OP6_OP7_seed_words_and_first_player_follow_the_formulas() -> None:
    derived = VECTORS["derived"]
    assert derived["game_id"] == VECTORS["entries"][1]["head"]
    host, guest = unpacked(4), unpacked(5)
    for seat, opening in enumerate((host, guest)):
        commitment = tagged(
            "key-commitment", opening["nonce"], opening["key"], opening["challenge"], opening["response"]
        )
        assert unpacked(2 + seat)["commitment"] == commitment
    committed = bytes.fromhex(VECTORS["entries"][3]["head"])
    seed = tagged("seed", committed, host["nonce"], host["key"], guest["nonce"], guest["key"])[:32]
    assert derived["seed"] == seed.hex()
    assert derived["first_player"] == int.from_bytes(tagged("random/lot", seed, bytes(4))[:8], "big") % 2

    bits = format(int.from_bytes(tagged("words", seed)[:8], "big"), "064b")[:36]
    syllables = [
        "bdfghklmnprstvwz"[int(bits[place : place + 4], 2)] + "aeio"[int(bits[place + 4 : place + 6], 2)]
        for place in range(0, 36, 6)
    ]
    assert derived["words"] == " ".join("".join(syllables[place : place + 2]) for place in (0, 2, 4))


def test_PL6_EN6_digests_and_wishes_follow_the_formulas() -> None:
    turn = 0
    wishes = []
    for one in VECTORS["entries"]:
        fields = unpacked(one["number"])
        if one["kind"] in ("move", "result"):
            assert fields["digest"] == hashlib.sha256(one["position"].encode()).digest()
        turn += one["kind"] == "move"
        if one["kind"] in ("adjourn", "end"):
            assert fields["turn"] == turn
            wish = fields.get("reason", "adjourn").replace("resigned", "resign")
            game = bytes.fromhex(VECTORS["derived"]["game_id"])
            statement = tagged("wish", game, wish.encode(), turn.to_bytes(2, "big"))
            wished = VECTORS["players"][1 - one["seat"]]
            VerifyKey(bytes.fromhex(wished["identity"])).verify(statement, fields["statement"])
            wishes.append(wish)
    assert wishes == ["adjourn", "resign"]


if __name__ == "__main__":
    FILE.write_text(json.dumps(make(), indent=1, ensure_ascii=False) + "\n")
