"""Resuming a game here that another program of the player has open."""

from __future__ import annotations

import trio

from mandala_client.play.frontend import Frontend
from mandala_client.records.library import resumable_game
from mandala_client.sentences.outcomes import fact
from mandala_client.sentences.status_text import game_digits
from mandala_client.text.language import _
from mandala_net.match.game_lock import GameInUse, open_elsewhere, take_over
from mandala_net.player.profile import Profile
from mandala_net.store.store import StoredGame


async def taken_over(frontend: Frontend, profile: Profile, stored: StoredGame, in_use: GameInUse) -> StoredGame:
    """End the program that has the game open, if the person wants that; the game as that program has left it.

    Raises ``in_use`` if the person does not want that or the program is not known, ``Sorry`` if the game is over now.
    """
    holder = in_use.holder
    if holder is None:
        raise in_use
    if not await frontend.agrees([fact(open_elsewhere(holder))], _("End that program, and resume the game here?")):
        raise in_use
    frontend.status(_("Waiting for the other program to end …"))
    await take_over(profile.paths.locks, stored.row, holder)
    return await trio.to_thread.run_sync(resumable_game, profile, game_digits(stored, 64))
