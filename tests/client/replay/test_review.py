"""The review of a game: what each move brought and gave away, and that nobody gets one of a game that may go on."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from attrs import evolve

from mandala_client.games.deal import Deal
from mandala_client.games.forecast_text import margin_of
from mandala_client.games.mandala.hint import because
from mandala_client.games.mandala.notation import written
from mandala_client.games.patterns.hint import because as because_of_patterns
from mandala_client.play.alone import Alone
from mandala_client.play.practice import PracticeGame, Practising
from mandala_client.records.replay import Own, Replay, frames_of
from mandala_client.records.review import WORST, NotReviewed, Review, review_of
from mandala_client.records.review_sentences import (
    MOST_MOMENTS,
    about,
    brief_verdict,
    course_line,
    lines_of,
    move_line,
    total_line,
    verdict,
)
from mandala_client.records.review_table import table_of
from mandala_client.screens.replay.review_page import MARGIN
from mandala_client.text.language import Language
from mandala_client.ui.rows import width_of
from mandala_net.bots.forecast import Forecast
from mandala_net.bots.mandala import reasons
from mandala_net.bots.mandala.reasons import Clause
from mandala_net.bots.mandala.teaching import mandala_teacher
from mandala_net.bots.move_review import TASTE
from mandala_net.bots.patterns.motives import LEADS_ON, OPENS, Motive, Remark
from mandala_net.bots.teacher import taught
from mandala_protocol.conversation.events import Resign
from mandala_protocol.games.game import EndOfGame, EndReason, View
from mandala_protocol.games.mandala import MANDALA, Colour
from mandala_protocol.games.mandala.scoring import score_sheet
from mandala_protocol.poker.workers import Serial
from mandala_protocol.seats import Seat
from tests.client.replay.conftest import Messages, messages_of, play, seed_of
from tests.client.scenes import each_language
from tests.client.sessions import Pair, settle
from tests.client.speaking import spoken_for_now
from tests.hearing import hear
from tests.narrowing import present

Begin = Callable[..., Pair]


# What each move brought.


def test_it_is_told_how_far_a_review_has_come(replay: Replay) -> None:
    told: list[tuple[int, int]] = []
    review_of(replay, Seat.HOST, lambda done, total: told.append((done, total)))
    total = 2 * len(replay.frames)
    assert told == [(done, total) for done in range(1, total + 1)]


def test_every_move_of_a_game_that_is_over_is_reviewed(review: Review, replay: Replay) -> None:
    moves = [at for at, frame in enumerate(replay.frames) if frame.is_move]
    assert [move.at for move in review.moves] == moves
    for move in review.moves:
        assert move.frame is replay.frames[move.at]
        assert f"{replay.names[move.seat]} " in move.frame.sentences[0]
    assert review.seats == tuple(Seat)
    assert [review.at(at) is not None for at in range(len(replay.frames))] == [one.is_move for one in replay.frames]


def test_what_all_moves_brought_is_the_result(review: Review, replay: Replay) -> None:
    host, guest = (score.total for score in score_sheet(replay.frames[-1].state).seats)
    lead = sum(move.swing if move.seat is Seat.HOST else -move.swing for move in review.moves)
    assert lead == host - guest != 0
    assert review.moves[-1].points == (host, guest)
    assert any(move.swing > 0 for move in review.moves)


def test_only_a_claim_brings_points(review: Review) -> None:
    assert all(not move.swing for move in review.moves if not MANDALA.format_move(move.move).startswith("K"))


# What each move gave away.


def test_a_move_is_judged_by_what_its_mover_saw_before_it(review: Review, replay: Replay) -> None:
    for move in review.moves:
        before = replay.frames[move.at - 1]
        held = before.held[move.seat]
        assert held is not None
        judged = taught(MANDALA, mandala_teacher(), View(before.state, move.seat, held), move.move)
        assert (move.given_away, move.before, move.after) == (judged.given_away, judged.before, judged.after)
        assert (move.better is None) == (judged.best == move.move) == (move.given_away == 0.0) == (move.cost == 0)
        if move.better is not None:
            assert move.better.move == judged.best
            assert (f"Better: {written(move.better.move)} – " in verdict(review, move)) == bool(move.better.why)
            assert f"Better: {written(move.better.move)}" in verdict(review, move)


def test_the_totals_are_those_of_the_moves(review: Review) -> None:
    for seat in Seat:
        total, moves = review.total(seat), review.by(seat)
        assert total.moves == len(moves) > 10
        assert total.forced == sum(move.forced for move in moves)
        assert total.choices == total.moves - total.forced
        assert total.best == sum(not move.given_away for move in moves if not move.forced)
        assert total.given_away == pytest.approx(sum(move.given_away for move in moves))
        assert 0 < total.best < total.choices < total.moves


def test_the_worst_moves_of_a_player_are_those_that_cost_most(review: Review) -> None:
    for seat in Seat:
        worst = review.worst(seat)
        assert len(worst) == WORST
        most = sorted((move.cost for move in review.by(seat)), reverse=True)
        assert [move.cost for move in worst] == most[:WORST]
        assert most[0] > 5
        assert all(move.seat is seat for move in worst)
    marked = {review.moves[number].at for number in review.numbers_of_worst()}
    assert marked == {move.at for seat in Seat for move in review.worst(seat)}


def test_the_same_game_is_always_reviewed_alike(review: Review, replay: Replay) -> None:
    assert review_of(replay) == review


def test_who_plays_as_the_teacher_judges_gives_nothing_away() -> None:
    game = PracticeGame(Practising(Alone("mandala", "easy"), "Anna", "Easy bot"), Deal(TASTE))
    for _move in range(10):
        if game.bot_is_to_move:
            game.let_bot_move()
        else:
            view = present(game.snapshot().view)
            best, _made = mandala_teacher().compared(view, MANDALA.legal_moves(view)[0])
            game.play(best.move)
    game.end(EndOfGame(EndReason.RESIGNED, Seat.HOST))
    review = review_of(game.replay())
    assert {move.given_away for move in review.by(Seat.HOST)} == {0.0}
    assert review.worst(Seat.HOST) == ()
    assert {review.moves[number].seat for number in review.numbers_of_worst()} == {Seat.GUEST}


def test_a_move_is_forced_if_its_mover_could_make_no_other(review: Review, replay: Replay) -> None:
    for move in review.moves:
        before = replay.frames[move.at - 1]
        held = before.held[move.seat]
        assert held is not None
        assert move.forced == (len(MANDALA.legal_moves(View(before.state, move.seat, held))) == 1)
        if move.forced:
            assert verdict(review, move).startswith(
                f"This was the only legal move. {review.names[move.seat]}'s chance to win: "
            )
            assert brief_verdict(review, move) == "This was the only legal move."


# The course of the game.


def test_the_course_has_every_moment_before_a_move_and_ends_with_the_result(review: Review, replay: Replay) -> None:
    assert [moment.at for moment in review.course] == [*(move.at for move in review.moves), len(replay.frames) - 1]
    host, guest = (score.total for score in score_sheet(replay.frames[-1].state).seats)
    end = review.course[-1].forecast
    assert (end.in_100, end.margin) == (100 if host > guest else 0, host - guest)
    for move, moment in zip(review.moves, review.course, strict=False):
        if move.seat is Seat.HOST:
            assert moment.forecast == move.before


@pytest.mark.parametrize("near", Seat)
def test_the_course_is_what_the_near_player_alone_could_expect(near: Seat, replay: Replay) -> None:
    """At a move of the other player too it is foreseen from the near one's cards."""
    review = review_of(replay, near)
    theirs = [number for number, move in enumerate(review.moves) if move.seat is not near]
    for number in theirs[::9]:
        at = review.moves[number].at
        before = replay.frames[at - 1]
        view = View(before.state, near, present(before.held[near]))
        assert review.course[number].forecast == mandala_teacher().forecast(view)


