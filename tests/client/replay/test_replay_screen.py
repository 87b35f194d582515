"""Screens of a replay as a terminal shows them; see ``test_table_scenes`` for how to write them anew."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import cycle, product

import pyte
import pytest
import trio
from attrs import evolve
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput
from prompt_toolkit.output import DummyOutput
from trio.testing import MockClock, wait_all_tasks_blocked

from mandala_client.games.game_table import TableForm
from mandala_client.records.replay import Replay, frames_of
from mandala_client.screens.replay.replay_model import (
    ReplayModel,
    ReplayPage,
    at_frame,
    at_review,
    on_page,
    playing_on,
    reviewed,
    stopped,
)
from mandala_client.screens.replay.replay_pages import screen
from mandala_client.screens.replay.replay_screen import STEP_SECONDS, play_on, run_replay
from mandala_client.ui.rows import width_of
from mandala_client.ui.style import ASCII_LOOK, FULL_LOOK
from mandala_protocol.poker.workers import Serial
from mandala_protocol.record.steps import Step
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import EntryMessage
from tests.client import laws
from tests.client.replay.conftest import text_of
from tests.client.replay.replay_scenes import Recorded, in_mid_game
from tests.client.scenes import words_on
from tests.narrowing import present
from tests.portions import portion

Compare = Callable[[str, pyte.Screen], None]
Painted = Callable[..., pyte.Screen]

LONG = "Maximiliane-Charlotte von Hohenf"


_ROOM = {
    TableForm.STANDARD: (17, 80),
    TableForm.LARGE: (30, 84),
    TableForm.HUGE: (49, 158),
    TableForm.COMPACT: (15, 40),
}
"""Rows and columns, as each form says."""


def test_in_little_room_a_step_is_told_in_a_whole_sentence_and_a_key_shows_all(replay: Replay) -> None:
    deeds = {type(frame.happening.event): frame for frame in replay.frames if isinstance(frame.happening, Step)}
    some = {frame.number: frame for frame in (*deeds.values(), *replay.frames[30:60])}
    assert len(some) > 25
    left_out = 0
    for frame in some.values():
        model = at_frame(ReplayModel(replay), frame.number - 1)
        rows = screen(model, FULL_LOOK, 40, 20).rows
        assert laws.cut_sentences(rows, replay.names) == []
        told = words_on(rows)
        whole = " ".join(frame.sentences) in told
        assert whole or "l shows all" in told
        left_out += not whole
    assert left_out


@pytest.fixture(scope="session")
def shown_steps(replay: Replay) -> list[list[str]]:
    """The rows of the screen at each step of the game."""
    return [text_of(at_frame(ReplayModel(replay), at)) for at in range(len(replay.frames))]


@pytest.mark.parametrize("form", TableForm)
def test_the_table_of_a_replay_has_no_more_rows_and_columns_than_its_form(replay: Replay, form: TableForm) -> None:
    rows, columns = _ROOM[form]
    hidden = evolve(replay, frames=tuple(evolve(frame, held=(None, None)) for frame in replay.frames))
    for at, (near, seen) in zip(range(len(replay.frames)), cycle(product(Seat, (replay, hidden)))):
        table = seen.ui.table.board(ReplayModel(seen, at=at, near=near).scene, FULL_LOOK, form, columns)
        assert len(table) <= rows
        assert max(map(width_of, table)) <= columns


def test_the_larger_the_window_the_larger_is_the_table_of_a_replay(recorded: Recorded) -> None:
    model, sizes = in_mid_game(recorded), ((120, 30), (120, 40), (200, 60))
    rows = [_rows_of_circles(text_of(model, *size)) for size in sizes]
    assert rows[0] < rows[1] < rows[2]


def _rows_of_circles(shown: list[str]) -> int:
    """The rows with dots of a circle."""
    return sum(any("⠀" < sign <= "⣿" for sign in line) for line in shown)


@pytest.mark.parametrize(("columns", "lines"), [(39, 24), (80, 19), (20, 5), (1, 1)])
def test_a_window_too_small_asks_for_room(columns: int, lines: int, replay: Replay) -> None:
    shown = text_of(ReplayModel(replay), columns, lines)
    assert len(shown) == lines
    if columns > 20:
        assert "Too small" in " ".join(shown)
        assert "Esc leaves." in " ".join(shown)


@pytest.mark.portion
@pytest.mark.parametrize("size", [(40, 20), (79, 23), (80, 20), (112, 24), (200, 60)])
@pytest.mark.parametrize("name", [LONG, "曼荼羅の遊び手である山田太郎左衛門尉信長入道前右府様御一行様"])
def test_every_step_fits_into_the_window(size: tuple[int, int], name: str, replay: Replay) -> None:
    begun = reviewed(ReplayModel(evolve(replay, names=(name, name))))
    for number, look in zip(portion(range(len(replay.frames)), 20), cycle((FULL_LOOK, ASCII_LOOK))):
        at_step = at_frame(begun, number)
        for model in (at_step, at_review(at_step)):
            rows = screen(model, look, *size).rows
            assert len(rows) == size[1]
            assert max(map(width_of, rows)) <= size[0]


def test_a_status_line_counts_the_steps(replay: Replay, shown_steps: list[list[str]]) -> None:
    assert shown_steps[11][20] == f" 12 of {len(replay.frames)}"


def test_what_happened_is_told_in_the_log_and_not_again_below_it(replay: Replay, shown_steps: list[list[str]]) -> None:
    for at, (frame, shown) in enumerate(zip(replay.frames, shown_steps, strict=True)):
        log, status = " ".join(map(str.strip, shown[19:20])), " ".join(shown[20:23])
        rows = ["".join(part.text for part in one) for one in (line.brief for line in frame.lines) if one]
        begun = log.removeprefix("• ").partition("…")[0].rstrip(".")
        is_told = any(one in log for one in (frame.sentences[-1], *rows)) or frame.sentences[-1].startswith(begun)
        assert is_told or at == len(replay.frames) - 1
        assert not any(sentence in status for sentence in frame.sentences)


def test_keys_typed_in_a_terminal_step_through_the_game(replay: Replay, keyboard: PipeInput) -> None:
    keyboard.send_text("\x1b[C\x1b[C\x1b[D 12\rf\x1b[F\x1b[H\x1b[6~q")
    left = run_replay(ReplayModel(replay))
    assert left.frame.number == 11
    assert left.near is not ReplayModel(replay).near


async def test_the_next_step_comes_by_itself_when_the_last_one_was_shown_long_enough(
    replay: Replay, mock_clock: MockClock
) -> None:
    shown = playing_on(ReplayModel(replay))

    def become(model: ReplayModel) -> None:
        nonlocal shown
        shown = model

    async def passed(seconds: float) -> int:
        """Let so many seconds pass; return the step that is shown then."""
        for _quarter in range(int(seconds * 4)):
            mock_clock.jump(0.25)
            await wait_all_tasks_blocked()
        return shown.at

    async with trio.open_nursery() as nursery:
        nursery.start_soon(play_on, lambda: shown, become)
        await wait_all_tasks_blocked()
        assert await passed(STEP_SECONDS) == 1
        assert await passed(0.5) == 2
        assert await passed(4 * STEP_SECONDS) > 4
        shown = stopped(shown)
        assert await passed(4 * STEP_SECONDS) == shown.at
        nursery.cancel_scope.cancel()


class SmallTerminal(DummyOutput):
    """A terminal in which the replay has no room."""

    def get_size(self) -> Size:
        return Size(rows=10, columns=40)


def test_keys_typed_in_a_window_too_small_change_nothing_unseen(replay: Replay, keyboard: PipeInput) -> None:
    keyboard.send_text("\x1b[C\x1b[F f12\rlq")
    with create_app_session(input=keyboard, output=SmallTerminal()):
        left = run_replay(ReplayModel(replay))
    assert evolve(left, review=None, progress=(0, 1)) == ReplayModel(replay)


def test_the_name_of_who_chooses_first_is_not_cut_while_other_words_can_be_left_out(
    replay: Replay, shown_steps: list[list[str]]
) -> None:
    at = next(
        at for at, shown in enumerate(shown_steps) if re.search(r" Anna [0-9]+:[0-9]+, chooses first ", " ".join(shown))
    )
    called = at_frame(ReplayModel(evolve(replay, names=("Hortense", "Bartholomeus"))), at)
    assert re.search(r" Hortense [0-9]+:[0-9]+, (chooses )?first ", " ".join(text_of(called)))


def test_a_tie_says_in_80_columns_who_would_choose_second(shown_steps: list[list[str]]) -> None:
    assert any(" tie: who completes chooses 2nd " in " ".join(shown) for shown in shown_steps)


def test_before_the_deal_no_hidden_cards_are_named(shown_steps: list[list[str]]) -> None:
    first, second = map(" ".join, shown_steps[:2])
    assert re.search(r"\b0 +cup +0\b", first)
    assert " open " not in first
    assert re.search(r"\b2 +cup +2\b", second)
    assert " open " in second
    assert not re.search(r"\? \?", second)


def test_a_keyboard_that_is_gone_ends_the_replay(replay: Replay, keyboard: PipeInput) -> None:
    keyboard.close()
    with pytest.raises((EOFError, KeyboardInterrupt)):
        run_replay(ReplayModel(replay))


def test_in_little_room_the_verdict_stands_whole_or_a_key_shows_all_of_it(
    messages: tuple[EntryMessage, ...], replay: Replay, own: tuple[Replay, Replay]
) -> None:
    wrong = replay.frames[20].entry
    forged = [*messages[:wrong], evolve(messages[present(wrong)], signature=bytes(64))]
    for judged, lines in product((replay, own[0], frames_of(forged, Serial())), range(20, 24)):
        model = at_frame(ReplayModel(judged), len(judged.frames) - 1)
        shown = text_of(model, 40, lines)
        assert f"{len(judged.frames)}/{len(judged.frames)}" in " ".join(shown)
        if judged.standing not in " ".join(map(str.strip, shown)):
            assert "l shows all" in shown[-1]
            assert shown[-2].rstrip().endswith((".", "…"))
            assert judged.standing in " ".join(map(str.strip, text_of(on_page(model, ReplayPage.LOG), 40, lines)))
