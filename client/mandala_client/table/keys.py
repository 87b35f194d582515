"""What the keys do: from a model and a key to the next model, and perhaps to something that is to be done.

Keys that make no sense at the moment do nothing, or say why; text is only ever text, whatever is pasted.
"""

from __future__ import annotations

from typing import assert_never

from attrs import evolve

from mandala_client import telling
from mandala_client.table import choice
from mandala_client.table import model as updates
from mandala_client.table.acts import SCROLLED_AT_ONCE, Abandon, Admitted, Chosen, Pressed
from mandala_client.table.choice import Target
from mandala_client.table.end_keys import press_end, type_end
from mandala_client.table.model import Admitting, Choosing, Helping, Model, Question, Reading
from mandala_protocol.dialogue import Leave, OfferAdjourn, OfferEnd, Play, Resign, Talk
from mandala_protocol.games.game import IllegalMove
from mandala_protocol.games.mandala import MANDALA, Colour, MandalaMove
from mandala_protocol.messages import MAX_CHAT
from mandala_protocol.snapshot import Owes


def press(model: Model, key: str) -> Pressed:
    """A key that is not text, by its name: "left", "enter", "c-c", "f1" …"""
    if model.ended is not None:
        return press_end(model, key)
    if key == "c-c":
        if model.question is Question.LEAVE:
            return _leave(model)
        return updates.asking(model, Question.LEAVE), None
    if model.question is not None:
        return updates.asking(model, None), None
    match model.overlay:
        case Admitting():
            return model, Admitted(False) if key == "escape" else None
        case Choosing() as choosing:
            return _press_choosing(model, choosing, key)
        case Helping() as helping:
            return _press_helping(model, helping, key), None
        case Reading() as reading:
            return _press_reading(model, reading, key), None
        case None:
            pass
        case _:
            assert_never(model.overlay)
    if key == "f1":
        return updates.overlaid(model, Helping()), None
    return _press_table(model, key) if model.laid else (model, None)


def press_unseen(model: Model, key: str) -> Pressed:
    """A key while nothing of the table can be seen: nothing is done but leaving, which is asked; text counts as none.

    So no move is played, and nobody let in, by somebody who does not see it.
    """
    if key == "c-c":
        return press(model, key)
    return updates.asking(model, None), None


def type_text(model: Model, text: str, *, pasted: bool = False) -> Pressed:
    """Text typed or pasted; whatever could not be shown is left out."""
    text = "".join(_harmless(character) for character in text[:MAX_CHAT])
    if not text:
        return model, None
    letter = "" if pasted else text.lower()
    if model.ended is not None:
        return type_end(model, letter)
    if model.question is not None:
        return _answer(model, model.question, letter)
    match model.overlay:
        case Admitting():
            return model, Admitted(letter == "y") if letter in ("y", "n") else None
        case Choosing() as choosing:
            return _type_choosing(model, choosing, letter)
        case Helping() | Reading():
            return updates.overlaid(model, None), None
        case None:
            pass
        case _:
            assert_never(model.overlay)
    if text == "?" and not model.draft.text.startswith("/"):
        return updates.overlaid(model, Helping()), None
    return _type_draft(model, text, pasted) if model.laid else model, None


def click(model: Model, on: Colour | Target) -> Model:
    """The mouse on a colour of the hand, or on a place where the chosen colour may go."""
    if model.ended is not None or model.question is not None or model.overlay is not None:
        return model
    moves, now = model.legal_moves, chosen(model)
    if isinstance(on, Colour):
        return _composed(model, choice.at_colour(moves, now, on))
    return model if now is None else _composed(model, choice.at_target(moves, now, on))


def chosen(model: Model) -> MandalaMove | None:
    """The legal move that stands in the input line, if one does."""
    notation = telling.as_notation(model.draft.text)
    if notation is None:
        return None
    move = MANDALA.parse_move(notation)
    return move if move in model.legal_moves else None


def _harmless(character: str) -> str:
    if character.isspace():
        return " "
    return character if character.isprintable() else ""


# At the table.


def _press_table(model: Model, key: str) -> Pressed:
    match key:
        case "left" | "right" | "up" | "down" | "tab" | "s-tab":
            return _move_cursor(model, key), None
        case "enter":
            return _enter(model)
        case "escape":
            return updates.drafted(model, ""), None
        case "backspace":
            text = "" if model.draft.composed else model.draft.text[:-1]
            return updates.drafted(model, text), None
        case "c-u":
            return updates.drafted(model, ""), None
        case "c-w":
            return updates.drafted(model, model.draft.text.rstrip().rpartition(" ")[0]), None
        case "pageup":
            return updates.scrolled_by(model, SCROLLED_AT_ONCE), None
        case "pagedown":
            return updates.scrolled_by(model, -SCROLLED_AT_ONCE), None
        case "f8":
            return _ask(model, Question.ADJOURN), None
        case "f9":
            return _ask_end(model), None
        case "f10":
            return _ask(model, Question.RESIGN), None
        case _:
            return model, None


def _move_cursor(model: Model, key: str) -> Model:
    if model.draft.text.startswith(("/", ":")):
        return model
    moves, now = model.legal_moves, chosen(model)
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
    now = chosen(model)
    if now is not None and not pasted and text in "+-=":
        count = choice.count_of(now) + (-1 if text == "-" else 1)
        return _composed(model, choice.to_count(model.legal_moves, now, count))
    if model.draft.composed and not pasted and text in "12345678":
        return _composed(model, choice.to_count(model.legal_moves, now, int(text)))
    before = "" if model.draft.composed else model.draft.text
    return updates.drafted(model, (before + text)[: MAX_CHAT + 1])


