"""An answer at the full screen counts for what was asked when it was drawn, and for nobody who came in between."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

import pytest
import trio
import trio.testing
from attrs import evolve

from mandala_client.games.deal import Deal, Practised
from mandala_client.play.frontend import Next
from mandala_client.screens.table.screen_frontend import READING_SECONDS
from mandala_client.sentences.status_text import by_these_terms, unusual_terms
from mandala_client.settings.settings import Settings
from mandala_client.table.table_model import Admitting, Preparing, Question
from mandala_client.ui.clicks import Button
from mandala_client.ui.rows import Row
from mandala_net.discovery.listing import Announcement, Listing
from mandala_net.match.admission import PeerInfo
from mandala_net.match.news import GameEnded, GameFinished, PeerAway
from mandala_net.match.terms import OtherGame, ShortGrace
from mandala_protocol.conversation.events import Abandon, Talk
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from tests.client.at_table import as_ended
from tests.client.no_terminal import screen_frontend
from tests.client.scenes import words_on
from tests.in_time import run_in_time

T = TypeVar("T")
Moments = tuple[Snapshot, ...]

BEN, EVE = (PeerInfo(name, f"{name}-KEY", None) for name in ("Ben", "Eve"))


class Seat:
    """A frontend without a terminal: what is drawn, and when, is up to the test."""

    def __init__(self) -> None:
        self.rung, self.now = 0, 0.0
        self.frontend = screen_frontend(settings=Settings(confirm=False), ring=self._ring, clock=lambda: self.now)

    def _ring(self) -> None:
        self.rung += 1

    def look(self) -> str:
        """Draw what there is, and read it; all that stands there."""
        rows = self.glance()
        self.now += READING_SECONDS
        return words_on(rows)

    def glance(self) -> tuple[Row, ...]:
        """Draw what there is, and do not wait."""
        return self.frontend.draw(80, 24).rows

    @asynccontextmanager
    async def asked_in_vain(self, peer: PeerInfo) -> AsyncIterator[None]:
        """Within this a visitor is asked about, and seen; then the visitor has gone."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self.frontend.admit, peer)
            await trio.testing.wait_all_tasks_blocked()
            self.look()
            yield
            nursery.cancel_scope.cancel()

    async def answered(self, ask: Callable[[], Awaitable[T]], *steps: Callable[[], object]) -> T | None:
        """The answer after these steps; None if the question is still open."""
        answers: list[T] = []

        async def wait() -> None:
            answers.append(await ask())

        async with trio.open_nursery() as nursery:
            nursery.start_soon(wait)
            await trio.testing.wait_all_tasks_blocked()
            for step in steps:
                step()
            await trio.testing.wait_all_tasks_blocked()
            nursery.cancel_scope.cancel()
        return answers[0] if answers else None

    def types(self, letter: str) -> Callable[[], object]:
        return lambda: self.frontend.type_text(letter)

    def presses(self, key: str) -> Callable[[], object]:
        return lambda: self.frontend.press(key)


@pytest.mark.parametrize(("drawn", "answer"), [(True, True), (False, None)])
def test_a_key_that_comes_before_the_visitor_is_drawn_lets_nobody_in(drawn: bool, answer: bool | None) -> None:
    seat = Seat()
    steps = (seat.look, seat.types("y")) if drawn else (seat.types("y"), seat.look)

    assert run_in_time(lambda: seat.answered(lambda: seat.frontend.admit(BEN), *steps)) is answer


@pytest.mark.parametrize("keys", ["y", "Y", "yy", "1", "3", "y1"])
def test_a_key_for_a_visitor_who_has_gone_does_not_let_in_the_next(keys: str) -> None:
    seat = Seat()

    async def main() -> object:
        async with seat.asked_in_vain(BEN):
            pass
        return await seat.answered(
            lambda: seat.frontend.admit(EVE), seat.look, *map(seat.types, keys), seat.presses("enter")
        )

    assert run_in_time(main) is None


def test_the_next_visitor_is_let_in_with_the_digit_that_is_shown_and_not_with_the_mouse() -> None:
    seat = Seat()
    seen: list[str] = []

    async def main() -> object:
        async with seat.asked_in_vain(BEN):
            pass
        return await seat.answered(lambda: seat.frontend.admit(EVE), look, seat.types("2"))

    def look() -> None:
        seen.append(seat.look())
        clickable = {part.click for row in seat.frontend.draw(80, 24).rows for part in row if part.click is not None}
        assert clickable == {Button("n")}

    assert run_in_time(main) is True
    assert "This question replaces the one before it." in seen[0]
    assert "Eve wants to play." in seen[0]
    assert "2 yes" in seen[0]


