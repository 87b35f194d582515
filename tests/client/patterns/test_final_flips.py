"""The final flips, shown one after another: on the screen at the end of a game, in its replay and in sentences."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Final

import pyte
import pytest
import trio
import trio.testing
from attrs import evolve

from mandala_client.records.review import review_of
from mandala_client.screens.replay.replay_model import ReplayModel, at_frame, to_move
from mandala_client.screens.replay.replay_pages import screen as replay_screen
from mandala_client.screens.table import motions, screen_keys
from mandala_client.screens.table.screen_frontend import MOTION_SECONDS, ScreenFrontend
from mandala_client.screens.table.table_pages import screen
from mandala_client.table import edits
from mandala_client.table.table_model import Question, TableModel, evolve_ended
from mandala_client.ui.clicks import Button
from mandala_client.ui.motion import Motion
from mandala_client.ui.style import FULL_LOOK
from mandala_protocol.games.patterns.legality import fields_to_flip
from mandala_protocol.games.patterns.state import owner_at
from tests.client import painting
from tests.client.at_table import as_ended, press, seen, typed
from tests.client.no_terminal import screen_frontend
from tests.client.patterns.conftest import Sitting, state_of
from tests.client.scenes import STANDARD, WIDE, Size, each_size, golden_name

Compare = Callable[[str, pyte.Screen], None]
Paint = Callable[..., pyte.Screen]

THIRD: Final = 3
"""The number of the part in which the third final flip has just been made."""


def after_parts(model: TableModel, number: int) -> TableModel:
    """The end when so many parts of it have been shown, and the next one is."""
    for _part in range(number):
        model = motions.passed(model, 1)
    return model


def parts_of(model: TableModel) -> tuple[Motion, ...]:
    """The parts that are still to be shown, the first of them now."""
    return () if model.moving is None else (model.moving.motion, *model.moving.then)


def flips_of(sitting: Sitting) -> tuple[int, ...]:
    assert sitting.ended.snapshot is not None
    stopped = state_of(sitting.ended.snapshot).stopped
    assert stopped is not None
    return stopped.final_flips


# On the screen.


def test_a_final_flip_on_the_screen(sitting: Sitting, paint: Paint, matches_golden: Compare) -> None:
    matches_golden("patterns-final-flip-80x24", paint(after_parts(sitting.flipping, THIRD)))


@each_size
def test_every_part_of_the_end_fits_and_shows_one_tile_more(size: tuple[int, int], sitting: Sitting) -> None:
    model, flips = sitting.flipping, flips_of(sitting)
    assert len(parts_of(model)) == len(flips) + 1 > 3
    for number, field in enumerate((None, *flips)):
        part = parts_of(model)[0]
        assert [owner_at(part.table, other) is not None for other in flips] == [
            other < number for other in range(len(flips))
        ]
        assert field is None or re.search(rf"Final flip: .* field {field},", part.banner)
        shown = ["".join(fragment.text for fragment in row) for row in screen(model, FULL_LOOK, *size).rows]
        assert len(shown) == size[1]
        assert part.banner in " ".join(" ".join(shown).split())
        model = motions.passed(model, 1)
    assert model == sitting.ended
    assert "game over" in seen(model)


def test_each_final_flip_is_legal_when_it_is_shown(sitting: Sitting) -> None:
    tables = [part.table for part in parts_of(sitting.flipping)]
    for table, field in zip(tables, flips_of(sitting), strict=False):
        assert fields_to_flip(table, table.to_move.other) >> field & 1


def test_any_key_and_a_click_end_them_and_do_what_they_do(sitting: Sitting) -> None:
    for key in ("enter", "escape", "right", "f7", "f1", "c-c"):
        assert press(sitting.flipping, key) == press(sitting.ended, key)
    for letter in ("q", "r", "t", " ", "/"):
        assert typed(sitting.flipping, letter) == typed(sitting.ended, letter)
    assert screen_keys.click(sitting.flipping, Button("t")) == screen_keys.click(sitting.ended, Button("t"))
    assert press(sitting.flipping, "enter") == (sitting.ended, None), "as the page says"


def test_leaving_is_asked_at_once(sitting: Sitting) -> None:
    model = evolve_ended(sitting.flipping, rematch=True)
    asked, act = press(model, "c-c")
    assert (asked.question, asked.moving, act) == (Question.LEAVE, None, None)
    assert "Leave without another game?" in seen(asked)


def test_what_was_being_typed_goes_on(sitting: Sitting) -> None:
    writing = edits.drafted(evolve_ended(sitting.flipping, rematch=True), "/well pl")
    model, act = typed(writing, "ayed")
    assert (model.draft.text, model.moving, act) == ("/well played", None, None)
    stray = evolve_ended(sitting.flipping, typing_through=True)
    assert typed(stray, "q") == (evolve_ended(sitting.ended, typing_through=True), None)


def shown_tables(sitting: Sitting, *, lively: bool, ends: bool = False) -> tuple[list[int], ScreenFrontend]:
    """How many parts were still to be shown, each time that the screen was drawn, when nothing is done."""
    drawn: list[int] = []

    async def watch() -> ScreenFrontend:
        frontend: ScreenFrontend = screen_frontend(
            redraw=lambda: drawn.append(len(parts_of(frontend.model))), lively=lively
        )
        frontend.model = sitting.models[-1]
        frontend.draw(80, 24)
        assert sitting.ended.snapshot is not None
        frontend.show(sitting.ended.snapshot)
        with trio.move_on_after(30 * MOTION_SECONDS):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(frontend.pass_motions)
                if ends:
                    await frontend.end(as_ended(sitting.ended).end)
        return frontend

    frontend = trio.run(watch, clock=trio.testing.MockClock(autojump_threshold=0))
    return drawn, frontend


def test_the_flips_follow_each_other_by_themselves(sitting: Sitting) -> None:
    drawn, frontend = shown_tables(sitting, lively=True)
    assert drawn == list(range(len(flips_of(sitting)) + 1, -1, -1)), "each part is drawn once"
    assert "Final flip" in frontend.model.log[-1].text


def test_the_end_moves_when_the_last_flip_has_been_shown(sitting: Sitting) -> None:
    drawn, frontend = shown_tables(sitting, lively=True, ends=True)
    parts = len(flips_of(sitting)) + 1
    assert drawn[:2] == [parts, parts + 1], "the end waits for them"
    assert drawn[1:] == sorted(drawn[1:], reverse=True)
    assert drawn.count(1) > 3, "then cards move"
    assert (frontend.model.moving, as_ended(frontend.model).end) == (None, as_ended(sitting.ended).end)


def test_a_table_that_is_still_shows_the_end_at_once(sitting: Sitting) -> None:
    drawn, _frontend = shown_tables(sitting, lively=False)
    assert drawn == [0]


def test_a_key_stops_them_for_good(sitting: Sitting) -> None:
    async def watch() -> None:
        frontend: ScreenFrontend = screen_frontend(redraw=lambda: None, lively=True)
        frontend.model = sitting.models[-1]
        frontend.draw(80, 24)
        assert sitting.ended.snapshot is not None
        frontend.show(sitting.ended.snapshot)
        assert parts_of(frontend.model)
        frontend.press("f1")
        assert not parts_of(frontend.model)
        kept = frontend.model
        with trio.move_on_after(20 * MOTION_SECONDS):
            await frontend.pass_motions()
        assert frontend.model is kept

    trio.run(watch, clock=trio.testing.MockClock(autojump_threshold=0))


# In the replay.


def flip_frames(sitting: Sitting) -> list[int]:
    """The frames of the final flips, counted from 0."""
    return [at for at, frame in enumerate(sitting.replay.frames) if frame.part]


def test_a_final_flip_in_the_replay(sitting: Sitting, matches_golden: Compare) -> None:
    model = at_frame(ReplayModel(sitting.replay), flip_frames(sitting)[THIRD - 1])
    matches_golden("patterns-replay-flip-80x24", painting.painted(partial(replay_screen, model, FULL_LOOK), *STANDARD))


@pytest.mark.parametrize("size", [STANDARD, WIDE])
def test_a_move_in_the_replay(size: Size, sitting: Sitting, matches_golden: Compare) -> None:
    model = at_frame(ReplayModel(sitting.replay), 20)
    matches_golden(
        golden_name("patterns-replay", size), painting.painted(partial(replay_screen, model, FULL_LOOK), *size)
    )


def test_each_final_flip_is_a_step_of_the_replay(sitting: Sitting) -> None:
    frames, at = sitting.replay.frames, flip_frames(sitting)
    assert [frame.number for frame in frames] == list(range(1, len(frames) + 1))
    assert len(at) == len(flips_of(sitting))
    for number, field in zip(at, flips_of(sitting), strict=True):
        (text,) = frames[number].sentences
        assert f"field {field}," in text
        assert owner_at(frames[number - 1].state, field) is None
        assert owner_at(frames[number].state, field) is not None
        assert not frames[number].is_move
    last_move = at[0] - 1
    assert frames[last_move].sentences[-1] == "The game is over: Ben can do nothing."
    assert to_move(ReplayModel(sitting.replay, at=last_move - 1), 1).at == last_move


def test_the_review_counts_the_final_flips_with_the_last_move_and_judges_none(sitting: Sitting) -> None:
    # What was played earlier would only be judged too, which takes long.
    earlier = flip_frames(sitting)[0] - 2
    review = review_of(evolve(sitting.replay, frames=sitting.replay.frames[earlier:]))
    last = review.moves[-1]
    assert last.at == flip_frames(sitting)[0] - earlier - 1
    assert not any(review.at(at - earlier) for at in flip_frames(sitting))
    assert last.swing > 5
