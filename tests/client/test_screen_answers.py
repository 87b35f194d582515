"""A key that is no answer to what is asked: the answers that there are are told, and nothing else happens."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from attrs import evolve

from mandala_client.screens.table import screen_keys
from mandala_client.table import edits
from mandala_client.table.acts import Admitted
from mandala_client.table.table_model import Admitting, Question, TableModel
from mandala_net.match.admission import PeerInfo
from tests.client.at_table import Moments, our_turn, seen
from tests.client.end_scenes import finished

STRAY = ["x", "r", "1", "enter", "up", "f1", "pasted"]
NOTE = "Type “y” or “n”."


def strike(model: TableModel, key: str) -> tuple[TableModel, object]:
    if key == "pasted":
        return screen_keys.type_text(model, "y", pasted=True)
    return screen_keys.type_text(model, key) if len(key) == 1 else screen_keys.press(model, key)


def at_table(moments: Moments) -> TableModel:
    return our_turn(moments)


def before_the_deal(_moments: Moments) -> TableModel:
    return TableModel()


@pytest.mark.parametrize("key", STRAY)
@pytest.mark.parametrize("question", Question)
def test_another_key_tells_what_the_answers_are(question: Question, key: str, moments: Moments) -> None:
    asked = edits.asking(our_turn(moments), question)
    model, act = strike(asked, key)
    assert act is None
    by_key = "F10 calls the game abandoned, “n” keeps waiting."
    assert model == evolve(asked, message=by_key if question is Question.ABANDON else NOTE)
    assert strike(model, key) == (model, None)
    back, act = strike(model, "n")
    goes_on = back.message if question is Question.ABANDON else None  # how to call the game abandoned after all
    assert (back, act) == (evolve(our_turn(moments), message=goes_on), None)


@pytest.mark.parametrize("size", [(40, 20), (80, 24), (120, 40)], ids=str)
@pytest.mark.parametrize("where", [at_table, finished, before_the_deal])
def test_the_note_is_in_sight_and_so_is_the_question(
    where: Callable[[Moments], TableModel], size: tuple[int, int], moments: Moments
) -> None:
    asked = edits.asking(where(moments), Question.LEAVE)
    model, _ = strike(asked, "x")
    assert NOTE not in seen(asked, *size)
    assert NOTE in seen(model, *size)
    assert "Leave" in seen(model, *size)


@pytest.mark.parametrize(("number", "note"), [(None, NOTE), (3, "Type “3” or “n”.")])
@pytest.mark.parametrize("key", ["x", "enter", "f2"])
def test_at_the_door_too(key: str, number: int | None, note: str) -> None:
    asked = edits.overlaid(TableModel(), Admitting(PeerInfo("Ben", "BEN-KEY", None), number))
    model, act = strike(asked, key)
    assert act is None
    for size in ((40, 20), (80, 24)):
        assert note in seen(model, *size)
        assert "Let this player in?" in seen(model, *size)
    assert strike(model, "n")[1] == Admitted(False)
    assert edits.overlaid(model, None) == TableModel()
