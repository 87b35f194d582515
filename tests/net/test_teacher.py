"""The teachers of both games: what they foresee, what they advise, and why, from one seat's view alone."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final

import pytest

from mandala_net.bots.batch import seeded_shuffle, start
from mandala_net.bots.catalogue import bots_of, make_bot
from mandala_net.bots.forecast_scale import ForecastScale
from mandala_net.bots.mandala import reasons
from mandala_net.bots.mandala.reasons import Clause, MoveReason
from mandala_net.bots.mandala.teaching import mandala_teacher
from mandala_net.bots.move_review import MoveJudgement
from mandala_net.bots.patterns.motives import LEADS_ON, MOTIVES, Motive
from mandala_net.bots.patterns.teaching import TERMS, PatternsTeacher
from mandala_net.bots.teacher import LINE, Teacher, foreseen, taught
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.games.game import Game, Moved, View
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.games.simulation import Simulation
from mandala_protocol.seats import Seat
from tests.narrowing import present
from tests.net.bot_views import WE_CHOOSE, view_of

EACH_GAME: Final = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


def teacher_of(game: Game[Any, Any]) -> Teacher:
    return present(bots_of(game.name).teacher)()


def cost_of(judged: MoveJudgement[Any]) -> int:
    """The games of 100 that a move cost."""
    return present(judged.before).in_100 - present(judged.after).in_100


def moments(game: Game[Any, Any], seed: int, every: int) -> Iterator[Simulation[Any, Any]]:
    """A game of mixed play, after every so many moves."""
    simulation, source, number = start(game, seed), random.Random(seed), 0
    bots = make_bot(game.name, "greedy", seed), make_bot(game.name, "random", seed)
    while (seat := simulation.to_move) is not None:
        simulation.play(source.choice(bots).choose(simulation.view(seat)))
        number += 1
        if number % every == 0 and simulation.to_move is not None:
            yield simulation


@EACH_GAME
def test_a_move_is_never_judged_better_than_the_best_and_what_it_costs_is_the_difference(game: Game[Any, Any]) -> None:
    teacher, worse = teacher_of(game), 0
    for simulation in moments(game, 2, every=28 if game.faces else 12):
        view = simulation.view(present(simulation.to_move))
        moves = random.Random(1).sample(game.legal_moves(view), min(3, len(game.legal_moves(view))))
        for move in moves:
            judged = taught(game, teacher, view, move)
            before, after, cost = present(judged.before), present(judged.after), cost_of(judged)
            assert judged.forced == (len(game.legal_moves(view)) == 1)
            if judged.best == move:
                assert (cost, judged.given_away) == (0, 0.0)
            else:
                worse += 1
                assert cost >= teacher.finest
                assert judged.given_away == pytest.approx(before.margin - after.margin, abs=0.06)
                assert judged.given_away > 0
    assert worse > 1


@EACH_GAME
def test_equal_views_are_always_told_the_same(game: Game[Any, Any]) -> None:
    teacher, simulation = teacher_of(game), next(moments(game, 2, every=32))
    view = simulation.view(present(simulation.to_move))
    again = View(view.state, view.seat, dict(view.holdings))
    assert teacher.forecast(view) == teacher.forecast(again)
    move = game.legal_moves(view)[-1]
    assert teacher.compared(view, move) == teacher.compared(again, move)


@EACH_GAME
def test_a_line_of_play_begins_with_the_move_of_the_hard_level_and_goes_on_with_what_may_follow(
    game: Game[Any, Any],
) -> None:
    teacher, lengths = teacher_of(game), set()
    for simulation in moments(game, 2, every=24):
        view = simulation.view(present(simulation.to_move))
        (first, *expected), advised = teacher.line(view), teacher.advise(view)
        assert first == Moved(view.seat, advised)
        assert advised == make_bot(game.name, "hard", 0).choose(view)
        assert str(teacher.reason(view, advised))
        lengths.add(len(expected))
        played = simulation.copy(seeded_shuffle(0))
        played.play(first.move)
        for moved in expected:
            assert moved.seat is played.to_move
            if moved.move not in played.legal_moves():
                assert game.faces, "the other cards are hidden, so a move that was expected may turn out impossible"
                break
            played.play(moved.move)
    assert max(lengths) == LINE - 1


def test_the_longer_search_of_a_hint_in_patterns_has_the_last_word() -> None:
    """With a scale by which the least difference costs games, the short search would blame the move of the hint."""
    steep, game = PatternsTeacher(ForecastScale((90.0, 0.0, *[0.0] * TERMS), (20.0, 0.0))), GAMES["patterns"]
    simulation = next(moments(game, 1, every=2))
    view = simulation.view(present(simulation.to_move))
    advised = steep.advise(view)
    best, made = steep.compared(view, advised)
    assert (best, made.move) == (made, advised)


@EACH_GAME
def test_both_seats_have_a_forecast_whoever_is_to_move_and_the_end_is_certain(game: Game[Any, Any]) -> None:
    teacher = teacher_of(game)
    for simulation in moments(game, 2, every=9):
        for seat in Seat:
            assert 0 < present(foreseen(game, teacher, simulation.view(seat))).in_100 < 100
    host, guest = (present(foreseen(game, teacher, simulation.view(seat))) for seat in Seat)
    assert host.certain
    assert guest.certain
    assert host.in_100 + guest.in_100 == 100
    assert host.margin == -guest.margin


def test_in_a_game_without_hidden_cards_both_seats_expect_the_same() -> None:
    game = GAMES["patterns"]
    for simulation in moments(game, 2, every=9):
        host, guest = (teacher_of(game).forecast(simulation.view(seat)) for seat in Seat)
        assert (host.chance + guest.chance, host.margin + guest.margin) == pytest.approx((1, 0))


def test_what_the_seat_cannot_see_counts_for_nothing() -> None:
    teacher = mandala_teacher()
    simulation = start(MANDALA, 4)
    seat = present(simulation.to_move)
    own, other = simulation.holdings[seat], simulation.holdings[seat.other]
    swapped = {"hand": other["hand"][::-1], "cup": other["cup"][::-1]}
    holdings = (own, swapped) if seat is Seat.HOST else (swapped, own)
    elsewhere = Simulation(MANDALA, simulation.state, simulation.draw_pile[::-1], holdings, simulation.shuffle)
    for move in random.Random(1).sample(simulation.legal_moves(), 5):
        one, two = (taught(MANDALA, teacher, each.view(seat), move) for each in (simulation, elsewhere))
        assert one == two
    assert teacher.advise(simulation.view(seat)) == teacher.advise(elsewhere.view(seat))


@EACH_GAME
def test_a_move_that_could_not_be_made_is_not_judged(game: Game[Any, Any]) -> None:
    view = start(game, 1).view(Seat.HOST)
    illegal = {"mandala": "Kr", "patterns": "Fa4"}
    moves = [text for text in (illegal[game.name],) if _parsed(game, text) not in game.legal_moves(view)]
    for text in moves:
        with pytest.raises(ValueError, match="only a legal move"):
            taught(game, teacher_of(game), view, _parsed(game, text))


def _parsed(game: Game[Any, Any], text: str) -> Any:
    try:
        return game.parse_move(text)
    except ValueError:
        return None


# Positions in which the best is clear.

TOP_SLOT = view_of("gggk/ro/yp", phase=WE_CHOOSE, own="kroypg/", other="p/")
"""Green counts six for each card, black one."""

COMPLETES = view_of("ggggo/yyr/p", hand="kkrr", own="royp/", other="royp/")
"""Black completes the left mandala, where the host chooses first among four green cards."""


def judged(view: View[Any], notation: str) -> Any:
    return taught(MANDALA, mandala_teacher(), view, MANDALA.parse_move(notation))


def test_who_takes_the_low_slot_pays_for_it() -> None:
    low = judged(TOP_SLOT, "Kk")
    assert MANDALA.format_move(low.best) == "Kg"
    assert cost_of(low) >= 5
    assert cost_of(judged(TOP_SLOT, "Kg")) == 0


def test_the_reason_is_that_of_the_better_move() -> None:
    one = judged(COMPLETES, "Ck2")
    assert MANDALA.format_move(one.best) == "A0k"
    assert str(one.reason).startswith("completes the left mandala and you choose first: green fills river slot 5")


# The reasons.


def reasons_in(game: Game[Any, Any], seeds: range) -> list[Any]:
    """The reasons why the advice is better than some other move, and than all others."""
    teacher, found = teacher_of(game), []
    for seed in seeds:
        for simulation in moments(game, seed, every=5):
            view = simulation.view(present(simulation.to_move))
            best, *others = random.Random(seed).sample(game.legal_moves(view), min(3, len(game.legal_moves(view))))
            found += [teacher.reason(view, best, made) for made in (None, *others)]
    return found


def test_the_reasons_of_mandala_name_what_differs_and_do_not_repeat_themselves() -> None:
    found: list[MoveReason] = reasons_in(MANDALA, range(6))
    templates = {clause.template for reason in found for clause in reason.clauses}
    assert templates <= set(reasons.CLAUSES)
    assert templates >= {reasons.KEEPS_MORE, reasons.KEEPS_FITTING, reasons.FILLS_HAND, reasons.FOOTHOLD}
    for reason in found:
        assert 1 <= len(reason.clauses) <= 4
        assert len({clause.template for clause in reason.clauses}) == len(reason.clauses)
        assert "{" not in str(reason)


def test_reasons_side_by_side_are_told_apart_from_a_deed_and_its_outcome() -> None:
    keeps, fits = Clause(reasons.KEEPS_MORE), Clause(reasons.KEEPS_FITTING)
    clears = Clause(reasons.CLEARS, {"mandala": 0})
    assert str(MoveReason((keeps, fits))) == f"{reasons.KEEPS_MORE}; {reasons.KEEPS_FITTING}"
    assert str(MoveReason((clears, keeps))).startswith("clears the left mandala, where both fields are empty: leaves")
    behind = Clause(reasons.OTHERWISE_BEHIND)
    assert str(MoveReason((keeps, behind))) == f"{reasons.KEEPS_MORE}: {reasons.OTHERWISE_BEHIND}"


def test_the_reasons_of_patterns_name_groups_and_room_and_else_what_follows() -> None:
    found: list[Motive] = reasons_in(GAMES["patterns"], range(4))
    templates = {remark.template for motive in found for remark in motive.remarks}
    assert templates <= set(MOTIVES)
    assert LEADS_ON in templates
    assert len(templates) > 5
    assert all(len(motive.remarks) >= 2 for motive in found)


@pytest.mark.parametrize("seed", range(6))
def test_the_last_move_of_patterns_can_be_judged_whatever_it_is(seed: int) -> None:
    game, choices = GAMES["patterns"], random.Random(seed)
    simulation: Simulation[Any, Any] = start(game, seed)
    last = None
    while (seat := simulation.to_move) is not None:
        view = simulation.view(seat)
        last = view, choices.choice(game.legal_moves(view))
        simulation.play(last[1])
    view, move = present(last)
    assert taught(game, teacher_of(game), view, move).move == move
