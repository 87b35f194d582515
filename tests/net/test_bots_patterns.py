"""The bots of Patterns over whole games: legal, repeatable, of clearly different strength, and with true reasons."""

from __future__ import annotations

import random
import string
from collections import Counter
from functools import cache

import pytest

from mandala_net.bots.batch import BatchTally, play_deals, start
from mandala_net.bots.move_review import TASTE, judge_move
from mandala_net.bots.patterns import motives
from mandala_net.bots.patterns.appraisal import Appraisal
from mandala_net.bots.patterns.core import PatternsCore
from mandala_net.bots.patterns.greedy_bot import PatternsGreedyBot
from mandala_net.bots.patterns.motives import MOTIVES, Motive, Remark, motive_for
from mandala_net.bots.patterns.tree_search import most_tried, search, tried
from mandala_net.bots.patterns.weights import PatternsWeights
from mandala_net.bots.random_bot import RandomBot
from mandala_protocol.games.game import View
from mandala_protocol.games.patterns import (
    PATTERNS,
    Colour,
    FlipTile,
    OpenGroup,
    PatternsMove,
    PatternsState,
    SwapTile,
    TakeStart,
)
from mandala_protocol.games.patterns.board import NEXT_TO, fields_in, set_of
from mandala_protocol.games.patterns.outlook import outlook, reachable
from mandala_protocol.games.patterns.position import parse_position
from mandala_protocol.games.patterns.scoring import points
from mandala_protocol.games.simulation import Simulation
from mandala_protocol.seats import Seat

Table = Simulation[PatternsState, PatternsMove]

SCORE_ONLY = PatternsWeights(reach=0, room=0, bowl_fits=0, bowl_opens=0)
"""It sees nothing but the points of the move itself."""

RUNNING = (
    "patterns 0 turn:0 yk gkkogyrkppropooroyrrpgogpokkpprygkkgorkpygryoyypyygg "
    ".00....0..1.0..0..110.....110.....11.......0.11100.. r/y48k2p20r15 k/k26g35y46p47r10"
)
"""The other player can do nothing, so each of the five moves ends the game."""


def view_of(line: str) -> View[PatternsState]:
    state = parse_position(line)
    return View(state, state.to_move, {})


@cache
def positions_of(seed: int) -> tuple[Table, ...]:
    """Every position of one game in which some move at random follows some move of the greedy bot."""
    table: Table = start(PATTERNS, seed)
    source = random.Random(seed)
    bots = (PatternsGreedyBot(seed), RandomBot(PATTERNS, seed))
    positions = []
    while (seat := table.to_move) is not None:
        positions.append(table.copy(table.shuffle))
        table.play(source.choice(bots).choose(table.view(seat)))
    return tuple(positions)


def own_view(table: Table) -> View[PatternsState]:
    assert table.to_move is not None
    return table.view(table.to_move)


def test_every_move_is_legal_and_all_kinds_are_made() -> None:
    seen: Counter[type] = Counter()
    for seed in range(3):
        for table in positions_of(seed):
            move = PatternsGreedyBot(1).choose(own_view(table))
            PATTERNS.check(own_view(table), move)
            seen[type(move)] += 1
    assert seen.keys() == {TakeStart, OpenGroup, FlipTile, SwapTile}


def test_equal_seeds_and_views_give_equal_moves_and_the_seed_is_a_taste() -> None:
    chosen = [
        tuple(PatternsGreedyBot(seed).choose(own_view(table)) for table in positions_of(2)) for seed in (1, 1, 2, 3)
    ]
    assert chosen[0] == chosen[1]
    assert len(set(chosen)) > 1


def test_the_greedy_bot_beats_the_random_one_and_one_that_counts_points_alone() -> None:
    def greedy(seed: int) -> PatternsGreedyBot:
        return PatternsGreedyBot(2 * seed)

    against_random = BatchTally.of(play_deals(PATTERNS, greedy, lambda seed: RandomBot(PATTERNS, seed), range(3)))
    assert against_random.bots[0].wins >= 5
    plain = BatchTally.of(
        play_deals(PATTERNS, greedy, lambda seed: PatternsGreedyBot(2 * seed + 1, SCORE_ONLY), range(10))
    )
    assert plain.bots[0].wins >= 18
    assert plain.is_beyond_chance


def test_ranked_has_every_legal_move_the_best_first() -> None:
    for table in positions_of(3):
        view = own_view(table)
        ranked = PatternsGreedyBot(1).ranked(view)
        assert {valued.move for valued in ranked} == set(PATTERNS.legal_moves(view))
        totals = [valued.total for valued in ranked]
        assert totals == sorted(totals, reverse=True)
        assert ranked[0].move == PatternsGreedyBot(1).choose(view)


def test_a_search_that_is_decided_stops_and_finds_what_all_its_rounds_would() -> None:
    rounds, stopped = 400, 0
    for position in positions_of(3)[::9]:
        core = PatternsCore(position.state)
        if len(core.legal_moves()) > 1:
            whole = tried(core, rounds, random.Random(1))
            decided = tried(core, rounds, random.Random(1), until_decided=True)
            assert most_tried(whole).move == most_tried(decided).move == search(core, rounds, random.Random(1))
            assert whole.visits == rounds
            stopped += decided.visits < rounds
    assert stopped > 1


