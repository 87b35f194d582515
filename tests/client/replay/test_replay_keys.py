"""The keys of a replay: each goes where it says, and none does harm at any moment."""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from mandala_client.records.replay import Replay
from mandala_client.screens.replay import replay_keys
from mandala_client.screens.replay import replay_model as updates
from mandala_client.screens.replay.replay_model import ReplayModel, ReplayPage
from mandala_client.screens.replay.replay_pages import screen
from mandala_client.ui.style import FULL_LOOK
from mandala_protocol.seats import Seat
from tests.client.replay.conftest import KEYS, after
from tests.client.scenes import words_on
from tests.texts import any_text


@pytest.fixture
def start(replay: Replay) -> ReplayModel:
    return ReplayModel(replay)


def test_every_step_forward_is_taken_back_by_a_step_back(start: ReplayModel) -> None:
    model = start
    for number in range(1, len(start.replay.frames)):
        further = after(model, "right")
        assert further.frame.number == number + 1
        assert after(further, "left") == model
        assert after(further, "backspace") == model
        model = further
    assert model.at == model.last


def test_space_plays_on_by_itself_until_a_key_or_the_end(start: ReplayModel) -> None:
    begun = after(start, " ")
    assert (begun.at, begun.plays_on) == (1, True)
    assert updates.played_on(begun).at == 2
    assert "playing on, Space pauses" in words_on(screen(begun, FULL_LOOK, 80, 24).rows)
    assert after(begun, " ") == evolve(begun, plays_on=False)
    assert updates.played_on(after(begun, " ")).at == 1
    for key in ("right", "left", "l", "?", "7", "f"):
        assert not after(begun, key).plays_on
    last = updates.played_on(after(start, "end", "left", "left", " "))
    assert (last.at, last.plays_on, last.note) == (start.last, False, None)
    assert after(start, "end", " ").at == 0, "it begins anew"


def test_at_both_ends_it_goes_no_further_and_says_so(start: ReplayModel) -> None:
    assert after(start, "left").frame is start.frame
    assert after(start, "left").note == "This is the beginning."
    end = after(start, "end")
    assert end.frame is start.replay.frames[-1]
    assert after(end, "right").frame is end.frame
    assert after(end, "right").note == "This is the end of the record."
    assert after(end, "home") == start


def test_down_and_up_go_from_move_to_move(start: ReplayModel) -> None:
    moves = [frame.number for frame in start.replay.frames if frame.is_move]
    model, seen = after(start, "down"), []
    while model.frame.is_move:
        seen.append(model.frame.number)
        model = after(model, "down")
    assert seen == moves
    assert model.at == model.last
    back = []
    model = after(model, "up")
    while model.frame.is_move:
        back.append(model.frame.number)
        model = after(model, "up")
    assert back == moves[::-1]
    assert model.at == 0


def test_the_page_keys_take_ten_steps(start: ReplayModel) -> None:
    assert after(start, "pagedown", "pagedown", "pageup").frame.number == 11
    assert after(start, "pagedown", "pageup", "pageup").frame.number == 1


def test_a_number_and_enter_go_to_the_step_of_that_number(start: ReplayModel) -> None:
    assert after(start, "1", "2", "enter").frame.number == 12
    assert after(start, "1", "2", "enter").typed == ""
    assert after(start, "1", "2", "backspace", "5", "enter").frame.number == 15


@pytest.mark.parametrize("number", ["0", "99999"])
def test_a_number_that_no_step_has_is_refused(number: str, start: ReplayModel) -> None:
    model = after(start, "right", *number, "enter")
    assert model.frame.number == 2
    assert model.note == f"There is no step {number}. The last one is {len(start.replay.frames)}."


def test_escape_takes_a_number_back_before_it_leaves(start: ReplayModel) -> None:
    model = after(start, "7", "escape")
    assert model.typed == ""
    assert replay_keys.press(model, "escape") is None


def test_q_and_control_c_leave(start: ReplayModel) -> None:
    assert replay_keys.type_text(start, "q") is None
    for page in ReplayPage:
        assert replay_keys.press(ReplayModel(start.replay, page=page), "c-c") is None


def test_f_shows_the_table_from_the_other_seat(start: ReplayModel) -> None:
    assert after(start, "f").near is Seat.GUEST
    assert after(start, "f", "F") == start


def test_the_log_and_the_help_open_and_close_where_one_was(start: ReplayModel) -> None:
    model = after(start, "pagedown")
    for opened in ("l", "?", "f1"):
        page = after(model, opened)
        assert page.page is not ReplayPage.TABLE
        assert after(page, "escape") == model
    assert after(model, "l", "l") == after(model, "l", "q") == model
    assert after(model, "?", "x") == model


def test_where_nothing_can_be_seen_one_can_only_leave(start: ReplayModel) -> None:
    for page in ReplayPage:
        model = ReplayModel(start.replay, typed="7", page=page)
        for key in KEYS:
            assert replay_keys.press(model, key, seen=False) is (None if key == "escape" else model)
        for text in "7 fl?":
            assert replay_keys.type_text(model, text, seen=False) is model
        assert replay_keys.press(model, "c-c", seen=False) is None
        assert replay_keys.type_text(model, "q", seen=False) is None
        assert replay_keys.type_text(model, "q", pasted=True, seen=False) is model


def test_pasted_text_does_nothing(start: ReplayModel) -> None:
    for page in ReplayPage:
        model = ReplayModel(start.replay, page=page)
        assert replay_keys.type_text(model, "q", pasted=True) is model


@settings(max_examples=60, deadline=None)
@given(pressed=st.lists(st.one_of(st.sampled_from(KEYS), any_text(max_size=2), st.sampled_from("0123456789 fl?Q"))))
def test_no_key_does_harm_at_any_moment(replay: Replay, pressed: list[str]) -> None:
    model = ReplayModel(replay)
    for one in pressed:
        taken = replay_keys.press(model, one) if one in KEYS else replay_keys.type_text(model, one)
        model = model if taken is None else taken
        assert 0 <= model.at <= model.last
        assert len(screen(model, FULL_LOOK, 80, 24).rows) == 24
