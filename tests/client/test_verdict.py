"""Sentences about a verified record: how it ended or where it stops, and what two entries for one place prove."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from attrs import evolve

from mandala_client.records.verdict import judgement_lines, told_game, verdict_lines
from mandala_net.trust.identity import fingerprint
from mandala_protocol.conversation import evidence
from mandala_protocol.conversation.events import Abandon, MakeOffer, Play, Resign
from mandala_protocol.conversation.evidence import Evidence
from mandala_protocol.conversation.session import Session
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.games.patterns import PATTERNS
from mandala_protocol.poker.workers import Serial
from mandala_protocol.record import verification
from mandala_protocol.record.transcript import Entry, seal
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import Commit, End, Move, OfferKind
from tests.client.sessions import NAMES, Pair, Signer, dealt, settle
from tests.hearing import hear
from tests.narrowing import of_kind

SECRETS = bytes([40]) * 32, bytes([41]) * 32
SIGNERS = [Signer(secret) for secret in SECRETS]


def begin(grace: int = 0, game: str = MANDALA.name) -> Pair:
    """A game of Anna, the host, and Ben, up to the first move, which is Anna's."""
    return dealt(SECRETS, (bytes([50]) * 32, bytes([51]) * 32), grace, game)


def make_moves(pair: tuple[Session, Session], count: int) -> None:
    """So many moves by chance."""
    choices = random.Random(1)
    for _ in range(count):
        speaker, listener = pair if pair[0].pending is Pending.MOVE else pair[::-1]
        move = choices.choice(MANDALA.legal_moves(speaker.referee.view(speaker.seat)))
        hear(listener, speaker.send(Play(move)))
        settle(*pair)


def said(session: Session) -> tuple[Entry, ...]:
    return session.referee.transcript.entries


def verified(entries: Sequence[Entry]) -> verification.Verdict:
    return verification.verify(verification.write(entries), GAMES, Serial())


@pytest.mark.parametrize(
    ("length", "where"),
    [
        (0, "it stops when the host was to propose a game"),
        (1, "it stops when the guest was to accept the game"),
        (2, "it stops when Anna was to commit to a key"),
        (5, "it stops when Ben was to open the commitment"),
        (6, "it stops when Anna was to shuffle"),
    ],
)
def test_a_record_that_stops_early_says_who_was_to_do_what(length: int, where: str) -> None:
    (line,) = verdict_lines(verified(said(begin()[0])[:length]))
    right = f"The {length} entries in the file are consistent."
    if length == 1:
        right = "The 1 entry in the file is consistent."
    assert line == f"NOT COMPLETE: {where}. {right}"


def test_a_record_that_stops_in_the_game_says_who_was_to_move() -> None:
    pair = begin()
    make_moves(pair, 3)
    lines = verdict_lines(verified(said(pair[0])))
    assert lines[0].startswith("NOT COMPLETE: it stops when Ben was to move. ")
    assert "cannot be opened" in lines[1]


def test_an_adjourned_game_says_so_and_where_it_goes_on() -> None:
    pair = begin()
    make_moves(pair, 3)
    hear(pair[1], pair[0].send(MakeOffer(OfferKind.ADJOURN)))
    hear(pair[0], pair[1].send(MakeOffer(OfferKind.ADJOURN)))
    verdict = verified(said(pair[0]))
    number = len(said(pair[0])) - 1
    assert f"{number:4} Both players adjourn the game." == told_game(verdict)[-1]
    assert verdict_lines(verdict)[0].startswith("NOT COMPLETE: both adjourned the game when Ben was to move. ")


@pytest.mark.parametrize(
    ("length", "text"),
    [
        (1, "The game is not over. Next: the guest is to accept the game. The 1 entry so far is correct."),
        (6, "The game is not over. Next: Anna is to shuffle. The 6 entries so far are correct."),
    ],
)
def test_a_game_that_goes_on_lacks_nothing_and_says_whose_word_is_due(length: int, text: str) -> None:
    assert verdict_lines(verified(said(begin()[0])[:length]), going_on=True) == [text]


def test_an_adjourned_game_that_goes_on_says_both() -> None:
    pair = begin()
    make_moves(pair, 3)
    hear(pair[1], pair[0].send(MakeOffer(OfferKind.ADJOURN)))
    hear(pair[0], pair[1].send(MakeOffer(OfferKind.ADJOURN)))
    (line,) = verdict_lines(verified(said(pair[0])), going_on=True)
    assert line.startswith("The game is adjourned. Next: Ben is to move. The ")


def test_a_game_is_not_said_to_go_on_where_its_record_says_otherwise() -> None:
    pair = begin(60, PATTERNS.name)
    wrong = list(said(pair[0]))
    wrong[3] = evolve(wrong[3], signature=bytes(64))
    assert verdict_lines(verified(wrong), going_on=True) == verdict_lines(verified(wrong))
    pair[0].lose_line()
    pair[0].send(Abandon())
    assert verdict_lines(verified(said(pair[0])), going_on=True)[0].startswith("ABANDONED: ")


