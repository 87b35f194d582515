"""Keys in a replay: from a model and a key to the next model; None when the person leaves.

Keys that make no sense at the moment do nothing.
"""

from __future__ import annotations

from mandala_client.records import review_table
from mandala_client.screens.replay import replay_model as updates
from mandala_client.screens.replay.replay_model import ReplayModel, ReplayPage
from mandala_client.text.language import _
from mandala_client.ui.clicks import Button, Click, LineTarget
from mandala_client.ui.paging import AT_ONCE, move_cursor, scroll, scroll_up


def press(model: ReplayModel, key: str, *, seen: bool = True) -> ReplayModel | None:
    """A key that is not text, by its name: "left", "end", "escape" …

    ``seen``: the window has room for the replay; where it has not, one can only leave.
    """
    if key == "c-c":
        return None
    if not seen:
        return None if key == "escape" else model
    model = updates.stopped(model)
    if key == "f1":
        return updates.on_page(model, model.below if model.page is ReplayPage.HELP else ReplayPage.HELP)
    match model.page:
        case ReplayPage.TABLE:
            return _press_table(model, key)
        case ReplayPage.REVIEW:
            return _press_review(model, key)
        case ReplayPage.GRAPH:
            return _press_graph(model, key)
        case ReplayPage.LOG:
            return _press_log(model, key)
        case ReplayPage.HELP:
            return _press_help(model, key)


def type_text(model: ReplayModel, text: str, *, pasted: bool = False, seen: bool = True) -> ReplayModel | None:
    """Text typed; what is pasted is meant for something else. ``seen`` as for ``press``."""
    if pasted:
        return model
    letter = text.lower()
    if not seen:
        return None if letter == "q" else model
    if model.plays_on and letter == " ":
        return updates.stopped(model)
    model = updates.stopped(model)
    match model.page:
        case ReplayPage.TABLE:
            return _type_table(model, letter)
        case ReplayPage.REVIEW:
            return _type_review(model, letter)
        case ReplayPage.GRAPH:
            return _type_graph(model, letter)
        case ReplayPage.LOG:
            return updates.on_page(model, ReplayPage.TABLE) if letter in ("l", "q") else model
        case ReplayPage.HELP:
            return updates.on_page(model, model.below)


def click(model: ReplayModel, on: Click, *, seen: bool = True) -> ReplayModel | None:
    """The mouse on a line of the review, or on a key that is shown. ``seen`` as for ``press``."""
    match on:
        case Button(key=key):
            return type_text(model, key, seen=seen) if on.types else press(model, key, seen=seen)
        case LineTarget(number=number) if seen and model.page is ReplayPage.REVIEW:
            return updates.at_chosen(updates.choosing(model, number))
        case LineTarget(number=number) if seen and model.page is ReplayPage.GRAPH:
            return updates.choosing(model, number)
        case _:
            return model


def _press_table(model: ReplayModel, key: str) -> ReplayModel | None:
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
            return updates.stepped(model, AT_ONCE)
        case "pageup":
            return updates.stepped(model, -AT_ONCE)
        case "home":
            return updates.at_frame(model, 0)
        case "end":
            return updates.at_frame(model, model.last)
        case "backspace":
            return updates.typed(model, model.typed[:-1]) if model.typed else updates.stepped(model, -1)
        case "enter":
            return _go(model)
        case "escape":
            return updates.typed(model, "") if model.typed else _back(model)
        case _:
            return model


def _type_table(model: ReplayModel, letter: str) -> ReplayModel | None:
    if len(letter) == 1 and letter in "0123456789":
        return updates.typed(model, model.typed + letter)
    match letter:
        case " ":
            return updates.playing_on(model)
        case "f":
            return updates.flipped(model)
        case "l":
            return updates.on_page(model, ReplayPage.LOG)
        case "v":
            return updates.at_review(model)
        case "?":
            return updates.on_page(model, ReplayPage.HELP)
        case "q":
            return _back(model)
        case _:
            return model


def _back(model: ReplayModel) -> ReplayModel | None:
    """Go back to the review if one came from there, to the page from which one leaves, and from there out."""
    if model.from_review:
        return updates.at_review(model)
    return None if model.page is model.home else updates.on_page(model, model.home)


def _press_review(model: ReplayModel, key: str) -> ReplayModel | None:
    chosen = move_cursor(key, model.chosen, model.count_reviewed)
    if chosen is not None:
        return updates.choosing(model, chosen)
    match key:
        case "enter":
            return updates.at_chosen(model)
        case "escape":
            return _back(model)
        case _:
            return model


def _type_review(model: ReplayModel, letter: str) -> ReplayModel | None:
    match letter:
        case "v" | "q":
            return _back(model)
        case review_table.WORST_MARK:
            return updates.at_next_of_worst(model)
        case "g":
            return updates.at_graph(model)
        case "?":
            return updates.on_page(model, ReplayPage.HELP)
        case _:
            return model


def _press_graph(model: ReplayModel, key: str) -> ReplayModel | None:
    match key:
        case "left" | "right":
            return updates.choosing(model, model.chosen + (1 if key == "right" else -1))
        case "enter":
            return updates.at_chosen(model)
        case "escape":
            return updates.at_list(model)
        case _:
            chosen = move_cursor(key, model.chosen, model.count_reviewed)
            return model if chosen is None else updates.choosing(model, chosen)


def _type_graph(model: ReplayModel, letter: str) -> ReplayModel | None:
    match letter:
        case "g" | "v" | "q":
            return updates.at_list(model)
        case review_table.WORST_MARK:
            return updates.at_next_of_worst(model)
        case "?":
            return updates.on_page(model, ReplayPage.HELP)
        case _:
            return model


def _go(model: ReplayModel) -> ReplayModel:
    """Go to the step whose number was typed."""
    if not model.typed:
        return updates.noted(model, _("Type the number of a step, then Enter."))
    number = int(model.typed)
    if 1 <= number <= len(model.replay.frames):
        return updates.at_frame(model, number - 1)
    cleared = updates.typed(model, "")
    none = _("There is no step {number}. The last one is {last}.")
    return updates.noted(cleared, none.format(number=number, last=len(model.replay.frames)))


def _press_log(model: ReplayModel, key: str) -> ReplayModel:
    scrolled = scroll_up(key, model.scrolled)
    if scrolled is not None:
        return updates.scrolled_to(model, scrolled)
    return updates.on_page(model, ReplayPage.TABLE) if key in ("enter", "escape") else model


def _press_help(model: ReplayModel, key: str) -> ReplayModel:
    scrolled = scroll(key, model.scrolled)
    return updates.on_page(model, model.below) if scrolled is None else updates.scrolled_to(model, scrolled)
