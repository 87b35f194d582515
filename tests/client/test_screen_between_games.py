"""Between two games: one talks, waits for the other to want another game, and leaves after all; help tells how."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import trio
from attrs import evolve

from mandala_client.play.frontend import Next, Opponent
from mandala_client.screens.table import screen_keys
from mandala_client.screens.table.screen_frontend import ScreenFrontend
from mandala_client.sentences import outcomes
from mandala_client.table import edits, updates
from mandala_client.table.acts import Again, QuestionSeen
from mandala_client.table.table_model import EndPage, Helping, Playing, Question, TableModel
from mandala_net.match.news import NoRematch, RematchWanted, Talked
from mandala_protocol.conversation.events import Leave, Play, Talk
from mandala_protocol.games.mandala import Build, Colour
from tests.client.at_table import Moments, as_ended, our_turn, played, press, seen, typed
from tests.client.end_scenes import finished, no_rematch, waiting_for_another
from tests.client.no_terminal import screen_frontend
from tests.limits import SECONDS

WAITING = "Waiting for Ben to choose another game …"


# Talking.


def test_a_line_is_written_and_said_at_the_end(moments: Moments) -> None:
    writing, act = typed(finished(moments), "/Good game, quit?")
    assert act is None
    assert "> /Good game, quit? Enter sends Esc clears" in seen(writing)
    said, act = press(writing, "enter")
    assert act == Talk("Good game, quit?")
    assert said == finished(moments), "it is told as said when it has gone out"
    model = updates.with_own_talk(said, "Good game, quit?")
    assert "You say: “Good game, quit?”" in seen(model)


def test_what_is_written_can_be_mended_and_thrown_away(moments: Moments) -> None:
    result = finished(moments)
    writing = typed(result, "/good gamr")[0]
    assert press(typed(press(writing, "backspace")[0], "e")[0], "enter")[1] == Talk("good game")
    assert press(writing, "c-w")[0].draft.text == "/good "
    for clears in ("escape", "c-u"):
        assert press(writing, clears) == (result, None)
    assert press(typed(result, "/ ")[0], "enter") == (result, None)


def test_pasted_text_is_text(moments: Moments) -> None:
    pasted, act = screen_keys.type_text(finished(moments), "/r\nq", pasted=True)
    assert (pasted.draft.text, act) == ("/r q", None)
    assert screen_keys.type_text(pasted, " s", pasted=True)[0].draft.text == "/r q s"
    assert screen_keys.type_text(finished(moments), "rq", pasted=True) == (finished(moments), None)


def test_a_very_long_line_is_cut_and_its_end_is_seen(moments: Moments) -> None:
    frontend = frontend_with(typed(finished(moments), "/" + "x" * 700 + "end")[0])
    assert len(frontend.model.draft.text) == 501
    shown = frontend.draw(40, 20)
    assert shown.cursor is not None
    column, line = shown.cursor
    assert "".join(part.text for part in shown.rows[line]).startswith(" > xxx")
    assert column == 39


@pytest.mark.parametrize(
    ("model", "why"),
    [
        (no_rematch, "Ben is no longer connected."),
        (lambda moments: evolve(finished(moments), opponent=Opponent.BOT), "The bot does not talk."),
        (lambda moments: evolve(finished(moments), opponent=Opponent.PRACTICE), "The bot does not talk."),
    ],
)
def test_where_nobody_can_hear_it_one_is_told_so(
    model: Callable[[Moments], TableModel], why: str, moments: Moments
) -> None:
    result = model(moments)
    assert "/ talk" not in seen(result)
    told, act = typed(result, "/")
    assert (told.message, act, told.draft.text) == (why, None, "")
    assert why in seen(told)
    assert typed(told, "quit, rest") == (told, None), "its letters are no keys"
    for ends in ("enter", "escape"):
        assert press(told, ends) == (result, None)


def test_what_was_being_written_to_the_other_when_the_game_ended_can_still_be_said(moments: Moments) -> None:
    over = finished(moments)
    for rematch in (True, False):
        model = updates.with_end(edits.drafted(played(moments), "/so"), as_ended(over).end, rematch=rematch)
        assert press(typed(model, "rry")[0], "enter")[1] == (Talk("sorry") if rematch else None)


def test_what_is_written_when_the_other_leaves_is_gone_and_its_letters_do_nothing_else(moments: Moments) -> None:
    gone = updates.with_news(typed(finished(moments), "/so")[0], NoRematch())
    assert gone.draft.text == ""
    assert typed(gone, "rry, quite") == (gone, None)
    assert typed(press(gone, "enter")[0], "q")[1] == QuestionSeen()


def test_what_is_being_written_when_the_next_game_begins_plays_no_move(moments: Moments) -> None:
    writing, _ = typed(waiting_for_another(moments), "/hello")
    model = updates.with_snapshot(writing, our_turn(moments).snapshot)  # type: ignore[arg-type]
    assert isinstance(model.phase, Playing)
    assert press(typed(model, " o")[0], "enter")[1] == Talk("hello o")


# Waiting for the other.


def test_while_one_waits_for_the_other_the_result_stays_in_sight(moments: Moments) -> None:
    waiting = waiting_for_another(moments)
    for shown in (seen(waiting), seen(updates.with_news(waiting, Talked("one moment")))):
        assert WAITING in shown
        assert "mandala-lan verify" in shown
        assert "r play again" not in shown
        assert "q leave" in shown
    assert "one moment" in shown
    assert typed(waiting, "r") == (waiting, None)
    for letter, page in (("s", EndPage.STATISTICS), ("l", EndPage.LOG), ("t", EndPage.TABLE)):
        turned, _ = typed(waiting, letter)
        assert as_ended(turned).page is page
        assert WAITING in seen(turned)
    assert press(typed(waiting, "/soon?")[0], "enter")[1] == Talk("soon?")


def test_what_is_in_the_way_of_the_next_game_is_told_instead(moments: Moments) -> None:
    text = seen(updates.with_status(waiting_for_another(moments), "Ben came back with a different name."))
    assert "Ben came back with a different name." in text
    assert WAITING not in text


def test_if_both_want_it_nobody_is_waited_for(moments: Moments) -> None:
    both = seen(updates.awaiting(updates.with_news(finished(moments), RematchWanted())))
    assert "Agreeing on the game …" in both
    assert WAITING not in both


WISH = "Ben wants to play again."


def test_a_wish_to_play_again_stays_in_sight_until_it_is_answered_however_much_is_said(moments: Moments) -> None:
    wanted = updates.with_news(finished(moments), RematchWanted())
    assert seen(wanted).count(WISH) == 1
    for said in ("well?", "are you there?", "hello?"):
        wanted = updates.with_news(wanted, Talked(said))
    for page in (EndPage.RESULT, EndPage.STATISTICS, EndPage.TABLE):
        shown = seen(edits.at_end_page(wanted, page))
        assert shown.count(WISH) == 1
        assert "“are you there?” Ben says: “hello?” Ben wants" in shown
        assert "“well?”" not in shown
    assert WISH not in seen(updates.awaiting(wanted))
    assert WISH not in seen(updates.with_news(wanted, NoRematch()))


@pytest.mark.parametrize("leaving", ["q", "escape", "c-c"])
def test_the_wish_is_taken_back_by_leaving_which_is_asked(leaving: str, moments: Moments) -> None:
    waiting = waiting_for_another(moments)

    def enter(model: TableModel, key: str) -> tuple[TableModel, object]:
        return typed(model, key) if len(key) == 1 else press(model, key)

    asked, act = enter(waiting, leaving)
    assert (asked.question, act) == (Question.LEAVE, None)
    assert "Leave without another game?" in seen(asked)
    for stays in ("n", "escape"):
        stayed, act = enter(asked, stays)
        assert (edits.answered_by(stayed, ""), act) == (waiting, None)
    for leaves in ("y", "c-c"):
        assert enter(asked, leaves)[1] == Leave(outcomes.SIMPLY_LEFT)


def test_when_the_other_leaves_meanwhile_one_waits_no_more_and_may_simply_leave(moments: Moments) -> None:
    asked, _ = typed(waiting_for_another(moments), "q")
    gone = updates.with_news(asked, NoRematch())
    shown = seen(gone)
    assert "Ben will not play another game." in shown
    assert WAITING not in shown
    assert typed(gone, "q")[1] == QuestionSeen()


def test_the_next_game_clears_the_table_when_it_is_shown(moments: Moments) -> None:
    waiting = edits.at_end_page(waiting_for_another(moments), EndPage.LOG)
    model = updates.with_snapshot(waiting, moments[5])
    assert model == updates.with_snapshot(TableModel(), moments[5])


def test_the_desk_hears_what_is_wanted_between_two_games(moments: Moments) -> None:
    over = finished(moments)
    ended, frontend = as_ended(over), frontend_with(over)
    heard: list[object] = []

    async def main() -> None:
        with trio.fail_after(SECONDS):
            async with trio.open_nursery() as nursery:
                answers: list[Next] = []

                async def ask() -> None:
                    answers.append(await frontend.end(ended.end, ended.series, rematch=True))

                nursery.start_soon(ask)
                await trio.testing.wait_all_tasks_blocked()
                frontend.draw(80, 24)
                frontend._hand_over(Play(Build(1, Colour.ORANGE)))  # it was on its way when the game ended
                for letter in "/gg":
                    frontend.type_text(letter)
                frontend.press("enter")
                heard.append(await frontend.between_games())
                frontend.talked("gg")
                assert "You say: “gg”" in seen(frontend.model)
                frontend.type_text("r")
            assert answers == [Next.OTHER_CARDS]
            assert WAITING in seen(frontend.model)
            frontend.type_text("q")
            frontend.type_text("y")
            heard.append(await frontend.between_games())

    trio.run(main)
    assert heard == [Talk("gg"), Leave(outcomes.SIMPLY_LEFT)]


def frontend_with(model: TableModel) -> ScreenFrontend:
    frontend = screen_frontend()
    frontend.model = model
    return frontend


# Help.


def test_the_help_of_the_end_tells_its_keys_and_no_others(moments: Moments) -> None:
    helping = seen(edits.overlaid(finished(moments), Helping()))
    for key in (
        "r play again",
        "q leave",
        "s statistics",
        "l F7",
        "t the final table",
        "Esc",
        "F2",
        "F3",
        "/hello",
        "F6",
    ):
        assert key in helping
    for key in ("ALo", "F4", "F5", "F8", "F9", "F10", " :"):
        assert key not in helping


@pytest.mark.parametrize("key", ["f1", "f2", "f3", "f6", "f7", "r", "q", "s", "l", "t", "/"])
def test_each_key_of_that_help_does_something(key: str, moments: Moments) -> None:
    result = finished(moments)
    assert (typed(result, key) if len(key) == 1 else press(result, key)) != (result, None)


def test_the_help_of_the_end_leaves_out_what_is_not_possible(moments: Moments) -> None:
    for model, gone in (
        (waiting_for_another(moments), ["play again"]),
        (no_rematch(moments), ["play again", "/hello", "F6"]),
        (evolve(finished(moments), opponent=Opponent.BOT), ["/hello", "F6"]),
        (evolve(finished(moments), snapshot=None), ["statistics", "final table"]),
    ):
        helping = seen(edits.overlaid(model, Helping()))
        assert not any(key in helping for key in gone)
    assert press(no_rematch(moments), "f6") == (no_rematch(moments), None)
    assert typed(finished(moments), "r")[1] == Again()


def test_the_help_of_the_table_is_that_of_the_table(moments: Moments) -> None:
    helping = seen(edits.overlaid(our_turn(moments), Helping()))
    assert "ALo" in helping
    assert "statistics" not in helping
