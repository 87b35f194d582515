"""The search in a tree of Patterns: it counts what it tries, and finds what is in plain sight."""

from __future__ import annotations

import random

from mandala_net.bots.batch import start
from mandala_net.bots.patterns.core import PatternsCore
from mandala_net.bots.patterns.tree_search import reward, search, tried
from mandala_protocol.games.patterns import PATTERNS


def late_position(seed: int) -> PatternsCore:
    """A position shortly before the end."""
    core, chance = PatternsCore(start(PATTERNS, seed).state), random.Random(seed)
    before = core.copy()
    while moves := core.legal_moves():
        before = core.copy()
        core.play(chance.choice(moves))
    return before


def test_the_tree_counts_every_round() -> None:
    root = tried(PatternsCore(start(PATTERNS, 1).state), 200, random.Random(1))
    assert root.visits == 200
    assert sum(position.visits for position in root.after) == 200
    assert all(-0.2 <= position.total / position.visits <= 1.2 for position in root.after)


def test_the_search_takes_a_last_move_that_wins() -> None:
    """Among moves that end the game at once, that with the best result."""
    found = 0
    for seed in range(200):
        core = late_position(seed)
        seat, ends = core.seat, {}
        for move in core.legal_moves():
            twin = core.copy()
            twin.play(move)
            if twin.over:
                ends[move] = reward(twin, seat)
        if len(ends) == len(core.legal_moves()) > 1 and max(ends.values()) > 1 > 0.5 > min(ends.values()):
            found += 1
            assert ends[search(core, 100, random.Random(seed))] > 1, seed
    assert found
