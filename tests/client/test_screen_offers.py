"""Offering to end the game: who has offered, how to agree, and when an offer is void."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from attrs import evolve

from mandala_client.games.game_table import TableForm
from mandala_client.screens.table import screen_keys
from mandala_client.screens.table.table_pages import screen
from mandala_client.sentences.offer_text import OFFER_TEXTS
from mandala_client.table import edits, updates
from mandala_client.table.table_model import TableModel
from mandala_client.text.language import Language
from mandala_client.ui.style import FULL_LOOK
from mandala_net.match.news import OfferDeclined, OfferMade
from mandala_protocol.conversation.events import DeclineOffer, MakeOffer, WithdrawOffer
from mandala_protocol.conversation.offers import StandingOffer
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.games.game import HAND, Moved
from mandala_protocol.games.mandala import MANDALA, Colour
from mandala_protocol.wire.messages import OfferKind
from tests.client.at_table import Moments, offering, our_turn, played, press, seen, typed
from tests.client.scenes import SIZES, WIDE
from tests.client.speaking import spoken_for_now
from tests.client.table_scenes import at_a_move, chosen, partial_field

OFFER_LAPSES = "The offer to end lapses with this move."


def moves_made(moment: Snapshot) -> int:
    return sum(isinstance(step.event, Moved) for step in moment.steps)


def after_the_next_move(moments: Moments, model: TableModel) -> Snapshot:
    assert model.snapshot is not None
    made = moves_made(model.snapshot)
    return next(moment for moment in moments if moves_made(moment) > made)


def offered(model: TableModel) -> TableModel:
    asked, act = screen_keys.press(model, "f9")
    assert act is None
    model, act = screen_keys.type_text(asked, "y")
    assert act == MakeOffer(OfferKind.END)
    return offering(model, own_offer=StandingOffer(OfferKind.END))


def typed_move(moments: Moments) -> TableModel:
    """A move is typed, and not yet played."""
    model = our_turn(moments)
    return edits.drafted(model, MANDALA.format_move(model.legal_moves[0]))


def heard(model: TableModel) -> TableModel:
    return updates.with_news(offering(model, their_offer=StandingOffer(OfferKind.END)), OfferMade(OfferKind.END))


DECLINED = StandingOffer(OfferKind.END, declined=True)


def test_both_offers_are_in_the_log_and_stay_in_sight(moments: Moments) -> None:
    own, other = offered(our_turn(moments)), heard(our_turn(moments))
    assert own.log[-1].text == "You offer to end the game now and score it."
    assert offering(own, own_offer=StandingOffer(OfferKind.END)).log == own.log, "it is told once"
    assert "Your turn. You offer to end. F9 takes it back." in seen(own)
    assert other.log[-1].text == (
        "Ben offers to end the game now and score it. To agree, press F9 or type “yes”; to decline, "
        "type “no” or play on."
    )
    assert "Ben offers to end the game now and score it. F9 or “yes” agrees, “no” declines." in seen(other)


def test_an_offer_can_be_declined_by_a_word_and_by_saying_no_and_the_other_is_told_so_once(moments: Moments) -> None:
    model = heard(our_turn(moments))
    for answered, act in (
        screen_keys.press(edits.drafted(model, ":decline"), "enter"),
        screen_keys.type_text(screen_keys.press(model, "f9")[0], "n"),
    ):
        assert act == DeclineOffer()
        assert answered.message == "You decline and play on. F9 still agrees."
        declined = offering(answered, their_offer=DECLINED)
        assert screen_keys.type_text(screen_keys.press(declined, "f9")[0], "n")[1] is None
        assert "offers to end" not in seen(evolve(declined, log=()))
        assert screen_keys.press(edits.drafted(declined, ":decline"), "enter")[1] is None
        assert declined.log == model.log
        assert screen_keys.type_text(screen_keys.press(declined, "f9")[0], "y")[1] == MakeOffer(OfferKind.END)


def test_nothing_is_said_of_a_declined_offer_to_somebody_who_is_away(moments: Moments) -> None:
    model = heard(our_turn(moments))
    assert model.snapshot is not None
    away = evolve(model, snapshot=evolve(model.snapshot, connected=False))
    declined, act = screen_keys.press(edits.drafted(away, ":decline"), "enter")
    assert declined.message == "There is no connection to Ben at the moment; try again later."
    assert act is None


@pytest.mark.parametrize("kind", OfferKind)
def test_whoever_made_an_offer_is_told_that_it_is_declined_until_it_lapses_or_is_made_anew(
    kind: OfferKind, moments: Moments
) -> None:
    model = offering(our_turn(moments), own_offer=StandingOffer(kind))
    ours = OFFER_TEXTS[kind].ours
    assert ours in seen(evolve(model, log=()))
    declined = offering(model, own_offer=StandingOffer(kind, declined=True))
    declined = updates.with_news(declined, OfferDeclined(kind))
    assert declined.log[-1].text == "Ben declines, but may still agree until the next move."
    shown = seen(evolve(declined, log=()))
    assert "Your turn. Ben declines and plays on." in shown
    assert ours not in shown
    later = updates.with_snapshot(declined, after_the_next_move(moments, declined))
    assert "declines and plays on" not in seen(evolve(later, log=()))
    other = next(another for another in OfferKind if another is not kind)
    anew = offering(declined, own_offer=StandingOffer(other))
    assert "declines and plays on" not in seen(evolve(anew, log=()))


@pytest.mark.parametrize(
    ("offer", "answers"),
    [(OfferKind.END, "F9 or “yes” agrees, “no” declines."), (OfferKind.ADJOURN, "F8 or “yes” agrees, “no” declines.")],
)
@pytest.mark.parametrize("size", SIZES)
def test_both_answers_to_an_offer_can_be_read_in_every_size_and_beside_a_chosen_move(
    offer: OfferKind, answers: str, size: tuple[int, int], moments: Moments
) -> None:
    table = our_turn(moments)
    assert table.snapshot is not None
    names = ("Anna", "Maximiliane-Charlotte von Hohenf")
    model = evolve(table, snapshot=evolve(table.snapshot, their_offer=StandingOffer(offer), names=names))
    refused = press(typed(model, "hello")[0], "enter")[0]
    assert refused.message is not None
    for now in (model, press(model, "right")[0], refused):
        rows = screen(now, FULL_LOOK, *size).rows
        # The log is beside the table.
        width = now.game.table.width(TableForm.LARGE, FULL_LOOK) if size == WIDE else size[0]
        text = " ".join("".join(part.text for part in row)[:width] for row in rows)
        assert answers in " ".join(re.sub("[│▌╭─╮]", " ", text).split())


def test_a_newer_offer_takes_the_place_of_the_one_before(moments: Moments) -> None:
    model = heard(our_turn(moments))
    newer = offering(model, their_offer=StandingOffer(OfferKind.ADJOURN))
    newer = updates.with_news(newer, OfferMade(OfferKind.ADJOURN, replaces=True))
    assert newer.log[-1].text.startswith("Ben offers to adjourn")
    assert newer.log[-1].text.endswith("This replaces the earlier offer.")
    assert "offers to adjourn. F8 or “yes” agrees" in seen(newer)
    declined, _ = screen_keys.press(edits.drafted(newer, ":decline"), "enter")
    assert declined.message == "You decline and play on. F8 still agrees."


def test_an_own_newer_offer_takes_the_place_of_the_one_before(moments: Moments) -> None:
    model, act = screen_keys.type_text(screen_keys.press(offered(our_turn(moments)), "f8")[0], "y")
    assert act == MakeOffer(OfferKind.ADJOURN)
    model = offering(model, own_offer=StandingOffer(OfferKind.ADJOURN))
    assert model.log[-1].text == "You offer to adjourn the game."
    assert "You offer to end." not in seen(model)
    assert "You offer to end." in seen(offered(model))


def test_an_offer_is_in_sight_although_a_move_was_being_asked_about_which_is_asked_anew(moments: Moments) -> None:
    asked = partial_field(moments)
    assert asked.draft.confirming
    offer = heard(asked)
    assert "F9 or “yes” agrees, “no” declines." in seen(offer)
    again, act = press(offer, "enter")
    assert (again.draft.confirming, act) == (True, None)


@pytest.mark.parametrize("ready", [partial_field, chosen, typed_move], ids=["asked about", "composed", "typed"])
def test_a_word_and_a_line_to_the_other_begin_anew_where_a_move_stands_ready(
    ready: Callable[[Moments], TableModel], moments: Moments
) -> None:
    move = ready(moments)
    assert move.chosen is not None
    assert typed(move, ":decline")[0].draft.text == ":decline"
    assert typed(move, "/one: two / three")[0].draft.text == "/one: two / three"
    assert screen_keys.type_text(move, ":end", pasted=True)[0].draft.text == ":end"


def test_escape_from_the_question_leaves_the_offer_in_sight(moments: Moments) -> None:
    back, _ = screen_keys.press(screen_keys.press(heard(our_turn(moments)), "f9")[0], "escape")
    assert "F9 or “yes” agrees" in seen(back)


def test_an_offer_made_anew_is_seen_although_one_was_declined(moments: Moments) -> None:
    declined, _ = screen_keys.press(edits.drafted(heard(our_turn(moments)), ":decline"), "enter")
    assert "F9 or “yes” agrees" in seen(heard(declined))
    later = updates.with_snapshot(declined, after_the_next_move(moments, declined))
    assert later.offered is None


def test_without_an_offer_there_is_nothing_to_decline(moments: Moments) -> None:
    answered, act = screen_keys.press(edits.drafted(our_turn(moments), ":decline"), "enter")
    assert (answered.message, act) == ("There is no offer to decline.", None)
    assert screen_keys.type_text(screen_keys.press(our_turn(moments), "f9")[0], "n")[0].message is None


def test_agreeing_is_asked_and_told_as_such(moments: Moments) -> None:
    asked, _ = screen_keys.press(heard(our_turn(moments)), "f9")
    assert "End the game now and score it, as Ben suggests? (y/n)" in seen(asked)
    agreed, act = screen_keys.type_text(asked, "y")
    assert act == MakeOffer(OfferKind.END)
    agreed = offering(agreed, own_offer=StandingOffer(OfferKind.END))
    told = "You agree: the game ends now, unless Ben has taken the offer back."
    assert agreed.log[-1].text == told
    shown = seen(evolve(agreed, log=()))
    assert told in shown, "until the other program ends it, which it does not after taking the offer back"
    assert "F9 or “yes” agrees" not in shown


@pytest.mark.parametrize("offer", [offered, heard])
def test_the_next_move_voids_an_offer_and_says_so_once(moments: Moments, offer: object) -> None:
    assert callable(offer)
    model = offer(our_turn(moments))
    later = after_the_next_move(moments, model)
    for moment in (later, *moments[moments.index(later) + 1 :][:8]):
        model = updates.with_snapshot(model, moment)
    texts = [line.text for line in model.log]
    assert texts.count(OFFER_LAPSES) == 1
    assert "draw" in texts[texts.index(OFFER_LAPSES) - 1] or "grow" in texts[texts.index(OFFER_LAPSES) - 1]
    assert "offer to end." not in seen(model)


def test_without_an_offer_nothing_lapses(moments: Moments) -> None:
    assert OFFER_LAPSES not in [line.text for line in played(moments).log]


@pytest.mark.parametrize("keys", ["f9", ":end", ":decline", ":no", "no", "n"])
def test_whoever_offers_on_the_own_turn_can_take_it_back(keys: str, moments: Moments) -> None:
    model = offered(our_turn(moments))
    back, act = press(model, keys) if keys == "f9" else press(typed(model, keys)[0], "enter")
    assert (back.question, act) == (None, WithdrawOffer())
    assert back.message == "You take your offer back. Ben is not told: if Ben still agrees, you are asked."
    assert model.snapshot is not None
    waiting = evolve(model, snapshot=evolve(model.snapshot, pending=Pending.NOTHING))
    kept, act = press(waiting, "f9")
    assert act is None
    assert kept.message == "An offer can be taken back only on your turn. Ben may agree until the next move."
    assert "takes it back" not in seen(evolve(waiting, log=()))


@pytest.mark.parametrize(
    ("language", "yes", "noes"),
    [
        (Language.ENGLISH, "yes", ("no", "n", ":no")),
        (Language.GERMAN, "ja", ("nein", "n", "no")),
        (Language.DUTCH, "ja", ("nee", "n", "no")),
    ],
)
def test_an_offer_is_answered_with_yes_or_no_and_enter(
    language: Language, yes: str, noes: tuple[str, ...], moments: Moments
) -> None:
    model = heard(our_turn(moments))
    with spoken_for_now(language):
        for answer in (yes, "yes"):
            assert press(typed(model, answer)[0], "enter")[1] == MakeOffer(OfferKind.END)
        for no in noes:
            begun, act = typed(model, no[0])
            if act is None:
                begun, act = press(typed(model, no)[0], "enter")
            assert act == DeclineOffer(), no
            rest = press(typed(begun, no[1:])[0], "enter")
            assert rest == (evolve(begun, answered=""), None), "the whole word says nothing more"


def test_y_is_yellow_and_agrees_to_nothing_but_begins_the_word(moments: Moments) -> None:
    model = heard(at_a_move(moments, lambda moment: bool(moment.view and moment.view.holdings[HAND][Colour.YELLOW])))
    yellow = typed(model, "y")[0]
    assert getattr(yellow.chosen, "colour", None) is Colour.YELLOW
    assert not isinstance(press(yellow, "enter")[1], MakeOffer)
    assert typed(model, "yes")[0].draft.text == "yes"
    without_yellow = edits.drafted(model, "y")
    refused, act = press(without_yellow, "enter")
    assert act is None
    assert refused.message is not None
    assert "F9 or “yes” agrees" in seen(refused)


def test_the_answers_to_an_offer_can_be_clicked(moments: Moments) -> None:
    model = heard(our_turn(moments))
    assert "[F9] agree [n] decline" in seen(model)
    buttons = [part.click for row in screen(model, FULL_LOOK, 80, 24).rows for part in row if "decline" in part.text]
    assert screen_keys.click(model, next(button for button in buttons if button is not None))[1] == DeclineOffer()


def test_an_offer_that_was_declined_is_agreed_to_by_its_key_alone(moments: Moments) -> None:
    declined = offering(heard(our_turn(moments)), their_offer=DECLINED)
    again, act = press(edits.drafted(declined, "yes"), "enter")
    assert (again.message, act) == ("You declined this offer. F9 still agrees.", None)
    assert screen_keys.type_text(screen_keys.press(declined, "f9")[0], "y")[1] == MakeOffer(OfferKind.END)
    later = updates.with_snapshot(declined, after_the_next_move(moments, declined))
    assert OFFER_LAPSES not in [line.text for line in later.log]


def test_an_offer_that_was_declined_and_is_made_again_is_told(moments: Moments) -> None:
    declined = offering(heard(our_turn(moments)), their_offer=DECLINED)
    again = updates.with_news(declined, OfferMade(OfferKind.END, repeats=True))
    told = "Ben still offers to end the game. You declined; press F9 to agree after all."
    assert again.log[-1].text == told
    assert told in seen(evolve(again, log=()), 40, 20)
    assert seen(again).count(told) == 2, "in the log, and below the table, where it is whole in every language"


def test_an_offer_made_in_the_next_position_is_told_again(moments: Moments) -> None:
    model = offered(our_turn(moments))
    later = updates.with_snapshot(model, after_the_next_move(moments, model))
    assert offered(later).log[-1].text == "You offer to end the game now and score it."
