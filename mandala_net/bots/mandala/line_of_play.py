"""The line of play that the search of Mandala expects after a move, as far as the worlds that fit the view agree."""

from __future__ import annotations

from collections import Counter
from typing import Final

from mandala_net.bots.mandala.core import MoveNumber
from mandala_net.bots.mandala.win_chance import WinChance
from mandala_net.bots.mandala.worlds import world
from mandala_net.bots.move_review import TASTE
from mandala_net.bots.repeatable import chance_at
from mandala_protocol.games.game import Moved, View
from mandala_protocol.games.mandala import MANDALA, MandalaMove, MandalaState
from mandala_protocol.games.mandala.moves import ALL_MOVES
from mandala_protocol.seats import Seat

WORLDS: Final = 12
AGREEING: Final = 6
"""A move is expected if it looks best in so many of these worlds."""


def expected_after(
    judge: WinChance, view: View[MandalaState], move: MoveNumber, most: int
) -> tuple[Moved[MandalaMove], ...]:
    """The moves to be expected after this one, at most so many."""
    chance = chance_at(MANDALA, TASTE, view)
    cores = [world(view, chance) for _ in range(WORLDS)]
    for core in cores:
        core.play(move)
    expected: list[Moved[MandalaMove]] = []
    while len(expected) < most:
        found = [((core.seat, judge.candidates(core)[0].move), core) for core in cores if not core.reason]
        if not found:
            break
        ((seat, reply), agreeing), *_others = Counter(answer for answer, _core in found).most_common(1)
        if agreeing < AGREEING:
            break
        cores = [core for answer, core in found if answer == (seat, reply)]
        for core in cores:
            core.play(reply)
        expected.append(Moved(Seat(seat), ALL_MOVES[reply]))
    return tuple(expected)
