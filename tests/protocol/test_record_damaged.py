"""A record that was cut off or damaged is named as one, with the byte; what never was one is not."""

from __future__ import annotations

import re

import pytest

from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.poker.workers import Serial
from mandala_protocol.record import verification
from mandala_protocol.sentence import Sentence
from mandala_protocol.wire.messages import EntryMessage

ENTRY = EntryMessage(bytes(range(100)), bytes(64))
RECORD = verification.write([ENTRY] * 3)
HEADER = 1 + 1 + len(verification.FORMAT) + 1
"""Bytes before the number of entries: the list, the format with its length, the version."""
EACH = (len(RECORD) - HEADER - 1) // 3
"""Bytes of an entry."""


def refusal(data: bytes) -> str:
    with pytest.raises(verification.NotARecord) as refused:
        verification.verify(data, GAMES, Serial())
    return str(refused.value)


@pytest.mark.parametrize("left", [HEADER, HEADER + 1, HEADER + 50, HEADER + 1 + EACH, len(RECORD) - 1])
def test_a_record_that_was_cut_off_is_said_to_end_too_early(left: int) -> None:
    assert refusal(RECORD[:left]) == f"the record ends too early, at byte {left}: it was cut off or damaged"


@pytest.mark.parametrize("entry", [0, 1, 2])
def test_where_a_record_is_damaged_is_said(entry: int) -> None:
    begins = HEADER + 1 + entry * EACH
    damaged = bytearray(RECORD)
    damaged[begins] = 0xC1  # which begins nothing in msgpack
    assert refusal(bytes(damaged)) == f"the record is damaged, from byte {begins} on"


def test_what_stands_behind_a_record_is_damage() -> None:
    assert refusal(RECORD + b"\x00") == f"the record is damaged, from byte {len(RECORD)} on"


def test_no_cut_and_no_changed_byte_ends_in_anything_but_a_sentence_or_a_fault() -> None:
    for place in [*range(HEADER + 10), *range(HEADER + EACH, HEADER + EACH + 10), len(RECORD) - 1]:
        for data in (RECORD[:place], RECORD[:place] + bytes([RECORD[place] ^ 0xFF]) + RECORD[place + 1 :]):
            try:
                verdict = verification.verify(data, GAMES, Serial())
            except verification.NotARecord as error:
                said = str(error)
            else:
                assert verdict.fault is not None
                assert isinstance(verdict.fault.error.detail, Sentence)
                said = "the record is read"
            assert re.match(
                r"the (record|file)|an entry of the record|this program does not know the version of this record", said
            )


@pytest.mark.parametrize("data", [b"", b"\x93", RECORD[:10], b"\x92" + RECORD[1:], b"PK\x03\x04" + bytes(100), b"\xc1"])
def test_RF2_what_does_not_begin_as_a_record_is_none(data: bytes) -> None:
    assert refusal(data) == "the file is not the record of a game"
