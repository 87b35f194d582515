"""Taking or changing an entry: the next model, and what is asked of the program.

Both forms of the lobby have this in common: the full screen, where keys point at entries, and text mode, where
their words are typed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, assert_never

from attrs import evolve, frozen

from mandala_client.games.catalogue import GAMES
from mandala_client.screens.heard_games import unknown_game
from mandala_client.screens.lobby import lobby_model as updates
from mandala_client.screens.lobby.choices import (
    GoOn,
    HostGame,
    JoinAt,
    JoinListed,
    LearnGame,
    LobbyChoice,
    PlayAlone,
    Quit,
    WatchReplay,
)
from mandala_client.screens.lobby.entries import LANGUAGES, Menu, PageChoices, chosen_on, count_entries, pointed_setting
from mandala_client.screens.lobby.lobby_model import LobbyModel, LobbyPage, Waiting
from mandala_client.settings.settings import Settings
from mandala_client.text.language import Language, _, error_text
from mandala_client.text.player_names import needs_a_name
from mandala_client.text.quoting import quoted
from mandala_protocol.names import MAX_SHOWN_NAME, NO_NAME, clean_name

if TYPE_CHECKING:
    from mandala_net.discovery.listing import Listing


@frozen
class Save:
    """Keep these settings, and follow them at once."""

    settings: Settings


LobbyAct: TypeAlias = LobbyChoice | Save
"""The wishes that those around the lobby fulfil."""

Taken: TypeAlias = tuple[LobbyModel, LobbyAct | None]


def take(model: LobbyModel) -> Taken:
    """Take the entry that is pointed at. A game on the network is not taken here: see ``join_listed``."""
    cursor = model.place.cursor
    if cursor >= count_entries(model):
        return model, None
    match model.page:
        case LobbyPage.HOME:
            return _take_menu(model, list(Menu)[cursor - len(model.listings)])
        case LobbyPage.LANGUAGES:
            return choose_language(model, list(LANGUAGES.values())[cursor])
        case LobbyPage.OPEN_GAMES:
            return model, GoOn(model.open_games[cursor])
        case LobbyPage.PAST_GAMES:
            return model, WatchReplay(model.past_games[cursor].game)
        case _:
            return _take_setting(model)


def _take_menu(model: LobbyModel, line: Menu) -> Taken:
    page = line.value.page
    if page is None:
        return model, LearnGame(model.settings.game) if line is Menu.LEARN else Quit()
    opened = updates.opened(model, page)
    match page:
        case LobbyPage.JOIN:
            return updates.typing(opened, ""), None
        case LobbyPage.LANGUAGES:
            return updates.pointing_at(opened, list(LANGUAGES.values()).index(model.settings.language)), None
        case _:
            return opened, None


def _take_setting(model: LobbyModel) -> Taken:
    one = pointed_setting(model)
    if one is None:
        return start(model)
    return (updates.typing(model, one.now(model.settings) or ""), None) if one.typed else turn(model, 1)


def start(model: LobbyModel) -> Taken:
    """Begin with what is chosen on this page, if there is something to begin."""
    chosen = chosen_on(model)
    return model, None if isinstance(chosen, Settings) else chosen


def join_listed(model: LobbyModel, listing: Listing) -> Taken:
    """Join this game on the network, or resume ours that its host waits for; a note says why that cannot be."""
    from mandala_protocol.wire.messages import PROTOCOL_VERSION  # slow to import: not before the first screen

    announced = listing.announcement
    match model.waits_for(listing):
        case Waiting.FOR_US:
            game = model.game_of(listing)
            return (model, None) if game is None else (model, GoOn(game))
        case Waiting.PERHAPS_FOR_US:
            note = _("Your games have not been read yet. Try again in a moment.")
        case Waiting.FOR_SOMEBODY:
            note = _("{player} is waiting for someone else to resume a game. You cannot join.")
        case None if announced.game not in GAMES:
            return updates.noted(model, unknown_game(announced)), None
        case None if announced.protocol_version != PROTOCOL_VERSION:
            note = _("{player} has a different version of this program. Both players need the same version.")
        case None:
            return model, JoinListed(listing)
        case waiting:
            assert_never(waiting)
    return updates.noted(model, note.format(player=quoted(announced.player_name))), None


def join_at(model: LobbyModel, typed: str) -> Taken:
    """Join the game at an address that someone typed; a note says what is wrong with it."""
    from mandala_net.link.address import BadAddress, parse_address  # slow to import

    try:
        return model, JoinAt(parse_address(typed))
    except BadAddress as error:
        return updates.noted(model, error_text(error)), None


def rename(model: LobbyModel, typed: str) -> Taken:
    """Take the name that someone typed, or that of the account if it is empty; a note says what is wrong with it."""
    name = typed.strip()
    if len(name) > MAX_SHOWN_NAME:
        return updates.noted(model, _("A name has at most {count} characters.").format(count=MAX_SHOWN_NAME)), None
    if name and clean_name(name) == NO_NAME:
        return updates.noted(model, needs_a_name()), None
    settings = evolve(model.settings, name=clean_name(name) if name else None)
    return updates.typing(model, None), Save(settings)


def turn(model: LobbyModel, steps: int) -> Taken:
    """Turn the entry that is pointed at to its next value, or back to the one before if ``steps`` is negative."""
    one = pointed_setting(model)
    return (model, None) if one is None else choose(model, one.turned(chosen_on(model), steps))


def choose(model: LobbyModel, chosen: PageChoices) -> Taken:
    """Take what is chosen on this page now; settings that have changed are to be saved."""
    match chosen:
        case Settings():
            return model, None if chosen == model.settings else Save(chosen)
        case HostGame():
            return evolve(model, host=chosen, note=None), None
        case PlayAlone():
            return evolve(model, alone=chosen, note=None), None


def choose_language(model: LobbyModel, language: Language | None) -> Taken:
    """Speak this language from now on, None for that of the system; and back to where one was."""
    return updates.back(model), Save(evolve(model.settings, language=language))
