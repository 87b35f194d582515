"""The names of our own bots, which the records have in English, in the language that is spoken."""

from __future__ import annotations

from attrs import evolve

from mandala_client.language import _
from mandala_net.news import Ended
from mandala_protocol.seats import Seat
from mandala_protocol.snapshot import Snapshot


def bot_name(bot: str) -> str:
    """What a bot of ours ("random" or "greedy") is called."""
    match bot:
        case "random":
            return _("Random bot")
        case "greedy":
            return _("Greedy bot")
        case _:
            return bot


def with_bot_named(snapshot: Snapshot, bot: str) -> Snapshot:
    """The same with the other player called as this bot of ours is."""
    if snapshot.names is None:
        return snapshot
    own = snapshot.names[snapshot.seat]
    names = (own, bot_name(bot)) if snapshot.seat is Seat.HOST else (bot_name(bot), own)
    return evolve(snapshot, names=names)


def ended_with_bot_named(ended: Ended, bot: str) -> Ended:
    """How a game against this bot of ours ended, the bot called as it is here."""
    return ended if ended.snapshot is None else evolve(ended, snapshot=with_bot_named(ended.snapshot, bot))
