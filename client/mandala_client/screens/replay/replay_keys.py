"""Keys in a replay: from a model and a key to the next model; None when the person leaves.

Keys that make no sense at the moment do nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from mandala_client.records.review_table import WORST_MARK
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
    moved = _moved(model, key)
    return _act(model, key) if moved is None else moved


def type_text(model: ReplayModel, text: str, *, pasted: bool = False, seen: bool = True) -> ReplayModel | None:
    """Text typed; what is pasted is meant for something else. ``seen`` as for ``press``."""
    if pasted:
        return model
    letter = text.lower()
    if not seen:
        return None if letter == "q" else model
    if model.plays_on and letter == " ":
        return updates.stopped(model)
    return _act(updates.stopped(model), letter)


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


def _moved(model: ReplayModel, key: str) -> ReplayModel | None:
    """The next model after a key that moves in a list or on a long page; None for another key."""
    match model.page:
        case ReplayPage.TABLE:
            return None
        case ReplayPage.REVIEW | ReplayPage.GRAPH:
            chosen = move_cursor(key, model.chosen, model.count_reviewed)
            return None if chosen is None else updates.choosing(model, chosen)
        case ReplayPage.LOG:
            scrolled = scroll_up(key, model.scrolled)
        case _:
            scrolled = scroll(key, model.scrolled)
    return None if scrolled is None else updates.scrolled_to(model, scrolled)


def _act(model: ReplayModel, key: str) -> ReplayModel | None:
    """The next model after any other key, by its name, or a letter; every one puts the help away."""
    if model.page is ReplayPage.HELP:
        return updates.on_page(model, model.below)
    if model.page is ReplayPage.TABLE and len(key) == 1 and key in "0123456789":
        return updates.typed(model, model.typed + key)
    act = _ACTS[model.page].get(key)
    return model if act is None else act(model)


def _back(model: ReplayModel) -> ReplayModel | None:
    """Go back to the review if one came from there, to the page from which one leaves, and from there out."""
    if model.from_review:
        return updates.at_review(model)
    return None if model.page is model.home else updates.on_page(model, model.home)


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


_to_help: Final = partial(updates.on_page, page=ReplayPage.HELP)
_to_table: Final = partial(updates.on_page, page=ReplayPage.TABLE)

_ACTS: Final[Mapping[ReplayPage, Mapping[str, Callable[[ReplayModel], ReplayModel | None]]]] = {
    ReplayPage.TABLE: {
        "right": partial(updates.stepped, steps=1),
        "left": partial(updates.stepped, steps=-1),
        "down": partial(updates.to_move, direction=1),
        "up": partial(updates.to_move, direction=-1),
        "pagedown": partial(updates.stepped, steps=AT_ONCE),
        "pageup": partial(updates.stepped, steps=-AT_ONCE),
        "home": partial(updates.at_frame, at=0),
        "end": lambda model: updates.at_frame(model, model.last),
        "backspace": lambda model: (
            updates.typed(model, model.typed[:-1]) if model.typed else updates.stepped(model, -1)
        ),
        "enter": _go,
        "escape": lambda model: updates.typed(model, "") if model.typed else _back(model),
        " ": updates.playing_on,
        "f": updates.flipped,
        "l": partial(updates.on_page, page=ReplayPage.LOG),
        "v": updates.at_review,
        "?": _to_help,
        "q": _back,
    },
    ReplayPage.REVIEW: {
        "enter": updates.at_chosen,
        **dict.fromkeys(("escape", "v", "q"), _back),
        WORST_MARK: updates.at_next_of_worst,
        "g": updates.at_graph,
        "?": _to_help,
    },
    ReplayPage.GRAPH: {
        "left": lambda model: updates.choosing(model, model.chosen - 1),
        "right": lambda model: updates.choosing(model, model.chosen + 1),
        "enter": updates.at_chosen,
        **dict.fromkeys(("escape", "g", "v", "q"), updates.at_list),
        WORST_MARK: updates.at_next_of_worst,
        "?": _to_help,
    },
    ReplayPage.LOG: dict.fromkeys(("enter", "escape", "l", "q"), _to_table),
}
"""The effect of each key and letter on each page, beside those that move there and the digits of a step."""
