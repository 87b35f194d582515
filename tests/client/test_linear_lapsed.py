"""The linear form, when what was asked is asked no longer: late lines answer nothing else, and one can leave."""

from __future__ import annotations

import io
import queue
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

import pytest
import trio
import trio.testing

from mandala_client.deal import Deal, Practised
from mandala_client.desk import Company, Next
from mandala_client.linear.desk import LinearDesk
from mandala_client.linear.typed_lines import TypedLines
from mandala_client.settings import Settings
from mandala_client.words import telling
from mandala_net.acquaintance import Visitor
from mandala_net.news import Ended, Finished
from mandala_protocol.dialogue import Leave, Play, Resign, Talk
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.snapshot import Owes, Snapshot

T = TypeVar("T")

SECONDS = 20
BEN, EVE = (Visitor(name, f"{name}-KEY", None) for name in ("Ben", "Eve"))
UNASKED = "Nothing is asked now, so that line does not count. Type leave to leave."
QUESTION = "Let this player in? Type"


class Keyboard(io.StringIO):
    """Somebody types here now and then."""

    def __init__(self) -> None:
        super().__init__()
        self._typed: queue.Queue[str] = queue.Queue()

    def type(self, *lines: str) -> None:
        for line in lines:
            self._typed.put(f"{line}\n")

    def stop(self) -> None:
        """Nothing more is typed."""
        self._typed.put("")

    def readline(self, size: int | None = -1, /) -> str:
        return self._typed.get(timeout=SECONDS)


class Counted(TypedLines):
    """Counts the lines that have come."""

    came = 0

    def _arrive(self) -> None:
        self.came += 1
        super()._arrive()


class Linear:
    """A desk, and whoever sits there."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.left = 0
        self._out, self.keyboard = io.StringIO(), Keyboard()
        self.lines = Counted(self.keyboard)
        self.desk = LinearDesk(self.lines, self._out, settings=settings, leave=self._leave)

    def _leave(self) -> None:
        self.left += 1

    @property
    def said(self) -> list[str]:
        return self._out.getvalue().splitlines()

    async def hear(self, start: str, times: int = 1) -> None:
        """Wait until sentences that begin like this have been said so often."""
        while sum(line.startswith(start) for line in self.said) < times:
            await trio.lowlevel.checkpoint()

    @asynccontextmanager
    async def asked_in_vain(self, visitor: Visitor) -> AsyncIterator[None]:
        """Within this the question about a visitor is asked; then the visitor has gone."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self.desk.admit, visitor)
            await self.hear(QUESTION)
            yield
            nursery.cancel_scope.cancel()


def run(main: Callable[[], Awaitable[T]], linear: Linear) -> T:
    """Run this, but not for ever."""

    async def in_time() -> T:
        with trio.fail_after(SECONDS):
            try:
                return await main()
            finally:
                linear.keyboard.stop()

    return trio.run(in_time)


def test_what_is_typed_for_a_visitor_who_has_gone_lets_in_nobody_else() -> None:
    linear = Linear()

    async def main() -> bool:
        async with linear.asked_in_vain(BEN):
            pass
        linear.keyboard.type("yes", "y")
        await linear.hear(UNASKED, 2)
        linear.keyboard.stop()
        return await linear.desk.admit(EVE)

    assert run(main, linear) is False


def test_a_yes_that_comes_when_the_next_visitor_is_there_already_needs_the_number_of_the_question() -> None:
    linear = Linear()

    async def main() -> bool:
        async with linear.asked_in_vain(BEN):
            pass
        async with trio.open_nursery() as nursery:
            answers: list[bool] = []

            async def ask() -> None:
                answers.append(await linear.desk.admit(EVE))

            nursery.start_soon(ask)
            for number, typed in enumerate(("yes", "y", "yes 1", "2"), start=1):
                await linear.hear("Let this player in? Type yes 2 or no.", number)
                linear.keyboard.type(typed)
                assert answers == []
            await linear.hear("Let this player in? Type yes 2 or no.", number + 1)
            linear.keyboard.type("yes 2")
        return answers[0]

    assert run(main, linear) is True
    assert linear.said[-6] == "The question before this one does not count any more."