@pytest.mark.parametrize(
    ("grace", "text"),
    [(600, "10 minutes"), (60, "1 minute"), (90, "1 minute and 30 seconds"), (1, "1 second")],
)
def test_an_abandoned_game_says_who_waited_and_for_how_long_at_least(grace: int, text: str) -> None:
    """EN19: it is shown as what one player's computer says."""
    pair = begin(grace, PATTERNS.name)
    pair[0].lose_line()
    pair[0].send(Abandon())
    verdict = verified(said(pair[0]))
    lines = verdict_lines(verdict)
    assert lines[0].startswith(f"ABANDONED: Anna's computer says that it waited {text} for Ben, as both had agreed. ")
    assert lines[1].startswith("Only Anna's computer says ")
    assert "Anna's computer says that it waited for Ben" in told_game(verdict)[-1]
    assert not verdict.complete


def test_a_finished_game_is_told_with_the_hidden_cards_of_both_and_is_valid() -> None:
    """RF10: both identities come first, by their fingerprints."""
    pair = begin()
    make_moves(pair, 2)
    hear(pair[1], pair[0].send(Resign()))
    settle(*pair)
    verdict = verified(said(pair[0]))
    game = told_game(verdict)
    assert game[:2] == [f"{name} is {fingerprint(SIGNERS[seat].public)}." for seat, name in enumerate(NAMES)]
    for name in NAMES:
        assert any(f"{name}: in hand " in line for line in game)
        assert any(f"{name}: the first two cards of the cup were " in line for line in game)
    assert "Anna resigned." in verdict_lines(verdict)[-2]
    assert verdict_lines(verdict)[-1].startswith("VALID: ")
    assert verdict_lines(verdict, score=False) == verdict_lines(verdict)[-1:]


def test_what_happened_is_told_in_the_order_of_the_entries() -> None:
    pair = begin()
    make_moves(pair, 4)
    numbers = [int(line[:4]) for line in told_game(verified(said(pair[0])))[3:]]
    assert numbers == sorted(numbers)
    assert len(set(numbers)) > 4


def test_a_wrong_entry_is_named() -> None:
    entries = list(said(begin()[0]))
    entries[3] = evolve(entries[3], signature=bytes(64))
    lines = verdict_lines(verified(entries))
    assert lines[0].startswith("NOT VALID: entry 3 is wrong: ")
    assert lines[1] == "The 3 entries before it are correct."


# Evidence.


def judged(entries: Sequence[Entry], accused: Entry, second: Entry | None = None) -> list[str]:
    messages = tuple(entry.message() for entry in entries)
    found = Evidence(messages, accused.message(), None if second is None else second.message())
    return judgement_lines(evidence.judge(found, GAMES, Serial()))


def move_twice() -> list[str]:
    """Anna has moved, and says another move in the same place."""
    pair = begin()
    make_moves(pair, 2)
    entries = said(pair[0])
    entry = next(entry for entry in entries if isinstance(entry.body, Move))
    return judged(
        entries, seal(entry.number, entry.previous, evolve(of_kind(Move, entry.body), move="Kr"), SIGNERS[Seat.HOST])
    )


def test_a_proven_fork_says_who_signed_which_two_things_in_which_place() -> None:
    lines = move_twice()
    assert lines[0] == f"Anna is {fingerprint(SIGNERS[Seat.HOST].public)}."
    assert lines[1].startswith("TWO ENTRIES PROVEN: Anna (the host) signed two different entries with the number ")
    assert lines[2].startswith("  One entry:   move ")
    assert lines[3] == "  Other entry: move Kr"
    assert lines[5].startswith("This proves what the key of Anna signed.")


def test_two_entries_that_sound_alike_are_said_to_differ() -> None:
    entries = said(begin()[0])
    other = seal(3, entries[3].previous, Commit(bytes(64)), SIGNERS[Seat.GUEST])
    assert judged(entries, other)[2:4] == ["  One entry:   commit", "  Other entry: commit, with other content"]


def test_a_wrong_entry_that_is_proven_names_the_entry_the_seat_and_the_requirement() -> None:
    entries = said(begin()[0])
    wrong = seal(3, entries[3].previous, End("abandoned", 0, b""), SIGNERS[Seat.GUEST])
    lines = judged(entries[:3], wrong)
    assert lines[0] == f"Ben is {fingerprint(SIGNERS[Seat.GUEST].public)}."
    assert lines[1] == "WRONG ENTRY PROVEN: Ben (the guest) signed entry 3, which breaks requirement EN14."
    assert lines[2] == "What is wrong: the players did not agree that a game can be abandoned (code 6)."
    assert lines[3] == "The entry says: end, abandoned"
    assert lines[4] == "The 3 entries before it are correct."
    assert not any(line.startswith("cheat") for line in lines)


def test_a_file_that_proves_nothing_says_why_not() -> None:
    entries = said(begin()[0])
    (same,) = judged(entries, entries[2])
    assert same == "NOT PROVEN: the two entries say the same."
    false = evolve(entries[1], signature=bytes(64))
    (wrong,) = judged([entries[0], false, entries[2]], entries[2])
    assert wrong.startswith("NOT PROVEN: the record before the entry is not correct: ")
