"""What the keys do when the game is over."""

from __future__ import annotations

from mandala_client.table import updates
from mandala_client.table.acts import SCROLLED_AT_ONCE, Again, Pressed, Seen
from mandala_client.table.model import Book, EndPage, Helping, Model, Question, Reading


def press_end(model: Model, key: str) -> Pressed:
    """A key that is not text. Enter never leaves: it may have been meant for a move."""
    if model.typing_through and key in ("enter", "escape"):
        return updates.typed_to_the_end(model), None
    match key:
        case "enter":
            return updates.at_end_page(model, EndPage.RESULT), None
        case "escape":
            return _back(model)
        case "up" | "pageup":
            return updates.scrolled_by(model, _towards_the_top(model)), None
        case "down" | "pagedown":
            return updates.scrolled_by(model, -_towards_the_top(model)), None
        case "f1":
            return updates.overlaid(model, Helping()), None
        case "f2":
            return updates.overlaid(model, Reading(Book.RULES)), None
        case "f3":
            return updates.overlaid(model, Reading(Book.AID)), None
        case "f7":
            page = EndPage.RESULT if model.end_page is EndPage.LOG else EndPage.LOG
            return updates.at_end_page(model, page), None
        case _:
            return model, None


def type_end(model: Model, letter: str) -> Pressed:
    """A letter, in lower case; none for what was pasted, nor while it may be meant for a line of the game."""
    if model.typing_through:
        return model, None
    match letter:
        case "q":
            return _back(model)
        case "?":
            return updates.overlaid(model, Helping()), None
        case "r" if model.rematch:
            return model, Again()
        case "s" if model.laid:
            return updates.at_end_page(model, EndPage.STATISTICS), None
        case "l":
            return updates.at_end_page(model, EndPage.LOG), None
        case "t" if model.laid:
            return updates.at_end_page(model, EndPage.TABLE), None
        case _:
            return model, None


def leave_end(model: Model) -> Pressed:
    """Leave; where there can be another game it is asked first, as that is given up."""
    if not model.rematch:
        return model, Seen()
    return updates.asking(updates.at_end_page(model, EndPage.RESULT), Question.LEAVE), None


def _towards_the_top(model: Model) -> int:
    """The log is scrolled up from its end, all else down from its beginning."""
    return SCROLLED_AT_ONCE if model.end_page is EndPage.LOG else -SCROLLED_AT_ONCE


def _back(model: Model) -> Pressed:
    """To the result, and from there out."""
    if model.end_page is EndPage.RESULT:
        return leave_end(model)
    return updates.at_end_page(model, EndPage.RESULT), None