def test_no_is_no_whatever_was_asked_before_and_then_the_next_question_is_an_ordinary_one() -> None:
    linear = Linear()

    async def main() -> list[bool]:
        async with linear.asked_in_vain(BEN):
            pass
        answers = []
        async with trio.open_nursery() as nursery:

            async def ask_twice() -> None:
                answers.append(await linear.desk.admit(EVE))
                answers.append(await linear.desk.admit(BEN))

            nursery.start_soon(ask_twice)
            await linear.hear("Let this player in? Type yes 2 or no.")
            linear.keyboard.type("no")
            await linear.hear("Let this player in? Type yes or no.", 2)
            linear.keyboard.type("yes")
        return answers

    assert run(main, linear) == [False, True]


def test_every_question_that_lapses_gives_the_next_another_number() -> None:
    linear = Linear()

    async def main() -> bool:
        for _ in range(2):
            async with linear.asked_in_vain(BEN):
                pass
        linear.keyboard.stop()
        return await linear.desk.admit(EVE)

    assert run(main, linear) is False
    assert [line for line in linear.said if line.startswith(QUESTION)] == [
        "Let this player in? Type yes or no.",
        "Let this player in? Type yes 2 or no.",
        "Let this player in? Type yes 3 or no.",
    ]


def test_a_question_of_a_game_that_ends_meanwhile_is_not_answered_by_the_next(moments: tuple[Snapshot, ...]) -> None:
    linear = Linear()
    linear.desk.show(our_turn(moments))

    async def main() -> bool:
        linear.keyboard.type("resign")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(linear.desk.next_command)
            await linear.hear("Resign, so that the other player wins?")
            nursery.cancel_scope.cancel()
        linear.keyboard.type("yes")
        await linear.hear(UNASKED)
        linear.keyboard.stop()
        return await linear.desk.end(finished(moments), rematch=True)

    assert run(main, linear) is Next.NOTHING
    assert linear.said[-1] == "Play again? Type yes 2 or no."


def test_after_a_question_that_lapsed_the_same_cards_are_asked_for_with_its_number(
    moments: tuple[Snapshot, ...],
) -> None:
    linear = Linear()
    linear.desk.show(our_turn(moments))

    async def main() -> Next:
        linear.keyboard.type("resign")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(linear.desk.next_command)
            await linear.hear("Resign, so that the other player wins?")
            nursery.cancel_scope.cancel()
        linear.keyboard.type("swap")
        await linear.hear(UNASKED)
        linear.keyboard.type("swap", "swap 2")
        return await linear.desk.end(finished(moments), rematch=True, practised=Practised("greedy", Deal(4)))

    assert run(main, linear) is Next.SAME_CARDS
    asked = [line for line in linear.said if line.startswith("Play again?")]
    assert asked == ["Play again? Type yes 2, or swap 2 for the same cards with the seats swapped, or no."] * 2


def test_what_is_typed_ahead_after_resigning_is_the_answer_to_what_is_asked_at_the_end(
    moments: tuple[Snapshot, ...],
) -> None:
    linear = Linear(Settings(confirm=False))
    linear.desk.show(our_turn(moments))

    async def main() -> Next:
        linear.keyboard.type("resign", "yes")
        assert await linear.desk.next_command() == Resign()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(linear.desk.next_command)
            while linear.lines.came < len(("resign", "yes")):
                await trio.lowlevel.checkpoint()
            await trio.testing.wait_all_tasks_blocked()
            nursery.cancel_scope.cancel()
        linear.keyboard.stop()
        return await linear.desk.end(finished(moments), rematch=True)

    assert run(main, linear) is Next.OTHER_CARDS


def test_whoever_has_resigned_can_leave_before_the_game_has_ended(moments: tuple[Snapshot, ...]) -> None:
    linear = Linear(Settings(confirm=False))
    linear.desk.show(our_turn(moments))

    async def main() -> tuple[object, object]:
        linear.keyboard.type("resign", "leave")
        return await linear.desk.next_command(), await linear.desk.next_command()

    assert run(main, linear) == (Resign(), Leave(telling.SIMPLY_LEFT))