def test_it_ends_the_game_ahead_and_says_so() -> None:
    ranked, after = PatternsGreedyBot(1).ranked(view_of(RUNNING)), {}
    move, motive = ranked[0].move, motive_for(view_of(RUNNING), ranked[0])
    for appraisal in ranked:
        assert appraisal.end in (-20.0, 0.0, 20.0)
        after[appraisal.move] = appraisal.end
    assert after[move] == max(after.values())
    assert (str(motive).endswith("the game ends with you ahead")) == (after[move] > 0)


class GreedyJudge(PatternsGreedyBot):
    """The greedy bot as a judge, who has reasons."""

    def reason(self, view: View[PatternsState], best: Appraisal, made: Appraisal) -> Motive:
        return motive_for(view, best, made)


def test_the_judge_knows_what_a_move_gave_away() -> None:
    judge = GreedyJudge(TASTE)
    given_away = []
    for table in positions_of(5):
        view = own_view(table)
        worst = PatternsGreedyBot(0).ranked(view)[-1].move
        judged = judge_move(judge, view, worst)
        given_away.append(judged.given_away)
        assert judged.given_away >= 0
        assert judged.forced == (len(PATTERNS.legal_moves(view)) == 1)
        best = judge_move(judge, view, judged.best)
        assert best.given_away == 0.0
    assert max(given_away) > 3


def test_reach_goes_from_tile_to_tile_and_stops_at_the_other_group() -> None:
    # A row of tiles 19, 20, 21 beside a group on 18, and 23 beyond a gap.
    assert reachable(NEXT_TO[18], set_of(19, 20, 21, 23)) == set_of(19, 20, 21)
    assert reachable(NEXT_TO[18], set_of(20, 21)) == 0
    for table in positions_of(6)[1:]:
        state = table.state
        for seat in Seat:
            seen = outlook(state, seat)
            for colour, group in enumerate(state.players[seat].groups):
                forbidden = state.players[seat.other].groups[colour].border
                assert seen.values[colour] == group.value
                assert not group.tiles or seen.sites[colour] == 0
                free = reachable(group.border, state.front_up[colour] & ~forbidden)
                assert not set(fields_in(free)) & set(fields_in(forbidden))


def comes_true(remark: Remark, before: Table, after: Table, seat: Seat) -> bool:
    """Whether the position after the move shows what a remark says; True for those that only judge."""
    values = remark.values
    was, now = before.state.players[seat], after.state.players[seat]
    match remark.template:
        case motives.TAKES:
            return now.bowl is values["colour"]
        case motives.OPENS:
            return not was.groups[values["colour"]].tiles and now.groups[values["colour"]].value == values["value"]
        case motives.ADDS:
            final = after.state.stopped is not None
            return final or points(now) - points(was) == values["points"]
        case motives.FITS_GROUP:
            return now.bowl is values["colour"] and now.groups[values["colour"]].value > 0
        case motives.OPENS_NEXT:
            return now.bowl is values["colour"] and not now.groups[values["colour"]].tiles
        case motives.STOPS_AHEAD:
            return after.state.stopped is not None and points(now) > points(after.state.players[seat.other])
        case motives.BEHIND_OTHERWISE:
            return False  # only a review says it, of another move
        case _:
            return True


def test_what_the_greedy_bot_says_comes_true_and_its_words_are_all_used() -> None:
    used = set()
    bot = PatternsGreedyBot(1)
    for seed in range(6):
        table: Table = start(PATTERNS, seed)
        random_bot = RandomBot(PATTERNS, seed)
        while (seat := table.to_move) is not None:
            view = table.view(seat)
            ranked = bot.ranked(view)
            move, motive = ranked[0].move, motive_for(view, ranked[0])
            assert move == bot.choose(view)
            before, after = table.copy(table.shuffle), table.copy(table.shuffle)
            after.play(move)
            for remark in motive.remarks:
                used.add(remark.template)
                assert comes_true(remark, before, after, seat), (seed, str(motive))
            used |= {remark.template for remark in motive_for(view, ranked[0], ranked[-1]).remarks}
            table.play(move if seat is Seat.HOST else random_bot.choose(view))
    assert used >= set(MOTIVES) - {motives.BEHIND_OTHERWISE, motives.LEADS_ON}


def test_it_says_what_a_move_would_have_risked() -> None:
    view = view_of(
        "patterns 0 turn:1 yk yyygpkprpryggggprkrkkgrproyypporgkyykkpoggookorkopor "
        "........010000001....0.01.1111..1.1100..110001..0.1. o/k37p8o42g13y10 y/y34p28g32r16o45"
    )
    ranked = PatternsGreedyBot(1).ranked(view)
    assert ranked[-1].end < 0
    motive = motive_for(view, ranked[0], ranked[-1])
    assert str(motive) == "yellow adds 1 to your score: otherwise the game may end with the other player ahead"


def test_a_sentence_has_every_word_filled_in() -> None:
    for template in MOTIVES:
        names = {name for _, name, _, _ in string.Formatter().parse(template) if name}
        assert names <= {"colour", "value", "points"}
        sentence = str(Remark(template, {name: Colour.PURPLE if name == "colour" else 1 for name in names}))
        assert "{" not in sentence
        assert ("purple" in sentence) == ("colour" in names)


def test_it_says_nothing_when_its_seat_is_not_to_move() -> None:
    with pytest.raises(ValueError, match="not to move"):
        PatternsGreedyBot(1).choose(start(PATTERNS, 1).view(Seat.HOST))
