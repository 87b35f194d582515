"""The score of an evening: who has won how many games, and the points in all."""

from __future__ import annotations

from mandala_client.evening import Evening
from mandala_protocol.games.game import Result
from mandala_protocol.seats import Seat


def test_games_won_lost_and_drawn_are_counted_with_the_own_first() -> None:
    evening = Evening()
    for seat, winner, scores in [
        (Seat.GUEST, Seat.HOST, (12, 7)),
        (Seat.GUEST, Seat.GUEST, (5, 9)),
        (Seat.GUEST, None, (4, 4)),
        (Seat.GUEST, Seat.GUEST, (0, 0)),
    ]:
        evening = evening.after(Result(scores, winner, "deck"), seat)
    assert (evening.won, evening.drawn, evening.points, evening.games) == ((2, 1), 1, (20, 21), 4)


def test_the_own_seat_decides_whose_points_come_first() -> None:
    result = Result((30, 10), Seat.HOST, "deck")
    assert Evening().after(result, Seat.HOST) == Evening(won=(1, 0), points=(30, 10))
    assert Evening().after(result, Seat.GUEST) == Evening(won=(0, 1), points=(10, 30))
