"""The growth of the protocol (chapter 15): what has once been given a meaning is written down here, and keeps it.

A line that is missing here fails a test: write it in with the version that brought it. A line here is never changed.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from attrs import frozen

from mandala_net.discovery.listing import Announcement
from mandala_net.link.handshake import IDENTITY_TAG, PREAMBLE, PROLOGUE
from mandala_net.version import VERSION
from mandala_protocol.conversation.events import Play, Speak
from mandala_protocol.conversation.greeting import Greeting
from mandala_protocol.conversation.session import Session
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.conversation.speaker import GameTerms
from mandala_protocol.errors import Code, RemoteProtocolError
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.games.game import Game
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.poker import hashing
from mandala_protocol.poker.workers import Serial
from mandala_protocol.record import verification
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import (
    ENTRY_KINDS,
    MESSAGE_KINDS,
    PROTOCOL_VERSION,
    Chat,
    First,
    Hello,
    MessageReader,
    Propose,
    encode,
)
from tests.hearing import hear
from tests.protocol.conversation.conftest import TestIdentity
from tests.protocol.test_document_standard import GENERATOR, ROOT, STANDARD, WORDING

KINDS_OF_MESSAGES = {
    0: "hello",
    1: "ping",
    2: "entry",
    3: "pong",
    4: "resume",
    5: "chat",
    6: "wish",
    7: "rematch",
    8: "busy",
    9: "decline",
    10: "bye",
    12: "error",
}
CAN_DO_WITHOUT = {"ping", "pong", "chat", "rematch", "decline"}
"""What an older program may pass over."""

KINDS_OF_ENTRIES = {
    1: {
        0: "propose",
        1: "accept",
        2: "commit",
        3: "open",
        4: "shuffle",
        5: "share",
        6: "mix",
        7: "move",
        8: "key",
        9: "result",
        10: "end",
        11: "adjourn",
    }
}
"""By the version of the protocol."""

CODES = {
    1: "version",
    2: "malformed",
    3: "oversized",
    4: "unknown-message",
    5: "out-of-turn",
    6: "not-agreed",
    7: "flood",
    16: "broken-chain",
    17: "bad-signature",
    18: "wrong-identity",
    19: "fork",
    20: "other-past",
    32: "bad-point",
    33: "bad-scalar",
    34: "failed-proof",
    35: "wrong-card",
    36: "false-face",
    37: "bad-commitment",
    38: "wrong-key",
    48: "illegal-move",
    49: "state-mismatch",
    50: "wrong-result",
    64: "handshake",
    65: "timeout",
}

HOW_MANY = {
    "CV": 14,
    "LK": 23,
    "MS": 20,
    "TR": 13,
    "OR": 9,
    "OP": 7,
    "DK": 12,
    "PL": 15,
    "EN": 19,
    "RS": 17,
    "RF": 10,
    "GR": 6,
    "TG": 8,
}
"""How many requirements each part has at least: none is taken away, so no number is free for another meaning."""


def test_GR1_the_version_is_in_preamble_hello_tags_prologue_and_announcement() -> None:
    name = f"mandala-lan/{PROTOCOL_VERSION}"
    assert PREAMBLE[-1] == PROTOCOL_VERSION
    assert name.encode() == PROLOGUE
    assert f"{name}/noise-identity".encode() == IDENTITY_TAG
    assert name == hashing.VERSION
    (hello,) = MessageReader().feed(Greeting("Anna", "tests").hello())
    assert isinstance(hello, Hello)
    assert hello.version == PROTOCOL_VERSION
    assert Announcement("Anna", "mandala", "ABCD", "box").properties()["v"] == str(PROTOCOL_VERSION)


def test_GR1_the_release_that_froze_the_standard_is_in_the_changelog() -> None:
    """The standard names it, the changelog has it with its date and tag, and no later release takes it out."""
    (frozen_with, chapter) = re.findall(r"frozen\*? with release ([0-9.]+) of mandala-lan", STANDARD)
    assert frozen_with == chapter == "1.0.0"
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    (released,) = re.findall(rf"^## {re.escape(frozen_with)} – ([0-9-]+)$", changes, re.MULTILINE)
    assert released == "2026-11-23"
    assert f"Tag `v{frozen_with}`" in changes
    assert tuple(map(int, VERSION.split(".")[:3])) >= (1, 0, 0)


def test_GR2_no_kind_of_message_has_another_meaning_than_it_had() -> None:
    assert {kind: GENERATOR.name_of_kind(message) for kind, message in MESSAGE_KINDS.items()} == KINDS_OF_MESSAGES


def test_GR2_what_a_program_can_do_without_has_an_odd_kind_and_all_else_an_even_one() -> None:
    assert {name for kind, name in KINDS_OF_MESSAGES.items() if kind % 2} == CAN_DO_WITHOUT


@pytest.mark.parametrize("kind", [max(kind for kind in MESSAGE_KINDS if kind % 2) + 2, 65_535])
def test_GR2_an_odd_kind_of_a_later_version_is_passed_over(kind: int) -> None:
    later = framed(b"\x92\xcd" + kind.to_bytes(2, "big") + b"\x80")
    assert list(MessageReader().feed(later + encode(Chat("hello")))) == [Chat("hello")]


@pytest.mark.parametrize("kind", [14, 65_534])
def test_GR2_an_even_kind_of_a_later_version_ends_the_conversation(kind: int) -> None:
    with pytest.raises(RemoteProtocolError) as caught:
        list(MessageReader().feed(framed(b"\x92\xcd" + kind.to_bytes(2, "big") + b"\x80")))
    assert caught.value.code is Code.UNKNOWN_MESSAGE


def framed(packed: bytes) -> bytes:
    return len(packed).to_bytes(2, "big") + packed


def test_GR3_the_kinds_of_entries_are_those_of_the_version() -> None:
    known = {kind: GENERATOR.name_of_kind(entry) for kind, entry in ENTRY_KINDS.items()}
    assert known == KINDS_OF_ENTRIES[PROTOCOL_VERSION]


def test_GR5_no_error_code_has_another_meaning_than_it_had() -> None:
    assert {int(code): code.wire_name for code in Code} == CODES


def test_GR5_no_number_of_a_requirement_is_taken_away() -> None:
    for part, count in HOW_MANY.items():
        assert [f"{part}{number}" for number in range(1, count + 1) if f"{part}{number}" not in WORDING] == []
    assert len(WORDING) >= sum(HOW_MANY.values())


@frozen
class Renamed:
    """Mandala under another name: a game of which the protocol has never heard."""

    game: Game[Any, Any] = MANDALA
    name: str = "nevermet"

    def __getattr__(self, attribute: str) -> Any:
        return getattr(self.game, attribute)


def two_sessions(host_games: dict[str, Any], guest_games: dict[str, Any]) -> tuple[Session, Session]:
    identities = TestIdentity(1), TestIdentity(2)
    sessions = tuple(
        Session(
            seat=seat,
            signer=identities[seat],
            name=("Anna", "Ben")[seat],
            peer=identities[seat.other].public,
            seed=bytes([seat]) * 32,
            games=(host_games, guest_games)[seat],
            workers=Serial(),
            terms=GameTerms("nevermet", First.HOST) if seat is Seat.HOST else None,
        )
        for seat in Seat
    )
    host, guest = sessions
    host.open_line("Ben")
    guest.open_line("Anna")
    return host, guest


def test_GR6_every_game_that_a_program_knows_is_registered() -> None:
    registry = STANDARD[STANDARD.index("| name of a game |") :]
    rows = re.findall(r"^\| `([a-z-]+)` \| [A-Z]", registry, re.MULTILINE)
    assert sorted(rows) == sorted(GAMES)


def test_GR4_a_new_game_is_a_new_name_in_propose_and_changes_nothing_else() -> None:
    games = {**GAMES, "nevermet": Renamed()}
    host, guest = two_sessions(games, games)
    while host.referee.moves_made < 2:
        speaker, hearer = (host, guest) if host.pending is not Pending.NOTHING else (guest, host)
        if speaker.pending is Pending.MOVE:
            (move, *_) = MANDALA.legal_moves(speaker.referee.view(speaker.seat))
            hear(hearer, speaker.send(Play(move)))
        else:
            hear(hearer, speaker.send(Speak()))
    proposal = host.referee.transcript.entries[0].body
    assert isinstance(proposal, Propose)
    assert proposal.game == "nevermet"
    verdict = verification.verify(verification.write(guest.referee.transcript.entries), games, Serial())
    assert verdict.fault is None
    assert verdict.referee.moves_made == 2


def test_GR4_a_program_that_does_not_know_the_name_says_so() -> None:
    host, guest = two_sessions({"nevermet": Renamed()}, dict(GAMES))
    with pytest.raises(RemoteProtocolError) as caught:
        hear(guest, host.send(Speak()))
    assert (caught.value.code, caught.value.requirement) == (Code.NOT_AGREED, "OR4")
