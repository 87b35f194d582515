"""The games that can be looked at again when they have just ended, and from which seat."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mandala_client.records.ended_game import replay_of_ended
from mandala_client.records.review import review_of
from mandala_client.text.sorry import Sorry
from mandala_net.match.news import GameAbandoned, GameAdjourned, GameEnded, GameFinished, PeerLeft, WeLeft
from mandala_net.player.paths import HOME_VARIABLE, find_paths
from mandala_net.player.profile import Profile, open_home
from mandala_protocol.conversation.events import Abandon
from mandala_protocol.conversation.session import Session
from mandala_protocol.record.transcript import read
from mandala_protocol.seats import Seat
from tests.client.replay.conftest import messages_of, play, seed_of
from tests.client.sessions import Pair, settle

Begin = Callable[..., Pair]


@pytest.fixture
def profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Profile]:
    """The things of whoever plays as guest."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    with open_home(find_paths()) as profile:
        yield profile


def left_alone(begun: Begin, moves: int) -> Session:
    """The side of the guest in a game with a grace, in which the other has gone after so many moves."""
    pair = begun(grace=60)
    play(pair, moves=moves)
    settle(*pair)
    pair[1].lose_line()
    return pair[1]


def kept(profile: Profile, session: Session) -> Path:
    """Put the game into the store, and its record into a file."""
    entries = [read(message) for message in messages_of(session)]
    saved = profile.store.begin(Seat.GUEST, bytes([1]) * 32, seed_of(Seat.GUEST))
    saved.append(entries)
    record = profile.write_record(session.referee)
    assert record is not None
    return record


def test_a_finished_game_is_reviewed_from_its_record_for_both(profile: Profile, finished: Session) -> None:
    result = finished.referee.result
    assert result is not None
    record = profile.write_record(finished.referee)
    make = replay_of_ended(GameEnded(GameFinished(result), record, finished.snapshot()), profile)
    assert make is not None
    assert review_of(make(lambda _done, _all: None)).seats == (Seat.HOST, Seat.GUEST)


def test_a_finished_game_is_reviewed_from_the_store_where_its_proofs_were_checked(
    profile: Profile, finished: Session
) -> None:
    result = finished.referee.result
    assert result is not None
    record = kept(profile, finished)
    (stored,) = profile.store.games()
    make = replay_of_ended(GameEnded(GameFinished(result), record, finished.snapshot(), stored=stored), profile)
    assert make is not None
    replay = make(lambda _done, _all: None)
    assert review_of(replay).seats == (Seat.HOST, Seat.GUEST)
    assert replay.standing.endswith("Your program checked the proofs of the cards during the game.")


def test_of_an_abandoned_game_the_own_moves_are_reviewed(profile: Profile, begun: Begin) -> None:
    session = left_alone(begun, 5)
    session.send(Abandon())
    ended = GameEnded(GameAbandoned(Seat.GUEST), kept(profile, session), session.snapshot())
    make = replay_of_ended(ended, profile)
    assert make is not None
    review = review_of(make(lambda _done, _all: None))
    assert review.seats == (Seat.GUEST,)
    assert {move.seat for move in review.moves} == {Seat.GUEST}


def test_an_abandoned_game_without_a_move_of_ours_offers_no_review(profile: Profile, begun: Begin) -> None:
    session = left_alone(begun, 0)
    session.send(Abandon())
    assert (
        replay_of_ended(GameEnded(GameAbandoned(Seat.GUEST), kept(profile, session), session.snapshot()), profile)
        is None
    )


def test_where_only_the_other_has_it_as_abandoned_the_record_can_not_be_reviewed(
    profile: Profile, begun: Begin
) -> None:
    session = left_alone(begun, 5)
    assert (
        replay_of_ended(GameEnded(GameAbandoned(Seat.HOST), kept(profile, session), session.snapshot()), profile)
        is None
    )


@pytest.mark.parametrize("outcome", [GameAdjourned(), PeerLeft("lunch"), WeLeft()])
def test_a_game_that_may_go_on_offers_no_review(
    outcome: GameAdjourned | PeerLeft | WeLeft, profile: Profile, begun: Begin
) -> None:
    session = left_alone(begun, 5)
    assert (
        replay_of_ended(GameEnded(outcome, kept(profile, session), session.snapshot(), resumable=True), profile) is None
    )


def test_a_game_without_a_record_offers_no_review(profile: Profile, finished: Session) -> None:
    result = finished.referee.result
    assert result is not None
    assert replay_of_ended(GameEnded(GameFinished(result), None, finished.snapshot()), profile) is None


def test_a_game_that_has_gone_from_the_store_gets_one_sentence(profile: Profile, begun: Begin) -> None:
    session = left_alone(begun, 5)
    session.send(Abandon())
    make = replay_of_ended(GameEnded(GameAbandoned(Seat.GUEST), kept(profile, session), session.snapshot()), profile)
    assert make is not None
    profile.store.close()
    with pytest.raises(Sorry):
        make(lambda _done, _all: None)
