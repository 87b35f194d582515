"""Points given away: never negative, none for the best, and judged from what the mover could see."""

from __future__ import annotations

import random

import pytest

from mandala_net.bots.batch import start
from mandala_net.bots.catalogue import make_bot
from mandala_net.bots.mandala.evaluation import Evaluation
from mandala_net.bots.mandala.greedy_bot import GreedyBot
from mandala_net.bots.mandala.reasons import (
    ENDS_AHEAD,
    LEAST_BAD,
    OTHERWISE_BEHIND,
    Clause,
    MoveReason,
    reason_for,
)
from mandala_net.bots.move_review import TASTE, MoveJudgement, judge_move
from mandala_protocol.games.game import View
from mandala_protocol.games.mandala import MANDALA, MandalaMove, MandalaState
from mandala_protocol.games.simulation import Simulation
from mandala_protocol.seats import Seat
from tests.net.bot_views import WE_CHOOSE, view_of

MandalaSimulation = Simulation[MandalaState, MandalaMove]


def views(seed: int) -> list[View[MandalaState]]:
    """The views of the seat to move, at every fourth move of a game of mixed play."""
    simulation: MandalaSimulation = start(MANDALA, seed)
    source = random.Random(seed)
    bots = (make_bot(MANDALA.name, "greedy", seed), make_bot(MANDALA.name, "random", seed))
    seen = []
    while (seat := simulation.to_move) is not None:
        seen.append(simulation.view(seat))
        simulation.play(source.choice(bots).choose(simulation.view(seat)))
    return seen[::4]


class GreedyJudge(GreedyBot):
    """The greedy bot as a judge, who has reasons."""

    def reason(self, view: View[MandalaState], best: Evaluation, made: Evaluation) -> MoveReason:
        return reason_for(view, best, made)


def judge(view: View[MandalaState], move: MandalaMove) -> MoveJudgement[MandalaMove]:
    """As the greedy bot sees it."""
    return judge_move(GreedyJudge(TASTE), view, move)


# What always holds.


def test_no_move_gives_away_less_than_nothing_and_the_best_alone_gives_nothing_away() -> None:
    for view in views(1):
        judged = [judge(view, move) for move in MANDALA.legal_moves(view)]
        assert all(judgement.given_away >= 0 for judgement in judged)
        assert [judgement.best == judgement.move for judgement in judged] == [
            judgement.given_away == 0.0 for judgement in judged
        ]
        assert 0.0 in [judgement.given_away for judgement in judged]


def test_the_better_move_is_the_one_that_the_judge_would_make_and_for_the_same_reason() -> None:
    for view in views(2):
        hinted = GreedyBot(TASTE).ranked(view)[0]
        why = without_the_end(reason_for(view, hinted))
        assert judge(view, hinted.move).given_away == 0.0
        for move in MANDALA.legal_moves(view):
            judged = judge(view, move)
            assert judged.given_away == 0.0 or judged.best == hinted.move
            assert judged.given_away == 0.0 or without_the_end(judged.reason) == why


def without_the_end(reason: MoveReason) -> tuple[Clause, ...]:
    """Drop the clauses about the end, and about all else being worse: they depend on the other move."""
    return tuple(clause for clause in reason.clauses if clause.template not in (OTHERWISE_BEHIND, LEAST_BAD))


@pytest.mark.parametrize("seed", [1, 22])
def test_where_the_end_of_the_game_makes_the_difference_the_reason_says_so(seed: int) -> None:
    for view in views(seed)[12:]:
        ends = {evaluation.move: evaluation.end for evaluation in GreedyBot(TASTE).ranked(view)}
        for move in MANDALA.legal_moves(view):
            judged = judge(view, move)
            told = {clause.template for clause in judged.reason.clauses}
            assert (ENDS_AHEAD in told) == (ends[judged.best] > 0)
            assert (OTHERWISE_BEHIND in told) == (ends[move] < ends[judged.best] <= 0)