def test_the_course_is_told_at_a_few_steps_with_the_first_and_the_last(review: Review) -> None:
    text = course_line(review)
    first, last = review.course[0], review.course[-1]
    assert text.startswith(f"Anna's chance to win: {first.forecast.in_100} % at step {first.at + 1}, ")
    assert text.endswith(f" {last.forecast.in_100} % at step {last.at + 1}.")
    assert text.count("step ") == MOST_MOMENTS + 1
    assert text in list(lines_of(review))
    short = course_line(evolve(review, course=review.course[:3]))
    assert short.count("step ") == 3


# Games that may go on, or are known in part.


def test_no_game_that_goes_on_is_reviewed_not_even_with_the_own_hand(
    unfinished: Messages, own: tuple[Replay, Replay]
) -> None:
    for replay in (*own, frames_of(unfinished, Serial())):
        with pytest.raises(NotReviewed, match=r"^You can review only a finished game; this one has no result\.$"):
            review_of(replay)


def test_at_no_moment_before_its_end_a_game_can_be_reviewed(replay: Replay) -> None:
    for length in range(1, len(replay.frames)):
        with pytest.raises(NotReviewed):
            review_of(evolve(replay, frames=replay.frames[:length]))


def test_a_game_that_was_resigned_is_over(begun: Begin) -> None:
    host, guest = pair = begun()
    play(pair, moves=10)
    settle(*pair)
    hear(host, guest.send(Resign()))
    settle(host, guest)
    assert len(review_of(frames_of(messages_of(host), Serial())).moves) == 10


def test_a_game_that_was_resigned_at_once_has_a_review_without_moves(begun: Begin) -> None:
    host, guest = begun()
    hear(host, guest.send(Resign()))
    settle(host, guest)
    review = review_of(frames_of(messages_of(host), Serial()))
    assert review.moves == ()
    assert total_line(review, Seat.HOST) == "Anna: 0 moves with a choice, 0 of them the best; 0.0 points given away."


