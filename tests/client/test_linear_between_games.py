"""The linear form between "Play again?" and the cards of the next game: one can talk and leave, and type ahead."""

from __future__ import annotations

import pytest
import trio
import trio.testing

from mandala_client.linear.unasked import LEAVING_SECONDS
from mandala_client.play.frontend import Next, Opponent
from mandala_client.sentences import outcomes
from mandala_client.settings.settings import Settings
from mandala_protocol.conversation.events import Leave, Play, Resign, Talk
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.mandala import MANDALA
from tests.client.linear_frontend import Linear, finished, our_turn, run

Moments = tuple[Snapshot, ...]

KEPT = "There is no question to answer now, so that line is kept for the next game. Type “leave” to leave."
LATER = "Other lines are kept for the next game. If it does not start within 10 seconds, you leave the game."


async def play_again(linear: Linear, moments: Moments) -> None:
    """The game is over, and another one is wanted."""
    linear.keyboard.type("yes")
    assert await linear.frontend.end(finished(moments), rematch=True) is Next.OTHER_CARDS


def legal_moves(moment: Snapshot) -> list[str]:
    assert moment.view is not None
    return [MANDALA.format_move(move) for move in MANDALA.legal_moves(moment.view)]


def test_one_can_leave_while_the_other_has_not_said_whether_to_play_again(moments: Moments) -> None:
    linear = Linear()

    async def main() -> None:
        linear.keyboard.type("yes")
        assert await linear.frontend.end(finished(moments), rematch=True) is Next.OTHER_CARDS
        linear.keyboard.type("leave")
        assert isinstance(await linear.frontend.between_games(), Leave)

    run(main, linear)
    assert linear.left == 0, "the program goes on, as from a lobby"
    assert KEPT not in linear.said


def test_one_can_talk_when_asked_to_play_again_and_after_it(moments: Moments) -> None:
    linear = Linear()

    async def main() -> None:
        linear.keyboard.type("/good game", "say  well played", "say", "yes")
        assert await linear.frontend.end(finished(moments), rematch=True) is Next.OTHER_CARDS
        linear.keyboard.type("/hurry up")
        said = [await linear.frontend.between_games() for _ in range(3)]
        assert said == [Talk("good game"), Talk("well played"), Talk("hurry up")]
        linear.frontend.talked("good game")

    run(main, linear)
    assert sum(line.startswith("Play again?") for line in linear.said) == 1
    assert "Type your text after the word, on the same line." in linear.said
    assert linear.said[-1] == "You say: “good game”"
    assert KEPT not in linear.said


def test_while_the_other_has_not_said_whether_to_play_again_questions_about_the_game_are_answered_at_once(
    moments: Moments,
) -> None:
    linear = Linear()

    async def main() -> None:
        await play_again(linear, moments)
        said = len(linear.said)
        linear.keyboard.type("help", "statistics", "log", "A1r", "help", "score", "leave")
        await linear.hear(LATER)
        answers = linear.said[said:]
        helped = answers.index("All other lines are kept for the next game.") + 1
        assert answers[:2] == ["table: show the whole position.", "score: show the points of the game again."]
        assert "leave: stop playing." in answers[:helped]
        assert answers[helped].startswith("Turns: you ")
        kept = answers.index(KEPT)
        assert answers[kept:] == [KEPT, *answers[:helped], LATER]
        linear.frontend.show(our_turn(moments))
        assert await linear.lines.next() == "A1r"
        assert await linear.lines.next() == "score"

    run(main, linear)


def test_nothing_is_said_to_a_bot_between_games(moments: Moments) -> None:
    linear = Linear()
    linear.frontend.opponent(Opponent.BOT)

    async def main() -> None:
        linear.keyboard.type("/good game", "no")
        assert await linear.frontend.end(finished(moments), rematch=True) is Next.NOTHING
        with trio.move_on_after(0):
            raise AssertionError(await linear.frontend.between_games())

    run(main, linear)
    assert "The bot does not talk." in linear.said


# Until the cards are laid.


def test_one_can_leave_and_talk_while_a_game_that_both_want_does_not_begin(moments: Moments) -> None:
    linear = Linear()

    async def main() -> list[object]:
        await play_again(linear, moments)
        linear.keyboard.type("/are you there", "leave")
        return [await linear.frontend.next_command() for _ in range(2)]

    assert run(main, linear) == [Talk("are you there"), Leave(outcomes.SIMPLY_LEFT)]
    assert linear.said[-1] == "You say: “are you there”"


