"""The levels of both games: legal, repeatable, from the view alone, each stronger than the one below."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import pytest

from mandala_net.bots.batch import BatchTally, play, play_deals, start
from mandala_net.bots.catalogue import bot_names, make_bot, two_bots
from mandala_net.bots.mandala.level_bots import MandalaLevelBot
from mandala_net.bots.mandala.look_ahead import Effort
from mandala_net.bots.mandala.trained_weights import win_chance
from mandala_net.bots.patterns.level_bots import PatternsLevelBot
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.games.game import Game

LEVELS = ("easy", "medium", "hard")

QUICK = Effort(candidates=3, worlds=2, turns=2)
"""A search as that of the hard level, and much shorter."""


def searcher(game: str, seed: int) -> Any:
    if game == "mandala":
        return MandalaLevelBot("quick", QUICK, win_chance(), seed)
    return PatternsLevelBot("quick", 40, seed)


@pytest.fixture(params=list(GAMES))
def game(request: pytest.FixtureRequest) -> Game[Any, Any]:
    return GAMES[request.param]


def test_the_levels_are_bots_of_each_game_from_weak_to_strong(game: Game[Any, Any]) -> None:
    names = [name for name in bot_names(game.name) if name in LEVELS]
    assert tuple(names) == LEVELS
    assert bot_names(game.name)[-1] == "hard"
    assert [make_bot(game.name, level, 1).name for level in LEVELS] == list(LEVELS)


def test_a_whole_game_is_legal_and_the_same_again(game: Game[Any, Any]) -> None:
    results = [play(start(game, 5), (searcher(game.name, 1), searcher(game.name, 2))) for _ in range(2)]
    assert results[0] == results[1]
    assert results[0].winner is not None


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_view_gets_the_same_move(game: Game[Any, Any], level: str) -> None:
    table, chance = start(game, 3), random.Random(3)
    for _ in range(28):
        table.play(chance.choice(table.legal_moves()))
    assert table.to_move is not None
    view = table.view(table.to_move)
    moves = [make_bot(game.name, level, 8).choose(view) for _ in range(2)]
    assert moves[0] == moves[1]
    assert moves[0] in table.legal_moves()


def test_a_level_does_not_move_for_the_other_player(game: Game[Any, Any]) -> None:
    table = start(game, 1)
    assert table.to_move is not None
    for level in LEVELS:
        with pytest.raises(ValueError, match="not to move"):
            make_bot(game.name, level, 1).choose(table.view(table.to_move.other))


def wins(game: Game[Any, Any], one: str, other: str, deals: int) -> float:
    tally = BatchTally.of(play_deals(game, *two_bots(game.name, one, other), range(deals)))
    return (tally.bots[0].wins + tally.drawn / 2) / tally.games


def test_each_level_beats_the_one_below(game: Game[Any, Any]) -> None:
    """A few games; docs/bots.md has the figures of many."""
    assert wins(game, "easy", "random", 2) > 0.8
    assert wins(game, "medium", "easy", 5 if game.name == "mandala" else 1) > 0.6


def test_looking_ahead_helps_in_mandala() -> None:
    one = partial(MandalaLevelBot, "ahead", Effort(candidates=3, worlds=3, turns=1), win_chance())
    other = partial(MandalaLevelBot, "noisy", Effort(noise=0.25), win_chance())
    tally = BatchTally.of(play_deals(GAMES["mandala"], one, other, range(2)))
    assert tally.bots[0].wins > tally.bots[1].wins
