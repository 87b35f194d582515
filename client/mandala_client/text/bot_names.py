"""The names of our own bots, which the records have in English, in the language that is spoken."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from mandala_client.text.language import _
from mandala_net.match.news import GameEnded
from mandala_net.store.store import StoredGame
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.names import clean_name
from mandala_protocol.seats import Seat

IN_RECORDS: Final = {"random": "Random bot", "greedy": "Greedy bot"}
"""Under which name each of our bots plays, in every language."""


def bot_name(bot: str) -> str:
    """Return what a bot of ours ("random" or "greedy") is called."""
    match bot:
        case "random":
            return _("Random bot")
        case "greedy":
            return _("Greedy bot")
        case _:
            return bot


def name_in_record(name: str) -> str:
    """A player's name in a record, fit to be shown.

    A record does not say who is a bot: whoever plays under the name of a bot of ours is called as the bot is.
    """
    bot = next((bot for bot, recorded in IN_RECORDS.items() if recorded == name), None)
    return clean_name(name) if bot is None else bot_name(bot)


def opponent_name(game: StoredGame) -> str | None:
    """The other player's name in a game of ours, as it stands in the record if it is no bot; None if unknown."""
    return game.opponent_name if game.bot is None else bot_name(game.bot)


def with_bot_named(snapshot: Snapshot, bot: str) -> Snapshot:
    """The same with the other player called as this bot of ours is."""
    if snapshot.names is None:
        return snapshot
    own = snapshot.names[snapshot.seat]
    names = (own, bot_name(bot)) if snapshot.seat is Seat.HOST else (bot_name(bot), own)
    return evolve(snapshot, names=names)


def ended_with_bot_named(ended: GameEnded, bot: str) -> GameEnded:
    """Return how a game against this bot of ours ended, the bot called as it is here."""
    return ended if ended.snapshot is None else evolve(ended, snapshot=with_bot_named(ended.snapshot, bot))
