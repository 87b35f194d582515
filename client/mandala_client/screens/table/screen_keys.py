"""Keys: from a model and a key to the next model, and perhaps to something that is to be done.

Keys that make no sense at the moment do nothing, or say why; text is only ever text, whatever is pasted. What is asked
is answered before anything else: questions with y, n or Esc, a player at the door and the choice of a game likewise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from attrs import evolve

from mandala_client.screens.table import updates
from mandala_client.screens.table.acts import AbandonGame, Admitted, Chosen, Pressed, QuestionSeen
from mandala_client.screens.table.ended_keys import leave_end, press_end, type_end
from mandala_client.screens.table.playing_keys import click_on, declined, press_table, type_at_table
from mandala_client.screens.table.table_model import (
    Admitting,
    Agreeing,
    Choosing,
    Helping,
    Learning,
    Question,
    Reading,
    Replaying,
    TableModel,
)
from mandala_client.screens.table.word_keys import key_of
from mandala_client.sentences import outcomes
from mandala_client.sentences.offer_text import is_offered
from mandala_client.text.answers import is_no, is_yes, no_letter, yes_letter
from mandala_client.text.language import _
from mandala_client.text.typed_words import TypedWord
from mandala_client.ui.clicks import Button, Click, LineTarget
from mandala_client.ui.paging import move_cursor, scroll
from mandala_protocol.conversation.events import Abandon, Leave, MakeOffer, Resign
from mandala_protocol.wire.messages import MAX_CHAT, OfferKind

if TYPE_CHECKING:
    from mandala_client.screens.replay.replay_model import ReplayModel


def press(model: TableModel, key: str) -> Pressed:
    """A key that is not text, by its name: "left", "enter", "c-c", "f1" … Whatever moves, moves no more."""
    model = updates.settled(model)
    if key == "c-c":
        if model.question is Question.LEAVE:
            return _leave(model)
        return _ask_to_leave(model)
    if model.question is not None:
        return (updates.asking(model, None) if key == "escape" else _no_answer(model)), None
    match model.overlay:
        case Admitting() | Agreeing() as asked:
            return (model, Admitted(False)) if key == "escape" else (_no_answer(model, asked), None)
        case Choosing() as choosing:
            return _press_choosing(model, choosing, key)
        case Helping() as helping:
            return _press_helping(model, helping, key), None
        case Reading() as reading:
            return _press_reading(model, reading, key), None
        case Learning() as learning:
            return _press_learning(model, learning, key), None
        case Replaying(model=replay) as replaying:
            from mandala_client.screens.replay import replay_keys

            return _looked_again(model, replaying, replay_keys.press(replay, key)), None
        case None:
            pass
        case _:
            assert_never(model.overlay)
    if model.ended is not None:
        return press_end(model, key)
    if model.laid:
        return press_table(model, key)
    return updates.opened_by(model, key), None


def press_unseen(model: TableModel, key: str) -> Pressed:
    """A key while nothing of the table can be seen: nothing is done but leaving, which is asked; text counts as none.

    So no move is played, and no one let in, by someone who does not see it.
    """
    if key == "c-c":
        return press(model, key)
    return (model if model.question is None else updates.asking(model, None)), None


def type_text(model: TableModel, text: str, *, pasted: bool = False) -> Pressed:
    """Text typed or pasted; whatever could not be shown is left out."""
    text = "".join(_harmless(character) for character in text[:MAX_CHAT])
    if not text:
        return model, None
    model = updates.settled(model)
    letter = "" if pasted else text.lower()
    if model.question is not None:
        return _answer(model, model.question, letter)
    match model.overlay:
        case Admitting() | Agreeing() as asked:
            answer = _admitted(asked, letter)
            return (_no_answer(model, asked) if answer is None else model), answer
        case Choosing() as choosing:
            return _type_choosing(model, choosing, letter)
        case Helping() | Reading() | Learning():
            return updates.overlaid(model, None), None
        case Replaying(model=replay) as replaying:
            from mandala_client.screens.replay import replay_keys

            return _looked_again(model, replaying, replay_keys.type_text(replay, text, pasted=pasted)), None
        case None:
            pass
        case _:
            assert_never(model.overlay)
    if model.ended is not None:
        return type_end(model, text, letter)
    if model.laid:
        return type_at_table(model, text, pasted=pasted)
    return (updates.overlaid(model, Helping()) if letter == "?" else model), None


def click(model: TableModel, on: Click) -> Pressed:
    """The mouse on a key that is shown, on a colour, or on a place where the chosen colour may go."""
    model = updates.settled(model)
    if isinstance(on, Button):
        return type_text(model, on.key) if on.types else press(model, on.key)
    if isinstance(model.overlay, Replaying) and model.question is None:
        from mandala_client.screens.replay import replay_keys

        return _looked_again(model, model.overlay, replay_keys.click(model.overlay.model, on)), None
    if isinstance(on, LineTarget) or model.ended is not None or model.question is not None:
        return model, None
    if model.overlay is not None or not model.laid:
        return model, None
    return click_on(model, on)


def _harmless(character: str) -> str:
    if character.isspace():
        return " "
    return character if character.isprintable() else ""


# Questions and dialogs.


def _answer(model: TableModel, question: Question | OfferKind, letter: str) -> Pressed:
    if is_no(letter):
        return _denied(model, question)
    if not is_yes(letter):
        return _no_answer(model), None
    match question:
        case Question.LEAVE:
            return _leave(model)
        case Question.RESIGN:
            return updates.asking(model, None), Resign()
        case Question.ABANDON:
            return updates.asking(model, None), Abandon()
        case OfferKind():
            return updates.asking(model, None), MakeOffer(question)
        case _:
            assert_never(question)


def _no_answer(model: TableModel, asked: Admitting | Agreeing | None = None) -> TableModel:
    """Another key is no answer: say which are."""
    number = None if asked is None else asked.number
    yes = yes_letter() if number is None else str(number)
    return updates.noted(model, _("Type “{yes}” or “{no}”.").format(yes=yes, no=no_letter()))


def _admitted(asked: Admitting | Agreeing, letter: str) -> Admitted | None:
    if is_no(letter):
        return Admitted(False)
    agreed = is_yes(letter) if asked.number is None else letter == str(asked.number)
    return Admitted(True) if agreed else None


def _denied(model: TableModel, question: Question | OfferKind) -> Pressed:
    """No is the answer; to a question that the other player has brought up it is an answer to them too."""
    model = updates.asking(model, None)
    if question is Question.ABANDON:
        waits = _("You keep waiting. {key} calls the game abandoned.")
        return updates.noted(model, waits.format(key=key_of(TypedWord.RESIGN))), None
    if isinstance(question, OfferKind) and is_offered(model.snapshot, question):
        return declined(model)
    return model, None


def _ask_to_leave(model: TableModel) -> Pressed:
    """Ask, where it can be seen: help, books and the whole log are put away."""
    if isinstance(model.overlay, (Helping, Reading, Replaying, Learning)):
        model = updates.overlaid(model, None)
    if model.ended is not None:
        return leave_end(model)
    if model.log_open:
        model = updates.with_log_open(model, is_open=False)
    return updates.asking(model, Question.LEAVE), None


def _leave(model: TableModel) -> Pressed:
    """Say goodbye if there is a game; otherwise, and if that is already said, just go."""
    if model.ended is not None:
        return updates.asking(model, None), Leave(outcomes.SIMPLY_LEFT) if model.awaiting else QuestionSeen()
    if model.laid and not model.leaving:
        return updates.departing(model), Leave(outcomes.SIMPLY_LEFT)
    return updates.departing(model), AbandonGame()


def _press_choosing(model: TableModel, choosing: Choosing, key: str) -> Pressed:
    cursor = move_cursor(key, choosing.cursor, len(choosing.games))
    if cursor is not None:
        return updates.overlaid(model, evolve(choosing, cursor=cursor)), None
    match key:
        case "enter":
            return model, Chosen(choosing.games[choosing.cursor])
        case "escape":
            return model, Chosen(None)
        case _:
            return model, None


def _type_choosing(model: TableModel, choosing: Choosing, letter: str) -> Pressed:
    number = int(letter) if letter in tuple("123456789") else 0
    if 1 <= number <= len(choosing.games):
        return updates.overlaid(model, evolve(choosing, cursor=number - 1)), None
    return model, None


def _looked_again(model: TableModel, replaying: Replaying, replay: ReplayModel | None) -> TableModel:
    """The game looked at again, or no longer."""
    return updates.overlaid(model, None if replay is None else evolve(replaying, model=replay))


def _press_helping(model: TableModel, helping: Helping, key: str) -> TableModel:
    scrolled = scroll(key, helping.scrolled)
    if scrolled is not None:
        return updates.overlaid(model, Helping(scrolled))
    closed = updates.overlaid(model, None)
    return updates.opened_by(closed, key) if key in ("f2", "f3") else closed


def _press_learning(model: TableModel, learning: Learning, key: str) -> TableModel:
    scrolled = scroll(key, learning.scrolled)
    return updates.overlaid(model, None if scrolled is None else Learning(scrolled))


def _press_reading(model: TableModel, reading: Reading, key: str) -> TableModel:
    """Moves in a book; every other key closes it, but a key that opens a book opens that."""
    scrolled = scroll(key, reading.scrolled, reading.chapters)
    if scrolled is not None:
        return updates.overlaid(model, evolve(reading, scrolled=scrolled))
    opened = updates.opened_by(updates.overlaid(model, None), key)
    same = isinstance(opened.overlay, Reading) and opened.overlay.book is reading.book
    return updates.overlaid(model, None) if same else opened
