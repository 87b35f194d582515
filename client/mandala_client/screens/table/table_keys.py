"""What keys, typed lines and the mouse do at the table while a game is played.

A move is composed with arrows or mouse, or typed; either way it stands in the input line, and Enter plays it.
"""

from __future__ import annotations

from typing import Final, assert_never

from attrs import evolve

from mandala_client.games.mandala import chooser
from mandala_client.games.mandala.notation import as_notation, written
from mandala_client.games.mandala.refusal_text import no_talk, not_adjourned
from mandala_client.games.mandala.regrets import doubt_about
from mandala_client.play.frontend import Company, TakeBack
from mandala_client.screens.table import updates
from mandala_client.screens.table.acts import Pressed
from mandala_client.screens.table.table_model import Book, Helping, Question, Reading, TableModel
from mandala_client.text import status_text
from mandala_client.text.language import _
from mandala_client.text.typed_words import TypedWord, spoken_word, word_of
from mandala_client.ui.clicks import THEIRS, Target
from mandala_client.ui.log_pane import SCROLLED_AT_ONCE
from mandala_protocol.conversation.events import DeclineOffer, Play, Talk
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.games.game import IllegalMove
from mandala_protocol.games.mandala import MANDALA, Build, Claim, Colour, Discard, Grow, MandalaMove
from mandala_protocol.games.mandala.moves import HAND_LIMIT
from mandala_protocol.wire.messages import MAX_CHAT

TO_THE_TOP: Final = 1_000_000
"""More rows than there are to scroll; the screen goes no further than to the first."""


def press_table(model: TableModel, key: str) -> Pressed:
    """A key that is not text."""
    if model.log_open:
        return _press_log(model, key), None
    match key:
        case "left" | "right" | "up" | "down" | "tab" | "s-tab":
            return _move_cursor(model, key), None
        case "enter":
            return _enter(model)
        case "escape":
            return (updates.confirming(model, asked=False) if model.confirming else updates.drafted(model, "")), None
        case "backspace":
            return updates.drafted(model, "" if model.draft.composed else model.draft.text[:-1]), None
        case "c-u":
            return updates.drafted(model, ""), None
        case "c-w":
            return updates.drafted(model, model.draft.text.rstrip().rpartition(" ")[0]), None
        case "pageup" | "pagedown" | "home" | "end":
            return _scrolled(model, key), None
        case _:
            word = _WORDS_OF_KEYS.get(key)
            done = None if word is None else do_word(model, word)
            return (model, None) if done is None else done


_WORDS_OF_KEYS: Final = {
    "f1": TypedWord.HELP,
    "f2": TypedWord.RULES,
    "f3": TypedWord.AID,
    "f4": TypedWord.HINT,
    "f5": TypedWord.UNDO,
    "f6": TypedWord.MUTE,
    "f7": TypedWord.LOG,
    "f8": TypedWord.ADJOURN,
    "f9": TypedWord.END,
    "f10": TypedWord.RESIGN,
}
"""What each function key does, by the word that can be typed after a colon instead."""


def do_word(model: TableModel, word: TypedWord) -> Pressed | None:
    """What can be asked for with a function key, or with a word after a colon; None for a word of the linear form."""
    match word:
        case TypedWord.HELP:
            return updates.overlaid(model, Helping()), None
        case TypedWord.RULES:
            return updates.overlaid(model, Reading(Book.RULES)), None
        case TypedWord.AID:
            return updates.overlaid(model, Reading(Book.AID)), None
        case TypedWord.HINT:
            return _hinted(model), None
        case TypedWord.UNDO:
            return _take_back(model)
        case TypedWord.MUTE:
            return updates.with_chat_switched(model), None
        case TypedWord.UNMUTE:
            return (model if model.settings.chat else updates.with_chat_switched(model)), None
        case TypedWord.LOG:
            return updates.with_log_open(model, is_open=True), None
        case TypedWord.ADJOURN:
            return _ask_adjourn(model), None
        case TypedWord.END:
            return _ask_end(model), None
        case TypedWord.DECLINE:
            return _decline(model)
        case TypedWord.RESIGN:
            return _ask(model, Question.RESIGN), None
        case TypedWord.LEAVE:
            return updates.asking(model, Question.LEAVE), None
        case _:
            return None


def type_at_table(model: TableModel, text: str, *, pasted: bool) -> Pressed:
    """Text, fit to be shown."""
    if model.log_open:
        return updates.with_log_open(model, is_open=False) if text.lower() == "q" and not pasted else model, None
    if text == "?" and not pasted and not model.draft.text.startswith("/"):
        return updates.overlaid(model, Helping()), None
    return _type_draft(model, text, pasted), None


