"""Offering to end the game: who has offered, how to agree, and when an offer is void."""

from __future__ import annotations

import pytest
from attrs import evolve

from mandala_client.table import keys
from mandala_client.table import model as updates
from mandala_client.table.model import Model
from mandala_net.news import EndWasOffered
from mandala_protocol.dialogue import OfferEnd
from mandala_protocol.games.game import Moved
from mandala_protocol.snapshot import Snapshot
from tests.client.at_table import Moments, our_turn, seen

OFFER_LAPSES = "The offer to end lapses with this move."


def moves_made(moment: Snapshot) -> int:
    return sum(isinstance(step.event, Moved) for step in moment.steps)


def after_the_next_move(moments: Moments, model: Model) -> Snapshot:
    assert model.snapshot is not None
    made = moves_made(model.snapshot)
    return next(moment for moment in moments if moves_made(moment) > made)


def offered(model: Model) -> Model:
    asked, act = keys.press(model, "f9")
    assert act is None
    model, act = keys.type_text(asked, "y")
    assert act == OfferEnd()
    return model


def heard(model: Model) -> Model:
    assert model.snapshot is not None
    return updates.with_news(evolve(model, snapshot=evolve(model.snapshot, end_offered=True)), EndWasOffered())


def test_both_offers_are_in_the_log_and_stay_in_sight(moments: Moments) -> None:
    own, other = offered(our_turn(moments)), heard(our_turn(moments))
    assert own.log[-1].text == "You offer to end the game."
    assert "or discard. You offer to end." in seen(own)
    assert other.log[-1].text == (
        "Ben offers to end the game as it stands. To agree, press F9 or type :end; or play on."
    )
    assert "Ben offers to end the game as it stands. F9 agrees." in seen(other)


def test_agreeing_is_asked_and_told_as_such(moments: Moments) -> None:
    asked, _ = keys.press(heard(our_turn(moments)), "f9")
    assert "Agree with Ben to end the game now, as it stands? (y/n)" in seen(asked)
    assert keys.type_text(asked, "y")[0].log[-1].text == "You agree to end the game."


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
    assert not model.own_offer
    assert "offer to end." not in seen(model)


def test_without_an_offer_nothing_lapses(moments: Moments) -> None:
    model = Model()
    for moment in moments:
        model = updates.with_snapshot(model, moment)
    assert OFFER_LAPSES not in [line.text for line in model.log]


def test_offering_twice_tells_nothing_new(moments: Moments) -> None:
    model = offered(our_turn(moments))
    for again in (keys.press(model, "f9"), keys.press(updates.drafted(model, ":end"), "enter")):
        assert again[1] is None
        assert again[0].question is None
        assert again[0].log == model.log
        assert again[0].message == "You have already offered to end the game; it stands until the next move."
    later = updates.with_snapshot(model, after_the_next_move(moments, model))
    assert offered(later).log[-1].text == "You offer to end the game."
