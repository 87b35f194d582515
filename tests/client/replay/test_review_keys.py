"""The review in a replay: opened and left, the move that is pointed at, and the way from there to its step."""

from __future__ import annotations

from itertools import cycle

import pytest
from attrs import evolve
from prompt_toolkit.input import PipeInput

from mandala_client.games.mandala.notation import written
from mandala_client.records.replay import Replay
from mandala_client.records.review import NotReviewed, Review
from mandala_client.records.review_sentences import brief_verdict, brought_line, move_line, verdict
from mandala_client.records.review_table import WORST_MARK
from mandala_client.screens.replay import replay_keys
from mandala_client.screens.replay.replay_model import (
    ReplayModel,
    ReplayPage,
    at_frame,
    at_review,
    choosing,
    reviewed,
    scrolled_at_most,
    waiting_for_review,
    with_progress,
    with_review,
)
from mandala_client.screens.replay.replay_pages import screen
from mandala_client.screens.replay.replay_screen import run_replay
from mandala_client.text.language import Language
from mandala_client.ui.clicks import Button, LineTarget, TableClick
from mandala_client.ui.paging import AT_ONCE
from mandala_client.ui.style import FULL_LOOK, SHADED_LOOK
from mandala_protocol.seats import Seat
from tests.client import laws
from tests.client.replay.conftest import after, text_of
from tests.client.scenes import each_language, set_to
from tests.narrowing import present


@pytest.fixture(scope="session")
def start(replay: Replay) -> ReplayModel:
    return reviewed(ReplayModel(replay))


def test_v_opens_the_review_at_the_last_move_up_to_here(start: ReplayModel, review: Review) -> None:
    for at in range(len(start.replay.frames)):
        opened = after(at_frame(start, at), "v")
        assert opened.page is ReplayPage.REVIEW
        before = [number for number, move in enumerate(review.moves) if move.at <= at]
        assert opened.chosen == (before[-1] if before else 0)


def test_who_opens_the_review_while_the_teacher_thinks_waits_there_and_sees_it(replay: Replay, review: Review) -> None:
    start = at_frame(ReplayModel(replay), 40)
    waiting = after(start, "v", "down", "enter", "g", "!")
    assert waiting.page is ReplayPage.REVIEW
    for size in ((80, 24), (40, 20)):
        assert "Reviewing the moves …" in " ".join(text_of(waiting, *size))
        assert "40 of 364" in " ".join(text_of(with_progress(waiting, 40, 364), *size))
    assert after(waiting, "escape") == start, "nobody has to wait"
    opened = after(with_review(start, review), "v")
    assert opened.page is ReplayPage.REVIEW
    assert opened.chosen > 0
    assert with_review(waiting, review) == opened
    assert with_review(after(waiting, "?"), review) == after(opened, "?")
    assert with_review(start, review) == after(opened, "escape")


def test_who_waits_for_a_review_that_there_is_not_is_told_why(replay: Replay) -> None:
    start, why = ReplayModel(replay), NotReviewed("No bot can judge it.")
    waiting = after(start, "v")
    model = with_review(waiting, why)
    assert (model.page, model.note) == (ReplayPage.TABLE, "No bot can judge it.")
    assert after(with_review(after(waiting, "?"), why), "?").page is ReplayPage.TABLE
    assert with_review(start, why).note is None


def test_the_mark_is_a_key_that_goes_to_the_next_move_that_has_it(start: ReplayModel, review: Review) -> None:
    marked = sorted(review.numbers_of_worst())
    model, gone = choosing(at_review(start), 0), []
    for _ in range(len(marked) + 1):
        model = after(model, WORST_MARK)
        gone.append(model.chosen)
    assert gone[-len(marked) :] == [*marked[1:], marked[0]]
    (on,) = {part.click for row in screen(model, FULL_LOOK, 80, 24).rows for part in row
             if isinstance(part.click, Button) and part.click.key == WORST_MARK}  # fmt: skip
    assert replay_keys.click(choosing(model, 0), on) == after(choosing(model, 0), WORST_MARK)


def test_where_no_move_stands_out_or_none_was_made_no_key_is_told_for_it(start: ReplayModel, review: Review) -> None:
    best = tuple(evolve(move, better=None, given_away=0.0) for move in review.moves)
    for moves, text in ((best, "  Enter go to this step   g graph   Esc back"), ((), "  g graph   Esc back")):
        model = at_review(evolve(start, review=evolve(review, moves=moves)))
        assert text_of(model)[-1] == text
        assert after(model, WORST_MARK, "enter").chosen == 0


