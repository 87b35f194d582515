"""The review of the game just played, from its end: opened and left there, and another game is not forgotten by it."""

from __future__ import annotations

import io
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
import trio
import trio.testing

from mandala_client.linear.text_frontend import TextFrontend
from mandala_client.play.alone import Alone
from mandala_client.play.frontend import Next
from mandala_client.play.practice import Practising, practice_flow
from mandala_client.records.replay import MakeReplay, NothingToReplay, Replay
from mandala_client.records.review import review_of
from mandala_client.records.review_sentences import lines_of
from mandala_client.screens.replay.replay_model import ReplayPage
from mandala_client.screens.table.screen_frontend import ScreenFrontend
from mandala_client.table.table_model import Question, Replaying
from mandala_client.text.sorry import Sorry
from mandala_client.ui.clicks import LineTarget
from mandala_net.match.news import GameAbandoned, GameEnded, GameFinished, NoRematch, RematchWanted, Talked
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.game import Result
from mandala_protocol.games.mandala.state import MandalaEnd
from mandala_protocol.seats import Seat
from tests.client.no_terminal import screen_frontend, seen
from tests.limits import SECONDS

IDLE = 0.01
"""Seconds without a task: meanwhile a thread, such as that of the teacher, has the interpreter for itself."""

Moments = tuple[Snapshot, ...]
Step = Callable[[ScreenFrontend], object]


def a_frontend() -> ScreenFrontend:
    """A frontend that waits for the teacher."""
    return screen_frontend(soon=trio.lowlevel.current_trio_token().run_sync_soon)


def at_the_end(moments: Moments) -> GameEnded:
    result = moments[-1].result
    assert result is not None
    return GameEnded(GameFinished(result), None, moments[-1])


async def ended(
    moments: Moments,
    make: MakeReplay | None,
    person: Callable[[ScreenFrontend], Awaitable[None]],
    *,
    rematch: bool = True,
) -> Next:
    """The next wish of a person who does this at the end of a game."""
    frontend = a_frontend()
    frontend.show(moments[-1])
    following: list[Next] = []

    async def wait() -> None:
        following.append(await frontend.end(at_the_end(moments), rematch=rematch, replay=make))

    with trio.fail_after(SECONDS):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(wait)
            await trio.testing.wait_all_tasks_blocked()
            seen(frontend)
            await person(frontend)
    return following[0]


async def opened(frontend: ScreenFrontend) -> Replaying:
    """The review is asked for, and there."""
    frontend.type_text("v")
    while not isinstance(frontend.model.overlay, Replaying):
        await trio.testing.wait_all_tasks_blocked(IDLE)
    return frontend.model.overlay


def looks_at_the_replay(frontend: ScreenFrontend) -> bool:
    return isinstance(frontend.model.overlay, Replaying)


@pytest.fixture
def make(replay: Replay) -> MakeReplay:
    return lambda _progress: replay


async def test_v_opens_the_review_and_escape_or_q_comes_back_to_the_end(moments: Moments, make: MakeReplay) -> None:
    async def person(frontend: ScreenFrontend) -> None:
        for key in ("escape", "q", "v"):
            review = await opened(frontend)
            assert review.model.page is ReplayPage.REVIEW
            assert " moves with a choice, " in seen(frontend)
            frontend.press(key) if len(key) > 1 else frontend.type_text(key)
            assert frontend.model.overlay is None
            assert "v review" in seen(frontend)
        frontend.type_text("r")

    assert await ended(moments, make, person) is Next.OTHER_CARDS


async def test_while_the_teacher_thinks_the_end_says_so_and_afterwards_no_more(
    moments: Moments, make: MakeReplay
) -> None:
    async def person(frontend: ScreenFrontend) -> None:
        sentences: list[str] = []
        progress = frontend.progress

        def noted(text: str, done: int, total: int) -> None:
            progress(text, done, total)
            sentences.append(seen(frontend))

        frontend.progress = noted  # type: ignore[method-assign]
        await opened(frontend)
        told = [
            percent for percent in (0, 50, 99) if any(f"Reviewing the moves: {percent} %" in one for one in sentences)
        ]
        assert told == [0, 50, 99]
        frontend.press("escape")
        assert "Reviewing the moves" not in seen(frontend)
        frontend.type_text("r")

    assert await ended(moments, make, person) is Next.OTHER_CARDS


