"""The mistake behind a wrong digest or winner: it is named, with the requirement to read."""

from __future__ import annotations

from hashlib import sha256

import pytest
from attrs import evolve

from mandala_conformance.fault_evidence import entry_fault
from mandala_conformance.likely_mistakes import mistaken_position
from mandala_conformance.puppet import Puppet
from mandala_net.trust.identity import Identity
from mandala_protocol.conversation.speaker import GameTerms
from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import End, EntryMessage, First, Move, ResultBody

BEFORE = "mandala 1 turn:1 67 y1g2k1 o2y2g1k2/r2/- r3y1/g3/k4 -/-/2/7 -/-/2/6 - 1"
RIGHT = "mandala 1 claim:1:0:0 67 y1g2k1 o2y2g1k2/r2/p2 r3y1/g3/k4 -/-/2/7 -/-/2/4 - 0"


@pytest.mark.parametrize(
    ("wrong", "text", "requirement"),
    [
        (BEFORE, "the position before the move", "PL11"),
        (RIGHT.replace("1:0:0", "1:0:1"), "the other player chooses first (K2, point 5 of PL11)", "PL11"),
        (RIGHT.replace("claim:1:0:0", "turn:0"), "nothing is done before the next turn", "PL11"),
        (RIGHT.replace("- 0", "- 1"), "1 in the place of 0 in field 11", "PL9"),
        (RIGHT.replace("2/4 -", "2/5 -"), "-/-/2/5 in the place of -/-/2/4 in field 9", "PL9"),
        (RIGHT.replace(" - 0", " deck 0"), "deck in the place of - in field 10", "PL9"),
        (RIGHT + "\n", "a line feed at its end", "PL9"),
    ],
)
def test_PL6_the_position_that_has_the_wrong_digest_is_named(wrong: str, text: str, requirement: str) -> None:
    mistake = mistaken_position(BEFORE, RIGHT, sha256(wrong.encode()).digest())
    assert mistake is not None
    assert text in mistake.text
    assert mistake.requirements == (requirement,)


def test_PL6_of_a_digest_that_nothing_explains_nothing_is_said() -> None:
    assert mistaken_position(BEFORE, RIGHT, bytes(32)) is None


def two_sides() -> tuple[Puppet, Puppet]:
    """The tester as the guest, and a host, which moves first."""
    terms = GameTerms("patterns", First.HOST)
    host = Puppet(Seat.HOST, Identity.generate(), "Anna", bytes(32), terms=terms)
    return Puppet(Seat.GUEST, Identity.generate(), "Ben", b"\x01" * 32), host


def play(tester: Puppet, host: Puppet, kind: type[Move] | type[ResultBody]) -> None:
    while not host.pending(kind):
        speaker, hearer = (host, tester) if host.is_to_speak else (tester, host)
        hearer.hear(speaker.say_next())


def refused(tester: Puppet, heard: EntryMessage) -> dict[str, str]:
    """The evidence of an entry that the tester refuses, with the requirements that are quoted."""
    with pytest.raises(RemoteProtocolError) as error:
        tester.hear(heard)
    fault = entry_fault(tester.referee, heard, error.value)
    return {**dict(fault.evidence), "standard": " ".join((fault.requirement, *fault.also))}


def test_PL6_a_move_with_the_digest_of_the_turn_before_is_explained() -> None:
    tester, host = two_sides()
    play(tester, host, Move)
    body, _ = host.next_body()
    assert isinstance(body, Move)
    before = sha256(tester.referee.rules.position(tester.referee.state).encode()).digest()
    evidence = refused(tester, host.sealed(evolve(body, digest=before)).message())
    assert evidence["mistake"] == "its digest is that of the position before the move"
    assert evidence["standard"] == "PL6 PL15"


def test_EN11_a_winner_after_a_resignation_is_explained() -> None:
    tester, host = two_sides()
    play(tester, host, Move)
    tester.hear(host.say(End("resigned", host.referee.moves_made, b"")))
    play(tester, host, ResultBody)
    body, _ = host.next_body()
    assert isinstance(body, ResultBody)
    evidence = refused(tester, host.sealed(evolve(body, winner=None)).message())
    assert evidence["mistake"] == "the winner is nil here; right is seat 1, as seat 0 resigned"
    assert evidence["standard"] == "EN5 EN11"
