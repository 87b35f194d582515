"""Two sessions joined in memory play whole games, and the record proves them."""

from __future__ import annotations

import pytest

from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.poker.workers import Serial
from mandala_protocol.record import verification
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import First, Key, Mix, Move, Shuffle
from tests.narrowing import present
from tests.protocol.conversation.conftest import Pair, Prepared


@pytest.fixture(scope="module")
def whole() -> Pair:
    """A whole game, at its end, for tests that only look at it."""
    pair = Pair(1)
    pair.play_to_end()
    return pair


def test_a_whole_game_ends_the_same_on_both_sides(whole: Pair) -> None:
    host, guest = (session.referee for session in whole.sessions)
    assert host.due is None
    assert host.result == guest.result
    assert host.result is not None
    assert host.transcript.head == guest.transcript.head
    assert host.moves_made == guest.moves_made > 10


def test_a_game_fed_byte_by_byte_is_the_same_to_the_byte(make_pair: type[Pair]) -> None:
    usual, bytewise = make_pair(1, moves=4), make_pair(1, piece=1, moves=4)
    for pair in (usual, bytewise):
        pair.play_to_end()
    heads = [pair.sessions[Seat.GUEST].referee.transcript.head for pair in (usual, bytewise)]
    assert heads[0] == heads[1]
    assert bytewise.sessions[Seat.HOST].referee.result is not None


def test_both_see_the_same_words_and_different_games_have_different_ones(make_pair: type[Pair]) -> None:
    words = []
    for seed in (1, 2, 3):
        pair = make_pair(seed)
        pair.until_due(Shuffle)
        host, guest = (session.snapshot().words for session in pair.sessions)
        assert host == guest
        words.append(host)
    assert len(set(words)) == len(words)


@pytest.mark.parametrize(("first", "seat"), [(First.HOST, Seat.HOST), (First.GUEST, Seat.GUEST)])
def test_S9_the_host_may_fix_who_plays_first(make_pair: type[Pair], first: First, seat: Seat) -> None:
    pair = make_pair(1, first)
    pair.until_due(Shuffle)
    assert [session.referee.first_player for session in pair.sessions] == [seat, seat]


def test_each_sees_its_own_cards_and_none_of_the_other(prepared: Prepared) -> None:
    pair, _ = prepared(Move)
    for session in pair.sessions:
        cards = session.referee.cards
        assert None not in cards.faces(session.seat)
        assert set(cards.faces(session.seat.other)) == {None}
        assert set(cards.faces(session.seat.other, "cup")) == {None}


def test_what_is_sent_does_not_depend_on_the_hidden_cards_but_for_ciphertexts(make_pair: type[Pair]) -> None:
    """Attack 8: messages of the deal have the same kinds, order and lengths for different hands."""
    shapes = set()
    hands = set()
    for seed in (1, 2):
        pair = make_pair(seed)
        assert pair.until_due(Move).seat is Seat.GUEST
        host, guest = pair.sessions
        hands.add(tuple(sorted(map(present, host.referee.cards.faces(Seat.HOST)))))
        shapes.add(tuple((type(entry.body), len(entry.payload)) for entry in guest.referee.transcript.entries))
    assert len(hands) > 1
    assert len(shapes) == 1


def test_a_mixed_hand_holds_the_same_faces_in_new_ciphertexts(prepared: Prepared) -> None:
    pair, session = prepared(Mix)
    before = session.referee.cards.held(session.seat), sorted(map(present, session.referee.cards.faces(session.seat)))
    pair.say_next()
    after = session.referee.cards.held(session.seat), sorted(map(present, session.referee.cards.faces(session.seat)))
    assert before[1] == after[1]
    assert not set(before[0]) & set(after[0])


def test_the_secret_keys_appear_only_at_the_end(prepared: Prepared) -> None:
    pair, session = prepared(Key, moves=4)
    secrets = [one._speaker._own_key.secret for one in pair.sessions]
    said = b"".join(entry.payload for entry in session.referee.transcript.entries)
    assert not any(bytes(secret) in said for secret in secrets)


def test_the_same_seeds_say_the_same_to_the_byte(make_pair: type[Pair]) -> None:
    one, other = make_pair(1), make_pair(1)
    for pair in (one, other):
        pair.until_due(Move, occurrence=3)
    assert one.sessions[0].referee.transcript.head == other.sessions[0].referee.transcript.head


def test_RF3_a_finished_game_is_verified_from_its_record_alone(whole: Pair) -> None:
    entries = whole.sessions[Seat.HOST].referee.transcript.entries
    verdict = verification.verify(verification.write(entries), GAMES, Serial())
    assert verdict.complete
    assert verdict.unseen_plays == 0
    assert verdict.referee.result == whole.sessions[Seat.GUEST].referee.result
