"""The lean form of Patterns beside the engine: whole games of several styles, equal after every move."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

import pytest

from mandala_net.bots.batch import start
from mandala_net.bots.patterns.core import PatternsCore
from mandala_net.bots.patterns.greedy_bot import PatternsGreedyBot
from mandala_protocol.games.patterns import (
    ALL_MOVES,
    PATTERNS,
    FlipTile,
    OpenGroup,
    PatternsMove,
    PatternsState,
    SwapTile,
)
from mandala_protocol.games.simulation import Simulation
from mandala_protocol.seats import Seat
from tests.portions import portion

Board: TypeAlias = Simulation[PatternsState, PatternsMove]
Taste: TypeAlias = Callable[[random.Random, Board, Sequence[PatternsMove]], PatternsMove]

NUMBERS: Final = {move: number for number, move in enumerate(ALL_MOVES)}


def by_chance(chance: random.Random, board: Board, moves: Sequence[PatternsMove]) -> PatternsMove:
    return chance.choice(moves)


def fondness(kind: type[PatternsMove]) -> Taste:
    """A taste for one kind of move, wherever it is possible."""

    def choose(chance: random.Random, board: Board, moves: Sequence[PatternsMove]) -> PatternsMove:
        return chance.choice([move for move in moves if isinstance(move, kind)] or moves)

    return choose


def greedy(chance: random.Random, board: Board, moves: Sequence[PatternsMove]) -> PatternsMove:
    """It looks ahead: the games are long."""
    assert board.to_move is not None
    return PatternsGreedyBot(chance.randrange(1000)).choose(board.view(board.to_move))


TASTES: Final = (by_chance, fondness(OpenGroup), fondness(FlipTile), fondness(SwapTile), by_chance, by_chance)

GREEDY: Final = 20
"""Every so many games are of greedy players, who take their time."""


def described(core: PatternsCore) -> dict[str, object]:
    """All that a position is."""
    return {name: getattr(core, name) for name in PatternsCore.__slots__}


def side_by_side(seed: int) -> str:
    """Play one game in both forms; return the reason for its end, and whether there were final flips."""
    chance = random.Random(seed)
    taste = TASTES[seed % len(TASTES)] if seed % GREEDY else greedy
    board = start(PATTERNS, seed, chance.choice(list(Seat)))
    core = PatternsCore(board.state)
    while legal := board.legal_moves():
        assert described(core) == described(PatternsCore(board.state)), seed
        assert sorted(core.legal_moves()) == [NUMBERS[move] for move in legal], seed
        move = taste(chance, board, legal)
        board.play(move)
        core.play(NUMBERS[move])
    stopped, result = board.state.stopped, board.result
    assert stopped is not None
    assert result is not None
    assert described(core) == described(PatternsCore(board.state)), seed
    assert core.over
    assert core.legal_moves() == []
    assert tuple(core.points) == result.scores, seed
    assert core.winner() == result.winner, seed
    return f"{stopped.termination.value} {'with' if stopped.final_flips else 'without'} flips"


@pytest.mark.portion
def test_games_of_several_styles_go_as_in_the_engine() -> None:
    """20,000 games in ``make soak``."""
    ends = Counter(map(side_by_side, portion(range(20_000), 100)))
    assert set(ends) == {"stuck with flips", "stuck without flips"}


def test_a_game_that_is_played_out_goes_as_move_by_move() -> None:
    for seed in range(40):
        core, chance = PatternsCore(start(PATTERNS, seed).state), random.Random(seed)
        for _ in range(seed):
            if moves := core.legal_moves():
                core.play(chance.choice(moves))
        twin, drawn = core.copy(), random.Random(seed)
        core.play_out(random.Random(seed).random)
        while moves := twin.legal_moves():
            twin.play(moves[int(drawn.random() * len(moves))])
        assert described(core) == described(twin), seed


def test_a_copy_is_played_on_by_itself() -> None:
    core = PatternsCore(start(PATTERNS, 1).state)
    before = repr(described(core))
    twin, chance = core.copy(), random.Random(1)
    while moves := twin.legal_moves():
        twin.play(chance.choice(moves))
    assert twin.over
    assert repr(described(core)) == before