def click_on(model: TableModel, on: Colour | Target) -> Pressed:
    """The mouse on cards of a colour, or on a place for the chosen ones; a second click on what is chosen plays it.

    Where nothing is asked once more, a place is played to at once. After a click on what is not possible nothing is
    chosen: whoever presses Enter then means what was clicked, and not what was chosen before.
    """
    if model.log_open:
        return model, None
    moves, now = model.legal_moves, model.chosen
    if not moves:
        return updates.noted(model, _not_now(model)), None
    if isinstance(on, Colour):
        if isinstance(now, Claim) and now.colour is on:
            return _enter(model)
        return _composed(model, chooser.at_colour(moves, now, on)), None
    if on.action == THEIRS:
        told = _("That is {name}'s field. You can play to a mountain, your own field or the discard pile.")
        return updates.noted(updates.drafted(model, ""), told.format(name=model.other_name)), None
    if now is None:
        return updates.noted(model, _("First choose cards from your hand, then where they go.")), None
    if chooser.target_of(now) == on:
        return _enter(model)
    move = chooser.at_target(moves, now, on)
    if move is None:
        why = _why_not(model, chooser.imagined(now.colour, on))
        return updates.noted(updates.drafted(model, ""), why), None
    chosen = _composed(model, move)
    return (chosen, None) if model.settings.confirm else _enter(chosen)


# The log.


def _press_log(model: TableModel, key: str) -> TableModel:
    match key:
        case "up" | "pageup" | "down" | "pagedown" | "home" | "end":
            return _scrolled(model, key)
        case "escape" | "enter" | "f7":
            return updates.with_log_open(model, is_open=False)
        case _:
            return model


def _scrolled(model: TableModel, key: str) -> TableModel:
    match key:
        case "up" | "pageup":
            return updates.scrolled_by(model, SCROLLED_AT_ONCE)
        case "home":
            return updates.scrolled_by(model, TO_THE_TOP)
        case "end":
            return updates.scrolled_by(model, -TO_THE_TOP)
        case _:
            return updates.scrolled_by(model, -SCROLLED_AT_ONCE)


# Composing and typing a move.


def _move_cursor(model: TableModel, key: str) -> TableModel:
    if model.draft.text.startswith(("/", ":")):
        return model
    moves, now = model.legal_moves, model.chosen
    if not moves:
        return updates.noted(model, _not_now(model))
    steps = -1 if key in ("left", "up", "s-tab") else 1
    if key in ("left", "right"):
        return _composed(model, chooser.to_colour(moves, now, steps))
    return _composed(model, chooser.to_target(moves, now, steps))


def _composed(model: TableModel, move: MandalaMove | None) -> TableModel:
    if move is None:
        return model
    return updates.drafted(model, written(move), composed=True)


def _type_draft(model: TableModel, text: str, pasted: bool) -> TableModel:
    now, moves = model.chosen, model.legal_moves
    begins = text.startswith(("/", ":")) and not model.draft.text.startswith("/")  # no move has either in it
    anew = model.draft.composed or model.draft.refused or begins
    if not pasted and now is not None and text in "+-=":
        return _counted(model, now, chooser.count_of(now) + (-1 if text == "-" else 1))
    if not pasted and now is not None and model.draft.composed and text in "123456789":
        return _counted(model, now, int(text))
    if not pasted and (anew or not model.draft.text) and text in "+-=123456789":
        return updates.noted(model, _how_to_choose() if moves else _not_now(model))
    if not pasted and (anew or not model.draft.text):
        colour = _colour_named(text, claiming=any(isinstance(move, Claim) for move in moves))
        if colour in chooser.colours(moves):
            return _composed(model, chooser.at_colour(moves, now, colour))
    before = "" if anew else model.draft.text
    return updates.drafted(model, (before + text)[: MAX_CHAT + 1])


def _counted(model: TableModel, now: MandalaMove, count: int) -> TableModel:
    """The same move with so many cards, or with as many as may be played, and why not more or fewer."""
    model = _composed(model, chooser.to_count(model.legal_moves, now, count))
    if model.chosen is None or chooser.count_of(model.chosen) == count:
        return model
    match now:
        case Build():
            told = _("Only one card at a time goes into a mountain (rule A1).")
        case Claim():
            told = _("You take all cards of a colour together (rule K3).")
        case Grow() | Discard() if not count:
            told = _("Play at least one card.")
        case Grow() | Discard() if count > HAND_LIMIT:
            told = _("No one ever holds more than {count} cards (rule A2).").format(count=HAND_LIMIT)
        case Grow() | Discard():
            told = _why_not(model, evolve(now, count=count))
        case _:
            assert_never(now)
    return updates.noted(model, told)


def _how_to_choose() -> str:
    return _("Choose with the arrow keys, or type a move such as ALo; ? is help.")


def _colour_named(letter: str, *, claiming: bool) -> Colour | None:
    """The colour that a letter by itself chooses; a "k" with which a claim is typed is none, as in "Kg"."""
    if letter == "K" or (letter == "k" and claiming):
        return None
    return next((colour for colour in Colour if colour.letter == letter.lower()), None)


