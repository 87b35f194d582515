"""The score of a series: who has won how many games, and the points in all."""

from __future__ import annotations

import itertools

import pytest
from attrs import evolve

from mandala_client.games.series import SITTING_HOURS, Series, series_of
from mandala_net.store.store import StoredGame
from mandala_protocol.seats import Seat
from tests.client.kept_games import WON_BY_HOST

ROWS = itertools.count(1)
HOUR = 3600
PAUSE = SITTING_HOURS * HOUR


def game(begun: int, ended: int, seat: Seat = Seat.HOST, proposal: bytes | None = None) -> StoredGame:
    """A game that the host has won by 30 to 10, between these two times in seconds."""
    row = next(ROWS)
    key = row.to_bytes(32, "big")
    return evolve(WON_BY_HOST, row=row, seat=seat, begun=begun, ended=ended, proposal=proposal or key, game_id=key)


def test_games_won_lost_and_drawn_are_counted_with_the_own_first() -> None:
    series = Series()
    for seat, winner, scores in [
        (Seat.GUEST, Seat.HOST, (12, 7)),
        (Seat.GUEST, Seat.GUEST, (5, 9)),
        (Seat.GUEST, None, (4, 4)),
        (Seat.GUEST, Seat.GUEST, (0, 0)),
    ]:
        series = series.after(scores, winner, seat)
    assert (series.won, series.drawn, series.points, series.games) == ((2, 1), 1, (20, 21), 4)


def test_the_own_seat_decides_whose_points_come_first() -> None:
    assert Series().after((30, 10), Seat.HOST, Seat.HOST) == Series(won=(1, 0), points=(30, 10))
    assert Series().after((30, 10), Seat.HOST, Seat.GUEST) == Series(won=(0, 1), points=(10, 30))


# The sitting, from what is kept.


def test_the_evening_is_all_games_of_one_sitting_the_present_one_included_in_whatever_order_they_are_kept() -> None:
    earlier, guest, present = game(0, HOUR), game(HOUR, 2 * HOUR, Seat.GUEST), game(2 * HOUR, 3 * HOUR)
    series = Series(won=(2, 1), points=(70, 50))
    assert series_of(present, [guest, present, earlier]) == series
    assert series_of(present, [earlier, guest]) == series


def test_a_game_alone_is_an_evening_of_one() -> None:
    present = game(0, HOUR)
    assert series_of(present, [present]) == Series(won=(1, 0), points=(30, 10))


@pytest.mark.parametrize(("pause", "games"), [(0, 3), (PAUSE, 3), (PAUSE + 1, 1)])
def test_a_long_pause_begins_another_evening_and_what_was_before_it_counts_no_more(pause: int, games: int) -> None:
    first, second = game(0, HOUR), game(HOUR, 2 * HOUR)
    present = game(2 * HOUR + pause, 3 * HOUR + pause)
    assert series_of(present, [first, second, present]).games == games


def test_games_after_the_present_one_do_not_count() -> None:
    present = game(0, HOUR)
    assert series_of(present, [present, game(HOUR, 2 * HOUR)]).games == 1


def test_a_game_that_was_put_off_for_days_does_not_join_two_evenings() -> None:
    days = 48 * HOUR
    put_off = game(HOUR, days + HOUR)
    meanwhile, present = game(days - HOUR, days), game(days + HOUR, days + 2 * HOUR)
    kept = [game(0, HOUR), put_off, meanwhile, present]
    assert series_of(present, kept).games == 3
    assert series_of(put_off, kept).games == 2


@pytest.mark.parametrize("seat", Seat)
def test_whoever_plays_against_themselves_counts_each_game_once_from_the_present_seat(seat: Seat) -> None:
    both = [game(0, HOUR, side, b"a" * 32) for side in Seat]
    present = [game(HOUR, 2 * HOUR, side, b"b" * 32) for side in Seat]
    won = (2, 0) if seat is Seat.HOST else (0, 2)
    for kept in ([*both, *present], [*reversed(both), *reversed(present)]):
        assert series_of(present[seat], kept).won == won


def test_a_test_game_does_not_count_in_a_sitting_of_games_nor_a_game_among_tests() -> None:
    real, other = game(0, HOUR), game(HOUR, 2 * HOUR)
    test, another = (evolve(one, game="mandala-test-7") for one in (game(0, HOUR), game(HOUR, 2 * HOUR)))
    games = [real, other, test, another]
    assert series_of(other, games).games == series_of(another, games).games == 2