def test_what_was_wanted_before_the_cards_are_laid_is_not_done_after_it(moments: Moments) -> None:
    linear = Linear()
    turn = our_turn(moments)
    move = legal_moves(turn)[0]

    async def main() -> object:
        await play_again(linear, moments)
        linear.keyboard.type("/of the last game", "leave")
        while linear.lines.came < len(("yes", "/of the last game", "leave")):
            await trio.lowlevel.checkpoint()
        linear.frontend.show(turn)
        linear.keyboard.type(move)
        command = await linear.frontend.next_command()
        with trio.move_on_after(0):
            raise AssertionError(await linear.frontend.between_games())
        return command

    assert run(main, linear) == Play(MANDALA.parse_move(move))


def test_what_is_typed_between_two_games_is_kept_for_the_next_in_its_order(moments: Moments) -> None:
    linear = Linear(Settings(confirm=False))
    turn = our_turn(moments)
    move, later = legal_moves(turn)[:2]

    async def main() -> list[object]:
        await play_again(linear, moments)
        linear.keyboard.type(move, "", "resign", "/hello")
        assert await linear.frontend.between_games() == Talk("hello"), "it needs no game"
        linear.frontend.show(turn)
        linear.keyboard.type(later)
        return [await linear.frontend.next_command() for _ in range(2)]

    assert run(main, linear) == [Play(MANDALA.parse_move(move)), Resign()]
    assert linear.said.count(KEPT) == 1


def test_a_script_that_leaves_the_next_game_leaves_it_in_its_turn(moments: Moments) -> None:
    linear = Linear()
    turn = our_turn(moments)
    move = legal_moves(turn)[0]

    async def main() -> list[object]:
        await play_again(linear, moments)
        linear.keyboard.type(move, "leave")
        await linear.hear(LATER)
        linear.frontend.show(turn)
        return [await linear.frontend.next_command() for _ in range(2)]

    assert run(main, linear) == [Play(MANDALA.parse_move(move)), Leave(outcomes.SIMPLY_LEFT)]


@pytest.mark.parametrize("both_want_it", [False, True])
def test_whoever_leaves_behind_lines_for_a_game_that_does_not_begin_leaves_soon(
    both_want_it: bool, moments: Moments
) -> None:
    clock = trio.testing.MockClock(rate=1)
    linear = Linear()

    async def main() -> object:
        wanted = linear.frontend.next_command if both_want_it else linear.frontend.between_games
        await play_again(linear, moments)
        async with trio.open_nursery() as nursery:
            said: list[object] = []

            async def want() -> None:
                said.append(await wanted())

            nursery.start_soon(want)
            linear.keyboard.type("A1r", "leave", "for the lobby")
            await linear.hear(LATER)
            while linear.lines.came < len(("yes", "A1r", "leave", "for the lobby")):
                await trio.lowlevel.checkpoint()
            assert said == []
            clock.jump(LEAVING_SECONDS)
        assert await linear.lines.next() == "for the lobby"
        return said[0]

    assert run(main, linear, clock) == Leave(outcomes.SIMPLY_LEFT)


def test_lines_for_a_game_that_comes_to_nothing_are_kept_for_whoever_asks_next(moments: Moments) -> None:
    linear = Linear()

    async def main() -> list[str | None]:
        await play_again(linear, moments)
        linear.keyboard.type("rules", "leave")
        await linear.hear(LATER)
        assert await linear.frontend.end(finished(moments)) is Next.NOTHING  # the other has left
        linear.keyboard.type("leave")
        return [await linear.lines.next() for _ in range(3)]

    assert run(main, linear) == ["rules", "leave", "leave"]


def test_to_leave_acts_at_once_in_a_later_wait_when_nothing_stands_before_it_any_more(moments: Moments) -> None:
    linear = Linear(Settings(confirm=False))

    async def main() -> object:
        await play_again(linear, moments)
        linear.keyboard.type("resign", "yes", "leave")
        await linear.hear(LATER)
        linear.frontend.show(our_turn(moments))
        assert await linear.frontend.next_command() == Resign()
        assert await linear.frontend.end(finished(moments), rematch=True) is Next.OTHER_CARDS
        return await linear.frontend.between_games()

    assert run(main, linear) == Leave(outcomes.SIMPLY_LEFT)
