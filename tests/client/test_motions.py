"""What moves in front of the table: when, how it looks, and that it delays nothing and is never drawn in vain."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import pyte
import pytest
import trio
import trio.testing
from prompt_toolkit.input import PipeInput

from mandala_client.screens.table import motions, screen_keys, stage
from mandala_client.screens.table.motions import motion_of_end, motions_between
from mandala_client.screens.table.screen_frontend import FRAMES, LATE_SECONDS, MOTION_SECONDS, ScreenFrontend
from mandala_client.screens.table.stage import run_on_screen
from mandala_client.screens.table.table_pages import screen
from mandala_client.settings.settings import Colours, Settings
from mandala_client.table import edits, updates
from mandala_client.table.table_model import Helping, TableModel
from mandala_client.text.language import Language
from mandala_client.ui.abilities import is_lively
from mandala_client.ui.motion import Lane, Motion, Passing, in_front, motion_rows
from mandala_client.ui.rows import Fragment, Pane, Screen, text_row, width_of
from mandala_client.ui.style import ASCII_LOOK, FULL_LOOK
from mandala_net.match.news import GameEnded, GameFinished
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.game import Moved
from mandala_protocol.games.mandala import Claim
from tests.client import laws
from tests.client.at_table import Moments
from tests.client.no_terminal import screen_frontend
from tests.client.patterns.conftest import Sitting, sit
from tests.client.scenes import each_language, set_to
from tests.limits import SECONDS
from tests.narrowing import present

Compare = Callable[[str, pyte.Screen], None]
Paint = Callable[..., pyte.Screen]

SIZES = [(80, 24), (120, 40), (40, 20)]


def moved(moments: Moments) -> Iterator[tuple[TableModel, Snapshot, Motion]]:
    """Each time that something moves: the table before, the news, and the motion."""
    model = TableModel()
    for moment in moments:
        after = updates.with_snapshot(model, moment)
        for motion in motions_between(model, after, FULL_LOOK):
            yield model, moment, motion
        model = after


def claimed(moments: Moments) -> tuple[TableModel, Snapshot, Motion]:
    """The first colour of a mountain that is taken, with cards on two ways."""
    return next(
        found for found in moved(moments) if len(found[2].lanes) > 1 and isinstance(found[1].steps[-1].event, Moved)
    )


def half_way(model: TableModel, moment: Snapshot, motion: Motion) -> TableModel:
    return motions.moving(updates.with_snapshot(model, moment), motion, 1 / 3)


def over(moments: Moments) -> tuple[TableModel, GameEnded, Motion]:
    """The table at the end of a game, its end, and what moves then."""
    last = moments[-1]
    before = updates.with_snapshot(TableModel(), last)
    ended = GameEnded(GameFinished(present(last.result)), None, last)
    after = updates.with_end(before, ended)
    return after, ended, present(motion_of_end(before, after, FULL_LOOK))


def text_of(shown: Screen) -> list[str]:
    return ["".join(part.text for part in row) for row in shown.rows]


# Which.


def test_a_mandala_that_is_completed_moves_with_its_sentence(moments: Moments) -> None:
    banners = [motion.banner for _model, _moment, motion in moved(moments)]
    assert any("complete" in banner and "mandala!" in banner for banner in banners)
    assert any("LAST" in banner for banner in banners)


def test_cards_that_are_taken_go_to_river_cup_or_discard_pile(moments: Moments) -> None:
    claims = [
        motion
        for _model, moment, motion in moved(moments)
        if isinstance(event := moment.steps[-1].event, Moved) and isinstance(event.move, Claim)
    ]
    assert claims
    goals = {lane.goal for motion in claims for lane in motion.lanes}
    for _model, moment, motion in moved(moments):
        step = moment.steps[-1]
        if isinstance(step.event, Moved) and isinstance(step.event.move, Claim):
            grown = len(step.after.players[step.event.seat].river) > len(step.before.players[step.event.seat].river)
            assert any(lane.goal == "river" for lane in motion.lanes) is grown
    assert goals == {"river", "cup", "discard pile"}


def test_an_usual_move_and_a_game_that_is_resumed_move_nothing(moments: Moments) -> None:
    assert len(list(moved(moments))) < len(moments) / 3
    _model, moment, _motion = claimed(moments)
    assert motions_between(TableModel(), updates.with_snapshot(TableModel(), moment), FULL_LOOK) == ()


def test_the_end_moves_once_and_says_who_wins(moments: Moments) -> None:
    after, ended, motion = over(moments)
    assert motion.banner.startswith("Game over: ")
    assert [lane.goal.split()[-1] for lane in motion.lanes] == ["points", "points"]
    assert motion_of_end(after, updates.with_end(after, ended), FULL_LOOK) is None


def test_patterns_moves_when_a_group_is_closed_and_at_the_end() -> None:
    sitting: Sitting = sit()
    closed = [motion for _model, _moment, motion in moved(sitting.moments)]
    assert closed
    assert all(motion.banner.startswith("Closed: ") and motion.lanes for motion in closed)
    motion = motion_of_end(sitting.models[-1], sitting.ended, FULL_LOOK)
    assert motion is not None
    assert len(motion.lanes) == 2


# How it looks.


def test_cards_on_their_way(moments: Moments, paint: Paint, matches_golden: Compare) -> None:
    matches_golden("motion-claim-80x24", paint(half_way(*claimed(moments))))


def test_the_end_on_its_way(moments: Moments, paint: Paint, matches_golden: Compare) -> None:
    after, _ended, motion = over(moments)
    matches_golden("motion-end-80x24", paint(motions.moving(after, motion, 1 / 3), 80, 24))


def test_cards_go_from_left_to_right_and_arrive() -> None:
    motion = Motion("moved", (Lane("here", text_row("##"), "there"),))
    rows = [motion_rows(Passing(motion, share / 10), FULL_LOOK, 30, 3)[1] for share in range(11)]
    places = ["".join(part.text for part in row).index("##") for row in rows]
    assert places == sorted(places)
    assert (places[0], places[-1]) == (len(" here "), 30 - len("## there "))


@pytest.mark.parametrize("width", [1, 5, 12, 40, 80])
@pytest.mark.parametrize("share", [0, 0.4, 1])
def test_a_motion_is_as_wide_as_its_place_whatever_it_has(width: int, share: float) -> None:
    lanes = (Lane("山田太郎" * 9, text_row("山" * 30), "x" * 50), Lane("", (), ""), Lane("a", text_row("b"), "c"))
    for height in range(8):
        rows = motion_rows(Passing(Motion("山" * 70, lanes), share), FULL_LOOK, width, height)
        assert len(rows) == min(height, 6)
        assert all(width_of(row) == width for row in rows)


@each_language
def test_no_sentence_about_what_moves_is_cut_however_few_rows_there_are(language: Language, moments: Moments) -> None:
    set_to(language, FULL_LOOK)
    for motion in [*(motion for _model, _moment, motion in moved(moments)), over(moments)[-1]]:
        for width, height in ((40, 1), (40, 2), (60, 1), (80, 1), (80, 2)):
            shown = motion_rows(Passing(motion), FULL_LOOK, width, height)
            assert laws.cut_sentences(shown, ("Anna", "Ben")) == []


def test_a_long_banner_takes_the_place_of_a_lane() -> None:
    motion = Motion("It goes to the discard pile, as there is no room.", (Lane("here", text_row("##"), "there"),) * 2)
    shown = ["".join(part.text for part in row).strip() for row in motion_rows(Passing(motion), FULL_LOOK, 40, 3)]
    assert (" ".join(shown[:2]), len(shown)) == (motion.banner, 3)


def test_what_stands_beside_it_stays() -> None:
    page = Screen(
        (text_row("abcdef"), text_row("a山cdef"), text_row("ab山ef"), (Fragment("abc"), Fragment("def", "loud")))
    )
    passing = Passing(Motion("", (Lane("", text_row("##"), ""),) * 2))
    shown = in_front(page, passing, Pane(0, 0, 2, 3), FULL_LOOK)
    assert text_of(shown) == ["  cdef", "## cdef", "##山ef", "abcdef"]
    shown = in_front(page, passing, Pane(1, 1, 2, 3), FULL_LOOK)
    assert text_of(shown) == ["abcdef", "a  cdef", "a## ef", "a##def"]
    assert shown.rows[3][-1] == Fragment("def", "loud")


@pytest.mark.parametrize("size", [*SIZES, (140, 24)])
def test_it_hides_nothing_but_lines_of_the_log(size: tuple[int, int], moments: Moments) -> None:
    moving = half_way(*claimed(moments))
    assert moving.moving is not None
    rested, shown = (screen(model, FULL_LOOK, *size) for model in (motions.settled(moving), moving))
    pane = rested.spare
    assert pane is not None
    assert moving.moving.motion.banner[:20] in " ".join(text_of(shown))
    newest = (
        moving.log[-1].text
        if moving.log[-1].brief is None
        else "".join(fragment.text for fragment in moving.log[-1].brief)
    )
    log = {number for number, one in enumerate(text_of(rested)) if newest in one[pane.left :]}
    assert log, "the pane of the log is known by its newest line"
    for number, (one, other) in enumerate(zip(text_of(rested), text_of(shown), strict=True)):
        if one != other:
            assert pane.top <= number < pane.top + pane.lines
            assert one[: pane.left] == other[: pane.left]
    assert min(log) < pane.top + pane.lines
    assert rested.cursor is not None
    assert rested.cursor[1] not in range(pane.top, pane.top + pane.lines) or rested.cursor[0] < pane.left


@pytest.mark.parametrize("size", SIZES)
def test_the_end_hides_neither_the_result_nor_the_points(size: tuple[int, int], moments: Moments) -> None:
    after, _ended, motion = over(moments)
    shown = set(text_of(screen(motions.moving(after, motion, 1 / 3), FULL_LOOK, *size)))
    assert {line for line in text_of(screen(after, FULL_LOOK, *size)) if line.strip()} <= shown


def test_a_page_or_a_question_hides_it(moments: Moments) -> None:
    moving = half_way(*claimed(moments))
    for hidden in (edits.overlaid(moving, Helping()), edits.with_log_open(moving, is_open=True)):
        assert screen(hidden, FULL_LOOK, 80, 24) == screen(motions.settled(hidden), FULL_LOOK, 80, 24)
    assert screen(moving, FULL_LOOK, 80, 24) != screen(motions.settled(moving), FULL_LOOK, 80, 24)


# Keys.


@pytest.mark.parametrize("key", ["right", "enter", "escape", "f1", "f7", "c-c"])
def test_a_key_ends_it_and_does_what_it_does(key: str, moments: Moments) -> None:
    moving = half_way(*claimed(moments))
    assert screen_keys.press(moving, key) == screen_keys.press(motions.settled(moving), key)


@pytest.mark.parametrize("text", ["g", "/", "?", "2"])
def test_so_does_text(text: str, moments: Moments) -> None:
    moving = half_way(*claimed(moments))
    assert screen_keys.type_text(moving, text) == screen_keys.type_text(motions.settled(moving), text)


# In time.


def watched(
    moments: Moments, do: Callable[[ScreenFrontend, int], None], *, lively: bool = True, each: float = 0.01
) -> tuple[ScreenFrontend, list[Any]]:
    """A frontend while a colour is taken; ``do`` is called again and again. What was drawn, by the row of the cards."""
    model, moment, _motion = claimed(moments)
    drawn: list[Any] = []

    async def watch() -> ScreenFrontend:
        frontend: ScreenFrontend = screen_frontend(lively=lively, redraw=lambda: drawn.append(frontend.model.moving))
        frontend.model = model
        frontend.draw(80, 24)
        frontend.show(moment)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(frontend.pass_motions)
            for number in range(round(2.5 * MOTION_SECONDS / each)):
                await trio.sleep(each)
                await trio.testing.wait_all_tasks_blocked()
                do(frontend, number)
            nursery.cancel_scope.cancel()
        return frontend

    return trio.run(watch, clock=trio.testing.MockClock(autojump_threshold=0)), drawn


def nothing(_frontend: ScreenFrontend, _number: int) -> None:
    """Only look on."""


def test_it_passes_by_itself_within_a_second_and_no_frame_is_drawn_twice(moments: Moments) -> None:
    frontend, drawn = watched(moments, nothing)
    assert MOTION_SECONDS <= 1
    assert frontend.model.moving is None
    frames = [one for one in drawn if one is not None]
    assert 5 < len(frames) < FRAMES
    looks = [tuple(motion_rows(frame, FULL_LOOK, 80, 4)) for frame in frames]
    assert all(one != other for one, other in itertools.pairwise(looks))
    assert drawn[-1] is None


def test_a_table_that_is_still_moves_nothing_and_is_drawn_once(moments: Moments) -> None:
    _frontend, drawn = watched(moments, nothing, lively=False)
    assert drawn == [None]


def test_one_that_comes_meanwhile_passes_after_it_and_a_key_ends_both(moments: Moments) -> None:
    model, moment, first = claimed(moments)
    passing = motions.moving(updates.with_snapshot(model, moment), first, 0.5)
    waiting = motions.moving_next(passing, Motion("left out"))
    waiting = motions.moving_next(waiting, Motion("next"))
    assert screen(waiting, FULL_LOOK, 80, 24) == screen(passing, FULL_LOOK, 80, 24)
    assert motions.passed(waiting, 1).moving == Passing(Motion("next"))
    assert motions.passed(motions.passed(waiting, 1), 1).moving is None
    assert screen_keys.press(waiting, "right")[0].moving is None


def test_both_pass_by_themselves(moments: Moments) -> None:
    banners: list[str] = []

    def add(frontend: ScreenFrontend, number: int) -> None:
        if number == 5:
            frontend.model = motions.moving_next(frontend.model, Motion("next"))
        if frontend.model.moving is not None:
            banners.append(frontend.model.moving.motion.banner)

    frontend, drawn = watched(moments, add, each=0.02)
    first = banners[0]
    assert list(dict.fromkeys(banners)) == [first, "next"]
    assert banners.count("next") > 0.8 * MOTION_SECONDS / 0.02
    assert drawn.count(Passing(Motion("next"))) == 1, "without cards there is but one frame"
    assert frontend.model.moving is None


def test_hammered_keys_end_it_and_are_all_taken(moments: Moments) -> None:
    def hammer(frontend: ScreenFrontend, number: int) -> None:
        if number < 20:
            frontend.type_text("/" if number == 0 else "x")

    frontend, drawn = watched(moments, hammer)
    assert frontend.model.draft.text == "/" + "x" * 19
    assert all(one is None for one in drawn[1:])


@pytest.mark.parametrize("size", [(60, 21), (40, 20), (20, 5), (1, 1)])
def test_a_window_may_shrink_while_something_moves(size: tuple[int, int], moments: Moments) -> None:
    def shrink(frontend: ScreenFrontend, number: int) -> None:
        shown = frontend.draw(*((80, 24) if number < 2 else size))
        assert number < 2 or all(width_of(row) <= size[0] for row in shown.rows)
        assert number < 2 or len(shown.rows) == size[1]

    frontend, drawn = watched(moments, shrink, each=0.05)
    assert frontend.model.moving is None
    if size < (40, 20):
        assert len(drawn) < 5, "what cannot be seen does not move"


def test_a_page_in_front_of_it_ends_it(moments: Moments) -> None:
    def cover(frontend: ScreenFrontend, number: int) -> None:
        if number == 5:
            frontend.model = edits.overlaid(frontend.model, Helping())

    frontend, drawn = watched(moments, cover)
    assert frontend.model.moving is None
    assert len(drawn) <= 3


def test_after_a_slow_write_nothing_moves_any_more(moments: Moments) -> None:
    def write_slowly(frontend: ScreenFrontend, number: int) -> None:
        if number == 10:
            frontend.calm()

    frontend, drawn = watched(moments, write_slowly)
    assert frontend.model.moving is None
    assert 1 < len(drawn) < 5
    assert drawn[-1] is None


def test_on_a_line_that_is_late_it_ends(moments: Moments) -> None:
    model, moment, _motion = claimed(moments)
    drawn: list[Any] = []

    async def watch(clock: trio.testing.MockClock) -> None:
        frontend: ScreenFrontend = screen_frontend(lively=True, redraw=lambda: drawn.append(frontend.model.moving))
        frontend.model = model
        frontend.draw(80, 24)
        frontend.show(moment)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(frontend.pass_motions)
            await trio.testing.wait_all_tasks_blocked()
            clock.jump(LATE_SECONDS + 0.01)
            await trio.testing.wait_all_tasks_blocked()
            nursery.cancel_scope.cancel()
        assert frontend.model.moving is None

    clock = trio.testing.MockClock()
    trio.run(watch, clock, clock=clock)
    assert len(drawn) == 2


def test_it_passes_on_a_whole_terminal(moments: Moments, keyboard: PipeInput, monkeypatch: pytest.MonkeyPatch) -> None:
    model, moment, _motion = claimed(moments)
    monkeypatch.setattr(stage, "is_lively", lambda *_given, **_options: True)

    async def main(frontend: ScreenFrontend) -> None:
        frontend.model = model
        frontend.show(moment)
        assert frontend.model.moving is not None
        with trio.fail_after(SECONDS):
            while frontend.model.moving is not None:
                await trio.testing.wait_all_tasks_blocked(0.01)

    run_on_screen(main)


# Where it moves.


def test_nothing_moves_where_it_is_not_wanted_or_the_terminal_is_dull() -> None:
    colours = {"TERM": "xterm-256color"}
    assert is_lively(Settings(), FULL_LOOK, slow=False, environment=colours)
    assert not is_lively(Settings(still=True), FULL_LOOK, slow=False, environment=colours)
    assert not is_lively(Settings(), FULL_LOOK, slow=True, environment=colours)
    assert not is_lively(Settings(), ASCII_LOOK, slow=False, environment=colours)
    assert not is_lively(Settings(colours=Colours.NONE), FULL_LOOK, slow=False, environment=colours)
    for dull in ({"TERM": "dumb"}, {"TERM": "vt100"}, {**colours, "NO_COLOR": "1"}):
        assert not is_lively(Settings(), FULL_LOOK, slow=False, environment=dull)