def test_whoever_cannot_resign_just_then_plays_on(moments: tuple[Snapshot, ...]) -> None:
    linear = Linear(Settings(confirm=False))
    turn = our_turn(moments)
    assert turn.view is not None
    move = MANDALA.format_move(MANDALA.legal_moves(turn.view)[0])
    linear.desk.show(turn)

    async def main() -> object:
        linear.keyboard.type("resign", move)
        await linear.desk.next_command()
        linear.desk.refuse("Not now.")
        return await linear.desk.next_command()

    assert run(main, linear) == Play(move)


# Where nothing is asked.


def our_turn(moments: tuple[Snapshot, ...]) -> Snapshot:
    return next(one for one in moments if one.owes is Owes.MOVE)


def finished(moments: tuple[Snapshot, ...]) -> Ended:
    result = moments[-1].result
    assert result is not None
    return Ended(Finished(result), Path("/home/anna/game.mandala"), moments[-1])


def test_what_is_typed_between_two_games_is_not_carried_into_the_next(moments: tuple[Snapshot, ...]) -> None:
    linear = Linear(Settings(confirm=False))
    turn = our_turn(moments)
    assert turn.view is not None
    first, second = map(MANDALA.format_move, MANDALA.legal_moves(turn.view)[:2])

    async def main() -> object:
        linear.keyboard.type("yes")
        assert await linear.desk.end(finished(moments), rematch=True) is Next.OTHER_CARDS
        linear.keyboard.type("resign", first)
        await linear.hear(UNASKED, 2)
        linear.desk.show(turn)
        linear.keyboard.type(second)
        return await linear.desk.next_command()

    assert run(main, linear) == Play(second)


def test_one_can_leave_while_the_other_has_not_said_whether_to_play_again(moments: tuple[Snapshot, ...]) -> None:
    linear = Linear()

    async def main() -> None:
        linear.keyboard.type("yes")
        assert await linear.desk.end(finished(moments), rematch=True) is Next.OTHER_CARDS
        linear.keyboard.type("leave")
        assert isinstance(await linear.desk.between_games(), Leave)

    run(main, linear)
    assert linear.left == 0, "the program goes on, as from a lobby"
    assert UNASKED not in linear.said


def test_one_can_talk_when_asked_to_play_again_and_after_it(moments: tuple[Snapshot, ...]) -> None:
    linear = Linear()

    async def main() -> None:
        linear.keyboard.type("/good game", "say  well played", "say", "yes")
        assert await linear.desk.end(finished(moments), rematch=True) is Next.OTHER_CARDS
        linear.keyboard.type("/hurry up")
        said = [await linear.desk.between_games() for _ in range(3)]
        assert said == [Talk("good game"), Talk("well played"), Talk("hurry up")]
        linear.desk.talked("good game")

    run(main, linear)
    assert sum(line.startswith("Play again?") for line in linear.said) == 1
    assert "Type your text after the word, on the same line." in linear.said
    assert linear.said[-1] == "You say: “good game”"
    assert UNASKED not in linear.said


def test_nothing_is_said_to_a_bot_between_games(moments: tuple[Snapshot, ...]) -> None:
    linear = Linear()
    linear.desk.company(Company.BOT)

    async def main() -> None:
        linear.keyboard.type("/good game", "no")
        assert await linear.desk.end(finished(moments), rematch=True) is Next.NOTHING
        with trio.move_on_after(0):
            raise AssertionError(await linear.desk.between_games())

    run(main, linear)
    assert "The bot does not talk." in linear.said


@pytest.mark.parametrize("word", ["leave", ":quit", "exit"])
def test_one_can_leave_before_anything_is_asked(word: str) -> None:
    linear = Linear()

    async def main() -> None:
        linear.desk.listen()
        linear.keyboard.type(word)
        while not linear.left:
            await trio.lowlevel.checkpoint()

    run(main, linear)


def test_what_is_typed_before_the_first_question_is_its_answer() -> None:
    linear = Linear()

    async def main() -> bool:
        linear.desk.listen()
        linear.keyboard.type("yes")
        await trio.testing.wait_all_tasks_blocked()
        return await linear.desk.admit(BEN)

    assert run(main, linear) is True
    assert linear.left == 0