async def test_the_table_of_a_step_leads_back_to_the_review_first(moments: Moments, make: MakeReplay) -> None:
    async def person(frontend: ScreenFrontend) -> None:
        await opened(frontend)
        frontend.click(LineTarget(4))
        overlay = frontend.model.overlay
        assert isinstance(overlay, Replaying)
        assert overlay.model.page is ReplayPage.TABLE
        frontend.press("escape")
        assert looks_at_the_replay(frontend)
        frontend.press("escape")
        assert not looks_at_the_replay(frontend)
        frontend.type_text("r")

    assert await ended(moments, make, person) is Next.OTHER_CARDS


async def test_the_replay_plays_on_by_itself_from_the_review_too(
    moments: Moments, make: MakeReplay, mock_clock: trio.testing.MockClock
) -> None:
    def at(frontend: ScreenFrontend) -> int:
        assert isinstance(frontend.model.overlay, Replaying)
        return frontend.model.overlay.model.at

    async def person(frontend: ScreenFrontend) -> None:
        await opened(frontend)
        frontend.click(LineTarget(4))
        frontend.type_text(" ")
        begun = at(frontend)
        for _quarter in range(8):
            mock_clock.jump(0.25)
            await trio.testing.wait_all_tasks_blocked()
        assert at(frontend) == begun + 1
        frontend.press("escape")
        frontend.press("escape")
        assert not looks_at_the_replay(frontend)
        frontend.type_text("r")

    assert await ended(moments, make, person) is Next.OTHER_CARDS


async def test_what_the_other_wants_meanwhile_is_seen_afterwards(moments: Moments, make: MakeReplay) -> None:
    async def person(frontend: ScreenFrontend) -> None:
        await opened(frontend)
        frontend.tell(RematchWanted())
        assert isinstance(frontend.model.overlay, Replaying), "nobody is torn out of it"
        assert seen(frontend).startswith("Ben wants to play again.")
        frontend.tell(Talked("hello?"))
        frontend.press("down")
        assert seen(frontend).startswith("Ben says: “hello?”")
        assert "goes back" in seen(frontend)
        frontend.press("escape")
        assert "Ben wants to play again." in seen(frontend)
        await opened(frontend)
        assert "hello?" not in seen(frontend), "what is known is not told again"
        frontend.tell(NoRematch())
        frontend.press("escape")
        assert "Ben will not play another game." in seen(frontend)
        assert "play again, " not in seen(frontend)
        frontend.type_text("q")

    assert await ended(moments, make, person) is Next.NOTHING


async def test_control_c_asks_at_the_end_whether_to_leave(moments: Moments, make: MakeReplay) -> None:
    async def person(frontend: ScreenFrontend) -> None:
        await opened(frontend)
        frontend.press("c-c")
        assert frontend.model.overlay is None
        assert frontend.model.question is Question.LEAVE
        frontend.type_text("y")

    assert await ended(moments, make, person) is Next.NOTHING


async def test_nobody_waits_for_a_replay_that_takes_long(moments: Moments, replay: Replay) -> None:
    begun, may_go_on = trio.Event(), threading.Event()

    def make(progress: Callable[[int, int], None]) -> Replay:
        progress(30, 100)
        trio.from_thread.run_sync(begun.set)
        may_go_on.wait(SECONDS)
        return replay

    async def person(frontend: ScreenFrontend) -> None:
        frontend.type_text("v")
        await begun.wait()
        assert "Checking the record: 30 %" in seen(frontend)
        frontend.type_text("r")

    try:
        assert await ended(moments, make, person) is Next.OTHER_CARDS
    finally:
        may_go_on.set()


@pytest.mark.parametrize("error", [Sorry("The file is gone."), NothingToReplay("The file is gone.")])
async def test_if_there_is_none_that_is_said_at_the_end(error: Exception, moments: Moments) -> None:
    def make(progress: Callable[[int, int], None]) -> Replay:
        progress(1, 2)
        raise error

    async def person(frontend: ScreenFrontend) -> None:
        frontend.type_text("v")
        while "The file is gone." not in seen(frontend):
            await trio.testing.wait_all_tasks_blocked(IDLE)
        assert "Checking the record" not in seen(frontend)
        frontend.type_text("r")

    assert await ended(moments, make, person) is Next.OTHER_CARDS


