"""Views laid by hand, as a bot sees them."""

from __future__ import annotations

from attrs import evolve

from mandala_protocol.games.game import View
from mandala_protocol.games.mandala import MandalaState
from mandala_protocol.games.mandala.invariants import verify_position
from mandala_protocol.games.mandala.state import Claiming, Phase, PlayerArea, Turn, visible
from mandala_protocol.seats import Seat
from tests.positions import mandala, pile, river

TURN = Turn(Seat.HOST)
WE_CHOOSE = Claiming(Seat.HOST, 0, Seat.HOST)
ALL_CARDS = 108
SEALED = 2
HAND_OF_THE_OTHER = 4


def player(river_and_cup: str, hand: int) -> PlayerArea:
    """The letters of the river and of the claimed cards, such as "ro/rrr"."""
    colours, claimed = river_and_cup.split("/")
    return PlayerArea(river(colours), pile(claimed), SEALED, hand)


def view_of(
    mandala_0: str,
    mandala_1: str = "r//",
    *,
    hand: str = "kk",
    cup: str = "ro",
    own: str = "/",
    other: str = "/",
    phase: Phase = TURN,
    triggered: bool = False,
    discard: str = "",
) -> View[MandalaState]:
    """The host's view; the draw pile has all cards that are nowhere else."""
    players = (player(own, len(hand)), player(other, HAND_OF_THE_OTHER))
    mandalas = (mandala(mandala_0), mandala(mandala_1))
    state = MandalaState(Seat.HOST, phase, mandalas, players, 0, pile(discard), triggered, 0)
    hidden = len(hand) + HAND_OF_THE_OTHER + 2 * SEALED
    state = evolve(state, draw_pile=ALL_CARDS - sum(visible(state)) - hidden)
    verify_position(state)
    return View(state, Seat.HOST, {"hand": pile(hand), "cup": pile(cup)})
