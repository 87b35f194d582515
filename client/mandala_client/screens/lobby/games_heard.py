"""The games that are heard on the network, a line for each."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, assert_never

from mandala_client.games.catalogue import title_of
from mandala_client.screens.heard_games import heard_games
from mandala_client.screens.lobby.lobby_model import LobbyModel, Waiting
from mandala_client.text.language import _
from mandala_client.text.quoting import quoted
from mandala_client.ui.style import Look

if TYPE_CHECKING:
    from mandala_net.discovery.listing import Listing


def listing_lines(model: LobbyModel, width: int, look: Look, *, with_key: bool = True) -> list[str]:
    """A line for each game that is heard."""
    what, briefly = partial(_what, model, brief=False), partial(_what, model, brief=True)
    table = heard_games(model.listings, what, briefly, with_key=with_key)
    return table.lines(width, look.ellipsis, headed=False)


def listing_details(model: LobbyModel, listing: Listing) -> str:
    """All about a game that is heard, in a sentence or two; what it calls itself is quoted, as that can be anything."""
    announced = listing.announcement
    match model.waits_for(listing):
        case Waiting.FOR_US:
            sentence = _("{player} on {machine} is waiting for you to resume your game. Key: {key}")
        case Waiting.PERHAPS_FOR_US:
            sentence = _("{player} on {machine} is waiting to resume a game. Key: {key}")
        case Waiting.FOR_SOMEBODY:
            sentence = _("{player} on {machine} is waiting for someone else to resume a game. Key: {key}")
        case None:
            sentence = _("{player} on {machine} is waiting for a guest to play {game}. Key: {key}")
        case waiting:
            assert_never(waiting)
    text = sentence.format(
        player=quoted(announced.player_name),
        machine=quoted(announced.host_name),
        game=title_of(announced.game),
        key=announced.fingerprint,
    )
    if (known := model.known_by_other_name(listing)) is not None:
        same_key = _("You know this key as that of {name}.")
        text = f"{text} {same_key.format(name=quoted(known))}"
    return f"{model.caution(listing)} {text}".lstrip()


def _what(model: LobbyModel, listing: Listing, *, brief: bool) -> str:
    match model.waits_for(listing):
        case Waiting.FOR_US:
            return _("resume") if brief else _("waiting for you to resume")
        case Waiting.PERHAPS_FOR_US:
            return _("waiting") if brief else _("waiting to resume a game")
        case Waiting.FOR_SOMEBODY:
            return _("taken") if brief else _("waiting for someone else")
        case None if model.caution(listing):
            return _("warning!")
        case None:
            return title_of(listing.announcement.game)
