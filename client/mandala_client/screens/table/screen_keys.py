"""Keys: from a model and a key to the next model, and perhaps to something that is to be done.

Keys that make no sense at the moment do nothing, or say why; text is only ever text, whatever is pasted. What is asked
is answered before anything else: questions with y, n or Esc, a player at the door and the choice of a game likewise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from mandala_client.screens.table import motions
from mandala_client.screens.table.ended_keys import leave_ended, press_ended, type_ended
from mandala_client.screens.table.playing_keys import click_playing, press_playing, type_playing
from mandala_client.sentences import outcomes
from mandala_client.table import edits, word_acts
from mandala_client.table.acts import AbandonGame, Admitted, Chosen, Pressed, QuestionSeen
from mandala_client.table.function_keys import key_of
from mandala_client.table.table_model import (
    Admitting,
    Agreeing,
    Choosing,
    Ended,
    Helping,
    Learning,
    Overlay,
    Playing,
    Preparing,
    Question,
    Reading,
    Replaying,
    TableModel,
)
from mandala_client.text.language import _
from mandala_client.text.typed_words import TypedWord, answer_begun, is_no, is_yes, no_letter, yes_letter
from mandala_client.ui.clicks import Button, Click, LineTarget
from mandala_client.ui.paging import move_cursor, scroll
from mandala_protocol.conversation.events import Leave
from mandala_protocol.record.order import Occasion
from mandala_protocol.wire.messages import MAX_CHAT, OfferKind

if TYPE_CHECKING:
    from mandala_client.screens.replay.replay_model import ReplayModel


def press(model: TableModel, key: str) -> Pressed:
    """A key that is not text, by its name: "left", "enter", "c-c", "f1" … Whatever moves, moves no more."""
    skips, model = motions.is_step_by_step(model), motions.settled(model)
    if skips and key == "enter":
        return model, None
    if model.answered:
        model = edits.answered_by(model, "")
        if key == "enter":
            return model, None
    if key == "c-c":
        if model.question is Question.LEAVE:
            return _leave(model)
        return _ask_to_leave(model)
    if model.question is not None:
        if model.question is Question.ABANDON and key == key_of(TypedWord.RESIGN).lower():
            return word_acts.agreed(model, Question.ABANDON)
        return (edits.asking(model, None) if key == "escape" else _no_answer(model)), None
    if model.overlay is not None:
        return _press_overlay(model, model.overlay, key)
    match model.phase:
        case Preparing():
            return edits.opened_by(model, key), None
        case Playing() as playing:
            return press_playing(model, playing, key)
        case Ended() as ended:
            return press_ended(model, ended, key)


def press_unseen(model: TableModel, key: str) -> Pressed:
    """A key while nothing of the table can be seen: nothing is done but leaving, which is asked; text counts as none.

    So no move is played, and no one let in, by someone who does not see it.
    """
    if key == "c-c":
        return press(model, key)
    return (model if model.question is None else edits.asking(model, None)), None


def type_text(model: TableModel, text: str, *, pasted: bool = False) -> Pressed:
    """Text typed or pasted; whatever could not be shown is left out."""
    text = "".join(_harmless(character) for character in text[:MAX_CHAT])
    if not text:
        return model, None
    model = motions.settled(model)
    letter = "" if pasted else text.lower()
    before = model.answered
    in_another_word = answer_begun(before) is None
    if before:
        if letter and answer_begun(before + letter) is not None:
            return edits.answered_by(model, before + letter), None
        model = edits.answered_by(model, "")
    if model.question is not None:
        return _answer(model, model.question, letter, in_another_word=in_another_word)
    if model.overlay is not None:
        return _type_overlay(model, model.overlay, text, letter, pasted=pasted, in_another_word=in_another_word)
    match model.phase:
        case Preparing():
            if letter == "?":
                return edits.overlaid(model, Helping()), None
            return (edits.drafted(model, f"{model.draft.text}{text}"[:MAX_CHAT]) if _is_dealt(model) else model), None
        case Playing() as playing:
            return type_playing(model, playing, text, pasted=pasted)
        case Ended() as ended:
            return type_ended(model, ended, text, letter)


def _is_dealt(model: TableModel) -> bool:
    """Return whether the first cards are being dealt: what is typed meanwhile is for the table, which comes at once."""
    due = None if model.snapshot is None else model.snapshot.due
    return due is not None and due.occasion is Occasion.DEAL


def click(model: TableModel, on: Click) -> Pressed:
    """The mouse on a key that is shown, on a colour, or on a place where the chosen colour may go."""
    model = edits.answered_by(motions.settled(model), "")
    if isinstance(on, Button):
        return type_text(model, on.key) if on.types else press(model, on.key)
    if isinstance(model.overlay, Replaying) and model.question is None:
        from mandala_client.screens.replay import replay_keys

        return _looked_again(model, model.overlay, replay_keys.click(model.overlay.model, on)), None
    if isinstance(on, LineTarget) or model.question is not None or model.overlay is not None:
        return model, None
    return click_playing(model, model.phase, on) if isinstance(model.phase, Playing) else (model, None)


def _harmless(character: str) -> str:
    if character.isspace():
        return " "
    return character if character.isprintable() else ""


# Questions and dialogs.


def _answer(model: TableModel, question: Question | OfferKind, letter: str, *, in_another_word: bool) -> Pressed:
    """Do what the letter answers; it may begin a whole word, the rest of which is typed for nothing else.

    Within another word it does not agree: ALy is a move, and "stay" no yes.
    """
    pressed: Pressed
    if is_no(letter):
        pressed = word_acts.denied(model, question)
    elif not is_yes(letter) or question is Question.ABANDON:
        return _begun_wrongly(_no_answer(model), letter), None
    elif in_another_word:
        return _no_answer(model), None
    else:
        pressed = _leave(model) if question is Question.LEAVE else word_acts.agreed(model, question)
    answered, act = pressed
    return edits.answered_by(answered, letter), act


def _begun_wrongly(model: TableModel, letter: str) -> TableModel:
    """A word that is no answer begins, or goes on, with this letter."""
    return edits.answered_by(model, letter if letter.isalnum() and answer_begun(letter) is None else "")


def _no_answer(model: TableModel, asked: Admitting | Agreeing | None = None) -> TableModel:
    """Another key is no answer: say which are. A question that comes by itself takes no letter for yes."""
    if asked is None and model.question is Question.ABANDON:
        text = _("{key} calls the game abandoned, “{no}” keeps waiting.")
        return edits.noted(model, text.format(key=key_of(TypedWord.RESIGN), no=no_letter()))
    number = None if asked is None else asked.number
    yes = yes_letter() if number is None else str(number)
    return edits.noted(model, _("Type “{yes}” or “{no}”.").format(yes=yes, no=no_letter()))


def _ask_to_leave(model: TableModel) -> Pressed:
    """Ask, where it can be seen: help, books and the whole log are put away."""
    if isinstance(model.overlay, (Helping, Reading, Replaying, Learning)):
        model = edits.overlaid(model, None)
    match model.phase:
        case Preparing():
            return edits.asking(model, Question.LEAVE), None
        case Playing(log_open=log_open):
            table = edits.with_log_open(model, is_open=False) if log_open else model
            return edits.asking(table, Question.LEAVE), None
        case Ended() as ended:
            return leave_ended(model, ended)


def _leave(model: TableModel) -> Pressed:
    """Say goodbye if there is a game; otherwise, and if that is already said, just go."""
    match model.phase:
        case Ended(awaiting=awaiting):
            return edits.asking(model, None), Leave(outcomes.SIMPLY_LEFT) if awaiting else QuestionSeen()
        case Playing() if not model.leaving:
            return word_acts.agreed(model, Question.LEAVE)
        case Preparing() | Playing():
            return edits.departing(model), AbandonGame()


# What stands in front of the table.


def _press_overlay(model: TableModel, overlay: Overlay, key: str) -> Pressed:
    match overlay:
        case Admitting() | Agreeing() as asked:
            return (model, Admitted(False)) if key == "escape" else (_no_answer(model, asked), None)
        case Choosing() as choosing:
            return _press_choosing(model, choosing, key)
        case Helping() | Reading() | Learning() as page:
            return _press_page(model, page, key)
        case Replaying(model=replay) as replaying:
            from mandala_client.screens.replay import replay_keys

            return _looked_again(model, replaying, replay_keys.press(replay, key)), None


def _type_overlay(
    model: TableModel, overlay: Overlay, text: str, letter: str, *, pasted: bool, in_another_word: bool
) -> Pressed:
    match overlay:
        case Admitting() | Agreeing() as asked:
            answer = _admitted(asked, letter)
            if answer is None:
                return _begun_wrongly(_no_answer(model, asked), letter), None
            if in_another_word and answer == Admitted(True):
                return _no_answer(model, asked), None
            return edits.answered_by(model, letter), answer
        case Choosing() as choosing:
            return _type_choosing(model, choosing, letter)
        case Learning() if letter == "q":
            return _ask_to_leave(model)
        case Helping() | Reading() | Learning():
            return edits.overlaid(model, None), None
        case Replaying(model=replay) as replaying:
            from mandala_client.screens.replay import replay_keys

            return _looked_again(model, replaying, replay_keys.type_text(replay, text, pasted=pasted)), None


def _looked_again(model: TableModel, replaying: Replaying, replay: ReplayModel | None) -> TableModel:
    """The game looked at again, or no longer."""
    return edits.overlaid(model, None if replay is None else evolve(replaying, model=replay))


def _press_page(model: TableModel, page: Helping | Reading | Learning, key: str) -> Pressed:
    """Scroll a page; every other key closes it, but a key that opens another page opens that."""
    scrolled = scroll(key, page.scrolled, page.chapters if isinstance(page, Reading) else ())
    if scrolled is not None:
        return edits.overlaid(model, evolve(page, scrolled=scrolled)), None
    closed = edits.overlaid(model, None)
    if isinstance(page, Learning):
        return _ask_to_leave(model) if key == "escape" else (closed, None)
    opened = edits.opened_by(closed, key)
    same = evolve(page, scrolled=0, chapters=()) if isinstance(page, Reading) else Helping()
    return closed if opened.overlay == same else opened, None


def _admitted(asked: Admitting | Agreeing, letter: str) -> Admitted | None:
    """The answer that a typed letter is; None if it is none."""
    if is_no(letter):
        return Admitted(False)
    agreed = is_yes(letter) if asked.number is None else letter == str(asked.number)
    return Admitted(True) if agreed else None


def _press_choosing(model: TableModel, choosing: Choosing, key: str) -> Pressed:
    """A key that is not text, while one of several games is chosen."""
    cursor = move_cursor(key, choosing.cursor, len(choosing.games))
    if cursor is not None:
        return edits.overlaid(model, evolve(choosing, cursor=cursor)), None
    match key:
        case "enter":
            return model, Chosen(choosing.games[choosing.cursor])
        case "escape":
            return model, Chosen(None)
        case _:
            return model, None


def _type_choosing(model: TableModel, choosing: Choosing, letter: str) -> Pressed:
    """A typed letter, while one of several games is chosen: its number goes to a game."""
    number = int(letter) if letter in tuple("123456789") else 0
    if 1 <= number <= len(choosing.games):
        return edits.overlaid(model, evolve(choosing, cursor=number - 1)), None
    return model, None
