"""The linear form, when what was asked is asked no longer: late lines answer nothing else, and one can leave."""

from __future__ import annotations

import pytest
import trio
import trio.testing

from mandala_client.games.deal import Deal, Practised
from mandala_client.play.frontend import Next
from mandala_client.sentences import outcomes
from mandala_client.settings.settings import Settings
from mandala_net.discovery.listing import Announcement, Listing
from mandala_protocol.conversation.events import Leave, Play, Resign
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.mandala import MANDALA
from tests.client.linear_frontend import BEN, EVE, QUESTION, Linear, finished, our_turn, run

ADA = Listing("Ada", Announcement("Ada", "mandala", "ABCD-EFGH-IJKL-MNOP", "box"), 1, ("::1",))
UNASKED = "There is no question to answer now, so that line is ignored. Type “leave” to leave."


async def resign_too_late(linear: Linear) -> None:
    """Let the game end while it is asked whether to resign."""
    linear.keyboard.type("resign")
    async with trio.open_nursery() as nursery:
        nursery.start_soon(linear.frontend.next_command)
        await linear.hear("Resign? Then the other player wins.")
        nursery.cancel_scope.cancel()


def test_what_is_typed_for_a_visitor_who_has_gone_lets_in_nobody_else() -> None:
    linear = Linear()

    async def main() -> bool:
        async with linear.asked_in_vain(BEN):
            pass
        linear.keyboard.type("yes", "y")
        await linear.hear(UNASKED, 2)
        linear.keyboard.stop()
        return await linear.frontend.admit(EVE)

    assert run(main, linear) is False


def test_a_yes_that_comes_when_the_next_visitor_is_there_already_needs_the_number_of_the_question() -> None:
    linear = Linear()

    async def main() -> bool:
        async with linear.asked_in_vain(BEN):
            pass
        async with trio.open_nursery() as nursery:
            answers: list[bool] = []

            async def ask() -> None:
                answers.append(await linear.frontend.admit(EVE))

            nursery.start_soon(ask)
            for number, typed in enumerate(("yes", "y", "yes 1", "2"), start=1):
                await linear.hear("Let this player in? Type “yes 2” or “no”.", number)
                linear.keyboard.type(typed)
                assert answers == []
            await linear.hear("Let this player in? Type “yes 2” or “no”.", number + 1)
            linear.keyboard.type("yes 2")
        return answers[0]

    assert run(main, linear) is True
    assert linear.said.count("That does not work here. You can type: yes 2, no, leave, help.") == 4
    assert linear.said[-10] == "This question replaces the one before it."


def test_no_is_no_whatever_was_asked_before_and_then_the_next_question_is_an_ordinary_one() -> None:
    linear = Linear()

    async def main() -> list[bool]:
        async with linear.asked_in_vain(BEN):
            pass
        answers = []
        async with trio.open_nursery() as nursery:

            async def ask_twice() -> None:
                answers.append(await linear.frontend.admit(EVE))
                answers.append(await linear.frontend.admit(BEN))

            nursery.start_soon(ask_twice)
            await linear.hear("Let this player in? Type “yes 2” or “no”.")
            linear.keyboard.type("no")
            await linear.hear("Let this player in? Type “yes” or “no”.", 2)
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
        return await linear.frontend.admit(EVE)

    assert run(main, linear) is False
    assert [line for line in linear.said if line.startswith(QUESTION)] == [
        "Let this player in? Type “yes” or “no”.",
        "Let this player in? Type “yes 2” or “no”.",
        "Let this player in? Type “yes 3” or “no”.",
    ]


def test_a_question_of_a_game_that_ends_meanwhile_is_not_answered_by_the_next(moments: tuple[Snapshot, ...]) -> None:
    linear = Linear()
    linear.frontend.show(our_turn(moments))

    async def main() -> Next:
        await resign_too_late(linear)
        linear.keyboard.type("yes")
        await linear.hear(UNASKED)
        linear.keyboard.stop()
        return await linear.frontend.end(finished(moments), rematch=True)

    assert run(main, linear) is Next.NOTHING
    assert linear.said[-1] == "Play again? Type “yes 2” or “no”."


