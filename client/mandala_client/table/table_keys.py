"""What keys, typed lines and the mouse do at the table while a game is played.

A move is composed with arrows or mouse, or typed; either way it stands in the input line, and Enter plays it.
"""

from __future__ import annotations

from typing import Final, assert_never

from attrs import evolve

from mandala_client.board.log import SCROLLED_AT_ONCE
from mandala_client.desk import Company, TakeBack
from mandala_client.language import _
from mandala_client.table import choice, updates
from mandala_client.table.acts import Pressed
from mandala_client.table.model import Book, Helping, Model, Question, Reading
from mandala_client.terminal.clicks import THEIRS, Target
from mandala_client.words import telling
from mandala_client.words.doubts import doubt_about
from mandala_client.words.refusals import no_talk, not_adjourned
from mandala_client.words.typed_words import Word, spoken_word, word_of
from mandala_protocol.dialogue import DeclineOffer, Play, Talk
from mandala_protocol.games.game import IllegalMove
from mandala_protocol.games.mandala import MANDALA, Build, Claim, Colour, Discard, Grow, MandalaMove
from mandala_protocol.games.mandala.moves import HAND_LIMIT
from mandala_protocol.messages import MAX_CHAT
from mandala_protocol.snapshot import Owes

TO_THE_TOP: Final = 1_000_000
"""More rows than there are to scroll; the screen goes no further than to the first."""


def press_table(model: Model, key: str) -> Pressed:
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
    "f1": Word.HELP,
    "f2": Word.RULES,
    "f3": Word.AID,
    "f4": Word.HINT,
    "f5": Word.UNDO,
    "f6": Word.MUTE,
    "f7": Word.LOG,
    "f8": Word.ADJOURN,
    "f9": Word.END,
    "f10": Word.RESIGN,
}
"""What each function key does, by the word that can be typed after a colon instead."""


def do_word(model: Model, word: Word) -> Pressed | None:
    """What can be asked for with a function key, or with a word after a colon; None for a word of the linear form."""
    match word:
        case Word.HELP:
            return updates.overlaid(model, Helping()), None
        case Word.RULES:
            return updates.overlaid(model, Reading(Book.RULES)), None
        case Word.AID:
            return updates.overlaid(model, Reading(Book.AID)), None
        case Word.HINT:
            return _hinted(model), None
        case Word.UNDO:
            return _take_back(model)
        case Word.MUTE:
            return updates.with_chat_switched(model), None
        case Word.UNMUTE:
            return (model if model.settings.chat else updates.with_chat_switched(model)), None
        case Word.LOG:
            return updates.with_log_open(model, is_open=True), None
        case Word.ADJOURN:
            return _ask_adjourn(model), None
        case Word.END:
            return _ask_end(model), None
        case Word.DECLINE:
            return _decline(model)
        case Word.RESIGN:
            return _ask(model, Question.RESIGN), None
        case Word.LEAVE:
            return updates.asking(model, Question.LEAVE), None
        case _:
            return None


def type_at_table(model: Model, text: str, *, pasted: bool) -> Pressed:
    """Text, fit to be shown."""
    if model.log_open:
        return updates.with_log_open(model, is_open=False) if text.lower() == "q" and not pasted else model, None
    if text == "?" and not pasted and not model.draft.text.startswith("/"):
        return updates.overlaid(model, Helping()), None
    return _type_draft(model, text, pasted), None


def click_on(model: Model, on: Colour | Target) -> Pressed:
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
        return _composed(model, choice.at_colour(moves, now, on)), None
    if on.action == THEIRS:
        told = _("That is {name}'s field: you play to a mountain, to your own field or to the discard pile.")
        return updates.noted(updates.drafted(model, ""), told.format(name=model.other_name)), None
    if now is None:
        return updates.noted(model, _("First choose cards of your hand, then where they go.")), None
    if choice.target_of(now) == on:
        return _enter(model)
    move = choice.at_target(moves, now, on)
    if move is None:
        why = _why_not(model, choice.imagined(now.colour, on))
        return updates.noted(updates.drafted(model, ""), why), None
    chosen = _composed(model, move)
    return (chosen, None) if model.settings.confirm else _enter(chosen)


# The log.


