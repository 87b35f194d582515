"""The vectors of a whole conversation: a short game, said again to the byte by sessions with the same secrets.

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
from mandala_protocol import record
from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.games.mandala.colours import LETTERS
from mandala_protocol.messages import KIND_OF_ENTRY, EntryMessage, First, Move, decode, encode
from mandala_protocol.poker.workers import Serial
from mandala_protocol.seats import Seat
from mandala_protocol.session import Command, Greet, Owes, Play, Resign, Session, Speak, Talk
from mandala_protocol.speaker import Offer
from mandala_protocol.transcript import Entry, read

Vectors: TypeAlias = dict[str, Any]

FILE = Path(mandala_protocol.__file__).parent / "vectors" / "conversation.json"

NOTE = (
    "A short game of Mandala, all of it: what is said, in order, and what both sides derive from it. Byte strings in "
    "hexadecimal; seat 0 is the host, seat 1 the guest. 'said' is the conversation after the handshake: messages of "
    "the link with their length, or the number of an entry, which goes as [2, {payload, signature}]. 'entries' gives "
    "each entry's payload and signature, the head after it, and the position after it where there is one. "
    "'identity_secret' is an Ed25519 secret key (RFC 8032); 'game_seed' is what this program draws all else from, "
    "which is its own affair: others need not come to the same entries, but must take these. 'rest_of_pile' is the "
    "draw pile at the end, opened with both keys, next card first; 'record_sha256' is of the record file."
)

MOVES = ("B0r1", "B0g1", "B0p1", "B0k1", "Ko", "Ky", "A1p", "Cr1")
"""A mandala is completed and shared out; then one card is built and one discarded, both with a draw."""

CHAT = "Well done!"


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
SEEDS = tuple(bytes([6, seat]) * 16 for seat in Seat)


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
                software="vectors",
                offer=Offer(MANDALA.name, First.LOT) if seat is Seat.HOST else None,
            )
            for seat in Seat
        )

    def say(self, seat: Seat, data: bytes) -> None:
        self.sessions[seat.other].receive(data)
        message = decode(data[2:])
        assert message is not None
        if isinstance(message, EntryMessage):
            entry = read(message)
            self.said.append({"from": int(seat), "entry": entry.number})
            state = self.sessions[seat].table.state
            if state is not None:
                self.positions[entry.number] = MANDALA.position(state)
        else:
            kind = type(message).__name__.lower()
            self.said.append({"from": int(seat), "kind": kind, "message": data.hex()})

    def carry_on(self, moves: Sequence[str]) -> None:
        """Say what is due until a move is due and ``moves`` are all made, or the game is over."""
        rest = list(moves)
        while (session := next((one for one in self.sessions if one.owes is not Owes.NOTHING), None)) is not None:
            if session.owes is not Owes.MOVE:
                self.say(session.seat, session.send(Speak()))
            elif rest:
                self.say(session.seat, session.send(Play(rest.pop(0))))
            else:
                return


@cache
def play() -> Conversation:
    conversation = Conversation()
    host, guest = conversation.sessions
    for session in conversation.sessions:
        conversation.say(session.seat, session.send(Greet()))
    conversation.carry_on(MOVES[:4])
    conversation.say(Seat.GUEST, guest.send(Talk(CHAT)))
    conversation.carry_on(MOVES[4:])
    resigning = host if guest.owes is Owes.MOVE else guest
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
        "offer": {"game": MANDALA.name, "first": First.LOT.value},
        "moves": list(MOVES),
        "said": conversation.said,
        "entries": [
            described(entry, said_by, conversation) for entry, said_by in zip(entries, speakers(), strict=True)
        ],
        "derived": {
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
            "record_sha256": hashlib.sha256(record.write(entries)).hexdigest(),
        },
    }


def speakers() -> list[int]:
    return [step["from"] for step in play().said if "entry" in step]


def described(entry: Entry, seat: int, conversation: Conversation) -> Vectors:
    kind = type(entry.body)
    return {
        "number": entry.number,
        "seat": seat,
        "kind": {"ResultBody": "result"}.get(kind.__name__, kind.__name__.lower()),
        "kind_number": KIND_OF_ENTRY[kind],
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
    return record.write([read(message) for message in messages])


def test_sessions_with_these_secrets_say_it_again_to_the_byte() -> None:
    assert make() == VECTORS, "if the change is meant, run this file as a program, and raise the protocol version"


def test_every_kind_of_entry_is_said() -> None:
    assert {one["kind_number"] for one in VECTORS["entries"]} == set(KIND_OF_ENTRY.values())


def test_the_record_of_it_proves_the_game() -> None:
    data = record_of(taken(VECTORS))
    assert hashlib.sha256(data).hexdigest() == VECTORS["derived"]["record_sha256"]
    verdict = record.verify(data, GAMES, Serial())
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
    for one in VECTORS["said"]:
        entry = VECTORS["entries"][one["entry"]] if "entry" in one else None
        said = encode(taken(VECTORS)[one["entry"]]).hex() if entry else one["message"]
        move = next(moves) if entry and entry["kind"] == "move" else ""
        if one["from"] != seat:
            session.receive(bytes.fromhex(said))
            continue
        commands: dict[str, Command] = {
            "hello": Greet(),
            "chat": Talk("Well done!"),
            "wish": Resign(),
            "move": Play(move),
        }
        assert session.send(commands.get((entry or one)["kind"], Speak())).hex() == said
    assert session.table.transcript.head.hex() == VECTORS["entries"][-1]["head"]
    assert session.table.due is None


@pytest.mark.parametrize("number", range(len(VECTORS["entries"])))
def test_a_flipped_bit_in_any_entry_is_found_there(number: int) -> None:
    """In the signature, so that the payload stays readable; whatever breaks is found at this entry, not later."""
    messages = taken(VECTORS)[: number + 1]
    signature = bytearray(messages[number].signature)
    signature[40] ^= 1
    messages[number] = EntryMessage(messages[number].payload, bytes(signature))
    # The proofs before it have been checked in another test; own entries are taken without them.
    table = Conversation().sessions[Seat.HOST].table
    for message in messages[:-1]:
        table.take(read(message), own=True)
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


def test_chain_and_signatures_follow_the_formulas() -> None:
    head = bytes(32)
    for number, one in enumerate(VECTORS["entries"]):
        payload, signature = bytes.fromhex(one["payload"]), bytes.fromhex(one["signature"])
        assert msgpack.unpackb(payload)[:3] == [number, head, one["kind_number"]]
        VerifyKey(bytes.fromhex(VECTORS["players"][one["seat"]]["identity"])).verify(
            tagged("entry", payload), signature
        )
        head = tagged("chain", payload, signature)[:32]
        assert head.hex() == one["head"]


def test_seed_words_and_first_player_follow_the_formulas() -> None:
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


def test_digests_and_the_wish_to_resign_follow_the_formulas() -> None:
    turn = 0
    for one in VECTORS["entries"]:
        fields = unpacked(one["number"])
        if one["kind"] in ("move", "result"):
            assert fields["digest"] == hashlib.sha256(one["position"].encode()).digest()
        turn += one["kind"] == "move"
        if one["kind"] == "end":
            assert (fields["reason"], fields["turn"]) == ("resigned", turn)
            statement = tagged("wish", bytes.fromhex(VECTORS["derived"]["game_id"]), b"resign", turn.to_bytes(2, "big"))
            resigned = VECTORS["players"][1 - one["seat"]]
            VerifyKey(bytes.fromhex(resigned["identity"])).verify(statement, fields["statement"])
            return
    raise AssertionError("nobody resigned")


if __name__ == "__main__":
    FILE.write_text(json.dumps(make(), indent=1, ensure_ascii=False) + "\n")
