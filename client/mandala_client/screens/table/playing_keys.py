"""Keys, typed lines and the mouse at the table while a game is played.

A move is composed with arrows or mouse, or typed; either way it stands in the input line, and Enter plays it.
"""

from __future__ import annotations

from typing import Any, Final

from attrs import evolve

from mandala_client.games.game_table import Choice
from mandala_client.games.game_ui import how_to_choose
from mandala_client.games.game_words import refusal_of
from mandala_client.play.frontend import Opponent
from mandala_client.table import consulting, edits, updates, word_acts
from mandala_client.table.acts import Pressed
from mandala_client.table.function_keys import OPENED_BY_WORDS, WORDS_OF_KEYS
from mandala_client.table.table_model import Helping, Learning, Playing, Question, TableModel
from mandala_client.text.language import _
from mandala_client.text.typed_words import TypedWord, answer_begun, is_no, is_yes, spoken_word, word_of
from mandala_client.ui.clicks import TableClick
from mandala_client.ui.line_input import TypedLine, edited
from mandala_client.ui.paging import scroll_up
from mandala_client.ui.style import FULL_LOOK
from mandala_protocol.conversation.events import Play
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.wire.messages import MAX_CHAT


def press_playing(model: TableModel, playing: Playing, key: str) -> Pressed:
    """A key that is not text."""
    if playing.log_open:
        return _press_log(model, key), None
    if playing.lesson_waits and key in _LOOKED_AT:
        return edits.explained(model), None
    line = None if key in _CHOOSING and not _is_text(model) else edited(key, model.draft.line)
    if line is not None:
        return _edited(model, line), None
    match key:
        case "left" | "right" | "up" | "down" | "tab" | "s-tab":
            return _move_cursor(model, key), None
        case "enter":
            return _enter(model, playing)
        case "escape":
            return _escape(model), None
        case "pageup" | "pagedown" | "home" | "end":
            return _scrolled(model, key), None
        case _:
            word = WORDS_OF_KEYS.get(key)
            return (model, None) if word is None else _do_by_key(model, word, key)


def _do_by_key(model: TableModel, word: TypedWord, key: str) -> Pressed:
    """Do what a function key asks for, and say what to type if its name is that of a move; a lesson says no more."""
    meant = model.game.table.meant_by_key(model.scene, key)
    if meant is not None and model.task is not None and word not in (*OPENED_BY_WORDS, TypedWord.HINT):
        return edits.noted(model, meant), None
    done, act = do_word(model, word) or (model, None)
    if meant is None:
        return done, act
    return edits.noted(done, meant if done.message is None else f"{done.message} {meant}"), act


_CHOOSING: Final = ("left", "right", "home", "end")
"""Keys that move the cursor in a line of text; with a move in the line they choose one, or scroll the log."""


_LOOKED_AT: Final = ("enter", "left", "right", "up", "down", "tab", "s-tab", "f4")
"""Keys after which the lesson goes on, when the table has been looked at."""


def _escape(model: TableModel) -> TableModel:
    """Return a copy in which the latest choice is undone; where there is none, a practice game may be left."""
    if model.draft.confirming:
        return edits.confirming(model, asked=False)
    nothing_to_undo = not model.draft.text and model.message is None
    if nothing_to_undo and model.opponent is Opponent.PRACTICE:
        return edits.asking(model, Question.LEAVE)
    return edits.drafted(model, "")


def _is_text(model: TableModel) -> bool:
    """Return whether the input line holds a line of chat or a word, and no move."""
    return model.draft.text.startswith(("/", ":"))


def _edited(model: TableModel, line: TypedLine) -> TableModel:
    """Return a copy with the edited line; a composed move is not edited, but cleared as a whole."""
    if not model.draft.composed:
        return edits.edited(model, line)
    return model if line.text == model.draft.text else edits.drafted(model, "")


