"""What the lobby needs of the program around it, and what comes to it beside what the person does."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import Final, NoReturn, TypeAlias

import trio
from attrs import frozen

from mandala_client.screens.lobby import lobby_model as updates
from mandala_client.screens.lobby.lobby_model import LobbyModel, Shelf
from mandala_client.settings.settings import Settings
from mandala_client.text.language import told
from mandala_client.text.sorry import Sorry

LISTEN_AGAIN_SECONDS: Final = 10.0
"""When nothing can be heard, how long until it is tried again: a network may have come up."""

Update: TypeAlias = Callable[[LobbyModel], LobbyModel]
"""What something that has come makes of the lobby."""


@frozen
class Surroundings:
    """What the lobby needs of the program around it.

    ``read``: this player's own things, under the name that the settings have; called in a thread, raises ``Sorry``.
    ``save``: keep the settings and follow them, those before given first; raises ``Sorry`` if they cannot be kept.
    ``local``: look for games on this machine only.
    """

    read: Callable[[Settings], Shelf]
    save: Callable[[Settings, Settings], None]
    local: bool = False


async def own_things(around: Surroundings, settings: Settings) -> Update:
    """Read this player's own things; or why they cannot be read."""
    try:
        shelf = await trio.to_thread.run_sync(around.read, settings)
    except Sorry as error:
        return partial(updates.unreadable, reason=error.message)
    return partial(updates.with_shelf, shelf=shelf)


async def listen(change: Callable[[Update], None], *, local: bool) -> NoReturn:
    """Follow the games on the network, or on this machine only, until cancelled."""
    heard = await trio.to_thread.run_sync(discovery)
    reach = heard.Reach.kept(local=local)
    while True:
        try:
            async with heard.browse(reach) as browser, trio.open_nursery() as nursery:
                nursery.start_soon(_stop_searching, change, heard.SEARCH_SECONDS)
                while True:
                    change(partial(updates.with_listings, listings=browser.listings))
                    await browser.wait_changed()
        except heard.DiscoveryUnavailable as error:
            change(partial(updates.deafened, reason=told(error)))
        await trio.sleep(LISTEN_AGAIN_SECONDS)


async def _stop_searching(change: Callable[[Update], None], seconds: float) -> None:
    await trio.sleep(seconds)
    change(updates.searched)


def discovery() -> ModuleType:
    """The module that finds games on the network; slow when it is imported first, so to be called in a thread."""
    return import_module("mandala_net.discovery.dns_sd")
