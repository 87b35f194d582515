"""The screen while the other player is away, and when both want to adjourn."""

from __future__ import annotations

from itertools import permutations

import pytest
from attrs import evolve

from mandala_client.play.frontend import Opponent
from mandala_client.screens.table import screen_keys
from mandala_client.sentences import outcomes
from mandala_client.table import edits, updates
from mandala_client.table.table_model import Question, TableModel
from mandala_net.match.news import OfferMade, PeerAway, PeerBack, PeerQuiet
from mandala_protocol.conversation.events import Abandon, Leave, MakeOffer
from mandala_protocol.conversation.offers import StandingOffer
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.games.mandala.state import Turn
from mandala_protocol.sentence import Sentence
from mandala_protocol.wire.messages import OfferKind
from tests.client.at_table import Moments, as_playing, offering, press, seen, shown_in_turn, typed
from tests.narrowing import present

LOST = PeerAway(0, Sentence("The connection was reset."), None)


@pytest.fixture
def table(moments: Moments) -> TableModel:
    for moment, model in shown_in_turn(moments):
        phase = None if moment.view is None else moment.view.state.phase
        if (
            isinstance(phase, Turn)
            and moment.pending is Pending.MOVE
            and any(present(moment.view).state.players[0].river)
        ):
            return model
    raise AssertionError("this never happens in the game of the tests")


def test_who_is_away_and_for_how_long_is_said_in_the_status_line(table: TableModel) -> None:
    model = updates.with_news(updates.with_news(table, LOST), evolve(LOST, seconds=80))
    assert "Ben is away, reconnecting (1:20)" in seen(model)
    assert "The game stays open even if you leave." in seen(model)


def test_who_has_said_goodbye_has_left_whatever_becomes_of_the_line(table: TableModel) -> None:
    left = updates.with_news(table, PeerAway(0, outcomes.SIMPLY_LEFT, None))
    model = updates.with_news(left, PeerAway(2, Sentence("The other program has closed the connection."), None))
    assert "Ben has left (0:02)" in seen(model)
    assert "reconnecting" not in seen(model)
    assert len(model.log) == len(left.log)
    assert updates.with_news(model, PeerBack()).away is None


def test_the_agreement_to_an_own_offer_is_not_told_as_an_offer(table: TableModel) -> None:
    for kind, other in permutations(OfferKind):
        offered = offering(table, own_offer=StandingOffer(kind))
        assert updates.with_news(offered, OfferMade(kind)).log == offered.log
        assert updates.with_news(table, OfferMade(kind)).log != table.log
        assert updates.with_news(offered, OfferMade(other)).log[-1].text.startswith("Ben offers to ")


def test_OR9_with_a_grace_the_time_that_is_left_is_shown(table: TableModel) -> None:
    model = updates.with_news(table, PeerAway(0, "", 600))
    assert "8:45" in seen(updates.with_news(model, PeerAway(75, "", 525)))


def test_an_absence_is_told_once_and_again_when_its_reason_changes(table: TableModel) -> None:
    model = table
    for seconds in range(5):
        model = updates.with_news(model, evolve(LOST, seconds=seconds))
    assert len(model.log) == len(table.log) + 1
    model = updates.with_news(
        model, PeerAway(6, Sentence("The game that you want to resume is not waiting here."), None)
    )
    assert len(model.log) == len(table.log) + 2


def test_an_absence_that_is_told_quietly_stands_in_the_status_alone(table: TableModel) -> None:
    quiet = updates.with_news(table, evolve(LOST, quietly=True))
    assert "Ben is away, reconnecting (0:00)" in seen(quiet)
    assert quiet.log == table.log
    back = updates.with_news(quiet, PeerBack(quietly=True))
    assert (back.log, back.away) == (table.log, None)


