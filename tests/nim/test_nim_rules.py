"""The rules of Nim, point by point, and that two engines need nothing more than other games do."""

from __future__ import annotations

import hashlib

import pytest

from mandala_net.bots.batch import BatchTally, play_deals, start
from mandala_net.bots.catalogue import bot_names, make_bot, two_bots
from mandala_net.bots.move_review import judge_move
from mandala_protocol.games.game import (
    HAND,
    BadNotation,
    Dealt,
    EndOfGame,
    EndReason,
    ExpectReveal,
    GameEvent,
    IllegalMove,
    Moved,
    Over,
    Revealed,
    View,
)
from mandala_protocol.games.open_game import OutOfTurn
from mandala_protocol.games.simulation import Simulation
from mandala_protocol.seats import Seat
from tests.nim.bots import PerfectBot
from tests.nim.rules import HEAPS, LETTERS, NIM, NimEnd, NimState, Take


def game(*moves: str) -> Simulation[NimState, Take]:
    """A game in which the host began, and these moves were made."""
    simulation: Simulation[NimState, Take] = start(NIM, 0)
    for move in moves:
        simulation.play(NIM.parse_move(move))
    return simulation


def test_n1_there_are_three_heaps() -> None:
    assert game().state.heaps == HEAPS


def test_n2_at_least_one_stone_is_taken_from_one_heap_in_turn() -> None:
    simulation = game()
    legal = set(map(NIM.format_move, simulation.legal_moves()))
    assert legal == {f"{LETTERS[heap]}{stones}" for heap in range(3) for stones in range(1, HEAPS[heap] + 1)}
    simulation.play(Take(1, 4))
    assert simulation.state == NimState(Seat.GUEST, (3, 1, 7))
    with pytest.raises(OutOfTurn):
        NIM.check(simulation.view(Seat.HOST), Take(0, 1))
    for none in ("A0", "D1", "A8", "a1", "AB1", ""):
        with pytest.raises(BadNotation):
            NIM.parse_move(none)


def test_n3_no_more_is_taken_than_there_is() -> None:
    simulation = game("A2")
    with pytest.raises(IllegalMove, match="N3"):
        NIM.check(simulation.view(Seat.GUEST), Take(0, 2))
    with pytest.raises(IllegalMove, match="N3"):
        NIM.apply(simulation.state, Moved(Seat.GUEST, Take(0, 2)))


def test_n4_the_last_stone_wins() -> None:
    simulation = game("A3", "B5", "C7")
    result = simulation.result
    assert result is not None
    assert (result.scores, result.winner, result.termination) == ((1, 0), Seat.HOST, NimEnd.LAST_STONE)


@pytest.mark.parametrize(
    ("ended", "scores"),
    [
        (EndOfGame(EndReason.RESIGNED, Seat.HOST), (0, 1)),
        (EndOfGame(EndReason.RESIGNED, Seat.GUEST), (1, 0)),
        (EndOfGame(EndReason.AGREED, None), (0, 0)),
    ],
)
def test_n5_a_game_can_be_given_up_or_ended(ended: EndOfGame, scores: tuple[int, int]) -> None:
    simulation = game("A1")
    simulation.end(ended)
    result = simulation.result
    assert result is not None
    assert (result.scores, result.termination) == (scores, ended.reason)


@pytest.mark.parametrize(
    ("unexpected", "why"),
    [
        (Moved(Seat.HOST, Take(0, 1)), "not expected"),
        (EndOfGame(EndReason.RESIGNED, None), "one seat resigns"),
        (EndOfGame(EndReason.AGREED, Seat.HOST), "both together agree"),
        (Revealed(({}, {})), "not expected"),
        (Dealt(()), "not expected"),
    ],
)
def test_an_event_that_is_not_expected_is_refused(unexpected: GameEvent[Take], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        NIM.apply(game("A1").state, unexpected)


def test_after_the_end_the_keys_are_opened_once_and_nothing_is_hidden() -> None:
    ended = NIM.apply(game("A3", "B5").state, Moved(Seat.HOST, Take(2, 7)))
    assert NIM.expects(ended) == ExpectReveal()
    assert NIM.legal_moves(View(ended, ended.to_move, {})) == ()
    with pytest.raises(OutOfTurn):
        NIM.check(View(ended, ended.to_move, {}), Take(0, 1))
    over = NIM.apply(ended, Revealed(({}, {})))
    assert isinstance(NIM.expects(over), Over)
    with pytest.raises(ValueError, match="no hidden cards"):
        NIM.apply(ended, Revealed(({HAND: (1,)}, {})))
    for state, event in ((over, Revealed(({}, {}))), (ended, EndOfGame(EndReason.AGREED, None))):
        with pytest.raises(ValueError, match="not expected"):
            NIM.apply(state, event)


def test_a_position_tells_whose_turn_it_is_and_how_the_game_ended() -> None:
    assert NIM.position(game("A1").state) == "heaps 2,5,7 to-move 1 ended -"
    ended = NIM.apply(game("A3", "B5").state, Moved(Seat.HOST, Take(2, 7)))
    assert NIM.position(ended) == "heaps 0,0,0 to-move 1 ended last-stone:0:closed"
    assert NIM.position(NIM.apply(ended, Revealed(({}, {})))).endswith(" ended last-stone:0:open")
    assert NIM.digest(ended) == hashlib.sha256(NIM.position(ended).encode("ascii")).digest()


def test_equal_positions_and_no_others_have_equal_lines() -> None:
    states = [game().state, game("A1").state, game("A1", "B1").state, game("A3", "B5", "C7").state]
    assert len({NIM.position(state) for state in states}) == len(states)
    assert NIM.position(game("A1", "B1").state) == NIM.position(game("B1", "A1").state)


def test_the_bot_wins_whatever_the_other_does_and_its_judgement_says_so(registered: None) -> None:
    assert bot_names(NIM.name) == ("random", "perfect")
    tally = BatchTally.of(play_deals(NIM, *two_bots(NIM.name, "perfect", "random"), range(20)))
    assert tally.bots[0].wins > 38
    bot = make_bot(NIM.name, "perfect", 3)
    view: View[NimState] = game("A3").view(Seat.GUEST)
    assert bot.choose(view) == Take(2, 2), "it leaves heaps of 5 and 5"
    judged = judge_move(PerfectBot(0), view, Take(1, 1))
    assert (judged.given_away, judged.best, judged.reason) == (1.0, Take(2, 2), (0, 5, 5))
    assert judge_move(PerfectBot(0), view, Take(2, 2)).given_away == 0.0
