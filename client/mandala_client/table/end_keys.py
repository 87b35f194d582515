"""What the keys do when the game is over."""

from __future__ import annotations

from mandala_client.table import model as updates
from mandala_client.table.acts import SCROLLED_AT_ONCE, Again, Pressed, Seen
from mandala_client.table.model import EndPage, Model


def press_end(model: Model, key: str) -> Pressed:
    """A key that is not text."""
    match key:
        case "c-c":
            return model, Seen()
        case "enter" | "escape":
            return _back(model)
        case "up" | "pageup":
            return updates.scrolled_by(model, _towards_the_top(model)), None
        case "down" | "pagedown":
            return updates.scrolled_by(model, -_towards_the_top(model)), None
        case "f7":
            return updates.at_end_page(model, EndPage.LOG), None
        case _:
            return model, None


def type_end(model: Model, letter: str) -> Pressed:
    """A letter, in lower case; none for what was pasted."""
    match letter:
        case "q":
            return _back(model)
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


def _towards_the_top(model: Model) -> int:
    """The log is scrolled up from its end, all else down from its beginning."""
    return SCROLLED_AT_ONCE if model.end_page is EndPage.LOG else -SCROLLED_AT_ONCE


def _back(model: Model) -> Pressed:
    """To the result, and from there out."""
    if model.end_page is EndPage.RESULT:
        return model, Seen()
    return updates.at_end_page(model, EndPage.RESULT), None
