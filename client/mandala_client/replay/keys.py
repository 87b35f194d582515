"""What the keys do in a replay: from a model and a key to the next model; None when the person leaves.

Keys that make no sense at the moment do nothing.
"""

from __future__ import annotations

from typing import Final

from mandala_client.language import _
from mandala_client.replay import model as updates
from mandala_client.replay.model import Model, Page
from mandala_client.table.acts import SCROLLED_AT_ONCE

LEAP: Final = 10
"""How many steps the page keys take."""


def press(model: Model, key: str, *, seen: bool = True) -> Model | None:
    """A key that is not text, by its name: "left", "end", "escape" …

    ``seen``: the window has room for the replay; where it has not, one can only leave.
    """
    if key == "c-c":
        return None
    if not seen:
        return None if key == "escape" else model
    if key == "f1":
        return updates.on_page(model, Page.TABLE if model.page is Page.HELP else Page.HELP)
    match model.page:
        case Page.TABLE:
            return _press_table(model, key)
        case Page.LOG:
            return _press_log(model, key)
        case Page.HELP:
            return updates.on_page(model, Page.TABLE)


def type_text(model: Model, text: str, *, pasted: bool = False, seen: bool = True) -> Model | None:
    """Text typed; what is pasted is meant for something else. ``seen`` as for ``press``."""
    if pasted:
        return model
    letter = text.lower()
    if not seen:
        return None if letter == "q" else model
    match model.page:
        case Page.TABLE:
            return _type_table(model, letter)
        case Page.LOG:
            return updates.on_page(model, Page.TABLE) if letter in ("l", "q") else model
        case Page.HELP:
            return updates.on_page(model, Page.TABLE)


def _press_table(model: Model, key: str) -> Model | None:
    match key:
        case "right":
            return updates.stepped(model, 1)
        case "left":
            return updates.stepped(model, -1)
        case "down":
            return updates.to_move(model, 1)
        case "up":
            return updates.to_move(model, -1)
        case "pagedown":
            return updates.stepped(model, LEAP)
        case "pageup":
            return updates.stepped(model, -LEAP)
        case "home":
            return updates.at_frame(model, 0)
        case "end":
            return updates.at_frame(model, model.last)
        case "backspace":
            return updates.typed(model, model.typed[:-1]) if model.typed else updates.stepped(model, -1)
        case "enter":
            return _go(model)
        case "escape":
            return updates.typed(model, "") if model.typed else None
        case _:
            return model


def _type_table(model: Model, letter: str) -> Model | None:
    if len(letter) == 1 and letter in "0123456789":
        return updates.typed(model, model.typed + letter)
    match letter:
        case " ":
            return updates.stepped(model, 1)
        case "f":
            return updates.flipped(model)
        case "l":
            return updates.on_page(model, Page.LOG)
        case "?":
            return updates.on_page(model, Page.HELP)
        case "q":
            return None
        case _:
            return model


def _go(model: Model) -> Model:
    """To the step whose number was typed."""
    if not model.typed:
        return updates.noted(model, _("Type the number of a step, then Enter."))
    number = int(model.typed)
    if 1 <= number <= len(model.replay.frames):
        return updates.at_frame(model, number - 1)
    cleared = updates.typed(model, "")
    none = _("There is no step {number}; the last one is {last}.")
    return updates.noted(cleared, none.format(number=number, last=len(model.replay.frames)))


def _press_log(model: Model, key: str) -> Model:
    match key:
        case "up" | "pageup":
            return updates.scrolled_by(model, SCROLLED_AT_ONCE)
        case "down" | "pagedown":
            return updates.scrolled_by(model, -SCROLLED_AT_ONCE)
        case "enter" | "escape":
            return updates.on_page(model, Page.TABLE)
        case _:
            return model