def test_a_digit_does_not_count_before_the_next_visitor_can_have_been_read_about() -> None:
    """However often the one before has knocked and gone, so that the digits have come round."""
    seat = Seat()

    async def main() -> object:
        async with seat.asked_in_vain(BEN):
            pass
        return await seat.answered(lambda: seat.frontend.admit(EVE), seat.glance, seat.types("2"))

    assert run_in_time(main) is None


def test_once_a_question_is_answered_the_next_is_an_ordinary_one() -> None:
    seat = Seat()

    async def main() -> list[object]:
        async with seat.asked_in_vain(BEN):
            pass
        return [
            await seat.answered(lambda: seat.frontend.admit(EVE), seat.look, seat.types("n")),
            await seat.answered(lambda: seat.frontend.admit(BEN), seat.look, seat.types("y")),
        ]

    assert run_in_time(main) == [False, True]


def test_the_digit_is_another_one_after_each_question_that_lapses() -> None:
    seat = Seat()

    async def main() -> list[int | None]:
        numbers = []
        for _ in range(10):
            async with seat.asked_in_vain(BEN):
                assert isinstance(seat.frontend.model.overlay, Admitting)
                numbers.append(seat.frontend.model.overlay.number)
        return numbers

    assert run_in_time(main) == [None, 2, 3, 4, 5, 6, 7, 8, 9, 2]


def test_a_visitor_who_waited_behind_one_who_has_gone_is_asked_about_with_a_digit_too() -> None:
    seat = Seat()

    async def main() -> int | None:
        async with trio.open_nursery() as nursery:
            first = await nursery.start(ask_in_scope)
            nursery.start_soon(seat.frontend.admit, EVE)
            await trio.testing.wait_all_tasks_blocked()
            first.cancel()
            await trio.testing.wait_all_tasks_blocked()
            asked = seat.frontend.model.overlay
            nursery.cancel_scope.cancel()
        assert isinstance(asked, Admitting)
        assert asked.peer is EVE
        return asked.number

    async def ask_in_scope(task_status: trio.TaskStatus[trio.CancelScope]) -> None:
        with trio.CancelScope() as scope:
            task_status.started(scope)
            await seat.frontend.admit(BEN)

    assert run_in_time(main) == 2


def test_the_bell_rings_for_visitors_once_until_somebody_has_touched_a_key() -> None:
    seat = Seat()

    async def main() -> list[int]:
        rung = []
        for peer in (BEN, EVE, BEN):
            async with seat.asked_in_vain(peer):
                rung.append(seat.rung)
        seat.frontend.press("left")
        async with seat.asked_in_vain(EVE):
            rung.append(seat.rung)
        return rung

    assert run_in_time(main) == [1, 1, 1, 2]


def test_a_game_is_chosen_only_from_a_list_that_was_drawn() -> None:
    seat = Seat()
    announced = Announcement("Ben", "mandala", "ABCD-EFGH-IJKL-MNOP", "laptop")
    games = [Listing("Ben", announced, 28108, ("10.0.0.2",))]

    async def main() -> tuple[object, object]:
        async def ask() -> object:
            return await seat.frontend.choose(games)

        early = await seat.answered(ask, seat.presses("enter"))
        return early, await seat.answered(ask, seat.look, seat.presses("enter"))

    assert run_in_time(main) == (None, games[0])


def finished(moments: Moments) -> GameEnded:
    result = moments[-1].result
    assert result is not None
    return GameEnded(GameFinished(result), None, moments[-1])


def test_a_key_that_was_pressed_before_the_end_was_drawn_does_not_put_it_away(moments: Moments) -> None:
    seat = Seat()
    seat.frontend.show(moments[-1])

    async def main() -> tuple[object, object]:
        async def ask() -> Next:
            return await seat.frontend.end(finished(moments), rematch=True)

        early = await seat.answered(ask, seat.types("r"))
        return early, await seat.answered(ask, seat.look, seat.types("r"))

    assert run_in_time(main) == (None, Next.OTHER_CARDS)


