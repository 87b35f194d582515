"""Bots over whole games: always legal, from the view alone, repeatable, of clearly different strength, and they end."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache, partial
from typing import Any, cast

import pytest
from attrs import evolve

from mandala_net.bots.batch import BatchTally, play_deals, seeded_shuffle, start
from mandala_net.bots.catalogue import bot_names, make_bot, two_bots
from mandala_net.bots.random_bot import RandomBot
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.games.counts import counted, spread, union
from mandala_protocol.games.game import Counts, View
from mandala_protocol.games.mandala import COLOURS, MANDALA, MandalaMove, MandalaState
from mandala_protocol.games.mandala.state import MandalaEnd
from mandala_protocol.games.simulation import Simulation
from mandala_protocol.seats import Seat
from tests.portions import takes_all

BOT_NAMES = bot_names(MANDALA.name)
mandala_bot = partial(make_bot, MANDALA.name)

STRIDES = {"hard": 60}
"""A bot that takes its time looks at one of so many positions; the others at all, or at every second."""

MandalaSimulation = Simulation[MandalaState, MandalaMove]


@cache
def positions_of(seed: int) -> tuple[MandalaSimulation, ...]:
    """Every position of one game in which some move at random follows some move of the greedy bot; for all bots."""
    simulation: MandalaSimulation = start(MANDALA, seed)
    source = random.Random(seed)
    bots = (mandala_bot("greedy", seed), mandala_bot("random", seed))
    positions = []
    while (seat := simulation.to_move) is not None:
        positions.append(simulation.copy(seeded_shuffle(seed)))
        simulation.play(source.choice(bots).choose(simulation.view(seat)))
    return tuple(positions)


def own_view(simulation: MandalaSimulation) -> View[MandalaState]:
    """The view of the seat to move."""
    seat = simulation.to_move
    assert seat is not None
    return simulation.view(seat)


def with_other_hidden_cards(simulation: MandalaSimulation, seed: int) -> MandalaSimulation:
    """The same to the seat that is to move: what it cannot see is mixed anew."""
    seat = simulation.to_move
    assert seat is not None
    other = simulation.holdings[seat.other]
    hidden: Counts = counted(simulation.draw_pile, len(COLOURS))
    for cards in other.values():
        hidden = union(hidden, cards)
    mixed = list(spread(hidden))
    random.Random(seed).shuffle(mixed)
    dealt = {}
    for name, cards in other.items():
        dealt[name] = counted(mixed[: sum(cards)], len(COLOURS))
        mixed = mixed[sum(cards) :]
    own = simulation.holdings[seat]
    holdings = (own, dealt) if seat is Seat.HOST else (dealt, own)
    return Simulation(MANDALA, simulation.state, mixed, holdings, simulation.shuffle)


def batch(one: str, other: str, deals: int) -> BatchTally:
    return BatchTally.of(play_deals(MANDALA, *two_bots(MANDALA.name, one, other), range(deals)))


def wins(tally: BatchTally) -> tuple[int, int]:
    return tally.bots[0].wins, tally.bots[1].wins


@pytest.mark.parametrize("name", BOT_NAMES)
def test_a_bot_chooses_a_legal_move_and_leaves_the_position_as_it_is(name: str) -> None:
    bot = mandala_bot(name, 1)
    seen: Counter[type] = Counter()
    for seed in range(3):
        for simulation in positions_of(seed)[seed :: STRIDES.get(name, 1)]:
            view = own_view(simulation)
            before = simulation.state, simulation.holdings, simulation.draw_pile
            move = bot.choose(view)
            assert (simulation.state, simulation.holdings, simulation.draw_pile) == before
            MANDALA.check(view, move)
            assert move in MANDALA.legal_moves(view)
            simulation.copy(seeded_shuffle(seed)).play(move)  # holds the cards, too
            seen[type(move)] += 1
    assert len(seen) == 4 or name in STRIDES, "some kind of move was never made"


@pytest.mark.parametrize("name", BOT_NAMES)
def test_a_bot_uses_nothing_that_its_view_does_not_show(name: str) -> None:
    different = looked_at = 0
    for seed in range(2):
        for number, simulation in enumerate(positions_of(seed)[seed :: STRIDES.get(name, 2)]):
            looked_at += 1
            mixed = with_other_hidden_cards(simulation, number)
            seat = simulation.to_move
            assert seat is not None
            different += mixed.holdings[seat.other] != simulation.holdings[seat.other]
            assert mandala_bot(name, 3).choose(mixed.view(seat)) == mandala_bot(name, 3).choose(simulation.view(seat))
    assert different > looked_at / 2


def moves_of_a_game(name: str, seed: int) -> list[str]:
    """Both seats, on the same cards whatever the seed."""
    simulation: MandalaSimulation = start(MANDALA, 77)
    bots = (mandala_bot(name, seed), mandala_bot(name, seed + 1))
    moves = []
    while (seat := simulation.to_move) is not None:
        move: MandalaMove = bots[seat].choose(simulation.view(seat))
        moves.append(MANDALA.format_move(move))
        simulation.play(move)
    return moves


@pytest.mark.parametrize("name", ["random", "easy", "greedy"])
def test_the_same_seed_plays_the_same_game_and_another_seed_another(name: str) -> None:
    assert moves_of_a_game(name, 5) == moves_of_a_game(name, 5)
    assert any(moves_of_a_game(name, 5) != moves_of_a_game(name, seed) for seed in (6, 7, 8))


def test_the_random_bot_makes_every_legal_move_about_equally_often() -> None:
    view = own_view(start(MANDALA, 2))
    legal = MANDALA.legal_moves(view)
    counts = Counter(RandomBot(MANDALA, seed).choose(view) for seed in range(200 * len(legal)))
    assert set(counts) == set(legal)
    assert all(140 < count < 260 for count in counts.values())  # over four standard deviations


@pytest.mark.portion
def test_greedy_beats_random_in_100_of_100_games() -> None:
    deals = 50 if takes_all() else 10
    tally = batch("greedy", "random", deals)
    assert (tally.games, wins(tally)) == (2 * deals, (2 * deals, 0))
    assert tally.is_beyond_chance


@pytest.mark.portion
def test_greedy_against_greedy_ends_by_pile_or_river_and_favours_nobody() -> None:
    tally = batch("greedy", "greedy", 50 if takes_all() else 10)
    assert set(tally.terminations) == {MandalaEnd.DECK, MandalaEnd.RIVER}
    assert tally.terminations[MandalaEnd.RIVER] > tally.terminations[MandalaEnd.DECK]
    assert not tally.is_beyond_chance


@pytest.mark.portion
def test_random_against_random_ends_and_favours_nobody() -> None:
    tally = batch("random", "random", 100 if takes_all() else 15)
    assert set(tally.terminations) == {MandalaEnd.DECK, MandalaEnd.RIVER}
    assert tally.terminations[MandalaEnd.DECK] > tally.terminations[MandalaEnd.RIVER]
    assert not tally.is_beyond_chance


@pytest.mark.parametrize("name", BOT_NAMES)
def test_a_bot_refuses_a_view_whose_seat_is_not_to_move(name: str) -> None:
    simulation = start(MANDALA, 1)
    with pytest.raises(ValueError, match="not to move"):
        mandala_bot(name, 1).choose(simulation.view(Seat.GUEST))


def test_bots_are_made_by_name() -> None:
    assert [mandala_bot(name, 1).name for name in BOT_NAMES] == list(BOT_NAMES)
    assert BOT_NAMES == ("random", "easy", "greedy", "medium", "hard")
    with pytest.raises(ValueError, match="no bot called clever"):
        mandala_bot("clever", 1)


def test_the_greedy_bot_plays_mandala_alone_and_the_random_bot_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    other_game: Any = evolve(cast(Any, MANDALA), name="another game")
    monkeypatch.setitem(GAMES, other_game.name, other_game)
    assert bot_names(other_game.name) == ("random",)
    assert make_bot(other_game.name, "random", 1).name == "random"
    with pytest.raises(ValueError, match="no bot called greedy for another game"):
        make_bot(other_game.name, "greedy", 1)
