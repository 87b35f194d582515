"""Resuming a game of the store: the other player is looked for, and the game played to its end."""

from __future__ import annotations

from contextlib import suppress

import trio

from mandala_net.link.listener import Listener
from mandala_net.match.admission import Introduction, PeerInfo
from mandala_net.match.news import GameEnded
from mandala_net.match.setup import (
    Audience,
    MatchSetup,
    OwnSide,
    PlayerTask,
    ended_as,
    old_match,
    reconnect_of,
    run_match,
)
from mandala_net.player.profile import Profile
from mandala_net.store.store import StoredGame, StoreError
from mandala_protocol.seats import Seat


async def resume(
    profile: Profile,
    stored: StoredGame,
    audience: Audience,
    player: PlayerTask,
    setup: MatchSetup | None = None,
    listener: Listener | None = None,
) -> GameEnded:
    """Resume a game: find the other player or be found, and play it to its end.

    The game must be locked (``game_lock.lock_game``). With a ``listener`` it can be joined there at once. Raises
    ``StoreError``.
    """
    setup = setup or MatchSetup()
    match = await old_match(profile, stored, audience, setup)
    if setup.bot is None:
        await _remember_after_all(profile, stored)
    match.saved_session.show()
    reconnect = reconnect_of(OwnSide(profile, audience, player, setup), match, listener)
    async with trio.open_nursery() as nursery:
        if listener is not None:
            nursery.start_soon(reconnect.serve, listener)
        outcome = await run_match(match, player, reconnect)
        nursery.cancel_scope.cancel()
    return await ended_as(profile, match, outcome)


async def _remember_after_all(profile: Profile, stored: StoredGame) -> None:
    """Keep the key that an open game is with, if it was begun before that was done at once.

    Whether a host was asked about its guest is not known then.
    """
    if stored.game_id is None or stored.opponent_name is None:
        return
    introduction = Introduction(profile, stored.peer, asked=stored.seat is Seat.GUEST)
    introduced = await trio.to_thread.run_sync(introduction.introduce, stored.opponent_name)
    if isinstance(introduced, PeerInfo) and introduced.known_as is None and not introduced.takes_over:
        introduction.welcome(introduced)
        with suppress(StoreError):
            await trio.to_thread.run_sync(introduction.keep)
