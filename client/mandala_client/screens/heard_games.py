"""The list of the games that are heard on the network, for the lobby and for whoever chooses one of several."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from mandala_client.text.language import _
from mandala_client.text.quoting import quoted
from mandala_client.ui.blocks.tables import Column, Layout, Table

if TYPE_CHECKING:
    from mandala_net.discovery.listing import Announcement, Listing


def heard_games(
    listings: Sequence[Listing], what: Callable[[Listing], str], briefly: Callable[[Listing], str], *, with_key: bool
) -> Table[Listing]:
    """Return who on which machine, ``what`` is played or waited for, and the key if it is wanted.

    Where there is no room the key is left out, and what is waited for is said ``briefly``.
    """
    who = _("{player} on {machine}")
    columns: tuple[Column[Listing], ...] = (
        Column(
            "who", text=lambda row: who.format(player=row.announcement.player_name, machine=row.announcement.host_name)
        ),
        Column("what", text=what),
        Column("briefly", text=briefly),
        Column("key", text=lambda row: row.announcement.fingerprint),
    )
    layouts = (Layout(("who", "what", "key"), "who", least=12), Layout(("who", "briefly"), "who"))
    without_key = (Layout(("who", "what"), "who"),)
    return Table(columns, listings, layouts if with_key else without_key)


def unknown_game(announced: Announcement) -> str:
    """Return the sentence about a game that only a newer program knows."""
    text = _("{player} is playing {game}. This program does not know it: update it, or ask for another game.")
    return text.format(player=quoted(announced.player_name), game=quoted(announced.game))


def more_announced() -> str:
    """Return the sentence for a list of games that leaves some out."""
    return _("More games are announced on this network than are shown here.")