def test_from_a_step_that_was_chosen_in_the_review_one_goes_back_there_first(start: ReplayModel) -> None:
    there = after(start, "v", "down", "enter")
    assert "q goes back" in text_of(there)[0]
    for size in ((40, 20), (40, 24)):
        assert text_of(there, *size)[-1].endswith("q goes back")
    for key in ("escape", "q"):
        for before in ((), ("right",), ("l", "escape"), ("?", "x"), ("f",)):
            back = after(there, *before, key)
            assert back.page is ReplayPage.REVIEW
            table = after(back, "escape")
            assert table.page is ReplayPage.TABLE
            assert "q leaves" in text_of(table)[0]
            assert replay_keys.press(table, "escape") is None


def test_the_help_tells_of_the_review_where_it_is_asked_for_there(start: ReplayModel, review: Review) -> None:
    of_review = after(start, "v", "?")
    shown = " ".join(" ".join(text_of(of_review)).split())
    for word in ("gave away", "brought", "only move", "the next of the moves that cost most"):
        assert word in shown
    assert "see the table from the other seat" not in shown
    assert "see the table from the other seat" in " ".join(text_of(after(start, "?")))


@pytest.mark.parametrize("opened", [("?",), ("v", "?"), ("v", "enter", "?")])
@pytest.mark.parametrize("size", [(40, 20), (60, 20), (80, 24), (120, 40)])
def test_all_of_the_help_can_be_read_in_any_window(
    size: tuple[int, int], opened: tuple[str, ...], start: ReplayModel
) -> None:
    whole = after(start, *opened)
    wanted = [line for line in text_of(whole, size[0], 60)[1:] if line.strip()]
    model, seen = whole, []
    while True:
        lines = text_of(model, *size)
        seen += [line for line in lines[1:-1] if line.strip() and line not in seen]
        if not lines[-1].strip():
            break
        assert lines[-1] == "  More below: press down."
        model = after(model, "down")
        model = scrolled_at_most(model, screen(model, FULL_LOOK, *size).most_scrolled)
    assert set(seen) == set(wanted)
    assert after(model, "up").scrolled < model.scrolled or not model.scrolled
    assert after(model, "x").page is whole.below


@pytest.mark.parametrize("key", ["v", "q", "escape"])
def test_it_is_left_as_it_was_opened(key: str, start: ReplayModel) -> None:
    model = after(start, "pagedown")
    assert after(model, "v", key) == evolve(model, chosen=after(model, "v").chosen)


def test_the_keys_move_along_the_list_and_stay_in_it(start: ReplayModel, review: Review) -> None:
    opened, last = after(start, "v"), len(review.moves) - 1
    assert after(opened, "up").chosen == last
    assert after(opened, "down").chosen == 1
    assert after(opened, "pagedown").chosen == AT_ONCE
    assert after(opened, "pagedown", "down", "pageup").chosen == 1
    assert after(opened, "end").chosen == last
    assert after(opened, "end", "down").chosen == 0
    assert after(opened, "end", "home").chosen == 0


def test_enter_and_a_click_go_to_the_step_of_the_move(start: ReplayModel, review: Review) -> None:
    for number, move in enumerate(review.moves):
        pointed_at = choosing(at_review(start), number)
        for there in (after(pointed_at, "enter"), replay_keys.click(at_review(start), LineTarget(number))):
            assert there is not None
            assert (there.page, there.at) == (ReplayPage.TABLE, move.at)
            assert there.judged == move


def test_a_click_elsewhere_or_unseen_does_nothing(start: ReplayModel) -> None:
    opened = after(start, "v")
    assert replay_keys.click(opened, LineTarget(3), seen=False) == opened
    assert replay_keys.click(opened, TableClick()) == opened
    assert replay_keys.click(start, LineTarget(3)) == start
    assert replay_keys.click(opened, LineTarget(10_000)) == after(opened, "end", "enter")
    assert replay_keys.click(opened, Button("escape")) == after(opened, "escape")
    assert replay_keys.click(opened, Button("v")) == after(opened, "escape")


def test_every_row_can_be_clicked_for_its_own_move(start: ReplayModel, review: Review) -> None:
    opened = after(start, "v", "pagedown", "pagedown")
    clicked = [part.click.number for row in screen(opened, FULL_LOOK, 80, 24).rows for part in row
               if isinstance(part.click, LineTarget)]  # fmt: skip
    assert len(clicked) > 5
    assert opened.chosen in clicked
    lines = text_of(opened)
    for number in clicked:
        move = review.moves[number]
        assert any(str(move.frame.number) in line and written(move.move) in line for line in lines)


def test_help_opens_over_the_review_and_closes_there(start: ReplayModel) -> None:
    opened = after(start, "v", "down", "down")
    for key in ("?", "f1"):
        assert after(opened, key).page is ReplayPage.HELP
        assert after(opened, key, "escape") == after(opened, key, "x") == after(opened, key, "f1") == opened


