"""A game of Mandala as the store keeps it, to be changed for each test."""

from __future__ import annotations

from typing import Final

from mandala_net.store.store import State, StoredGame
from mandala_protocol.seats import Seat

WON_BY_HOST: Final = StoredGame(
    row=1,
    seat=Seat.HOST,
    peer=bytes(32),
    begun=0,
    ended=None,
    state=State.FINISHED,
    settled=True,
    entries=40,
    moves=20,
    game="mandala",
    proposal=bytes(32),
    game_id=bytes.fromhex("1f2e3d4c" + "00" * 28),
    names=("Anna", "Ben"),
    grace=0,
    reason="river",
    scores=(30, 10),
    winner=Seat.HOST,
    address=None,
    bot=None,
)
"""A game that Anna, the host, has won by 30 to 10, as her program keeps it."""