def test_a_quiet_absence_that_lasts_is_told_once_it_is_told_aloud(table: TableModel) -> None:
    model = updates.with_news(table, evolve(LOST, quietly=True))
    for seconds in range(1, 4):
        model = updates.with_news(model, evolve(LOST, seconds=seconds))
    assert len(model.log) == len(table.log) + 1


def test_whoever_is_back_is_told_of_and_nothing_is_left_of_the_absence(table: TableModel) -> None:
    model = updates.with_news(updates.with_news(updates.with_news(table, PeerQuiet(12)), LOST), PeerBack())
    assert model.away is None
    assert model.quiet is None
    assert model.log[-1].text == "Ben is back. The game continues where it was."


def test_a_move_that_was_on_its_way_can_be_made_again_after_the_line_was_lost(table: TableModel) -> None:
    model = updates.with_news(edits.committed(table), LOST)
    assert not as_playing(model).sent


def test_an_offer_to_adjourn_is_shown_and_taken_with_one_key(table: TableModel) -> None:
    offered = offering(table, their_offer=StandingOffer(OfferKind.ADJOURN))
    offered = updates.with_news(offered, OfferMade(OfferKind.ADJOURN))
    assert "Ben offers to adjourn. F8 or “yes” agrees, “no” declines." in seen(offered)
    asked, act = screen_keys.press(offered, "f8")
    assert act is None
    assert asked.question is OfferKind.ADJOURN
    agreed, act = screen_keys.type_text(asked, "y")
    assert act == MakeOffer(OfferKind.ADJOURN)
    agreed = offering(agreed, own_offer=StandingOffer(OfferKind.ADJOURN))
    assert agreed.log[-1].text == "You agree: the game is adjourned now, unless Ben has taken the offer back."


def test_adjourning_is_asked_before_it_is_offered(table: TableModel) -> None:
    asked, _ = screen_keys.press(table, "f8")
    kept, act = screen_keys.type_text(asked, "n")
    assert act is None
    assert kept.question is None
    for key in ":adjourn":
        table, _ = screen_keys.type_text(table, key)
    assert screen_keys.press(table, "enter")[0].question is OfferKind.ADJOURN


def test_whose_program_has_come_back_is_not_told_that_the_other_player_was_away(table: TableModel) -> None:
    model = updates.with_news(table, PeerAway(0, "", None, returning=True))
    assert [line.text for line in model.log[-2:]] == [
        (
            "You are back at the game. Ben has not been reached yet. Trying to reconnect. The game "
            "stays open even if you leave."
        ),
        "Your earlier chat was not kept.",
    ]
    assert "Looking for Ben (0:03)." in seen(updates.with_news(model, PeerAway(3, "", None, returning=True)))
    model = updates.with_news(model, PeerBack(returning=True))
    assert model.log[-1].text == "Ben is there too. The game continues where it was."
    alone = evolve(table, opponent=Opponent.BOT)
    assert updates.with_news(alone, PeerAway(0, "", None, returning=True)).log == alone.log, "a bot comes by itself"


# Away for longer than was agreed.


GRACE = 600
OVERDUE = PeerAway(GRACE, "", 0, GRACE)


@pytest.fixture
def asked(table: TableModel) -> TableModel:
    """It is asked whether to call the game abandoned."""
    snapshot = evolve(present(table.snapshot), grace=GRACE, connected=False, pending=Pending.NOTHING)
    alone = updates.with_news(updates.with_snapshot(table, snapshot), evolve(OVERDUE, seconds=GRACE - 1, grace=1))
    assert alone.question is None
    return updates.with_news(alone, OVERDUE)


def test_after_the_grace_the_player_is_asked_and_nothing_is_done_without_yes(asked: TableModel) -> None:
    assert "Ben has been away for more than 10 minutes. Call the game abandoned? (F10/n)" in seen(asked)
    for key in ("x", " ", "y"):
        answered, act = screen_keys.type_text(asked, key)
        assert act is None, "it may be typed for a move, as the question comes by itself"
        assert answered.message == "F10 calls the game abandoned, “n” keeps waiting."
    assert press(asked, "f10")[1] == Abandon()


