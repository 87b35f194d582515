"""The vector of a whole conversation: a short game on three connections, checked by the formulas of the standard.

That the program says the same again to the byte is checked with all other vectors.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, Final

import msgpack  # type: ignore[import-untyped]
import pytest
from nacl.signing import VerifyKey

from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.poker.workers import Serial
from mandala_protocol.record import verification
from mandala_protocol.record.referee import Referee
from mandala_protocol.record.transcript import read
from mandala_protocol.wire.messages import ENTRY_KINDS, EntryMessage, Hello, Resume, decode, name_of_kind
from tests import published

GAME: Final = published.GAME
STEPS: Final[list[dict[str, Any]]] = published.CONVERSATION["expected"]["steps"]
IDENTITIES: Final[list[str]] = published.CONVERSATION["expected"]["identities"]
NUMBERS: Final = {name_of_kind(kind): number for number, kind in ENTRY_KINDS.items()}


def number_of_kind(name: str) -> int:
    return NUMBERS[name]


def record_of(messages: Sequence[EntryMessage]) -> bytes:
    return verification.write([read(message) for message in messages])


def test_every_kind_of_entry_is_said() -> None:
    assert {number_of_kind(one["kind"]) for one in GAME["entries"]} == set(ENTRY_KINDS)


def test_the_record_of_it_proves_the_game() -> None:
    data = record_of(published.ENTRIES)
    assert hashlib.sha256(data).hexdigest() == GAME["record_sha256"]
    verdict = verification.verify(data, GAMES, Serial())
    assert verdict.fault is None
    assert verdict.complete
    assert verdict.unseen_plays == 0
    result = verdict.referee.result
    assert result is not None
    assert GAME["result"] == {
        "scores": list(result.scores),
        "winner": result.winner,
        "reason": "resigned",
    }


def test_after_each_connection_both_say_how_far_they_are_and_one_says_again_what_was_lost() -> None:
    beginnings = [place for place, step in enumerate(STEPS) if step["does"] == "line: this game"]
    assert len(beginnings) == 2
    heads = {one["number"] + 1: one["head"] for one in GAME["entries"]}
    lengths = []
    for place in beginnings:
        following = STEPS[place + 1 : place + 7]
        assert [step["does"] for step in following] == ["hello", "hello", "past", "past", "missing", "missing"]
        said = [decode(bytes.fromhex(one["message"])[2:]) for step in following[:4] for one in step["sends"]]
        assert {hello.game.hex() for hello in said[:2] if isinstance(hello, Hello)} == {GAME["proposal"]}
        pasts = [past for past in said[2:] if isinstance(past, Resume)]
        assert all(heads[past.length] == past.head.hex() for past in pasts)
        lengths.append([past.length for past in pasts])
    (adjourned, same), (longer, shorter) = lengths
    assert adjourned == same
    assert longer == shorter + 1
    again, nothing = STEPS[beginnings[1] + 5 : beginnings[1] + 7]
    assert again["sends"] == [{"kind": "entry", "entry": shorter, "message": None, "heard": "taken"}]
    assert nothing["sends"] == []


@pytest.mark.parametrize("number", range(len(GAME["entries"])))
def test_CV2_a_flipped_bit_in_any_entry_is_found_there(number: int) -> None:
    """In the signature, so that the payload stays readable; whatever breaks is found at this entry, not later."""
    messages = published.ENTRIES[: number + 1]
    signature = bytearray(messages[number].signature)
    signature[40] ^= 1
    messages[number] = EntryMessage(messages[number].payload, bytes(signature))
    # The proofs before it have been checked in another test; they are taken without them.
    referee = Referee(GAMES, Serial())
    for message in messages[:-1]:
        referee.take(read(message), trusted=True)
    with pytest.raises(RemoteProtocolError) as caught:
        referee.take(read(messages[-1]))
    assert (caught.value.code.name, caught.value.requirement) == ("BAD_SIGNATURE", "TR7")


# The formulas of docs/protocol.md, written out once more with nothing of ours.


def tagged(tag: str, *items: bytes) -> bytes:
    data = b""
    for item in (b"mandala-lan/1/" + tag.encode(), *items):
        data += len(item).to_bytes(4, "big") + item
    return hashlib.sha512(data).digest()


def unpacked(number: int) -> dict[str, Any]:
    fields: dict[str, Any] = msgpack.unpackb(bytes.fromhex(GAME["entries"][number]["payload"]))[3]
    return fields


def test_TR7_TR10_chain_and_signatures_follow_the_formulas() -> None:
    head = bytes(32)
    for number, one in enumerate(GAME["entries"]):
        payload, signature = bytes.fromhex(one["payload"]), bytes.fromhex(one["signature"])
        assert msgpack.unpackb(payload)[:3] == [number, head, number_of_kind(one["kind"])]
        VerifyKey(bytes.fromhex(IDENTITIES[one["seat"]])).verify(tagged("entry", payload), signature)
        head = tagged("chain", payload, signature)[:32]
        assert head.hex() == one["head"]


def test_OP1_OP5_OP6_OP7_seed_words_and_first_player_follow_the_formulas() -> None:
    assert GAME["game_id"] == GAME["entries"][1]["head"]
    host, guest = unpacked(4), unpacked(5)
    for seat, opening in enumerate((host, guest)):
        commitment = tagged(
            "key-commitment", opening["nonce"], opening["key"], opening["challenge"], opening["response"]
        )
        assert unpacked(2 + seat)["commitment"] == commitment
    committed = bytes.fromhex(GAME["entries"][3]["head"])
    seed = tagged("seed", committed, host["nonce"], host["key"], guest["nonce"], guest["key"])[:32]
    assert GAME["seed"] == seed.hex()
    assert GAME["first_player"] == int.from_bytes(tagged("random/lot", seed, bytes(4))[:8], "big") % 2

    bits = format(int.from_bytes(tagged("words", seed)[:8], "big"), "064b")[:36]
    syllables = [
        "bdfghklmnprstvwz"[int(bits[place : place + 4], 2)] + "aeio"[int(bits[place + 4 : place + 6], 2)]
        for place in range(0, 36, 6)
    ]
    assert GAME["words"] == " ".join("".join(syllables[place : place + 2]) for place in (0, 2, 4))


def test_PL6_EN6_digests_and_wishes_follow_the_formulas() -> None:
    turn = 0
    wishes = []
    for one in GAME["entries"]:
        fields = unpacked(one["number"])
        if one["kind"] in ("move", "result"):
            assert fields["digest"] == hashlib.sha256(one["position"].encode()).digest()
        turn += one["kind"] == "move"
        if one["kind"] in ("adjourn", "end"):
            assert fields["turn"] == turn
            wish = fields.get("reason", "adjourn").replace("resigned", "resign")
            game = bytes.fromhex(GAME["game_id"])
            statement = tagged("wish", game, wish.encode(), turn.to_bytes(2, "big"))
            wished = IDENTITIES[1 - one["seat"]]
            VerifyKey(bytes.fromhex(wished)).verify(statement, fields["statement"])
            wishes.append(wish)
    assert wishes == ["adjourn", "resign"]
