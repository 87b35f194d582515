"""A record from before the protocol was final is named as what it is, and nobody is accused."""

from __future__ import annotations

import pytest

from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.poker.workers import Serial
from mandala_protocol.record import verification
from mandala_protocol.record.transcript import START
from mandala_protocol.wire import codec
from mandala_protocol.wire.messages import EntryMessage, Propose

PROPOSAL = {"game": "mandala", "first": "lot", "grace": 0, "identity": bytes(32), "name": "Anna", "nonce": bytes(32)}


def first(**fields: object) -> EntryMessage:
    return EntryMessage(codec.pack([0, START, 0, fields]), bytes(64))


def test_RF2_a_record_without_a_word_of_the_live_score_is_of_a_draft_and_says_so() -> None:
    for fields in (PROPOSAL, {name: value for name, value in PROPOSAL.items() if name != "grace"}):
        with pytest.raises(verification.NotARecord, match="earlier version of the program"):
            verification.verify(verification.write([first(**fields)]), GAMES, Serial())


def test_any_other_first_entry_is_judged_as_ever() -> None:
    now = codec.unstructure(Propose("mandala", "lot", 0, False, bytes(32), "Anna", bytes(32)))
    for message in (first(**now), first(), EntryMessage(b"\xc1", bytes(64)), first(game="mandala")):
        verdict = verification.verify(verification.write([message]), GAMES, Serial())
        assert verdict.fault is not None
