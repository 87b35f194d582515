"""Test games as chapter 19 of the standard has them, written out once more and compared with whole conversations."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import pytest

from mandala_client.records.verdict import verdict_lines
from mandala_protocol.conversation.session import Session
from mandala_protocol.conversation.speaker import GameTerms
from mandala_protocol.errors import Code, RemoteProtocolError
from mandala_protocol.games.catalogue import GAMES, GAMES_AND_TESTS
from mandala_protocol.games.test_games.fixed_chance import first_by_notation
from mandala_protocol.poker.ciphertexts import open_face
from mandala_protocol.poker.group import Scalar, base_mul, mul
from mandala_protocol.poker.workers import Serial
from mandala_protocol.record import verification
from mandala_protocol.seats import First, Seat
from mandala_protocol.wire.messages import Move, Open, Propose, Share, Shuffle
from tests.protocol.conversation.conftest import NAMES, Pair

ORDER = 2**252 + 27742317777372353535851937790883648493
CARDS, FACES = 108, 6


class Fixed(Pair):
    """Two sessions that play a test game, each with secrets of its own beside those of the standard."""

    def __init__(self, name: str, seed: int, moves: int) -> None:
        self.game = name
        super().__init__(seed, First.HOST, moves=moves)

    def _session(self, seat: Seat, seed: int | None, first: First, grace: int = 0) -> Session:
        return Session(
            seat=seat,
            signer=self.identities[seat],
            name=NAMES[seat],
            peer=self.identities[seat.other].public,
            seed=None if seed is None else bytes([seed % 256, int(seat)]) * 16,
            games=GAMES_AND_TESTS,
            workers=Serial(),
            terms=GameTerms(self.game, first, grace) if seat is Seat.HOST else None,
        )


def tagged_hash(tag: str, *items: bytes) -> bytes:
    blocks = [f"mandala-lan/1/{tag}".encode(), *items]
    return hashlib.sha512(b"".join(len(block).to_bytes(4, "big") + block for block in blocks)).digest()


def stream(purpose: str, seed: bytes) -> Iterator[int]:
    """The bytes of CV9, one by one."""
    block = 0
    while True:
        yield from tagged_hash(f"random/{purpose}", seed, block.to_bytes(4, "big"))
        block += 1


def taken(source: Iterator[int], count: int) -> bytes:
    return bytes(next(source) for _ in range(count))


def secret(name: str, seat: Seat) -> bytes:
    return tagged_hash("test-game-secret", name.encode(), int(seat).to_bytes(4, "big"))[:32]


def order_of(name: str, seat: Seat, number: int) -> list[int]:
    """The row of all places as TG5 shuffles it, counted from 0."""
    source = stream("test-shuffle", secret(name, seat) + number.to_bytes(4, "big"))
    row = list(range(CARDS))
    for i in range(CARDS - 1, 0, -1):
        bound = i + 1
        word = 2**64
        while word >= 2**64 // bound * bound:
            word = int.from_bytes(taken(source, 8), "big")
        j = word % bound
        row[i], row[j] = row[j], row[i]
    return row


@pytest.fixture(scope="module")
def played() -> Fixed:
    pair = Fixed("mandala-test-17", 1, moves=2)
    pair.play_to_end()
    return pair


def bodies(pair: Fixed, kind: type[object]) -> list[object]:
    return [entry.body for entry in pair.sessions[0].referee.transcript.entries if isinstance(entry.body, kind)]


def test_TG1_the_name_is_signed_and_the_position_is_that_of_the_game(played: Fixed) -> None:
    (proposal,) = bodies(played, Propose)
    assert isinstance(proposal, Propose)
    assert proposal.game == "mandala-test-17"
    referee = played.sessions[0].referee
    assert referee.rules.position(referee.state).startswith("mandala 0 ")


def test_TG2_whoever_has_not_asked_for_test_games_does_not_know_them() -> None:
    pair = Fixed("patterns-test-0", 1, moves=2)
    pair.sessions[Seat.GUEST].referee._games = GAMES
    with pytest.raises(RemoteProtocolError) as caught:
        pair.say_next()
    assert (caught.value.code, caught.value.requirement) == (Code.NOT_AGREED, "OR4")


def test_TG3_the_seed_follows_from_the_name(played: Fixed) -> None:
    agreed = played.sessions[0].referee.agreed
    assert agreed is not None
    assert agreed.seed == tagged_hash("test-game-seed", b"mandala-test-17")[:32]


def test_TG4_nonces_and_keys_follow_from_the_name(played: Fixed) -> None:
    for seat, opened in zip(Seat, bodies(played, Open), strict=True):
        assert isinstance(opened, Open)
        source = stream("test-opening", secret("mandala-test-17", seat))
        assert opened.nonce == taken(source, 32)
        assert opened.key == base_mul(own_secret(seat))


def own_secret(seat: Seat) -> Scalar:
    source = stream("test-opening", secret("mandala-test-17", seat))
    taken(source, 32)
    return Scalar((int.from_bytes(taken(source, 64), "little") % ORDER).to_bytes(32, "little"))


def test_TG5_the_order_of_the_pile_follows_from_the_name() -> None:
    pair = Fixed("mandala-test-17", 2, moves=2)
    pair.until_due(Share)
    pile = pair.sessions[0].referee.cards.next_in_pile(CARDS)
    keys = [own_secret(seat) for seat in Seat]
    faces = [open_face(card, mul(keys[0], card.a), mul(keys[1], card.a), FACES) for card in pile]
    host, guest = (order_of("mandala-test-17", seat, 0) for seat in Seat)
    assert faces == [host[place] // 18 for place in guest]


def test_TG6_ciphertexts_and_proofs_are_fresh(played: Fixed) -> None:
    other = Fixed("mandala-test-17", 2, moves=2)
    other.play_to_end()
    for one, again in zip(bodies(played, Shuffle), bodies(other, Shuffle), strict=True):
        assert isinstance(one, Shuffle)
        assert isinstance(again, Shuffle)
        assert one.cards != again.cards
        assert one.commitments != again.commitments


def test_TG7_the_first_move_is_that_of_the_lowest_notation(played: Fixed) -> None:
    pair = Fixed("mandala-test-17", 1, moves=2)
    mover = pair.until_due(Move)
    rules, moves = mover.referee.rules, mover.referee.rules.legal_moves(mover.referee.view(mover.seat))
    first = first_by_notation(rules, moves)
    assert rules.format_move(first) == sorted(map(rules.format_move, moves))[0]


def test_TG8_a_verifier_says_that_nothing_was_secret(played: Fixed) -> None:
    entries = played.sessions[0].referee.transcript.entries
    verdict = verification.verify(verification.write(entries), GAMES_AND_TESTS, Serial())
    assert verdict.complete
    assert any("nothing was secret" in line for line in verdict_lines(verdict))
