"""The thinking time: off unless wanted, counted for each turn, with one reminder, and never more than a sentence."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
import trio
from attrs import evolve
from trio.testing import MockClock

from mandala_client.linear.text_frontend import TextFrontend
from mandala_client.play.thinking import Thinking
from mandala_client.screens.table.screen_frontend import LIFE_SECONDS, ScreenFrontend
from mandala_client.screens.table.status import status
from mandala_client.settings.settings import Clock, Settings
from mandala_client.table import edits, updates
from mandala_client.table.table_model import Helping
from mandala_client.text.language import Language, speak
from mandala_net.match.news import News, PeerAway, PeerQuiet
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.record.order import Due, Occasion
from mandala_protocol.wire.messages import Move
from tests.client.at_table import as_playing
from tests.client.no_terminal import screen_frontend
from tests.positions import ANNA, BEN, wasting_a_mountain

REMINDER = "It is your turn, and has been for 1 minute. Take the time that you need."


def ours() -> Snapshot:
    return evolve(wasting_a_mountain(), pending=Pending.MOVE)


def theirs() -> Snapshot:
    return evolve(ours(), pending=Pending.NOTHING, due=Due(Occasion.TURN, Move, BEN))


class Seconds:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_each_turn_is_counted_from_its_beginning() -> None:
    clock = Seconds()
    assert Thinking(Clock.SHOWN, clock).seconds is None, "no one is to move"
    thinking = Thinking(Clock.SHOWN, clock)
    thinking.show(ours())
    clock.now = 61.5
    assert (thinking.seconds, thinking.minutes) == (61, 1)
    assert not thinking.is_to_remind()
    thinking.show(theirs())
    assert thinking.seconds == 0


def test_nothing_is_counted_while_the_other_player_is_away() -> None:
    clock = Seconds()
    thinking = Thinking(Clock.ONE, clock)
    thinking.show(ours())
    for seconds in (100, 200):
        clock.now += 20
        gone = evolve(ours(), connected=False, pending=Pending.NOTHING)
        thinking.show(gone)
        counted = thinking.seconds
        clock.now += seconds
        thinking.show(gone)
        assert thinking.seconds == counted
        assert not thinking.is_to_remind()
        thinking.show(ours())
    assert (thinking.seconds, thinking.left) == (40, 20)
    clock.now += 20
    assert thinking.is_to_remind()


def test_there_is_one_reminder_for_each_own_turn_and_none_for_the_other_player() -> None:
    clock = Seconds()
    thinking = Thinking(Clock.ONE, clock)
    reminders = []
    for moment in (ours(), theirs(), ours()):
        thinking.show(moment)
        for _second in range(150):
            clock.now += 1
            if thinking.is_to_remind():
                reminders.append((moment.pending, thinking.seconds))
    assert reminders == [(Pending.MOVE, 60), (Pending.MOVE, 60)]


def a_frontend(asked: list[str], clock: Clock, *, lively: bool) -> ScreenFrontend:
    """A frontend that counts the seconds of trio; what it asks of the terminal is written down."""
    return screen_frontend(
        settings=Settings(clock=clock),
        lively=lively,
        redraw=lambda: asked.append("draw"),
        ring=lambda: asked.append("ring"),
        soon=lambda _act: None,
        clock=trio.current_time,
    )


def on_screen(
    clock: Clock,
    moment: Snapshot,
    seconds: float,
    *,
    lively: bool = False,
    before: Callable[[ScreenFrontend], object] = lambda _frontend: None,
) -> tuple[ScreenFrontend, list[str]]:
    """The screen after so many seconds of this moment, and what it asked of the terminal; first ``before`` is done."""
    asked: list[str] = []

    async def wait() -> ScreenFrontend:
        frontend = a_frontend(asked, clock, lively=lively)
        frontend.draw(80, 24)
        frontend.show(moment)
        before(frontend)
        asked.clear()
        with trio.move_on_after(seconds):
            await frontend.keep_time()
            await trio.sleep_forever()
        return frontend

    return trio.run(wait, clock=MockClock(autojump_threshold=0)), asked


def test_without_the_clock_no_second_is_drawn() -> None:
    frontend, asked = on_screen(Clock.OFF, ours(), 600.5)
    assert asked == []
    assert as_playing(frontend.model).thinking is None


@pytest.mark.parametrize(("moment", "said"), [(ours(), "1:05 You"), (theirs(), "Ben is thinking. 1:05")])
def test_the_screen_shows_the_time_of_who_is_to_move(moment: Snapshot, said: str) -> None:
    frontend, asked = on_screen(Clock.SHOWN, moment, 65.5)
    assert status(frontend.model, "…").startswith(said)
    assert "ring" not in asked
    assert frontend.model.message is None


# A sign of life without the clock.


def test_the_screen_shows_without_the_clock_how_long_the_other_player_thinks() -> None:
    frontend, asked = on_screen(Clock.OFF, theirs(), 12.5, lively=True)
    assert status(frontend.model, "…") == "Ben is thinking. 0:12"
    assert asked == ["draw"] * (12 - LIFE_SECONDS + 1), "a quick answer is not counted, and then each second once"


def test_our_own_time_is_not_shown_without_the_clock() -> None:
    frontend, asked = on_screen(Clock.OFF, ours(), 600.5, lively=True)
    assert (asked, as_playing(frontend.model).thinking) == ([], None)


def test_no_time_passes_where_nothing_may_move() -> None:
    frontend, asked = on_screen(Clock.OFF, theirs(), 600.5)
    assert asked == []
    assert status(frontend.model, "…") == "Ben is thinking."


def test_no_time_passes_any_more_on_a_line_that_turned_out_to_be_slow() -> None:
    async def wait() -> tuple[int | None, int | None]:
        frontend = a_frontend([], Clock.OFF, lively=True)
        frontend.show(theirs())
        async with trio.open_nursery() as nursery:
            nursery.start_soon(frontend.keep_time)
            await trio.sleep(20.5)
            thought = as_playing(frontend.model).thinking
            frontend.calm()
        return thought, as_playing(frontend.model).thinking

    assert trio.run(wait, clock=MockClock(autojump_threshold=0)) == (20, None)


def covered(frontend: ScreenFrontend) -> None:
    frontend.model = edits.overlaid(frontend.model, Helping())


def too_small(frontend: ScreenFrontend) -> None:
    frontend.draw(30, 10)


@pytest.mark.parametrize("hide", [covered, too_small])
@pytest.mark.parametrize("clock", [Clock.OFF, Clock.SHOWN])
def test_no_second_is_drawn_that_no_one_sees(hide: Callable[[ScreenFrontend], object], clock: Clock) -> None:
    frontend, asked = on_screen(clock, theirs(), 20.5, lively=True, before=hide)
    assert asked == []
    assert status(frontend.model, "…") == "Ben is thinking. 0:20", "it is known when it is seen again"


def test_the_time_of_the_last_turn_is_gone_with_the_next_one() -> None:
    async def take_turns() -> list[int | None]:
        frontend = a_frontend([], Clock.OFF, lively=True)
        frontend.show(theirs())
        with trio.move_on_after(20.5):
            await frontend.keep_time()
        thought = as_playing(frontend.model).thinking
        frontend.show(ours())
        return [thought, as_playing(frontend.model).thinking]

    assert trio.run(take_turns, clock=MockClock(autojump_threshold=0)) == [20, None]


@pytest.mark.parametrize(
    ("news", "said"),
    [
        (PeerQuiet(7), "Ben is thinking. No word from Ben for 7 seconds."),
        (PeerAway(9, "", None), "Ben is away, reconnecting (0:09)."),
    ],
)
def test_a_silent_or_lost_player_does_not_think(news: News, said: str) -> None:
    frontend, _asked = on_screen(Clock.OFF, theirs(), 20.5, lively=True)
    assert status(updates.with_news(frontend.model, news), "…") == said


@pytest.mark.parametrize(("language", "said"), [("de", "Ben überlegt. 0:12"), ("nl", "Ben denkt na. 0:12")])
def test_the_sign_of_life_has_other_languages(language: str, said: str) -> None:
    frontend, _asked = on_screen(Clock.OFF, theirs(), 12.5, lively=True)
    speak(Language(language))
    assert status(frontend.model, "…") == said


def test_the_screen_reminds_once_with_the_bell() -> None:
    frontend, asked = on_screen(Clock.ONE, ours(), 150.5)
    assert frontend.model.message == REMINDER
    assert asked.count("ring") == 1


@pytest.mark.parametrize(("clock", "said"), [(Clock.OFF, 0), (Clock.SHOWN, 0), (Clock.ONE, 1), (Clock.FIVE, 0)])
def test_text_mode_reminds_in_a_sentence(clock: Clock, said: int) -> None:
    out = io.StringIO()

    async def wait() -> None:
        frontend = TextFrontend(io.StringIO(), out, settings=Settings(clock=clock), clock=trio.current_time)
        frontend.show(ours())
        with trio.move_on_after(200):
            await frontend.keep_time()

    trio.run(wait, clock=MockClock(autojump_threshold=0))
    assert out.getvalue().splitlines().count(REMINDER) == said


def test_the_sides_of_these_moments_are_ours_and_theirs() -> None:
    assert (ours().seat, ours().due, theirs().due) == (
        ANNA,
        Due(Occasion.TURN, Move, ANNA),
        Due(Occasion.TURN, Move, BEN),
    )
