"""From a record to frames: what each shows is right at every moment, and nothing is shown that was not open."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from attrs import evolve

from mandala_client.records.replay import Frame, NothingToReplay, Own, RecordedReplay, frames_of
from mandala_protocol.conversation.events import Abandon, MakeOffer, Resign
from mandala_protocol.conversation.session import Session
from mandala_protocol.games.counts import union
from mandala_protocol.games.game import HAND, Revealed
from mandala_protocol.games.mandala.state import GameOver, visible
from mandala_protocol.poker.workers import Serial
from mandala_protocol.record.steps import Abandoned, Adjourned, Step
from mandala_protocol.record.transcript import read
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import EntryMessage, Key, OfferKind
from tests.client.sessions import NAMES, Pair, settle
from tests.hearing import hear
from tests.narrowing import present

Messages = tuple[EntryMessage, ...]
Begin = Callable[..., Pair]


def held(frame: Frame, seat: Seat, name: str = HAND) -> tuple[int, ...]:
    known = frame.held[seat]
    assert known is not None
    return known.get(name, (0,) * 6)


def record_of(session: Session) -> Messages:
    return tuple(entry.message() for entry in session.referee.transcript.entries)


def test_the_steps_of_the_game_are_the_frames(finished: Session, replay: RecordedReplay) -> None:
    steps = finished.referee.steps
    assert [frame.happening for frame in replay.frames] == steps
    assert [frame.state for frame in replay.frames] == [step.after for step in steps]
    assert [frame.entry for frame in replay.frames] == [step.number for step in steps]
    assert [frame.number for frame in replay.frames] == list(range(1, len(steps) + 1))
    assert all(frame.sentences for frame in replay.frames)
    assert replay.complete
    assert replay.fault is None
    assert replay.standing.startswith("VALID")


def test_at_every_moment_both_hands_are_known_and_add_up_to_the_public_counts(replay: RecordedReplay) -> None:
    for frame in replay.frames:
        for seat, player in zip(Seat, frame.state.players, strict=True):
            assert sum(held(frame, seat)) == player.hand
            assert sum(held(frame, seat, "cup")) == player.sealed


def test_no_card_is_seen_more_often_than_it_exists(replay: RecordedReplay) -> None:
    for frame in replay.frames[1:]:
        seen = visible(frame.state)
        for seat in Seat:
            seen = union(seen, union(held(frame, seat), held(frame, seat, "cup")))
        assert sum(seen) + frame.state.draw_pile == 108
        assert max(seen) <= 18


def test_the_hands_at_the_end_are_those_that_were_revealed(replay: RecordedReplay) -> None:
    last = replay.frames[-1]
    assert isinstance(last.happening, Step)
    assert isinstance(last.happening.event, Revealed)
    assert last.held == last.happening.event.holdings
    assert isinstance(last.state.phase, GameOver)
    assert last.state.phase.hands == tuple(held(last, seat) for seat in Seat)


@pytest.mark.parametrize("seat", Seat)
def test_of_an_own_game_that_goes_on_the_own_hand_alone_is_shown_at_every_moment(
    seat: Seat, own: tuple[RecordedReplay, RecordedReplay], replay: RecordedReplay
) -> None:
    mine = own[seat]
    assert len(mine.frames) > 30
    for frame, in_the_end in zip(mine.frames, replay.frames, strict=False):
        assert frame.state == in_the_end.state
        assert frame.held[seat] == in_the_end.held[seat]
        assert frame.held[seat.other] is None
    assert not mine.complete
    assert mine.fault is None


@pytest.mark.parametrize("seat", Seat)
def test_what_is_told_of_an_own_game_that_goes_on_is_public_but_for_the_own_draws(
    seat: Seat, own: tuple[RecordedReplay, RecordedReplay], unfinished: Messages
) -> None:
    public = frames_of(unfinished, Serial())
    assert public.names == NAMES
    draws = []
    for frame, told_to_all in zip(own[seat].frames, public.frames, strict=True):
        own_draws = [sentence for sentence in frame.sentences if sentence.startswith(f"{NAMES[seat]} drew")]
        draws += own_draws
        without = [sentence for sentence in told_to_all.sentences if not sentence.startswith(f"{NAMES[seat]} drew")]
        assert [sentence for sentence in frame.sentences if sentence not in own_draws] == without
    assert len(draws) > 3
    assert not any("card" in sentence for sentence in draws)


def test_of_hands_that_are_not_known_only_the_number_of_drawn_cards_is_told(unfinished: Messages) -> None:
    frames = frames_of(unfinished, Serial()).frames
    draws = [sentence for frame in frames for sentence in frame.sentences if " drew " in sentence]
    assert draws
    assert all(re.fullmatch(r"(Anna|Ben) drew (1 card|[2-8] cards)\.", sentence) for sentence in draws)
    assert all(frame.sentences for frame in frames)


def test_without_any_key_no_hand_is_shown(unfinished: Messages) -> None:
    assert {frame.held for frame in frames_of(unfinished, Serial()).frames} == {(None, None)}


def test_with_one_key_only_no_hand_is_shown(messages: Messages) -> None:
    first_key = next(number for number, message in enumerate(messages) if isinstance(read(message).body, Key))
    public = frames_of(messages[: first_key + 1], Serial())
    assert {frame.held for frame in public.frames} == {(None, None)}


def test_the_seed_is_of_no_use_once_both_keys_are_open(messages: Messages, replay: RecordedReplay) -> None:
    assert frames_of(messages, Serial(), Own(Seat.GUEST, bytes(32))).frames == replay.frames


def test_neither_cards_nor_secrets_stand_in_the_repr(replay: RecordedReplay) -> None:
    assert repr(Own(Seat.HOST, bytes(32))) == f"Own(seat={Seat.HOST!r})"
    assert "held" not in repr(replay)


# What else can happen to a game.


def test_a_resignation_is_a_frame_and_the_rest_is_open(begun: Begin) -> None:
    host, guest = begun()
    hear(host, guest.send(Resign()))
    settle(host, guest)
    replay = frames_of(record_of(host), Serial())
    assert replay.complete
    assert replay.frames[-2].sentences[0] == "Ben resigns."
    assert None not in replay.frames[-1].held


def test_an_adjournment_is_a_frame(begun: Begin) -> None:
    host, guest = begun()
    hear(host, guest.send(MakeOffer(OfferKind.ADJOURN)))
    hear(guest, host.send(MakeOffer(OfferKind.ADJOURN)))
    last = frames_of(record_of(host), Serial()).frames[-1]
    assert isinstance(last.happening, Adjourned)
    assert last.sentences == ("Both players adjourn the game.",)
    assert last.state == host.referee.state


def test_an_abandoned_game_ends_with_a_frame_that_says_who_waited(begun: Begin) -> None:
    _, guest = begun(grace=60)
    guest.lose_line()
    guest.send(Abandon())
    replay = frames_of(record_of(guest), Serial())
    last = replay.frames[-1]
    assert isinstance(last.happening, Abandoned)
    assert last.sentences == ("Ben's computer says that it waited for Anna. The game is abandoned, without a result.",)
    assert not replay.complete


# Records that are not as they should be.


def test_a_forged_entry_ends_the_replay_before_it_and_is_named(messages: Messages, replay: RecordedReplay) -> None:
    wrong = replay.frames[20].entry
    forged = list(messages)
    forged[present(wrong)] = evolve(forged[present(wrong)], signature=bytes(64))
    stopped = frames_of(forged, Serial())
    assert stopped.frames == replay.frames[:20]
    assert stopped.fault is not None
    assert stopped.fault.number == wrong
    assert stopped.standing.startswith(f"NOT VALID: entry {wrong} is wrong")
    assert not stopped.complete


def test_a_record_that_stops_is_shown_as_far_as_it_goes(messages: Messages, replay: RecordedReplay) -> None:
    stop = present(replay.frames[10].entry) + 1
    stopped = frames_of(messages[:stop], Serial())
    assert [frame.state for frame in stopped.frames] == [frame.state for frame in replay.frames[:11]]
    assert stopped.standing.startswith("NOT COMPLETE")


@pytest.mark.parametrize("length", [0, 1, 2, 7])
def test_before_the_cards_are_shuffled_there_is_nothing_to_replay(messages: Messages, length: int) -> None:
    with pytest.raises(NothingToReplay, match=r"^In this record the game has not begun\.$"):
        frames_of(messages[:length], Serial())


def test_a_record_that_is_wrong_from_its_start_says_so(messages: Messages) -> None:
    with pytest.raises(NothingToReplay, match=r"^NOT VALID: entry 0 is wrong"):
        frames_of(messages[1:], Serial())


def test_progress_is_told_up_to_the_end(messages: Messages) -> None:
    told: list[tuple[int, int]] = []
    frames_of(messages[:20], Serial(), progress=lambda done, total: told.append((done, total)))
    assert told == [(done, 20) for done in range(21)]
