"""Points on the screen: the own ones with the starting cards that count, and the end, also where they are equal."""

from __future__ import annotations

from typing import Final

import pytest
from attrs import evolve

from mandala_client.games.game_table import scene_in_play
from mandala_client.games.mandala.board import Board
from mandala_client.games.mandala.mandala_words import MandalaWords
from mandala_client.games.mandala.score_text import points_now, score, standing
from mandala_client.table import updates
from mandala_client.table.table_model import TableModel
from mandala_client.ui.blocks.block_sentences import sentences_of
from mandala_client.ui.style import FULL_LOOK
from mandala_net.match.news import GameEnded, GameFinished
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.mandala.scoring import score_sheet as decided
from mandala_protocol.games.mandala.state import MandalaEnd, Revealing, Turn
from tests.client.at_table import seen
from tests.client.scenes import Size, each_size
from tests.narrowing import present
from tests.positions import ANNA, BEN, EQUAL_POINTS, Owned, at_annas_turn, at_the_end, owned

ANNAS, BENS = owned("ry/yyy/yg"), owned("o/oo/oo")
"""Anna's starting yellow lies in slot 2 of her river, the green one in none; Ben's hidden cards would count too."""

BY_HAND = 2 * (3 + 1)
"""Anna's points: three claimed yellow and the starting one, at slot 2."""


def at_table(snapshot: Snapshot) -> TableModel:
    return updates.with_snapshot(TableModel(), snapshot)


def over(owns: tuple[Owned, Owned]) -> Snapshot:
    snapshot = at_the_end(owns)
    assert snapshot.result is not None
    return snapshot


# While a game is played.


def test_s6_e5_a_starting_card_counts_in_the_own_live_score_if_its_colour_is_in_the_own_river() -> None:
    snapshot = at_annas_turn((ANNAS, BENS), "rrookk", live_score=True)
    assert snapshot.view is not None
    now = standing(snapshot.view)
    assert (now.own, now.other, now.hidden) == (BY_HAND, 2, 2)
    assert points_now(snapshot) == ("You have 8 points now; Ben has 2 points, and 2 hidden cards that may count too.")


SCORES: Final = {
    (40, 20): "points 2+2?, cup 4",
    (80, 24): "2 open 6 open",
    (120, 40): "2 open 6 open",
}
"""What is said of the points in each size; on a large table they are in large figures."""


@each_size
def test_the_live_score_at_the_table_is_the_same(size: Size) -> None:
    text = seen(at_table(at_annas_turn((ANNAS, BENS), "rrookk", live_score=True)), *size)
    assert SCORES[size] in text


@each_size
def test_without_the_agreement_no_points_are_shown(size: Size) -> None:
    text = seen(at_table(at_annas_turn((ANNAS, BENS), "rrookk", live_score=False)), *size)
    assert "worth" not in text
    assert "points" not in text


@pytest.mark.parametrize("cards", ["ry/yyy/yg", "ry/yyy/yy", "ry/yyy/gg", "ry/yyy/rr", "-/-/ry", "royg/-/gg"])
def test_e5_s4_the_own_live_score_is_what_the_cards_are_worth_in_the_end(cards: str) -> None:
    owns = (owned(cards), BENS)
    turn, end = at_annas_turn(owns, "rrookk", live_score=True), at_the_end(owns)
    assert turn.view is not None
    assert end.view is not None
    points = decided(end.view.state).seats[ANNA].total
    assert standing(turn.view).own == Board(scene_in_play(turn), FULL_LOOK).points(ANNA) == points


# In the end.


@each_size
def test_e6_with_equal_points_fewer_cards_in_the_cup_win_and_that_is_said(size: Size) -> None:
    for who, winner, said in (
        ("anna by cup", ANNA, "you win 5 to 5, with fewer cards in the cup"),
        ("ben by cup", BEN, "Ben wins 5 to 5, with fewer cards in the cup"),
    ):
        snapshot = over(EQUAL_POINTS[who])
        assert snapshot.result is not None
        assert snapshot.result.winner is winner
        own, other = (4, 5) if winner is ANNA else (5, 4)
        why = f"Fewer cards in the cup decide: you have {own}, Ben has {other}."
        model = updates.with_end(at_table(snapshot), GameEnded(GameFinished(snapshot.result), None, snapshot))
        assert said in seen(model, *size)
        assert f"Both have 5 points. {why}" in whole_page(model, size)
        assert any(why in line for line in sentences_of(score(snapshot)))


@each_size
def test_e7_with_equal_points_and_cups_nobody_wins_and_that_is_said(size: Size) -> None:
    snapshot = over(EQUAL_POINTS["draw"])
    assert snapshot.result is not None
    assert snapshot.result.winner is None
    model = updates.with_end(at_table(snapshot), GameEnded(GameFinished(snapshot.result), None, snapshot))
    assert "a draw, 5 to 5" in seen(model, *size)
    assert "Both have 5 points and 5 cards in the cup: no one wins." in whole_page(model, size)
    assert MandalaWords().game_over(snapshot) == "Game over: a draw, 5 to 5. The draw pile had run out."


def test_d2_nothing_is_said_of_a_last_mandala_when_the_game_is_over() -> None:
    turn, finished = at_annas_turn((ANNAS, BENS), "rrookk", live_score=False), over((ANNAS, BENS))
    for phase, is_last in (
        (Turn(ANNA), True),
        (Revealing(ANNA, MandalaEnd.DECK, None), False),
        (present(finished.view).state.phase, False),
    ):
        view = present(turn.view)
        snapshot = evolve(turn, view=evolve(view, state=evolve(view.state, triggered=True, phase=phase)))
        assert any("LAST" in line for line in MandalaWords().table(snapshot)) is is_last
        assert Board(scene_in_play(snapshot), FULL_LOOK).ends_soon is is_last


def whole_page(model: TableModel, size: Size) -> str:
    """All that stands on the page of the end, however far it must be scrolled."""
    columns, lines = size
    return seen(model, columns, max(lines, 60))


def test_e6_the_worthless_and_the_starting_cards_count_in_the_cup() -> None:
    for owns in EQUAL_POINTS.values():
        snapshot = at_the_end(owns)
        assert snapshot.view is not None
        sheet = decided(snapshot.view.state)
        for seat, one in zip((ANNA, BEN), sheet.seats, strict=True):
            assert one.cup == sum(owns[seat].claimed) + sum(owns[seat].starting)
            assert one.total == 5