def do_word(model: TableModel, word: TypedWord) -> Pressed | None:
    """Do what a function key, or a word after a colon, asks for; None for a word of text mode."""
    if word in OPENED_BY_WORDS:
        return edits.overlaid(model, OPENED_BY_WORDS[word]), None
    match word:
        case TypedWord.HINT:
            return _hinted(model), None
        case TypedWord.CHANCE:
            return consulting.with_chance_switched(model), None
        case TypedWord.LOG:
            return edits.with_log_open(model, is_open=True), None
        case TypedWord.MUTE:
            return updates.with_chat(model, shown=not model.settings.chat), None  # one key for both
        case TypedWord.UNMUTE if model.settings.chat:
            return model, None
        case _:
            return word_acts.do_word(model, word)


def type_playing(model: TableModel, playing: Playing, text: str, *, pasted: bool) -> Pressed:
    """Type text, fit to be shown."""
    if playing.log_open:
        return edits.with_log_open(model, is_open=False) if text.lower() == "q" and not pasted else model, None
    if text == "?" and not pasted and not model.draft.text.startswith("/"):
        return edits.overlaid(model, Helping()), None
    is_typed = bool(model.draft.text) and not model.draft.composed
    if text.lower() == "q" and not pasted and not is_typed and model.opponent is Opponent.PRACTICE:
        return edits.asking(model, Question.LEAVE), None
    if playing.lesson_waits:
        return edits.explained(model), None
    answered = None if pasted else _answered(model, playing, text.lower())
    if answered is not None:
        return edits.answered_by(answered[0], text.lower()), answered[1]
    return _type_draft(model, text, pasted), None


def _answered(model: TableModel, playing: Playing, letter: str) -> Pressed | None:
    """Do what a letter answers to a question about the chosen move or to an offer; None if it answers neither."""
    if is_yes(letter) and model.draft.confirming:
        return _enter(model, playing)
    return _said_no(model) if is_no(letter) else None


def _said_no(model: TableModel) -> Pressed | None:
    """Say no to the question about the chosen move, or to an offer where nothing is typed; None if there is neither."""
    if model.draft.confirming:
        return edits.confirming(model, asked=False), None
    if model.offered is not None and not model.draft.text:
        return word_acts.do_word(model, TypedWord.NO)
    return None


def click_playing(model: TableModel, playing: Playing, on: TableClick) -> Pressed:
    """The mouse on something at the table of the game; a second click on what is chosen plays it.

    Where nothing is asked once more, a move is played as soon as nothing is left to choose. After a click on what is
    not possible nothing is chosen: whoever presses Enter then means what was clicked, and not what was chosen before.
    """
    if playing.log_open:
        return model, None
    if playing.lesson_waits:
        return edits.explained(model), None
    if not model.legal_moves:
        return edits.noted(model, word_acts.not_now(model)), None
    choice = model.game.table.click(model.scene, on)
    if not isinstance(choice, Choice):
        return _with_choice(model, choice), None
    plays = choice.done and (choice.move == model.chosen or not model.settings.confirm)
    after = model if choice.move == model.chosen and choice.done else _with_choice(model, choice)
    return _enter(after, playing) if plays else (after, None)


# The log.


def _press_log(model: TableModel, key: str) -> TableModel:
    if key in ("escape", "enter", "f7"):
        return edits.with_log_open(model, is_open=False)
    return _scrolled(model, key)


def _scrolled(model: TableModel, key: str) -> TableModel:
    scrolled = scroll_up(key, model.scrolled)
    return model if scrolled is None else edits.scrolled_to(model, scrolled)


# Composing and typing a move.


def _move_cursor(model: TableModel, key: str) -> TableModel:
    if _is_text(model):
        return model
    if not model.legal_moves:
        return edits.noted(model, word_acts.not_now(model))
    move = model.game.table.arrow(model.scene, key)
    return model if move is None else edits.composed(model, move)


def _with_choice(model: TableModel, choice: Choice[Any] | str | None) -> TableModel:
    """Return a copy with what the game has made of a key or a click; a sentence alone leaves everything as it is."""
    match choice:
        case Choice(move=move, note=note):
            chosen = edits.drafted(model, "") if move is None else edits.composed(model, move)
            return chosen if note is None else edits.noted(chosen, note)
        case None:
            return model
        case _:
            return edits.noted(model, choice)


