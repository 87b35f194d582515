"""Keys and mouse in the lobby: from a model and a key to the next model, and to what is asked of the program.

Keys that make no sense at the moment do nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mandala_client.screens.lobby import choosing
from mandala_client.screens.lobby import lobby_model as updates
from mandala_client.screens.lobby.choices import Quit
from mandala_client.screens.lobby.choosing import Taken
from mandala_client.screens.lobby.entries import LANGUAGES, count_entries, entries
from mandala_client.screens.lobby.lobby_model import LobbyModel, LobbyPage
from mandala_client.text.language import _
from mandala_client.text.quoting import quoted
from mandala_client.ui.clicks import Button, Click
from mandala_client.ui.line_input import TypedLine, edited
from mandala_client.ui.paging import move_cursor, scroll

if TYPE_CHECKING:
    from mandala_net.discovery.listing import Listing

READING: Final = (LobbyPage.RULES, LobbyPage.AID, LobbyPage.STATISTICS, LobbyPage.WHOAMI, LobbyPage.HELP)
"""The pages on which nothing can be pointed at."""


def press(model: LobbyModel, key: str, *, seen: bool = True) -> Taken:
    """A key that is not text, by its name: "down", "enter", "f2" …; or a number beyond the digits, by the mouse.

    ``seen``: the window has room for the lobby; where it has not, one can only leave.
    """
    if key == "c-c":
        return model, Quit()
    if not seen:
        return model, None
    match key:
        case "f1":
            return updates.opened(model, LobbyPage.HELP), None
        case "f2":
            return updates.opened(model, LobbyPage.RULES), None
        case "f3":
            return updates.opened(model, LobbyPage.AID), None
        case _ if model.typed is not None:
            return _press_typing(model, model.typed, key)
        case _ if model.page in READING:
            return _press_reading(model, key), None
        case _:
            return _press_entries(model, key)


def type_text(model: LobbyModel, text: str, *, pasted: bool = False, seen: bool = True) -> Taken:
    """Text typed, or pasted: that goes into a line only. ``seen`` as for ``press``."""
    if not seen:
        return model, Quit() if text == "q" and not pasted else None
    if model.typed is not None:
        first = text.splitlines()[0] if text.splitlines() else ""
        harmless = "".join(character for character in first if character.isprintable())
        line = TypedLine(model.typed, model.place.behind).typed(harmless, updates.MOST_TYPED)
        return updates.typing(model, line.text, line.behind), None
    if pasted:
        return model, None
    letter = text.lower()
    match letter:
        case "?":
            return updates.opened(model, LobbyPage.HELP), None
        case "q":
            return (updates.back(model), None) if model.places_before else (model, Quit())
        case " " if model.page in READING:
            return _press_reading(model, "pagedown"), None
        case " ":
            return choosing.turn(model, 1)
        case _ if model.page is LobbyPage.LANGUAGES and letter in LANGUAGES:
            return choosing.choose_language(model, LANGUAGES[letter])
        case _ if len(letter) == 1 and letter in "123456789":
            return _point_at_game(model, int(letter) - 1), None
        case _:
            return _take_lettered(model, letter)


def click(model: LobbyModel, on: Click, *, drawn: LobbyModel, seen: bool) -> Taken:
    """The mouse on a key, which means what was seen: by now there may be another page, or another list of games.

    ``drawn`` is the lobby that was drawn last. ``seen`` as for ``press``.
    """
    stale = (model.page, model.listings) != (drawn.page, drawn.listings)
    if not isinstance(on, Button) or not seen or stale or model.typed is not None:
        return model, None
    return type_text(model, on.key) if on.types else press(model, on.key)


# A page of entries.


def _press_entries(model: LobbyModel, key: str) -> Taken:
    cursor = move_cursor(key, model.place.cursor, count_entries(model))
    if cursor is not None:
        return (updates.pointing_at(model, cursor) if count_entries(model) else model), None
    match key:
        case "left":
            return choosing.turn(model, -1)
        case "right":
            return choosing.turn(model, 1)
        case "enter":
            return _take(model)
        case "escape" if not model.places_before:
            return updates.noted(model, _("To leave the program, press q.")), None
        case "escape" | "backspace":
            return updates.back(model), None
        case _ if key.isdecimal():
            number = int(key) - 1  # a click points at a game, and takes the one that is pointed at
            return _take(model) if model.place.cursor == number else (_point_at_game(model, number), None)
        case _:
            return model, None


def _point_at_game(model: LobbyModel, number: int) -> LobbyModel:
    """Return a copy with the cursor at the listed game of this number, counted from 0, which is not taken.

    The lists change by themselves, and by now the number may be that of another game than the person has read.
    """
    match model.page:
        case LobbyPage.HOME:
            count = len(model.listings)
        case LobbyPage.OPEN_GAMES | LobbyPage.PAST_GAMES:
            count = count_entries(model)
        case _:
            count = 0
    return updates.pointing_at(model, number) if number < count else model


def _take_lettered(model: LobbyModel, letter: str) -> Taken:
    above = len(model.listings) if model.page is LobbyPage.HOME else 0
    for number, entry in enumerate(entries(model)):
        if entry.letter == letter:
            return _take(updates.pointing_at(model, above + number))
    return model, None


def _take(model: LobbyModel) -> Taken:
    """Take what is selected."""
    listing = model.pointed_at
    return choosing.take(model) if listing is None else _join(model, listing)


def _join(model: LobbyModel, listing: Listing) -> Taken:
    if model.last_pointed_at is None or not updates.is_same(model.last_pointed_at, listing):
        # No one has seen yet that this one is pointed at.
        again = _("To join {player}, press Enter again.")
        return updates.noted(model, again.format(player=quoted(listing.announcement.player_name))), None
    return choosing.join_listed(model, listing)


# A page to read.


def _press_reading(model: LobbyModel, key: str) -> LobbyModel:
    scrolled = scroll(key, model.place.scrolled, model.chapters)
    if scrolled is not None:
        return updates.scrolled_to(model, scrolled)
    return updates.back(model) if key in ("escape", "enter", "backspace") else model


# A line to type.


def _press_typing(model: LobbyModel, typed: str, key: str) -> Taken:
    match key:
        case "enter":
            return choosing.join_at(model, typed) if model.page is LobbyPage.JOIN else choosing.rename(model, typed)
        case "escape" if model.page is LobbyPage.JOIN:
            return updates.back(model), None
        case "escape":
            return updates.typing(model, None), None
        case _:
            line = edited(key, TypedLine(typed, model.place.behind))
            return (model if line is None else updates.typing(model, line.text, line.behind)), None