def _enter(model: Model) -> Pressed:
    text = model.draft.text.strip()
    if not text:
        hint = "Choose with the arrow keys, or type a move such as A1o; ? is help."
        return updates.noted(updates.drafted(model, ""), hint if model.legal_moves else _not_now(model)), None
    if text.startswith("/"):
        return _talk(model, text[1:].strip())
    if text.startswith(":"):
        return _colon(model, text[1:].strip().lower())
    return _play(model, text)


def _is_alone(model: Model) -> bool:
    """Whether nothing can be said to the other player now."""
    return model.snapshot is not None and not model.snapshot.connected


def _alone(model: Model) -> str:
    return f"{model.other_name} is away: this has to wait until they are back."


def _ask(model: Model, question: Question) -> Model:
    return updates.noted(model, _alone(model)) if _is_alone(model) else updates.asking(model, question)


def _talk(model: Model, text: str) -> Pressed:
    if text and _is_alone(model):
        return updates.noted(model, _alone(model)), None
    cleared = updates.drafted(model, "")
    return (updates.with_own_talk(cleared, text), Talk(text[:MAX_CHAT])) if text else (cleared, None)


def _colon(model: Model, word: str) -> Pressed:
    cleared = updates.drafted(model, "")
    match word:
        case "resign":
            return _ask(cleared, Question.RESIGN), None
        case "end":
            return _ask_end(cleared), None
        case "adjourn":
            return _ask(cleared, Question.ADJOURN), None
        case "quit" | "leave" | "q":
            return updates.asking(cleared, Question.LEAVE), None
        case "help" | "h":
            return updates.overlaid(cleared, Helping()), None
        case _:
            return updates.noted(model, "After a colon you can write  :end  :adjourn  :resign  :quit  or  :help"), None


def _play(model: Model, text: str) -> Pressed:
    notation = telling.as_notation(text)
    if notation is None:
        if telling.as_notation(f"{text}1") is not None:
            return updates.noted(model, f"How many? Write the number too, such as {text}2."), None
        return updates.noted(model, "That is not a move; moves look like A1o, B0r2, Ck1, Kg.  ? is help."), None
    snapshot = model.snapshot
    if model.sent or snapshot is None or snapshot.view is None or snapshot.owes is not Owes.MOVE:
        return updates.noted(model, _not_now(model)), None
    try:
        MANDALA.check(snapshot.view, MANDALA.parse_move(notation))
    except IllegalMove as error:
        return updates.noted(model, telling.refusal(error)), None
    return updates.committed(model), Play(notation)


def _not_now(model: Model) -> str:
    if _is_alone(model):
        return _alone(model)
    if model.sent:
        return "Your move is on its way."
    return "It is not your turn now; you can write to the other player with  /text"


# Questions and dialogs.


def _answer(model: Model, question: Question, letter: str) -> Pressed:
    if letter != "y":
        return updates.asking(model, None), None
    match question:
        case Question.LEAVE:
            return _leave(model)
        case Question.RESIGN:
            return updates.asking(model, None), Resign()
        case Question.END:
            return updates.with_own_offer(updates.asking(model, None)), OfferEnd()
        case Question.ADJOURN:
            return updates.with_own_adjournment(updates.asking(model, None)), OfferAdjourn()
        case _:
            assert_never(question)


def _ask_end(model: Model) -> Model:
    if model.own_offer:
        return updates.noted(model, "You have already offered to end the game; it stands until the next move.")
    return _ask(model, Question.END)


def _leave(model: Model) -> Pressed:
    """Say goodbye if there is a game; otherwise, and if that is already said, just go."""
    if model.laid and not model.leaving:
        return updates.departing(model), Leave(telling.SIMPLY_LEFT)
    return updates.departing(model), Abandon()


def _press_choosing(model: Model, choosing: Choosing, key: str) -> Pressed:
    last = len(choosing.games) - 1
    match key:
        case "up" | "s-tab":
            return updates.overlaid(model, Choosing(choosing.games, max(choosing.cursor - 1, 0))), None
        case "down" | "tab":
            return updates.overlaid(model, Choosing(choosing.games, min(choosing.cursor + 1, last))), None
        case "enter":
            return model, Chosen(choosing.games[choosing.cursor])
        case "escape":
            return model, Chosen(None)
        case _:
            return model, None


def _type_choosing(model: Model, choosing: Choosing, letter: str) -> Pressed:
    number = int(letter) if letter in tuple("123456789") else 0
    if 1 <= number <= len(choosing.games):
        return updates.overlaid(model, Choosing(choosing.games, number - 1)), None
    return model, None


def _press_helping(model: Model, helping: Helping, key: str) -> Model:
    match key:
        case "down" | "pagedown":
            return updates.overlaid(model, Helping(helping.scrolled + SCROLLED_AT_ONCE))
        case "up" | "pageup":
            return updates.overlaid(model, Helping(max(helping.scrolled - SCROLLED_AT_ONCE, 0)))
        case _:
            return updates.overlaid(model, None)


def _press_reading(model: Model, reading: Reading, key: str) -> Model:
    match key:
        case "down" | "pagedown":
            return updates.overlaid(model, evolve(reading, scrolled=reading.scrolled + SCROLLED_AT_ONCE))
        case "up" | "pageup":
            return updates.overlaid(model, evolve(reading, scrolled=max(reading.scrolled - SCROLLED_AT_ONCE, 0)))
        case _:
            return updates.overlaid(model, None)
