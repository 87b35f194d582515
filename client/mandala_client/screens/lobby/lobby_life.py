"""The life of the lobby besides what the person does, within trio: reading and listening."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import Final, NoReturn

import trio

from mandala_client.screens.lobby import lobby_model as updates
from mandala_client.screens.lobby.lobby_model import LobbyModel, Surroundings, Update
from mandala_client.settings.settings import Settings
from mandala_client.text.language import error_text
from mandala_client.text.sorry import Sorry

LISTEN_AGAIN_SECONDS: Final = 10.0
"""Seconds until listening is tried again where nothing can be heard: a network may have come up."""


async def read_and_listen(
    around: Surroundings,
    now: Callable[[], LobbyModel],
    change: Callable[[Update], None],
    renamed: trio.MemoryReceiveChannel[None],
) -> None:
    """Give ``change`` the news that reach a lobby, until cancelled; ``now`` gives the lobby of now.

    This player's things are read again each time that the player was ``renamed``.
    """
    # zeroconf is slow to import: in a thread, so that keys are heard meanwhile.
    await trio.to_thread.run_sync(discovery)
    change(await own_things(around, now().settings))  # it has the players whom no flood of games may hide
    async with trio.open_nursery() as nursery:
        nursery.start_soon(partial(listen, change, lambda: now().known_keys, local=around.local))
        async for _ in renamed:
            change(await own_things(around, now().settings))


async def own_things(around: Surroundings, settings: Settings) -> Update:
    """Read this player's own things; or why they cannot be read."""
    try:
        archive = await trio.to_thread.run_sync(around.read, settings)
    except Sorry as error:
        return partial(updates.unreadable, reason=error.message)
    return partial(updates.with_archive, archive=archive)


async def listen(change: Callable[[Update], None], known: Callable[[], frozenset[str]], *, local: bool) -> NoReturn:
    """Follow the games on the network, or on this machine only, until cancelled.

    ``known`` gives the fingerprints of the players who have places of their own among all that is announced.
    """
    heard = await trio.to_thread.run_sync(discovery)
    from mandala_net.discovery.browser import Favoured  # as slow, but imported by now

    reach = heard.Reach.kept(local=local)
    while True:
        try:
            favoured = Favoured(known())
            async with heard.browse(reach, favoured) as browser, trio.open_nursery() as nursery:
                nursery.start_soon(_stop_searching, change, heard.SEARCH_SECONDS)
                while True:
                    heard_now = partial(updates.with_listings, listings=browser.listings, more=browser.hides_some)
                    change(heard_now)
                    await browser.wait_changed()
        except heard.DiscoveryUnavailable as error:
            change(partial(updates.deafened, reason=error_text(error)))
        await trio.sleep(LISTEN_AGAIN_SECONDS)


async def _stop_searching(change: Callable[[Update], None], seconds: float) -> None:
    await trio.sleep(seconds)
    change(updates.searched)


def discovery() -> ModuleType:
    """The module that finds games on the network; slow when it is imported first, so to be called in a thread."""
    return import_module("mandala_net.discovery.dns_sd")