def test_a_move_is_forced_if_there_was_no_other() -> None:
    last_colour = view_of("gg/rk/ypo", phase=WE_CHOOSE, own="royp/", other="pgk/")
    assert judge(last_colour, MANDALA.parse_move("Kg")).forced
    assert not any(judge(TOP_SLOT, move).forced for move in MANDALA.legal_moves(TOP_SLOT))


def test_the_same_move_in_the_same_view_is_always_judged_alike() -> None:
    for view in views(1):
        for move in MANDALA.legal_moves(view)[:2]:
            assert judge(view, move) == judge(View(view.state, view.seat, dict(view.holdings)), move)


def test_what_the_mover_could_not_see_counts_for_nothing() -> None:
    simulation: MandalaSimulation = start(MANDALA, 4)
    seat = simulation.to_move
    assert seat is not None
    own, other = simulation.holdings[seat], simulation.holdings[seat.other]
    swapped = {"hand": other["hand"][::-1], "cup": other["cup"][::-1]}
    holdings = (own, swapped) if seat is Seat.HOST else (swapped, own)
    elsewhere = Simulation(MANDALA, simulation.state, simulation.draw_pile[::-1], holdings, simulation.shuffle)
    for move in simulation.legal_moves():
        assert judge(simulation.view(seat), move) == judge(elsewhere.view(seat), move)


@pytest.mark.parametrize("notation", ["Kr", "B0y1", "A0r"])
def test_a_move_that_could_not_be_made_is_not_judged(notation: str) -> None:
    view = view_of("ggggo/yyr/p", hand="kkrr")
    with pytest.raises(ValueError, match="only a legal move"):
        judge(view, MANDALA.parse_move(notation))


def test_where_the_seat_is_not_to_move_nothing_is_judged() -> None:
    with pytest.raises(ValueError, match="not to move"):
        judge(start(MANDALA, 1).view(Seat.GUEST), MANDALA.parse_move("Cr1"))


# Positions in which the best is clear.

TOP_SLOT = view_of("gggk/ro/yp", phase=WE_CHOOSE, own="kroypg/", other="p/")
"""Green counts six for each card, black one."""

COMPLETES = view_of("ggggo/yyr/p", hand="kkrr", own="royp/", other="royp/")
"""Black completes the left mandala, where the host chooses first among four green cards."""

FOR_THE_OTHER = view_of("ggggo/y/ppr", hand="kkrr", own="royp/", other="royp/")
"""Black completes the left mandala for the other player, who has more cards in the field."""


def given_away(view: View[MandalaState], notation: str) -> float:
    return judge(view, MANDALA.parse_move(notation)).given_away


def best(view: View[MandalaState], notation: str) -> str:
    return MANDALA.format_move(judge(view, MANDALA.parse_move(notation)).best)


def test_who_takes_the_low_slot_gives_away_more_than_the_points_between_the_two() -> None:
    assert given_away(TOP_SLOT, "Kg") == 0.0
    assert best(TOP_SLOT, "Kk") == "Kg"
    assert given_away(TOP_SLOT, "Kk") >= 3 * 6 - 1


def test_who_does_not_complete_where_much_is_to_be_had_gives_it_away() -> None:
    assert given_away(COMPLETES, "A0k") == 0.0
    for elsewhere in ("Ck1", "Cr2", "B1k1"):
        assert best(COMPLETES, elsewhere) == "A0k"
        assert given_away(COMPLETES, elsewhere) >= 3


def test_who_completes_for_the_other_player_gives_away_what_that_one_chooses() -> None:
    assert best(FOR_THE_OTHER, "A0k") != "A0k"
    assert given_away(FOR_THE_OTHER, "A0k") >= 5


def test_the_reason_is_that_of_the_better_move() -> None:
    judged = judge(COMPLETES, MANDALA.parse_move("Ck1"))
    assert str(judged.reason) == "completes the left mandala and you choose first: green fills river slot 5"