async def test_where_nothing_can_be_reviewed_the_key_is_not_told_and_does_nothing(moments: Moments) -> None:
    async def person(frontend: ScreenFrontend) -> None:
        assert "review" not in seen(frontend)
        before = frontend.model
        frontend.type_text("v")
        assert frontend.model == before
        frontend.type_text("r")

    assert await ended(moments, None, person) is Next.OTHER_CARDS


# In sentences.


async def in_sentences(typed: str, moments: Moments, make: MakeReplay | None) -> tuple[Next, list[str]]:
    out = io.StringIO()
    frontend = TextFrontend(io.StringIO(typed), out)
    frontend.show(moments[-1])
    before = len(out.getvalue())
    with trio.fail_after(SECONDS):
        following = await frontend.end(at_the_end(moments), rematch=True, replay=make)
    return following, out.getvalue()[before:].splitlines()


@pytest.mark.parametrize("word", ["review", ":review", "REVIEW"])
async def test_the_word_tells_the_review_and_the_question_stands(
    word: str, moments: Moments, make: MakeReplay, replay: Replay
) -> None:
    following, said = await in_sentences(f"{word}\nyes\n", moments, make)
    assert following is Next.OTHER_CARDS
    sentences = list(lines_of(review_of(replay)))
    question = "Play again? Type “yes” or “no”."
    first = said.index(question)
    assert said[first - 1] == "To review the game, type “review”."
    assert said[first + 1 :] == [*sentences, question]


async def test_without_a_review_the_word_is_not_offered_and_tells_nothing(moments: Moments) -> None:
    following, said = await in_sentences("review\nno\n", moments, None)
    assert following is Next.NOTHING
    assert not any("Chance from" in line for line in said)


@pytest.mark.parametrize(
    ("outcome", "named"),
    [
        (GameFinished(Result((8, 5), None, MandalaEnd.DECK)), "'/a b/A-B-0011223344556677.mandala'"),
        (GameAbandoned(Seat.HOST), "00112233"),
    ],
)
async def test_where_nothing_is_asked_the_command_is_told_that_reviews_the_game(
    outcome: GameFinished | GameAbandoned, named: str, make: MakeReplay
) -> None:
    ended = GameEnded(outcome, Path("/a b/A-B-0011223344556677.mandala"))
    for replay, rematch, told in ((make, False, True), (make, True, False), (None, False, False)):
        out = io.StringIO()
        assert await TextFrontend(io.StringIO("no\n"), out).end(ended, rematch=rematch, replay=replay) is Next.NOTHING
        said = out.getvalue().splitlines()
        assert (f"mandala-lan review {named}" in said) == told
        assert ("To review the game, type:" in said) == told


async def test_if_there_is_none_a_sentence_says_why(moments: Moments) -> None:
    def make(_progress: Callable[[int, int], None]) -> Replay:
        raise Sorry("The file is gone.")

    _, said = await in_sentences("review\nno\n", moments, make)
    assert "The file is gone." in said


async def test_a_game_for_practice_can_be_reviewed_when_it_is_over_and_not_before() -> None:
    out = io.StringIO()
    frontend = TextFrontend(io.StringIO("review\nresign\nyes\nreview\nno\n"), out)
    with trio.fail_after(SECONDS):
        await practice_flow(frontend, Practising(Alone("mandala", "random", seed=5), "Anna", "Random bot"))
    before, after = out.getvalue().split("You resign.")
    assert "You can review the game once it is over." in before
    assert "Chance to win from" not in before
    assert "Random bot: 1 move with a choice, " in after


async def test_a_game_for_practice_can_be_reviewed_on_the_screen() -> None:
    with trio.fail_after(SECONDS):
        frontend = a_frontend()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(
                practice_flow, frontend, Practising(Alone("mandala", "random", seed=5), "Anna", "Random bot")
            )
            while not frontend.model.legal_moves:  # the bot thinks in a thread
                await trio.testing.wait_all_tasks_blocked(IDLE)
            seen(frontend)
            frontend.press("f10")
            frontend.type_text("y")
            await trio.testing.wait_all_tasks_blocked()
            seen(frontend)
            review = await opened(frontend)
            assert review.model.near is Seat.HOST
            assert review.model.replay.names == ("Anna", "Random bot")
            frontend.press("escape")
            frontend.type_text("q")
            frontend.type_text("y")
