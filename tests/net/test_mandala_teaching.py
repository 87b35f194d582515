"""The teacher of Mandala: chances that are counted, margins that are expected, and blame that is proven."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from statistics import mean
from typing import Any, Final

from mandala_net.bots.batch import start
from mandala_net.bots.catalogue import make_bot
from mandala_net.bots.mandala.blame import proof_of
from mandala_net.bots.mandala.core import MandalaCore
from mandala_net.bots.mandala.features import known_lead
from mandala_net.bots.mandala.look_ahead import LIKELIHOOD
from mandala_net.bots.mandala.teaching import mandala_teacher
from mandala_net.bots.mandala.trained_weights import win_chance
from mandala_net.bots.mandala.worlds import hidden_cards, world
from mandala_net.bots.teacher import taught
from mandala_protocol.games.game import View
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.games.mandala.moves import ALL_MOVES
from mandala_protocol.games.simulation import Simulation
from mandala_protocol.seats import Seat
from tests.narrowing import present

COLOURS: Final = range(6)


def moments(bot: str, seed: int) -> Iterator[Simulation[Any, Any]]:
    """A game of a bot against itself, before each of its moves."""
    simulation = start(MANDALA, seed)
    bots = make_bot("mandala", bot, 2 * seed), make_bot("mandala", bot, 2 * seed + 1)
    while (seat := simulation.to_move) is not None:
        yield simulation
        simulation.play(bots[seat].choose(simulation.view(seat)))


def with_starting_cards(view: View[Any], first: int, second: int) -> MandalaCore:
    """A world in which the other player has these two."""
    core = world(view, random.Random(0))
    pocket = 6 * int(view.seat.other)
    core.sealed[pocket : pocket + 6] = [0] * 6
    core.sealed[pocket + first] += 1
    core.sealed[pocket + second] += 1
    return core


def last_forced_claims() -> Iterator[View[Any]]:
    """Views with a single move, after which the game is over."""
    for seed in range(40):
        for simulation in moments("medium", seed):
            seat = present(simulation.to_move)
            view = simulation.view(seat)
            moves = MANDALA.legal_moves(view)
            if len(moves) == 1:
                core = world(view, random.Random(0))
                core.play(ALL_MOVES.index(moves[0]))
                if core.reason:
                    yield view


def test_where_only_starting_cards_are_unknown_every_two_of_them_count() -> None:
    looked_at = 0
    for view in islice(last_forced_claims(), 6):
        hidden, (move,) = hidden_cards(view), MANDALA.legal_moves(view)
        chance = margin = ways = 0.0
        for first in COLOURS:
            for second in COLOURS:
                weight = float(hidden[first] * (hidden[second] - (first == second)))
                if weight:
                    core = with_starting_cards(view, first, second)
                    core.play(ALL_MOVES.index(move))
                    for colour in (first, second):
                        weight *= LIKELIHOOD[core.slots[6 * int(view.seat.other) + colour]]
                    winner, own = core.winner(), int(view.seat)
                    chance += weight * (0.5 if winner is None else float(winner == own))
                    margin += weight * (core.points(own) - core.points(1 - own))
                    ways += weight
        told = mandala_teacher().forecast(view)
        assert abs(told.chance - chance / ways) < 1e-9
        assert abs(told.margin - margin / ways) < 1e-9
        looked_at += 1
    assert looked_at == 6


def test_near_the_end_the_margin_said_is_nearer_than_the_score_as_it_stands() -> None:
    said, standing = [], []
    for seed in range(8):
        views = []
        for simulation in moments("medium", seed):
            views += [simulation.view(seat) for seat in Seat]
        scores = present(simulation.result).scores
        for view in views[-8:]:
            margin = scores[view.seat] - scores[view.seat.other]
            said.append(abs(mandala_teacher().forecast(view).margin - margin))
            standing.append(abs(known_lead(world(view, random.Random(0)), int(view.seat)) - margin))
    assert mean(said) < mean(standing) - 2


def test_who_plays_as_the_hint_says_is_hardly_ever_blamed() -> None:
    blamed = positions = 0
    for number, simulation in enumerate(moments("easy", 5)):
        seat = present(simulation.to_move)
        if number % 9 == 0:
            view = simulation.view(seat)
            blamed += taught(MANDALA, mandala_teacher(), view, mandala_teacher().advise(view)).given_away > 0
            positions += 1
    assert positions > 8
    assert blamed <= 1


def test_a_move_proven_worse_than_another_is_not_better_and_no_move_is_worse_than_itself() -> None:
    judge, source, proven = win_chance(), random.Random(3), 0
    for number, simulation in enumerate(moments("easy", 9)):
        view = simulation.view(present(simulation.to_move))
        moves = [ALL_MOVES.index(move) for move in MANDALA.legal_moves(view)]
        if number % 9 or len(moves) < 2:
            continue
        one, other = source.sample(moves, 2)
        assert proof_of(judge, view, one, one) is None
        proof = proof_of(judge, view, one, other)
        if proof is not None:
            proven += 1
            after_one, after_other = proof
            assert after_one.chance > after_other.chance
            assert proof_of(judge, view, other, one) is None
    assert proven > 1


def test_the_blunders_of_random_play_are_blamed() -> None:
    costs = []
    source = random.Random(2)
    for number, simulation in enumerate(moments("medium", 8)):
        seat = present(simulation.to_move)
        if number % 8 == 0:
            view = simulation.view(seat)
            judged = taught(MANDALA, mandala_teacher(), view, source.choice(MANDALA.legal_moves(view)))
            costs.append(present(judged.before).in_100 - present(judged.after).in_100)
    assert sum(cost >= 5 for cost in costs) > 2