def test_after_a_question_that_lapsed_the_same_cards_are_asked_for_with_its_number(
    moments: tuple[Snapshot, ...],
) -> None:
    linear = Linear()
    linear.frontend.show(our_turn(moments))

    async def main() -> Next:
        await resign_too_late(linear)
        linear.keyboard.type("swap")
        await linear.hear(UNASKED)
        linear.keyboard.type("swap", "swap 2")
        return await linear.frontend.end(
            finished(moments), rematch=True, practised=Practised("greedy", Deal(4), game="mandala")
        )

    assert run(main, linear) is Next.SAME_CARDS
    asked = [line for line in linear.said if line.startswith("Play again?")]
    assert asked == ["Play again? Type “yes 2”, or “swap 2” for the same set-up with the seats swapped, or “no”."] * 2


def test_what_is_typed_ahead_after_resigning_is_the_answer_to_what_is_asked_at_the_end(
    moments: tuple[Snapshot, ...],
) -> None:
    linear = Linear(Settings(confirm=False))
    linear.frontend.show(our_turn(moments))

    async def main() -> Next:
        linear.keyboard.type("resign", "yes")
        assert await linear.frontend.next_command() == Resign()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(linear.frontend.next_command)
            while linear.lines.came < len(("resign", "yes")):
                await trio.lowlevel.checkpoint()
            await trio.testing.wait_all_tasks_blocked()
            nursery.cancel_scope.cancel()
        linear.keyboard.stop()
        return await linear.frontend.end(finished(moments), rematch=True)

    assert run(main, linear) is Next.OTHER_CARDS


def test_whoever_has_resigned_can_leave_before_the_game_has_ended(moments: tuple[Snapshot, ...]) -> None:
    linear = Linear(Settings(confirm=False))
    linear.frontend.show(our_turn(moments))

    async def main() -> tuple[object, object]:
        linear.keyboard.type("resign", "leave")
        return await linear.frontend.next_command(), await linear.frontend.next_command()

    assert run(main, linear) == (Resign(), Leave(outcomes.SIMPLY_LEFT))


def test_whoever_cannot_resign_just_then_plays_on(moments: tuple[Snapshot, ...]) -> None:
    linear = Linear(Settings(confirm=False))
    turn = our_turn(moments)
    assert turn.view is not None
    move = MANDALA.format_move(MANDALA.legal_moves(turn.view)[0])
    linear.frontend.show(turn)

    async def main() -> object:
        linear.keyboard.type("resign", move)
        await linear.frontend.next_command()
        linear.frontend.refuse("Not now.")
        return await linear.frontend.next_command()

    assert run(main, linear) == Play(MANDALA.parse_move(move))


# Where nothing is asked.


@pytest.mark.parametrize("word", ["leave", ":quit", "exit"])
def test_one_can_leave_before_anything_is_asked(word: str) -> None:
    linear = Linear()

    async def main() -> None:
        linear.frontend.listen()
        linear.keyboard.type(word)
        while not linear.left:
            await trio.lowlevel.checkpoint()

    run(main, linear)


def test_what_is_typed_before_the_first_question_is_its_answer() -> None:
    linear = Linear()

    async def main() -> bool:
        linear.frontend.listen()
        linear.keyboard.type("yes")
        await trio.testing.wait_all_tasks_blocked()
        return await linear.frontend.admit(BEN)

    assert run(main, linear) is True
    assert linear.left == 0


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_one_can_leave_when_a_question_has_been_answered_before_a_game(answer: str) -> None:
    linear = Linear()

    async def main() -> None:
        linear.frontend.listen()
        linear.keyboard.type(answer)
        await linear.frontend.admit(BEN)
        linear.keyboard.type("leave")
        while not linear.left:
            await trio.lowlevel.checkpoint()

    run(main, linear)


def test_one_can_leave_when_a_game_to_join_has_been_chosen() -> None:
    linear = Linear()

    async def main() -> None:
        linear.keyboard.type("0", "leave")
        assert await linear.frontend.choose([ADA]) is None
        while not linear.left:
            await trio.lowlevel.checkpoint()

    run(main, linear)


def test_once_the_cards_are_laid_one_leaves_the_game_and_not_the_program(moments: tuple[Snapshot, ...]) -> None:
    linear = Linear()

    async def main() -> object:
        linear.keyboard.type("yes")
        await linear.frontend.admit(BEN)
        linear.frontend.show(our_turn(moments))
        linear.keyboard.type("leave")
        return await linear.frontend.next_command()

    assert run(main, linear) == Leave(outcomes.SIMPLY_LEFT)
    assert linear.left == 0


def test_whoever_leaves_when_asked_about_a_visitor_lets_nobody_in_and_leaves() -> None:
    linear = Linear()

    async def main() -> bool:
        linear.keyboard.type("leave")
        return await linear.frontend.admit(BEN)

    assert run(main, linear) is False
    assert linear.left == 1