def test_the_rest_of_a_move_that_was_being_typed_at_the_end_plays_no_other_game(moments: Moments) -> None:
    """Whoever writes "B0r2" has not read at the "r" that the game is over."""
    seat = Seat()
    seat.frontend.show(next(moment for moment in moments if moment.pending is Pending.MOVE))

    async def main() -> tuple[object, object]:
        async def ask() -> Next:
            return await seat.frontend.end(finished(moments), rematch=True)

        for letter in "B0":
            seat.frontend.type_text(letter)
        early = await seat.answered(ask, seat.glance, seat.types("r"), seat.types("2"))
        for letter in "B0":
            seat.frontend.type_text(letter)
        return early, await seat.answered(ask, seat.look, seat.types("r"))

    assert run_in_time(main) == (None, Next.OTHER_CARDS)


def test_what_was_wanted_in_the_last_game_is_not_done_in_the_next(moments: Moments) -> None:
    seat = Seat()
    turn = next(moment for moment in moments if moment.pending is Pending.MOVE)

    def say(text: str) -> None:
        for letter in f"/{text}":
            seat.frontend.type_text(letter)
        seat.frontend.press("enter")

    async def main() -> object:
        seat.frontend.show(turn)
        say("for the first")
        following = await seat.answered(
            lambda: seat.frontend.end(finished(moments), rematch=True), seat.look, seat.types("r")
        )
        assert following is Next.OTHER_CARDS
        seat.frontend.show(turn)
        say("for the second")
        return await seat.frontend.next_command()

    assert run_in_time(main) == Talk("for the second")


@pytest.mark.parametrize(("letter", "following"), [("w", Next.SAME_CARDS), ("r", Next.OTHER_CARDS)])
def test_after_practice_the_same_cards_can_be_asked_for_and_the_table_is_cleared_for_them(
    letter: str, following: Next, moments: Moments
) -> None:
    seat = Seat()
    seat.frontend.show(moments[-1])
    ended, practised = finished(moments), Practised("greedy", Deal(4), game="mandala")

    async def main() -> object:
        async def ask() -> Next:
            return await seat.frontend.end(ended, rematch=True, practised=practised)

        return await seat.answered(ask, seat.look, seat.types(letter))

    assert run_in_time(main) is following
    assert as_ended(seat.frontend.model).awaiting
    seat.frontend.show(moments[0])
    assert isinstance(seat.frontend.model.phase, Preparing)
    assert not seat.frontend.model.laid


def test_whoever_leaves_after_a_game_wants_nothing_more(moments: Moments) -> None:
    seat = Seat()
    seat.frontend.show(moments[-1])

    def ends() -> Awaitable[Next]:
        return seat.frontend.end(finished(moments))

    assert run_in_time(lambda: seat.answered(ends, seat.look, seat.types("q"))) is Next.NOTHING


# Questions that come up by themselves during a game.


GRACE = 600


def test_a_key_that_was_meant_for_something_else_calls_no_game_abandoned(moments: Moments) -> None:
    seat = Seat()
    seat.frontend.show(evolve(moments[-3], grace=GRACE, connected=False, result=None))

    async def main() -> list[object]:
        seat.frontend.tell(PeerAway(GRACE, "", 0, GRACE))
        got = []
        for step in (seat.glance, seat.look):
            seat.frontend.press("f10")
            got.append(seat.frontend.model.question)
            step()
        seat.frontend.type_text("y")
        seat.frontend.press("f10")
        return [*got, await seat.frontend.next_command()]

    assert run_in_time(main) == [Question.ABANDON, Question.ABANDON, Abandon()]
    assert seat.rung == 1, "someone who waits may look elsewhere"


@pytest.mark.parametrize(("letter", "answer"), [("y", True), ("n", False), ("x", None)])
def test_a_guest_is_asked_about_unusual_terms_in_one_question(letter: str, answer: bool | None) -> None:
    seat, seen = Seat(), list[str]()

    async def main() -> object:
        terms = (OtherGame("mandala", "patterns"), ShortGrace(1))
        return await seat.answered(
            lambda: seat.frontend.agrees(unusual_terms(terms), by_these_terms()),
            lambda: seen.append(seat.look()),
            seat.types(letter),
        )

    assert run_in_time(main) is answer
    assert "Play on these terms?" in seen[0]