def test_opened_at_its_review_the_replay_goes_back_there_before_it_is_left(start: ReplayModel) -> None:
    home = evolve(at_review(start), home=ReplayPage.REVIEW)
    there = after(home, "pagedown", "enter")
    assert there.page is ReplayPage.TABLE
    for key in ("escape", "q"):
        back = after(there, key)
        assert (back.page, back.chosen) == (ReplayPage.REVIEW, AT_ONCE)
    assert replay_keys.press(home, "escape") is None
    assert replay_keys.type_text(home, "q") is None
    assert replay_keys.type_text(home, "v") is None
    assert after(there, "7", "escape") == evolve(there, note=None)


def test_the_move_that_is_pointed_at_is_always_in_sight_and_told(start: ReplayModel, review: Review) -> None:
    for size in ((80, 24), (40, 20), (120, 40)):
        for number, move in enumerate(review.moves):
            lines = text_of(choosing(at_review(start), number), *size)
            (here,) = [line for line in lines if line.startswith(" ▸ ")]
            assert here[3] == ("!" if number in review.numbers_of_worst() else " ")
            assert written(move.move) in here
            words = (brought_line if size == (40, 20) else move_line)(review, move)
            text = " ".join(line.strip() for line in lines)
            assert words in text


def test_the_table_says_what_the_move_of_its_step_gave_away(start: ReplayModel, review: Review) -> None:
    for move in review.moves:
        shown = " ".join(" ".join(text_of(at_frame(start, move.at))).split())
        brief = " ".join(" ".join(text_of(at_frame(start, move.at), 40, 20)).split())
        if move.better is None:
            judged = "This was the only legal move." if move.forced else "No move looked better."
            assert judged in shown
            assert judged in brief
        else:
            better = written(move.better.move)
            before, after = present(move.before).in_100, present(move.after).in_100
            assert f"Chance to win from {before} % to {after} %, margin from " in shown
            assert f" Better: {better} – " in shown
            assert f"From {before} % to {after} %; better: {better}" in brief


@each_language
def test_what_the_table_says_of_a_move_is_never_cut(
    language: Language, replay: Replay, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_to(language, FULL_LOOK)
    start = reviewed(ReplayModel(replay))
    review = start.review
    assert isinstance(review, Review)
    with laws.nothing_cut_silently(monkeypatch):
        for move, look in zip(review.moves, cycle((FULL_LOOK, SHADED_LOOK))):
            lines = text_of(at_frame(start, move.at), look=look)
            text = " ".join(" ".join(lines).split())
            assert verdict(review, move) in text
            assert look.ellipsis not in text
            assert "Enter" in lines[-1], "the keys are still there"


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_a_reason_that_is_too_long_for_the_table_is_left_out_whole(
    start: ReplayModel, review: Review, size: tuple[int, int]
) -> None:
    move = next(move for move in review.moves if move.better is not None)
    why = " ".join(["a reason of many words"] * 200)
    long = evolve(move, better=evolve(present(move.better), why=why))
    moves = tuple(long if other is move else other for other in review.moves)
    model = evolve(start, review=evolve(review, moves=moves))
    lines = text_of(at_frame(model, move.at), *size)
    text = " ".join(" ".join(lines).split())
    assert brief_verdict(review, long) in text
    assert "a reason" not in text
    assert any(" • " in line for line in lines), "the log is still there"


@pytest.mark.parametrize("near", Seat)
def test_a_review_that_one_begins_with_points_at_the_own_move_that_cost_most(near: Seat, replay: Replay) -> None:
    model = reviewed(waiting_for_review(replay, near))
    assert isinstance(model.review, Review)
    assert model.review.moves[model.chosen] == model.review.worst(near)[0]
    assert replay_keys.type_text(model, "q") is None, "it is left from there"
    unharmed = evolve(model.review, moves=tuple(evolve(move, better=None) for move in model.review.moves))
    assert with_review(waiting_for_review(replay, near), unharmed).chosen == 0


def test_a_replay_that_begins_with_a_review_is_left_where_there_is_none(
    own: tuple[Replay, Replay], keyboard: PipeInput
) -> None:
    left = run_replay(waiting_for_review(own[0], Seat.HOST))
    assert isinstance(left.review, NotReviewed)


def test_a_step_that_is_no_move_is_not_judged(start: ReplayModel) -> None:
    for at, frame in enumerate(start.replay.frames):
        assert (at_frame(start, at).judged is not None) == frame.is_move


def test_a_game_that_goes_on_has_no_review_and_says_why(own: tuple[Replay, Replay]) -> None:
    for replay in own:
        model = after(reviewed(ReplayModel(replay)), "v")
        assert model.page is ReplayPage.TABLE
        assert model.note == "You can review only a finished game; this one has no result."
        assert not any("better" in line for at in range(model.last) for line in text_of(at_frame(model, at)))


def test_keys_in_a_terminal_go_from_the_review_to_a_step(replay: Replay, review: Review, keyboard: PipeInput) -> None:
    keyboard.send_text("v\x1b[B\x1b[B\r\x03")
    left = run_replay(reviewed(ReplayModel(replay)))
    assert (left.page, left.at) == (ReplayPage.TABLE, review.moves[2].at)