def test_of_an_abandoned_game_the_own_moves_alone_are_reviewed_and_this_is_said(abandoned: Messages) -> None:
    own = frames_of(abandoned, Serial(), Own(Seat.GUEST, seed_of(Seat.GUEST)))
    review = review_of(own)
    assert review.seats == (Seat.GUEST,)
    assert len(review.moves) == sum(frame.is_move and frame.sentences[0].startswith("Ben ") for frame in own.frames) > 5
    assert {move.seat for move in review.moves} == {Seat.GUEST}
    assert list(about(review))[1:] == ["Only Ben's hand is known, so only Ben's moves are reviewed."]


def test_of_an_abandoned_game_of_others_nothing_can_be_judged(abandoned: Messages) -> None:
    with pytest.raises(NotReviewed, match=r"^The hands of this game are unknown, so no move can be reviewed\.$"):
        review_of(frames_of(abandoned, Serial()))


# In sentences.


def test_every_move_has_a_sentence_and_so_have_the_totals_and_the_worst(review: Review) -> None:
    lines = list(lines_of(review))
    assert not any("{" in line for line in lines)
    assert sum(line.startswith("Step ") for line in lines) == len(review.moves)
    assert sum(line.startswith("  Step ") for line in lines) == 2 * WORST
    assert sum(" moves with a choice, " in line for line in lines) == len(Seat)
    for seat in Seat:
        assert f"{review.names[seat]}'s moves that cost most:" in lines


@pytest.mark.parametrize("near", Seat)
def test_the_near_player_s_points_stand_first_and_whose_they_are_is_said(near: Seat, replay: Replay) -> None:
    review = review_of(replay, near)
    assert review.seats == (near, near.other)
    move = next(move for move in reversed(review.moves) if move.swing)
    (own, other), (points, others) = ((pair[near], pair[near.other]) for pair in (review.names, present(move.points)))
    assert f" The score is now {own} {points}, {other} {others}. " in f"{move_line(review, move)} "
    for width in (74, 80, 120):
        heading, *rows = table_of(review).lines(width)
        assert f"  {own} : {other}  " in heading
        assert f" {points} : {others}" in rows[review.moves.index(move)]
        assert len({row.index(" : ") for row in (heading, *rows)}) == 1


def test_of_long_names_above_the_points_as_much_is_left_as_there_is_room(replay: Replay) -> None:
    review = review_of(evolve(replay, names=("Maximiliane-Charlotte von Hohenf", "曼荼羅の遊び手である山田太郎左")))
    for width in (80, 100, 120):
        rows = table_of(review).lines(width)
        assert "Maximil… : 曼荼羅…" in rows[0]
        assert max(map(width_of, rows)) <= width


@each_language
@pytest.mark.parametrize("names", [("Anna", "Ben"), ("Maximiliane-Charlotte von Hohenf", "Ben")])
def test_in_a_small_window_every_heading_is_whole(language: Language, names: tuple[str, str], review: Review) -> None:
    with spoken_for_now(language):
        table = table_of(evolve(review, names=names))
        heading, *rows = table.lines(40 - MARGIN)
        assert heading.split() == [shown for shown in table.headings(40 - MARGIN).values() if shown]
        for row, move in zip(rows, review.moves, strict=True):
            assert move.better is None or row.endswith(written(move.better.move))


def test_the_margin_is_told_with_its_sign() -> None:
    margins = (5.6, 1.2, 0.3, -0.4, -1.0, -12.0)
    assert [margin_of(Forecast(0.5, margin)) for margin in margins] == ["+6", "+1", "0", "0", "-1", "-12"]


def test_nobody_is_spoken_to(review: Review) -> None:
    for line in lines_of(review):
        assert not {"you", "your"} & set(line.lower().replace(",", " ").split())


def test_what_explains_nothing_is_no_reason() -> None:
    names = "Anna", "Ben"
    assert because((Clause(reasons.LEAST_BAD),), Seat.HOST, names) == because_of_patterns(
        Motive((Remark(OPENS, {"colour": Colour.RED, "value": 2}), Remark(LEADS_ON))), Seat.HOST, names
    ).removeprefix("red gets marker 2")
    keeps = Clause(reasons.FITS_NOWHERE, {"colour": Colour.RED}), Clause(reasons.LEAST_BAD)
    assert because(keeps, Seat.HOST, names) == "red fits nowhere now"


def test_a_reason_names_who_may_end_the_game_ahead() -> None:
    left = Clause(reasons.ADDS_POINTS, {"colour": Colour.RED, "points": 1})
    text = because((left, Clause(reasons.OTHERWISE_BEHIND)), Seat.GUEST, ("Anna", "Ben"))
    assert text == "red adds 1 to Ben's score: otherwise the game may end with Anna ahead"