def _press_log(model: Model, key: str) -> Model:
    match key:
        case "up" | "pageup" | "down" | "pagedown" | "home" | "end":
            return _scrolled(model, key)
        case "escape" | "enter" | "f7":
            return updates.with_log_open(model, is_open=False)
        case _:
            return model


def _scrolled(model: Model, key: str) -> Model:
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


def _move_cursor(model: Model, key: str) -> Model:
    if model.draft.text.startswith(("/", ":")):
        return model
    moves, now = model.legal_moves, model.chosen
    if not moves:
        return updates.noted(model, _not_now(model))
    steps = -1 if key in ("left", "up", "s-tab") else 1
    if key in ("left", "right"):
        return _composed(model, choice.to_colour(moves, now, steps))
    return _composed(model, choice.to_target(moves, now, steps))


def _composed(model: Model, move: MandalaMove | None) -> Model:
    if move is None:
        return model
    return updates.drafted(model, MANDALA.format_move(move), composed=True)


def _type_draft(model: Model, text: str, pasted: bool) -> Model:
    now, moves = model.chosen, model.legal_moves
    begins = text.startswith(("/", ":")) and not model.draft.text.startswith("/")  # no move has either in it
    anew = model.draft.composed or model.draft.refused or begins
    if not pasted and now is not None and text in "+-=":
        return _counted(model, now, choice.count_of(now) + (-1 if text == "-" else 1))
    if not pasted and now is not None and model.draft.composed and text in "123456789":
        return _counted(model, now, int(text))
    if not pasted and (anew or not model.draft.text) and text in "+-=123456789":
        return updates.noted(model, _how_to_choose() if moves else _not_now(model))
    if not pasted and (anew or not model.draft.text):
        colour = _colour_named(text, claiming=any(isinstance(move, Claim) for move in moves))
        if colour in choice.colours(moves):
            return _composed(model, choice.at_colour(moves, now, colour))
    before = "" if anew else model.draft.text
    return updates.drafted(model, (before + text)[: MAX_CHAT + 1])


def _counted(model: Model, now: MandalaMove, count: int) -> Model:
    """The same move with so many cards, or with as many as may be played, and why not more or fewer."""
    model = _composed(model, choice.to_count(model.legal_moves, now, count))
    if model.chosen is None or choice.count_of(model.chosen) == count:
        return model
    match now:
        case Build():
            told = _("A mountain is built with one card at a time (rule A1).")
        case Claim():
            told = _("All cards of a colour are claimed together (rule K3).")
        case Grow() | Discard() if not count:
            told = _("One card is the least.")
        case Grow() | Discard() if count > HAND_LIMIT:
            told = _("Nobody ever holds more than {count} cards (rule A2).").format(count=HAND_LIMIT)
        case Grow() | Discard():
            told = _why_not(model, evolve(now, count=count))
        case _:
            assert_never(now)
    return updates.noted(model, told)


def _how_to_choose() -> str:
    return _("Choose with the arrow keys, or type a move such as A1o; ? is help.")


def _colour_named(letter: str, *, claiming: bool) -> Colour | None:
    """The colour that a letter by itself chooses; a "k" with which a claim is typed is none, as in "Kg"."""
    if letter == "K" or (letter == "k" and claiming):
        return None
    return next((colour for colour in Colour if colour.letter == letter.lower()), None)


def _hinted(model: Model) -> Model:
    """With the move in the input line that a bot would make, and why."""
    from mandala_client.words.hint import hint  # brings the bots along, which a game of two persons never needs

    if model.company is Company.PERSON:
        return updates.noted(model, _("A hint is only given against a bot."))
    if model.snapshot is None or not model.legal_moves:
        return updates.noted(model, _not_now(model))
    found = hint(model.snapshot)
    if found is None:
        return updates.noted(model, _not_now(model))
    return updates.hinted(model, found.move, found.sentence)


def _take_back(model: Model) -> Pressed:
    if model.company is Company.PRACTICE:
        return updates.drafted(model, ""), TakeBack()
    return updates.noted(model, _("Moves can only be taken back in a game for practice.")), None


# Enter.


