"""The vectors of Patterns: set-ups drawn from seeds, and a whole conversation, said again to the byte.

Run as a program, this writes the file anew.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest
from nacl.signing import SigningKey

import mandala_protocol
from mandala_protocol.conversation import evidence
from mandala_protocol.conversation.events import Command, Play, Speak
from mandala_protocol.conversation.greeting import Greeting
from mandala_protocol.conversation.session import Session
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.conversation.speaker import GameTerms
from mandala_protocol.games.game import Game
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.games.patterns import PATTERNS, PatternsMove
from mandala_protocol.poker.workers import Serial
from mandala_protocol.record import verification
from mandala_protocol.record.transcript import read
from mandala_protocol.seats import First, Seat
from mandala_protocol.wire.messages import (
    EntryMessage,
    MessageReader,
    Move,
    decode,
    encode,
    name_of_kind,
)
from tests.hearing import hear

Vectors: TypeAlias = dict[str, Any]

FILE = Path(mandala_protocol.__file__).parent / "vectors" / "patterns.json"

NOTE = (
    "Patterns. Byte strings in hexadecimal; seat 0 is the host, seat 1 the guest. 'set_ups' gives the position that "
    "follows from a seed if the host plays first (PL12). 'conversation' is a whole game after the handshake, in the "
    "form of conversation.json: messages of the link with their length, or the number of an entry, which goes as "
    "[2, {payload, signature}]. 'game_seed' is what this program draws all else from, which is its own affair: others "
    "need not come to the same entries, but must take these."
)

GAMES: Final[dict[str, Game[Any, Any]]] = {PATTERNS.name: PATTERNS}
SET_UPS: Final = 12
NAMES: Final = ("Anna", "Ben")
SECRETS: Final = tuple(bytes([21 + seat]) * 32 for seat in Seat)
SEEDS: Final = tuple(bytes([15, seat]) * 16 for seat in Seat)


class Identity:
    """An identity made from its secret."""

    def __init__(self, secret: bytes) -> None:
        self._key = SigningKey(secret)
        self.public = bytes(self._key.verify_key)

    def sign(self, data: bytes) -> bytes:
        return bytes(self._key.sign(data).signature)


IDENTITIES: Final = tuple(map(Identity, SECRETS))


def new_session(seat: Seat) -> Session:
    terms = GameTerms(PATTERNS.name, First.LOT, live_score=True) if seat is Seat.HOST else None
    return Session(
        seat=seat,
        signer=IDENTITIES[seat],
        name=NAMES[seat],
        peer=IDENTITIES[seat.other].public,
        seed=SEEDS[seat],
        games=GAMES,
        workers=Serial(),
        terms=terms,
        live_score=True,
    )


def chosen(session: Session) -> PatternsMove:
    """The move that is made: the middle one in the fixed order, so that tiles are opened, flipped and swapped."""
    table = session.table
    moves = PATTERNS.legal_moves(table.view(session.seat))
    return moves[len(moves) // 2]


def greeting(seat: Seat) -> bytes:
    return Greeting(NAMES[seat], "vectors", b"", None).hello()


@cache
def conversation() -> Vectors:
    """A whole game, from hello to the results."""
    sessions = tuple(map(new_session, Seat))
    said: list[Vectors] = []
    entries: list[Vectors] = []
    for seat in Seat:
        said.append({"from": int(seat), "kind": "hello", "message": greeting(seat).hex()})
        sessions[seat].open_line(NAMES[seat.other])
    while (speaker := next((one for one in sessions if one.owes is not Pending.NOTHING), None)) is not None:
        command: Command = Play(chosen(speaker)) if speaker.owes is Pending.MOVE else Speak()
        data = speaker.send(command)
        hear(sessions[speaker.seat.other], data)
        for message in MessageReader().feed(data):
            assert isinstance(message, EntryMessage)
            entry = read(message)
            state = speaker.table.state
            said.append({"from": int(speaker.seat), "entry": entry.number})
            entries.append(
                {
                    "number": entry.number,
                    "seat": int(speaker.seat),
                    "kind": name_of_kind(type(entry.body)),
                    "kind_number": entry.body.kind_number,
                    "says": entry.body.move if isinstance(entry.body, Move) else "",
                    "payload": entry.payload.hex(),
                    "signature": entry.signature.hex(),
                    "head": entry.head.hex(),
                    "position": "" if state is None else PATTERNS.position(state),
                }
            )
    table = sessions[Seat.HOST].table
    agreed, result = table.agreed, table.result
    assert agreed is not None
    assert result is not None
    players = [
        {
            "seat": int(seat),
            "name": NAMES[seat],
            "identity_secret": SECRETS[seat].hex(),
            "identity": IDENTITIES[seat].public.hex(),
            "game_seed": SEEDS[seat].hex(),
        }
        for seat in Seat
    ]
    return {
        "players": players,
        "offer": {"game": PATTERNS.name, "first": First.LOT.value, "grace": 0, "live_score": True},
        "moves": [entry["says"] for entry in entries if entry["kind"] == "move"],
        "said": said,
        "entries": entries,
        "derived": {
            "game_id": table.game_id.hex(),
            "seed": agreed.seed.hex(),
            "words": agreed.words,
            "first_player": int(agreed.first_player(First.LOT)),
            "result": {
                "scores": list(result.scores),
                "winner": None if result.winner is None else int(result.winner),
                "reason": result.reason,
            },
            "record_sha256": hashlib.sha256(verification.write(list(table.transcript.entries))).hexdigest(),
        },
    }


def set_ups() -> list[Vectors]:
    seeds = [hashlib.sha256(bytes([number])).digest() for number in range(SET_UPS)]
    return [{"seed": seed.hex(), "position": PATTERNS.position(PATTERNS.initial(Seat.HOST, seed))} for seed in seeds]


def make() -> Vectors:
    return {"note": NOTE, "set_ups": set_ups(), "conversation": conversation()}


VECTORS: Vectors = json.loads(FILE.read_text()) if FILE.exists() else {"conversation": {"entries": []}, "set_ups": []}
PLAYED: Vectors = VECTORS["conversation"]


def taken() -> list[EntryMessage]:
    return [EntryMessage(bytes.fromhex(one["payload"]), bytes.fromhex(one["signature"])) for one in PLAYED["entries"]]


def test_the_file_is_what_the_code_makes() -> None:
    assert make() == VECTORS, "if the change is meant, run this file as a program, and raise the protocol version"


def test_a_game_without_cards_has_no_shuffles_mixes_and_shares() -> None:
    kinds = {one["kind"] for one in PLAYED["entries"]}
    assert kinds == {"propose", "accept", "commit", "open", "move", "key", "result"}
    assert {move[0] for move in PLAYED["moves"]} == set("SOFX")
    over = PLAYED["entries"][-1]["position"].split(" ")[2].split(":")
    assert over[:3:2] == ["over", "stuck"]
    assert "," in over[4], "there are final flips"


def test_the_record_of_it_proves_the_game() -> None:
    data = verification.write([read(message) for message in taken()])
    assert hashlib.sha256(data).hexdigest() == PLAYED["derived"]["record_sha256"]
    verdict = verification.verify(data, GAMES, Serial())
    assert verdict.fault is None
    assert verdict.complete
    result = verdict.table.result
    assert result is not None
    assert PLAYED["derived"]["result"] == {"scores": list(result.scores), "winner": result.winner, "reason": "stuck"}


def test_who_does_not_know_the_game_cannot_tell_whether_its_record_is_valid() -> None:
    data = verification.write(read(message) for message in taken())
    others: dict[str, Game[Any, Any]] = {MANDALA.name: MANDALA}
    with pytest.raises(verification.UnknownGame, match="this program does not know the game “patterns”"):
        verification.verify(data, others, Serial())
    first, second, *_ = taken()
    judged = evidence.judge(evidence.Evidence((first, second), second), others, Serial())
    assert judged == evidence.Unproven(evidence.Doubt.UNKNOWN_GAME)
    # A damaged proposal is no unknown game.
    forged = verification.write([EntryMessage(first.payload.replace(b"patterns", b"pattern1"), first.signature)])
    fault = verification.verify(forged, others, Serial()).fault
    assert fault is not None
    assert fault.error.requirement == "TR7"


@pytest.mark.parametrize("seat", Seat)
def test_PL14_PL15_a_session_that_hears_one_side_from_the_file_says_the_other(seat: Seat) -> None:
    session = new_session(seat)
    session.open_line(NAMES[seat.other])
    for one in PLAYED["said"]:
        if "entry" not in one:
            message = decode(bytes.fromhex(one["message"])[2:])
            assert message is not None
            assert greeting(Seat(one["from"])).hex() == one["message"]
            continue
        entry = PLAYED["entries"][one["entry"]]
        said = encode(taken()[one["entry"]])
        if one["from"] != seat:
            hear(session, said)
        else:
            command: Command = Play(PATTERNS.parse_move(entry["says"])) if entry["kind"] == "move" else Speak()
            assert session.send(command) == said
        state = session.table.state
        assert entry["position"] == ("" if state is None else PATTERNS.position(state))
    assert session.table.due is None


# The formulas of docs/protocol.md, written out once more with nothing of ours.


def tagged(tag: str, *items: bytes) -> bytes:
    data = b""
    for item in (b"mandala-lan/1/" + tag.encode(), *items):
        data += len(item).to_bytes(4, "big") + item
    return hashlib.sha512(data).digest()


def drawn_from(seed: bytes) -> Any:
    """A function that draws numbers below a bound from the public stream for the purpose "patterns" (CV9)."""
    stream = b"".join(tagged("random/patterns", seed, block.to_bytes(4, "big")) for block in range(20))
    words = iter([int.from_bytes(stream[place : place + 8], "big") for place in range(0, len(stream), 8)])
    return lambda bound: next(word for word in words if word < 2**64 // bound * bound) % bound


def laid(seed: bytes) -> str:
    below = drawn_from(seed)

    def shuffled(tiles: list[str]) -> list[str]:
        for last in range(len(tiles) - 1, 0, -1):
            other = below(last + 1)
            tiles[last], tiles[other] = tiles[other], tiles[last]
        return tiles

    aside = shuffled(list("roygpk"))
    others = shuffled([letter for letter in "roygpk" for _ in range(8)])
    board = [*others[:21], *aside[:2], *others[21:27], *aside[2:4], *others[27:]]
    return " ".join(["".join(sorted(aside[4:], key="roygpk".index)), "".join(board)])


@pytest.mark.parametrize("case", VECTORS["set_ups"], ids=lambda case: case["seed"][:8])
def test_PL12_the_set_ups_follow_the_formulas(case: Vectors) -> None:
    seed = bytes.fromhex(case["seed"])
    assert case["position"] == f"patterns 0 start:1 {laid(seed)} {'.' * 52} -/- -/-"


def test_PL12_PL6_the_game_begins_with_the_set_up_of_its_seed() -> None:
    seed = bytes.fromhex(PLAYED["derived"]["seed"])
    opened = PLAYED["entries"][5]
    assert opened["kind"] == "open"
    assert opened["position"].split(" ")[3:5] == laid(seed).split(" ")


if __name__ == "__main__":
    FILE.write_text(json.dumps(make(), indent=1, ensure_ascii=False) + "\n")
