"""Search in a tree of Patterns: UCT, which tries the moves that have done well, and now and then the others.

Each round goes down the tree, adds one position, plays on from there by chance and counts the result on the way back.
"""

from __future__ import annotations

import math
import random
from typing import Final

from mandala_net.bots.patterns.core import PatternsCore, PatternsMoveNumber

CURIOSITY: Final = 0.5
"""How much a move that was seldom tried is tried for that."""

MARGIN: Final = 0.2
TEN_POINTS: Final = 10
"""A result is 1 for a win and ½ for a draw, and up to ``MARGIN`` more or less for the points between the players."""

_LOOK_EVERY: Final = 50
"""The rounds between two looks at whether the most tried move is decided."""


class Position:
    """A position in the tree: how often it was reached, and what its results were for the one who moved to it.

    ``mean``: the mean result. ``root``: the square root of ``visits``. Both are asked for more often than they change.
    """

    __slots__ = ("after", "mean", "move", "root", "total", "untried", "visits")

    def __init__(self, move: PatternsMoveNumber, untried: list[PatternsMoveNumber]) -> None:
        self.move = move
        self.untried = untried
        self.after: list[Position] = []
        self.visits = 0
        self.total = 0.0
        self.mean = 0.0
        self.root = 0.0

    def count(self, result: float) -> None:
        """One more round led here, with this result."""
        self.visits += 1
        self.total += result
        self.mean = self.total / self.visits
        self.root = math.sqrt(self.visits)


def reward(core: PatternsCore, seat: int) -> float:
    """The value of a game that is over, for this seat."""
    margin = core.points[seat] - core.points[1 - seat]
    won = 1.0 if margin > 0 else 0.5 if margin == 0 else 0.0
    return won + MARGIN * math.tanh(margin / TEN_POINTS)


def search(core: PatternsCore, rounds: int, chance: random.Random) -> PatternsMoveNumber:
    """The move that was tried most often in so many rounds."""
    return most_tried(tried(core, rounds, chance, until_decided=True)).move


def most_tried(position: Position) -> Position:
    """The position after it that was reached most often; of equal ones the one with the better results."""
    return max(position.after, key=lambda one: (one.visits, one.total))


def tried(core: PatternsCore, rounds: int, chance: random.Random, *, until_decided: bool = False) -> Position:
    """The tree after so many rounds; with ``until_decided`` only until no other move can become the most tried."""
    root = Position(-1, _in_any_order(core, chance))
    if len(root.untried) == 1:
        rounds = 1
    for done in range(1, rounds + 1):
        _round(root, core.copy(), chance)
        if until_decided and done % _LOOK_EVERY == 0 and _is_decided(root, rounds - done):
            break
    return root


def _is_decided(root: Position, rounds: int) -> bool:
    """Return whether so many more rounds cannot make another move the most tried."""
    second, first = sorted(position.visits for position in root.after)[-2:]
    return not root.untried and first > second + rounds


def _round(root: Position, core: PatternsCore, chance: random.Random) -> None:
    position = root
    path: list[tuple[Position, int]] = []
    while True:
        seat = core.seat
        if position.untried:
            move = position.untried.pop()
            core.play(move)
            new = Position(move, _in_any_order(core, chance))
            position.after.append(new)
            path.append((new, seat))
            break
        if not position.after:
            break
        position = _most_promising(position)
        core.play(position.move)
        path.append((position, seat))
    core.play_out(chance.random)
    rewards = reward(core, 0), reward(core, 1)
    root.visits += 1
    for reached, mover in path:
        reached.count(rewards[mover])


def _most_promising(position: Position) -> Position:
    curiosity = CURIOSITY * math.sqrt(math.log(position.visits))
    best, most = position.after[0], -1.0
    for one in position.after:
        promise = one.mean + curiosity / one.root
        if promise > most:
            best, most = one, promise
    return best


def _in_any_order(core: PatternsCore, chance: random.Random) -> list[PatternsMoveNumber]:
    moves = core.legal_moves()
    draw = chance.random
    moves.sort(key=lambda _move: draw())
    return moves
