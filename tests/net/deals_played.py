"""Deals with results that are made up, for those who count them."""

from __future__ import annotations

import random

from mandala_net.bots.batch import DealPlayed, GamePlayed
from mandala_net.bots.win_share import WinShare
from mandala_protocol.games.mandala.state import MandalaEnd

BOTH, MORE, ONE_EACH, HALF, NONE = 4, 3, 2, 1, 0
"""What the one has of the two games of a deal, in halves of a game."""


def deal_of(halves: int, seed: int = 0) -> DealPlayed:
    """A deal of whose games the one has so many halves."""
    first = min(halves, 2)
    return DealPlayed(seed, (_game(first), _game(halves - first)))


def _game(halves: int) -> GamePlayed:
    return GamePlayed((10 * halves, 10 * (2 - halves)), (1, None, 0)[halves], MandalaEnd.DECK, ((0.001,), (0.002,)))


def share_of(*halves: int) -> WinShare:
    """The share that comes of these deals."""
    share = WinShare()
    for halve in halves:
        share = share.after(halve)
    return share


def halves_by_chance(chance: random.Random, strength: float, luck: float) -> int:
    """What the one has of a deal: with the chance ``luck`` the cards alone decide, so each wins one of the games."""
    if chance.random() < luck:
        return ONE_EACH
    return 2 * sum(chance.random() < strength for _ in range(2))
