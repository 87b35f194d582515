"""How likely a tie by cups is in a game of Mandala: the chance that the tester reads from position lines is exact."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import permutations
from typing import Any

import pytest

from mandala_conformance.mandala_tie import chance_of_tie
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.games.counts import spread, union
from mandala_protocol.games.game import HAND, Counts, Face
from mandala_protocol.games.mandala.colours import ALL_CARDS
from mandala_protocol.games.mandala.scoring import seat_score
from mandala_protocol.games.mandala.state import MandalaState, visible
from mandala_protocol.games.simulation import Simulation
from mandala_protocol.seats import Seat


def counted(simulation: Simulation[MandalaState, Any], seat: Seat) -> float:
    """The chance of a tie by cups, counted over all pairs of cards that can be hidden in the other cup."""
    state, held = simulation.state, simulation.holdings[seat]
    own, other = (state.players[one] for one in (seat, seat.other))
    known = union(union(visible(state), held[HAND]), held["cup"])
    hidden = list(spread(tuple(all_of - some for all_of, some in zip(ALL_CARDS, known, strict=True))))
    mine = seat_score(own.river, union(own.claimed, held["cup"]))
    pairs = list(permutations(hidden, 2))
    ties = 0
    for pair in pairs:
        theirs = seat_score(other.river, union(other.claimed, tuple(pair.count(face) for face in range(6))))
        ties += theirs.total == mine.total and theirs.cup != mine.cup
    return ties / len(pairs)


def test_E6_the_chance_of_a_tie_is_that_of_the_cards_that_can_be_hidden() -> None:
    chance = random.Random(0)

    def shuffled(faces: Counts) -> Sequence[Face]:
        cards = list(spread(faces))
        chance.shuffle(cards)
        return cards

    chances: list[float] = []
    simulation = Simulation.start(GAMES["mandala"], Seat.HOST, bytes(32), shuffled)
    while (seat := simulation.to_move) is not None:
        if simulation.game.format_move(simulation.legal_moves()[0]).startswith("K"):
            view = simulation.view(seat)
            chances.append(chance_of_tie(view, simulation.game.position(view.state)))
            assert chances[-1] == pytest.approx(counted(simulation, seat))
        simulation.play(chance.choice(simulation.legal_moves()))
    assert any(chances)