@pytest.mark.parametrize("no", ["n", "escape"])
def test_a_player_who_keeps_waiting_is_asked_again_after_another_grace(asked: TableModel, no: str) -> None:
    waiting, act = typed(asked, no) if no == "n" else press(asked, no)
    assert (waiting.question, act) == (None, None)
    soon = updates.with_news(waiting, evolve(OVERDUE, seconds=2 * GRACE - 1))
    assert soon.question is None
    assert "F10: call it abandoned" in seen(evolve(soon, message=None))
    assert updates.with_news(soon, evolve(OVERDUE, seconds=2 * GRACE)).question is Question.ABANDON


@pytest.mark.parametrize("keys", ["f10", ":abandon"])
def test_a_player_who_keeps_waiting_can_call_the_game_abandoned_at_any_time(asked: TableModel, keys: str) -> None:
    waiting = typed(asked, "n")[0]
    again = press(waiting, "f10")[0] if keys == "f10" else press(typed(waiting, keys)[0], "enter")[0]
    assert again.question is Question.ABANDON
    assert press(again, "f10")[1] == Abandon()


def test_the_question_vanishes_when_the_other_is_back(asked: TableModel) -> None:
    back = updates.with_news(asked, PeerBack())
    assert back.question is None
    assert typed(back, "y")[1] is None
    gone_again = updates.with_news(updates.with_news(back, evolve(OVERDUE, seconds=0, grace=GRACE)), OVERDUE)
    assert gone_again.question is Question.ABANDON


def test_the_question_waits_until_another_is_answered_and_is_in_front_of_the_log(asked: TableModel) -> None:
    table = evolve(asked, question=None, graces_asked=0, away=None)
    leaving = updates.with_news(edits.asking(table, Question.LEAVE), OVERDUE)
    assert leaving.question is Question.LEAVE
    assert updates.with_news(typed(leaving, "n")[0], OVERDUE).question is Question.ABANDON
    over_log = updates.with_news(edits.with_log_open(table, is_open=True), OVERDUE)
    assert "Call the game abandoned?" in seen(over_log)


def test_before_the_grace_is_over_the_word_says_why_not(table: TableModel) -> None:
    model, act = press(typed(table, ":abandon")[0], "enter")
    assert (model.question, act) == (None, None)
    assert model.message == "This game has no time limit, so it can't be called abandoned."
    with_grace = updates.with_snapshot(table, evolve(present(table.snapshot), grace=GRACE))
    model, act = press(typed(with_grace, ":abandon")[0], "enter")
    assert (model.question, act) == (None, None)
    assert "Ben must be away for 10 minutes" in present(model.message)


# Back at a game that the other player may have called abandoned meanwhile.


def test_whoever_is_back_and_finds_no_one_is_asked_whether_to_leave_after_each_grace(table: TableModel) -> None:
    alone = PeerAway(0, "", None, GRACE, returning=True)
    model = updates.with_news(table, alone)
    assert updates.with_news(model, evolve(alone, seconds=GRACE - 1)).question is None
    asked = updates.with_news(model, evolve(alone, seconds=GRACE))
    assert "This game has probably been abandoned by Ben. Leave? (y/n)" in seen(asked)
    assert typed(asked, "y")[1] == Leave(outcomes.SIMPLY_LEFT)
    waiting, act = typed(asked, "n")
    assert (waiting.question, act) == (None, None)
    assert updates.with_news(waiting, evolve(alone, seconds=2 * GRACE - 1)).question is None
    assert updates.with_news(waiting, evolve(alone, seconds=2 * GRACE)).question is Question.GIVE_UP
    assert updates.with_news(asked, PeerBack(returning=True)).question is None


def test_without_a_grace_no_one_can_have_called_the_game_abandoned(table: TableModel) -> None:
    assert updates.with_news(table, PeerAway(9 * GRACE, "", None, returning=True)).question is None
