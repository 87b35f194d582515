"""What the greedy bot judges in positions made by hand, and how it tells why."""

from __future__ import annotations

import string

import pytest
from attrs import evolve

from mandala_net.bots import GreedyBot
from mandala_net.bots.batch import start
from mandala_net.bots.reasons import CLAUSES, Clause
from mandala_protocol.games.game import Counts, View
from mandala_protocol.games.mandala import COLOURS, MANDALA, Colour, MandalaState
from mandala_protocol.games.mandala.colours import COLOUR_BY_LETTER
from mandala_protocol.games.mandala.invariants import verify_position
from mandala_protocol.games.mandala.state import Claiming, Mandala, Phase, Player, Turn, visible
from mandala_protocol.seats import Seat

TURN = Turn(Seat.HOST)
WE_CHOOSE = Claiming(Seat.HOST, 0, Seat.HOST)
ALL_CARDS = 108
SEALED = 2
HAND_OF_THE_OTHER = 4


def pile(letters: str) -> Counts:
    return tuple(letters.count(colour.letter) for colour in COLOURS)


def mandala(areas: str) -> Mandala:
    """The letters of the mountain, the host's field and the guest's, such as "ggk/y/rr"."""
    mountain, host, guest = map(pile, areas.split("/"))
    return Mandala(mountain, (host, guest))


def player(river_and_cup: str, hand: int) -> Player:
    """The letters of the river and of the claimed cards, such as "ro/rrr"."""
    river, claimed = river_and_cup.split("/")
    return Player(tuple(COLOUR_BY_LETTER[letter] for letter in river), pile(claimed), SEALED, hand)


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
) -> View[MandalaState]:
    """What the host sees; the draw pile has all cards that lie nowhere else."""
    players = (player(own, len(hand)), player(other, HAND_OF_THE_OTHER))
    mandalas = (mandala(mandala_0), mandala(mandala_1))
    state = MandalaState(Seat.HOST, phase, mandalas, players, 0, pile(""), triggered, 0)
    hidden = len(hand) + HAND_OF_THE_OTHER + 2 * SEALED
    state = evolve(state, draw_pile=ALL_CARDS - sum(visible(state)) - hidden)
    verify_position(state)
    return View(state, Seat.HOST, {"hand": pile(hand), "cup": pile(cup)})


def told(view: View[MandalaState]) -> tuple[str, str]:
    """The move and the sentence; the seed must not matter in positions that are clear."""
    answers = set()
    for seed in range(4):
        move, reason = GreedyBot(seed).explain(view)
        answers.add((MANDALA.format_move(move), str(reason)))
    (answer,) = answers
    return answer