def _type_draft(model: TableModel, text: str, pasted: bool) -> TableModel:
    begins = text.startswith(("/", ":")) and not model.draft.text.startswith("/")  # no move has either in it
    anew = model.draft.composed or model.draft.refused or begins
    if not pasted:
        answer = model.draft.letter + text
        if len(answer) > 1 and word_acts.answers_offer(model, answer_begun(answer)):
            return edits.edited(model, TypedLine().typed(answer, MAX_CHAT + 1))
        choice = model.game.table.letter(model.scene, text, fresh=anew or not model.draft.text)
        if choice is not None:
            chosen = _with_choice(model, choice if model.legal_moves else word_acts.not_now(model))
            return evolve(chosen, draft=evolve(chosen.draft, letter=text)) if chosen.draft.composed else chosen
    line = TypedLine() if anew else model.draft.line
    return edits.edited(model, line.typed(text, MAX_CHAT + 1))


def _hinted(model: TableModel) -> TableModel:
    """Return a copy that asks the teacher for a good move, against a bot alone."""
    if model.opponent is Opponent.PERSON:
        return edits.noted(model, _("You get hints only against a bot."))
    if model.snapshot is None or not model.legal_moves:
        return edits.noted(model, word_acts.not_now(model))
    if model.task is not None:
        return edits.overlaid(model, Learning())
    return consulting.with_hint_asked(model)


# Enter.


def _enter(model: TableModel, playing: Playing) -> Pressed:
    text = model.draft.text.strip()
    if not text:
        return (model if consulting.is_hint_awaited(model) else _chosen_first(model)), None
    if text.startswith("/"):
        return word_acts.talk(model, text[1:].strip())
    if text.startswith(":"):
        return _ask_by_word(model, text[1:].strip())
    word = word_of(text)
    if word is not None and word_acts.answers_offer(model, word):
        return _ask_by_word(model, text)
    return _play(model, playing, text)


def _chosen_first(model: TableModel) -> TableModel:
    """Return a copy in which the proposed move is chosen, as by an arrow key; the next Enter plays it.

    No move is played that was not chosen: Enter also closes pages and sends chat, and may be pressed twice.
    """
    if not model.legal_moves:
        return edits.noted(edits.drafted(model, ""), word_acts.not_now(model))
    how = how_to_choose(model.game, model.scene, FULL_LOOK)  # alike in every look
    return edits.composed(model, how.example)


def _ask_by_word(model: TableModel, typed: str) -> Pressed:
    """Do what a word after a colon asks for, in the spoken language or in English."""
    cleared = edits.drafted(model, "")
    word = word_of(typed)
    done = None if word is None else do_word(cleared, word)
    if done is not None:
        return done
    words = map(spoken_word, (*WORDS_OF_KEYS.values(), TypedWord.LEAVE, TypedWord.DECLINE))
    text = _("After a colon you can type one of these: {words}.").format(words=" ".join(words))
    elsewhere = word_of(typed.partition(" ")[0])
    if elsewhere is not None and do_word(cleared, elsewhere) is None:
        only = _("“{word}” works in text mode only.").format(word=spoken_word(elsewhere))
        text = f"{only} {text}"
    return edits.refused(model, text), None


def _play(model: TableModel, playing: Playing, text: str) -> Pressed:
    snapshot, words = model.snapshot, model.game.words
    move = model.draft.move
    if move is None:
        slip = words.slip(text, snapshot.view if snapshot is not None and model.legal_moves else None)
        other = _("That is not a move; moves look like {examples}. ? is help.").format(examples=words.examples())
        return edits.refused(model, slip or other), None
    if playing.sent or snapshot is None or snapshot.view is None or snapshot.pending is not Pending.MOVE:
        return edits.refused(model, word_acts.not_now(model)), None
    refusal = refusal_of(words, snapshot.view, move)
    if refusal is not None:
        return edits.refused(model, refusal), None
    asks = model.settings.confirm and not model.draft.confirming
    if asks and move != playing.hinted and words.regretted(snapshot.view, move) is not None:
        return edits.confirming(model), None
    return edits.committed(model), Play(move)