def _enter(model: Model) -> Pressed:
    text = model.draft.text.strip()
    if not text:
        how = _how_to_choose() if model.legal_moves else _not_now(model)
        return updates.noted(updates.drafted(model, ""), how), None
    if text.startswith("/"):
        return _talk(model, text[1:].strip())
    if text.startswith(":"):
        return _ask_by_word(model, text[1:].strip())
    return _play(model, text)


def _ask_by_word(model: Model, typed: str) -> Pressed:
    """What a word after a colon asks for, in the spoken language or in English."""
    cleared = updates.drafted(model, "")
    word = word_of(typed)
    done = None if word is None else do_word(cleared, word)
    if done is not None:
        return done
    words = map(spoken_word, (*_WORDS_OF_KEYS.values(), Word.LEAVE, Word.DECLINE))
    told = _("After a colon you can write one of these: {words}.")
    return updates.refused(model, told.format(words=" ".join(words))), None


def _decline(model: Model) -> Pressed:
    if not updates.is_offered(model):
        return updates.noted(model, _("There is no offer to decline.")), None
    return declined(model)


def declined(model: Model) -> Pressed:
    """Put an offer out of our sight and tell the other player so, once; it can still be agreed to."""
    told = model.declined or _is_alone(model)
    return updates.declining(model), None if told else DeclineOffer()


def _play(model: Model, text: str) -> Pressed:
    notation = telling.as_notation(text)
    if notation is None:
        if telling.as_notation(f"{text}1") is not None:
            return updates.refused(model, _("How many? Write the number too, such as {move}2.").format(move=text)), None
        return updates.refused(model, _("That is not a move; moves look like A1o, B0r2, Ck1, Kg. ? is help.")), None
    snapshot = model.snapshot
    if model.sent or snapshot is None or snapshot.view is None or snapshot.owes is not Owes.MOVE:
        return updates.refused(model, _not_now(model)), None
    move = MANDALA.parse_move(notation)
    try:
        MANDALA.check(snapshot.view, move)
    except IllegalMove as error:
        return updates.refused(model, telling.refusal(error, snapshot.view, move)), None
    if _is_doubtful(model, notation) and doubt_about(snapshot.view, move) is not None:
        return updates.confirming(model), None
    return updates.committed(model), Play(notation)


def _is_doubtful(model: Model, notation: str) -> bool:
    """Whether a move that is easily regretted is still to be asked about: not what has just been recommended."""
    return model.settings.confirm and not model.confirming and notation != model.hinted


def _why_not(model: Model, move: MandalaMove) -> str:
    assert model.snapshot is not None
    assert model.snapshot.view is not None
    try:
        MANDALA.check(model.snapshot.view, move)
    except IllegalMove as error:
        return telling.refusal(error, model.snapshot.view, move)
    return _not_now(model)


def _talk(model: Model, text: str) -> Pressed:
    if model.company is not Company.PERSON:
        return updates.refused(model, no_talk()), None
    if text and _is_alone(model):
        return updates.noted(model, _alone(model)), None
    cleared = updates.drafted(model, "")
    return (updates.with_own_talk(cleared, text), Talk(text[:MAX_CHAT])) if text else (cleared, None)


# Questions.


def _ask_end(model: Model) -> Model:
    if model.own_offer:
        return updates.noted(model, _("You have already offered to end the game; it stands until the next move."))
    return _ask(model, Question.END)


def _ask_adjourn(model: Model) -> Model:
    if model.company is Company.PRACTICE:
        return updates.noted(model, not_adjourned())
    return _ask(model, Question.ADJOURN)


def _ask(model: Model, question: Question) -> Model:
    return updates.noted(model, _alone(model)) if _is_alone(model) else updates.asking(model, question)


def _is_alone(model: Model) -> bool:
    """Whether nothing can be said to the other player now."""
    return model.snapshot is not None and not model.snapshot.connected


def _alone(model: Model) -> str:
    return _("There is no connection to {name} at the moment: this has to wait.").format(name=model.other_name)


def _not_now(model: Model) -> str:
    if _is_alone(model):
        return _alone(model)
    if model.sent:
        return _("Your move is on its way.")
    if model.company is not Company.PERSON:
        return _("It is not your turn.")
    return _("It is not your turn now; to chat, type / and then your words.")
