"""Worlds of Mandala that fit a view: the lean form, with the hidden cards dealt out by chance."""

from __future__ import annotations

import random

from mandala_net.bots.mandala.core import MandalaCore
from mandala_protocol.games.counts import counted, spread, union
from mandala_protocol.games.game import HAND, Counts, View
from mandala_protocol.games.mandala.colours import ALL_CARDS, COLOURS
from mandala_protocol.games.mandala.flow import CUP_START
from mandala_protocol.games.mandala.state import MandalaState, visible


def hidden_cards(view: View[MandalaState]) -> Counts:
    """The cards that the seat of the view cannot see: draw pile, the other player's hand and starting cards."""
    seen = union(visible(view.state), union(view.holdings[HAND], view.holdings["cup"]))
    return tuple(all_of_it - count for all_of_it, count in zip(ALL_CARDS, seen, strict=True))


def world(view: View[MandalaState], chance: random.Random) -> MandalaCore:
    """One of the worlds that fit the view, each as likely as any other. Later shuffles in it are by the same chance."""
    cards = list(spread(hidden_cards(view)))

    def shuffle(some: list[int]) -> None:
        some.sort(key=lambda _card: chance.random())

    shuffle(cards)
    size = view.state.players[view.seat.other].hand
    hand, cup, pile = cards[:size], cards[size : size + CUP_START], cards[size + CUP_START :]
    faces = len(COLOURS)
    hands = [view.holdings[HAND], counted(hand, faces)]
    cups = [view.holdings["cup"], counted(cup, faces)]
    if view.seat:
        hands.reverse()
        cups.reverse()
    return MandalaCore.of(view.state, hands, cups, pile, shuffle)
