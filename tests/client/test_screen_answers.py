"""A key that is no answer to what is asked: the answers that there are are told, and nothing else happens."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

import pytest
from attrs import evolve

from mandala_client.screens.table import screen_keys
from mandala_client.table import edits, updates
from mandala_client.table.acts import Admitted
from mandala_client.table.table_model import Admitting, Question, TableModel
from mandala_client.text.language import Language
from mandala_client.ui.clicks import Button
from mandala_net.match.admission import PeerInfo
from mandala_protocol.conversation.events import Play
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.wire.messages import OfferKind
from tests.client.at_table import Moments, our_turn, press, seen, typed
from tests.client.end_scenes import finished
from tests.client.speaking import spoken_for_now
from tests.client.table_scenes import partial_field
from tests.narrowing import present

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
    begun = key if key in ("x", "r", "1") else ""
    assert model == evolve(asked, answered=begun, message=by_key if question is Question.ABANDON else NOTE)
    assert strike(model, key) == (model, None)
    back, act = strike(model, "n")
    goes_on = back.message if question is Question.ABANDON else None  # how to call the game abandoned after all
    assert (back, act) == (evolve(our_turn(moments), message=goes_on, answered="n"), None)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (Language.ENGLISH, ("no", "n", "yes", "y")),
        (Language.GERMAN, ("nein", "no", "ja", "j", "yes")),
        (Language.DUTCH, ("nee", "no", "n", "ja", "yes")),
    ],
)
@pytest.mark.parametrize("question", [Question.RESIGN, *OfferKind])
def test_a_whole_word_and_enter_only_answer(
    question: Question | OfferKind, language: Language, words: tuple[str, ...], moments: Moments
) -> None:
    """The first letter answers; the rest of the word chooses no card, and Enter plays none."""
    for ready in (our_turn(moments), press(our_turn(moments), "right")[0]):
        with spoken_for_now(language):
            for word in words:
                asked = edits.asking(ready, question)
                first, act = typed(asked, word[0])
                assert first.question is None
                assert (act is None) is (word[0] == "n")
                rest, more = typed(first, word[1:])
                answered, played = press(rest, "enter")
                assert (more, played) == (None, None)
                assert answered == evolve(first, answered=""), word


def test_after_an_answer_every_other_key_means_what_it_always_means(moments: Moments) -> None:
    answered = typed(edits.asking(our_turn(moments), Question.RESIGN), "n")[0]
    colour = next(move.colour for move in answered.legal_moves)
    assert typed(typed(answered, "o")[0], colour.letter)[0].chosen.colour is colour
    chosen = press(answered, "right")[0]
    assert isinstance(press(chosen, "enter")[1], Play)
    assert typed(answered, "/")[0].draft.text == "/"
    ready = typed(edits.asking(chosen, Question.RESIGN), "n")[0]
    assert isinstance(screen_keys.click(ready, Button("enter"))[1], Play), "the mouse types no word"


def test_no_takes_back_a_move_that_is_asked_about_and_plays_no_other(moments: Moments) -> None:
    asked = partial_field(moments)
    assert asked.draft.confirming
    back, act = typed(asked, "no")
    assert (back.draft, act) == (evolve(asked.draft, confirming=False), None)
    assert press(back, "enter")[1] is None


@pytest.mark.parametrize(
    ("language", "word"),
    [
        (Language.ENGLISH, "yes"),
        (Language.GERMAN, "ja"),
        (Language.GERMAN, "yes"),
        (Language.DUTCH, "ja"),
        (Language.DUTCH, "yes"),
    ],
)
def test_yes_plays_a_move_that_is_asked_about_and_chooses_no_other(
    language: Language, word: str, moments: Moments
) -> None:
    asked = partial_field(moments)
    with spoken_for_now(language):
        sent, act = typed(asked, word[0])
        assert act == Play(asked.chosen)
        rest, more = typed(sent, word[1:])
        assert (rest.draft, more) == (sent.draft, None)
        assert press(rest, "enter") == (evolve(sent, answered=""), None)


def test_yes_in_a_pasted_text_or_in_another_move_plays_nothing(moments: Moments) -> None:
    asked = partial_field(moments)
    assert screen_keys.type_text(asked, "y", pasted=True)[1] is None
    assert typed(asked, "ALy")[1] is None


def test_in_the_next_turn_a_letter_is_no_rest_of_the_word_that_played_a_move(moments: Moments) -> None:
    asked = partial_field(moments)
    with spoken_for_now(Language.GERMAN):
        sent = typed(asked, "j")[0]
        later = [moment for moment in moments if moment.length > present(asked.snapshot).length]
        back = next(at for at, moment in enumerate(later) if at and moment.pending is Pending.MOVE)
        turn = reduce(updates.with_snapshot, later[: back + 1], sent)
        assert typed(turn, "a")[0].draft.text == "a"


@pytest.mark.parametrize("word", ["ALy", "stay", "maybe", "mystery"])
@pytest.mark.parametrize("question", [Question.RESIGN, Question.LEAVE, *OfferKind])
def test_yes_within_another_word_agrees_to_nothing(question: Question | OfferKind, word: str, moments: Moments) -> None:
    asked = edits.asking(our_turn(moments), question)
    model, act = typed(asked, word)
    assert (model.question, model.message, act) == (question, NOTE, None)
    begun_anew = press(model, "enter")[0]
    assert typed(begun_anew, "y") == typed(evolve(asked, message=NOTE), "y")


@pytest.mark.parametrize(("number", "word", "yes"), [(None, "maybe", "y"), (3, "X30", "3")])
def test_nor_does_it_let_anyone_in(number: int | None, word: str, yes: str) -> None:
    asked = edits.overlaid(TableModel(), Admitting(PeerInfo("Ben", "BEN-KEY", None), number))
    model, act = typed(asked, word)
    assert (model.overlay, act) == (asked.overlay, None)
    assert typed(press(model, "enter")[0], yes)[1] == Admitted(True)


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
    assert edits.answered_by(edits.overlaid(model, None), "") == TableModel()