def _hinted(model: TableModel) -> TableModel:
    """With the move in the input line that a bot would make, and why."""
    from mandala_client.games.mandala.hint import hint  # brings the bots along, which a game of two persons never needs

    if model.company is Company.PERSON:
        return updates.noted(model, _("You get hints only against a bot."))
    if model.snapshot is None or not model.legal_moves:
        return updates.noted(model, _not_now(model))
    found = hint(model.snapshot)
    if found is None:
        return updates.noted(model, _not_now(model))
    return updates.hinted(model, found.move, found.sentence)


def _take_back(model: TableModel) -> Pressed:
    if model.company is Company.PRACTICE:
        return updates.drafted(model, ""), TakeBack()
    return updates.noted(model, _("You can take moves back only in a practice game.")), None


# Enter.


def _enter(model: TableModel) -> Pressed:
    text = model.draft.text.strip()
    if not text:
        how = _how_to_choose() if model.legal_moves else _not_now(model)
        return updates.noted(updates.drafted(model, ""), how), None
    if text.startswith("/"):
        return _talk(model, text[1:].strip())
    if text.startswith(":"):
        return _ask_by_word(model, text[1:].strip())
    return _play(model, text)


def _ask_by_word(model: TableModel, typed: str) -> Pressed:
    """What a word after a colon asks for, in the spoken language or in English."""
    cleared = updates.drafted(model, "")
    word = word_of(typed)
    done = None if word is None else do_word(cleared, word)
    if done is not None:
        return done
    words = map(spoken_word, (*_WORDS_OF_KEYS.values(), TypedWord.LEAVE, TypedWord.DECLINE))
    told = _("After a colon you can type one of these: {words}.")
    return updates.refused(model, told.format(words=" ".join(words))), None


def _decline(model: TableModel) -> Pressed:
    if not updates.is_offered(model):
        return updates.noted(model, _("There is no offer to decline.")), None
    return declined(model)


def declined(model: TableModel) -> Pressed:
    """Put an offer out of our sight and tell the other player so, once; it can still be agreed to."""
    told = model.declined or _is_alone(model)
    return updates.declining(model), None if told else DeclineOffer()


def _play(model: TableModel, text: str) -> Pressed:
    notation = as_notation(text)
    if notation is None:
        if as_notation(f"{text}1") is not None:
            return updates.refused(model, _("How many? Type the number too, such as {move}2.").format(move=text)), None
        return updates.refused(model, _("That is not a move; moves look like ALo, BRr2, Ck1, Kg. ? is help.")), None
    snapshot = model.snapshot
    if model.sent or snapshot is None or snapshot.view is None or snapshot.owes is not Pending.MOVE:
        return updates.refused(model, _not_now(model)), None
    move = MANDALA.parse_move(notation)
    try:
        MANDALA.check(snapshot.view, move)
    except IllegalMove as error:
        return updates.refused(model, status_text.refusal(error, snapshot.view, move)), None
    if _is_doubtful(model, notation) and doubt_about(snapshot.view, move) is not None:
        return updates.confirming(model), None
    return updates.committed(model), Play(notation)


def _is_doubtful(model: TableModel, notation: str) -> bool:
    """Whether a move that is easily regretted is still to be asked about: not what has just been recommended."""
    return model.settings.confirm and not model.confirming and notation != model.hinted


def _why_not(model: TableModel, move: MandalaMove) -> str:
    assert model.snapshot is not None
    assert model.snapshot.view is not None
    try:
        MANDALA.check(model.snapshot.view, move)
    except IllegalMove as error:
        return status_text.refusal(error, model.snapshot.view, move)
    return _not_now(model)


def _talk(model: TableModel, text: str) -> Pressed:
    if model.company is not Company.PERSON:
        return updates.refused(model, no_talk()), None
    if text and _is_alone(model):
        return updates.noted(model, _alone(model)), None
    cleared = updates.drafted(model, "")
    return (updates.with_own_talk(cleared, text), Talk(text[:MAX_CHAT])) if text else (cleared, None)


# Questions.


def _ask_end(model: TableModel) -> TableModel:
    if model.own_offer:
        return updates.noted(model, _("You have already offered to end the game. The offer lasts until the next move."))
    return _ask(model, Question.END)


def _ask_adjourn(model: TableModel) -> TableModel:
    if model.company is Company.PRACTICE:
        return updates.noted(model, not_adjourned())
    return _ask(model, Question.ADJOURN)


def _ask(model: TableModel, question: Question) -> TableModel:
    return updates.noted(model, _alone(model)) if _is_alone(model) else updates.asking(model, question)


def _is_alone(model: TableModel) -> bool:
    """Whether nothing can be said to the other player now."""
    return model.snapshot is not None and not model.snapshot.connected


def _alone(model: TableModel) -> str:
    return _("There is no connection to {name} at the moment; try again later.").format(name=model.other_name)


def _not_now(model: TableModel) -> str:
    if _is_alone(model):
        return _alone(model)
    if model.sent:
        return _("Your move is on its way.")
    if model.company is not Company.PERSON:
        return _("It is not your turn.")
    return _("It is not your turn. To chat, type / and then your text.")
