"""The table in the company of a bot, and one question at a time."""

from __future__ import annotations

import pytest

from mandala_client.games.deal import Deal
from mandala_client.play.alone import Alone
from mandala_client.play.frontend import Opponent
from mandala_client.play.practice import PracticeGame, Practising
from mandala_client.table import edits, updates
from mandala_client.table.acts import AbandonGame, Admitted
from mandala_client.table.table_model import Admitting, TableModel
from mandala_net.match.admission import PeerInfo
from mandala_protocol.conversation.events import MakeOffer
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.record.order import Occasion
from mandala_protocol.wire.messages import OfferKind
from tests.client.at_table import Moments, our_turn, press, seen, typed

BOTS = [Opponent.BOT, Opponent.PRACTICE]
VISITOR = PeerInfo("Ben", "ABCD-EFGH-IJKL-MNOP", None)


def against(opponent: Opponent, moments: Moments) -> TableModel:
    """Our turn in this company, everything before having been shown."""
    model = TableModel(opponent=opponent)
    for moment in moments:
        model = updates.with_snapshot(model, moment)
        if moment.pending is Pending.MOVE:
            return model
    raise AssertionError("it is never our move")


def waiting(opponent: Opponent, moments: Moments) -> TableModel:
    """The other player's turn in this company."""
    moment = next(
        moment
        for moment in moments
        if moment.due is not None and moment.due.occasion is Occasion.TURN and moment.pending is Pending.NOTHING
    )
    return updates.with_snapshot(TableModel(opponent=opponent), moment)


# A bot.


@pytest.mark.parametrize("opponent", Opponent)
def test_words_are_compared_with_persons_alone(opponent: Opponent, moments: Moments) -> None:
    shuffling = next(moment for moment in moments if moment.words is not None and moment.view is not None)
    model = against(opponent, moments)
    text = " ".join(line.text for line in model.log)
    pages = (text, seen(updates.with_snapshot(TableModel(opponent=opponent), shuffling)), seen(press(model, "f1")[0]))
    assert [str(shuffling.words) in page for page in pages] == [opponent is Opponent.PERSON] * 3


@pytest.mark.parametrize("opponent", BOTS)
def test_nobody_is_told_to_talk_to_a_bot(opponent: Opponent, moments: Moments) -> None:
    model = waiting(opponent, moments)
    for asked in (model, press(model, "enter")[0], press(model, "right")[0], press(model, "f1")[0]):
        assert "to chat" not in seen(asked)
        assert "/hello" not in seen(asked)
    said, act = press(typed(model, "/hello")[0], "enter")
    assert (said.message, act) == ("The bot does not talk.", None)
    assert said.log == model.log


def test_practice_refuses_at_once_to_go_on_another_time(moments: Moments) -> None:
    model = against(Opponent.PRACTICE, moments)
    for answered, act in (press(model, "f8"), press(typed(model, ":adjourn")[0], "enter")):
        assert (answered.question, act) == (None, None)
        assert answered.message == "A practice game is not kept, so it can't be adjourned."
    assert press(against(Opponent.BOT, moments), "f8")[0].question is OfferKind.ADJOURN


def test_whoever_leaves_practice_is_told_that_it_is_not_kept(moments: Moments) -> None:
    assert "A practice game is not kept." in seen(press(against(Opponent.PRACTICE, moments), "c-c")[0])
    assert "You can resume it later." in seen(press(against(Opponent.BOT, moments), "c-c")[0])


def test_in_practice_ending_needs_nobody_who_agrees(moments: Moments) -> None:
    asked, _ = press(against(Opponent.PRACTICE, moments), "f9")
    assert "End the game now and score it? (y/n)" in seen(asked)
    assert typed(asked, "y")[1] == MakeOffer(OfferKind.END)


@pytest.mark.parametrize("wanted", [False, True])
def test_the_points_are_shown_in_practice_if_the_player_wants_to_see_them(wanted: bool) -> None:
    game = PracticeGame(Practising(Alone("mandala", "random"), "Anna", "Bot", live_score=wanted), Deal(4))
    assert game.snapshot().live_score is wanted
    assert ("0 open" in seen(updates.with_snapshot(TableModel(), game.snapshot()))) is wanted


def test_beside_the_keys_of_practice_the_ways_to_choose_are_said_as_far_as_there_is_room(moments: Moments) -> None:
    asked = (moment for moment in moments if moment.pending is Pending.MOVE)
    models = (updates.with_snapshot(TableModel(opponent=Opponent.PRACTICE), moment) for moment in asked)
    sentences = {text.partition(" > ")[2].partition("[F5] undo")[0] for text in map(seen, models)}
    assert "←→ choose [F4] hint " in sentences
    assert "Enter or ←→↑↓ choose, or type ALr (A, left, red) [F4] hint " in sentences


# One question at a time.


def test_a_visitor_waits_until_we_have_said_whether_we_leave() -> None:
    asked, _ = press(TableModel(), "c-c")
    at_the_door = edits.overlaid(asked, Admitting(VISITOR))
    assert "Leave the program?" in seen(at_the_door)
    assert "Ben wants to play" not in seen(at_the_door)
    assert typed(at_the_door, "y")[1] == AbandonGame()
    stays, act = typed(at_the_door, "n")
    assert act is None
    assert "Ben wants to play" in seen(stays)
    assert "Leave the program?" not in seen(stays)
    assert typed(stays, "y")[1] == Admitted(True)


def test_leaving_is_asked_alone_while_a_visitor_waits() -> None:
    asked, _ = press(edits.overlaid(TableModel(), Admitting(VISITOR)), "c-c")
    assert "Leave the program?" in seen(asked)
    assert "Ben wants to play" not in seen(asked)


def test_whoever_came_from_the_lobby_is_asked_whether_to_go_back_there() -> None:
    asked, _ = press(TableModel(from_lobby=True), "c-c")
    assert "Back to the lobby? (y/n, or Ctrl-C again)" in seen(asked)
    assert "program" not in seen(asked)


@pytest.mark.parametrize("key", ["f8", "f9", "f10", "c-c"])
def test_no_earlier_message_and_no_preview_stand_below_a_question(key: str, moments: Moments) -> None:
    refused, _ = press(typed(our_turn(moments), "Kg")[0], "enter")
    assert refused.message is not None
    chosen, _ = press(our_turn(moments), "right")
    assert "draw" in seen(chosen).partition("[r")[2] or "Build" in seen(chosen)
    for model in (refused, chosen):
        asked, _ = press(model, key)
        assert asked.question is not None
        assert asked.message is None
        assert "nothing to take" not in seen(asked)
        assert "Build the " not in seen(asked)
    told = updates.with_refusal(press(our_turn(moments), key)[0], "that is not possible")
    assert "that is not possible" not in seen(told)


def test_a_question_takes_the_place_of_the_one_about_a_move(moments: Moments) -> None:
    model = edits.confirming(our_turn(moments))
    assert not press(model, "f10")[0].draft.confirming
