"""The vectors of Patterns: set-ups drawn from seeds, and a whole conversation, checked by the formulas of the standard.

That the program says the same again to the byte is checked with all other vectors.
"""

from __future__ import annotations

import hashlib
from typing import Any, Final

import pytest

from mandala_protocol.conversation import evidence
from mandala_protocol.errors import Code
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.games.game import BadNotation, Game
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.poker.workers import Serial
from mandala_protocol.record import verification
from mandala_protocol.record.transcript import read, seal, signed_by
from mandala_protocol.wire.messages import EntryMessage, Move
from tests.protocol.conversation.conftest import TestIdentity
from tests.published import cases_of

SET_UPS: Final = cases_of("patterns.json", "set-up")
CONVERSATION: Final = cases_of("patterns.json", "conversation")[0]
PLAYED: Final[dict[str, Any]] = CONVERSATION["expected"]["games"][0]
MOVES: Final = [one["says"] for one in PLAYED["entries"] if one["kind"] == "move"]


def taken() -> list[EntryMessage]:
    return [EntryMessage(bytes.fromhex(one["payload"]), bytes.fromhex(one["signature"])) for one in PLAYED["entries"]]


def test_a_game_without_cards_has_no_shuffles_mixes_and_shares() -> None:
    kinds = {one["kind"] for one in PLAYED["entries"]}
    assert kinds == {"propose", "accept", "commit", "open", "move", "key", "result"}
    assert {move[0] for move in MOVES} == set("SOFX")
    over = PLAYED["entries"][-1]["position"].split(" ")[2].split(":")
    assert over[:3:2] == ["over", "stuck"]
    assert "," in over[4], "there are final flips"


def test_the_record_of_it_proves_the_game() -> None:
    data = verification.write([read(message) for message in taken()])
    assert hashlib.sha256(data).hexdigest() == PLAYED["record_sha256"]
    verdict = verification.verify(data, GAMES, Serial())
    assert verdict.fault is None
    assert verdict.complete
    result = verdict.referee.result
    assert result is not None
    assert PLAYED["result"] == {"scores": list(result.scores), "winner": result.winner, "reason": "stuck"}


@pytest.mark.parametrize("text", ["A1o", "B0r2", "Cr1", "O52", "S"])
def test_PL1_a_signed_move_of_another_game_is_refused(text: str) -> None:
    entries = [read(message) for message in taken()]
    place = next(number for number, entry in enumerate(entries) if isinstance(entry.body, Move))
    made = entries[place]
    numbers = [bytes.fromhex(player["identity_secret"])[0] for player in CONVERSATION["given"]["players"]]
    signer = next(
        test_identity for test_identity in map(TestIdentity, numbers) if signed_by(made, test_identity.public)
    )
    assert isinstance(made.body, Move)
    forged = seal(made.number, made.previous, Move(text, None, made.body.digest), signer)
    fault = verification.verify(verification.write([*entries[:place], forged]), GAMES, Serial()).fault
    assert fault is not None
    assert (fault.number, fault.error.code, fault.error.requirement) == (place, Code.ILLEGAL_MOVE, "PL1")


@pytest.mark.parametrize("text", ["O17", "F9", "X30", "Sg"])
def test_PL1_a_move_of_patterns_is_no_move_of_mandala(text: str) -> None:
    with pytest.raises(BadNotation):
        MANDALA.parse_move(text)


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


@pytest.mark.parametrize("case", SET_UPS, ids=lambda case: case["id"])
def test_PL12_the_set_ups_follow_the_formulas(case: dict[str, Any]) -> None:
    seed, first = bytes.fromhex(case["given"]["seed"]), case["given"]["first"]
    assert case["expected"]["position"] == f"patterns {first} start:{1 - first} {laid(seed)} {'.' * 52} -/- -/-"


def test_PL12_PL6_the_game_begins_with_the_set_up_of_its_seed() -> None:
    seed = bytes.fromhex(PLAYED["seed"])
    opened = PLAYED["entries"][5]
    assert opened["kind"] == "open"
    assert opened["position"].split(" ")[3:5] == laid(seed).split(" ")
