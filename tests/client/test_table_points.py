"""The points at the table and at the end, on positions laid by hand."""

from __future__ import annotations

import re
from typing import Any

import pytest
from attrs import evolve

from mandala_client.games.game_table import TableScene, scene_in_play
from mandala_client.games.mandala.board import Board
from mandala_client.games.mandala.mandala_words import MandalaWords
from mandala_client.games.mandala.score_text import points_now
from mandala_client.table import updates
from mandala_client.table.table_model import TableModel
from mandala_client.ui.style import FULL_LOOK
from mandala_net.match.news import GameEnded
from mandala_net.match.news import GameFinished as FinishedGame
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.games.game import HAND, Counts, View
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.games.mandala.colours import NO_CARDS
from mandala_protocol.games.mandala.scoring import result
from mandala_protocol.games.mandala.state import (
    EMPTY_MANDALA,
    GameOver,
    MandalaEnd,
    MandalaState,
    Phase,
    PlayerArea,
    Revealing,
    Turn,
)
from tests.client.at_table import seen
from tests.positions import ANNA, mandala, pile, river

OPEN = (NO_CARDS, NO_CARDS)
ANNAS_TURN = Turn(ANNA)


def laid(anna: PlayerArea, ben: PlayerArea, phase: Phase = ANNAS_TURN, *, triggered: bool = False) -> MandalaState:
    return MandalaState(ANNA, phase, (EMPTY_MANDALA, EMPTY_MANDALA), (anna, ben), 40, NO_CARDS, triggered, 0)


def seen_by_anna(state: MandalaState, cup: Counts = NO_CARDS) -> Snapshot:
    return Snapshot(
        game=MANDALA.name,
        seat=ANNA,
        names=("Anna", "Ben"),
        due=None,
        pending=Pending.NOTHING,
        words=None,
        view=View(state, ANNA, {HAND: NO_CARDS, "cup": cup}),
        steps=(),
        result=None,
        connected=True,
        length=1,
        live_score=True,
    )


# While it is played: E5 with the starting cards of S4, which only their owner sees (S6).


@pytest.mark.parametrize(
    ("colours", "claimed", "cup", "points"),
    [
        ("ry", "yy", "", 4),
        ("ry", "yy", "yr", 7),
        ("ry", "yy", "gk", 4),
        ("", "", "ry", 0),
        ("royg", "", "gg", 8),
    ],
)
def test_E5_S4_a_starting_card_counts_as_soon_as_its_colour_lies_in_the_own_river(
    colours: str, claimed: str, cup: str, points: int
) -> None:
    anna = PlayerArea(river(colours), pile(claimed), 2, 0)
    snapshot = seen_by_anna(laid(anna, PlayerArea(river("k"), pile("kk"), 2, 0)), pile(cup))
    scene: TableScene[Any] = TableScene(laid(anna, anna), ANNA, None, ({"cup": pile(cup)}, None), (), scored=True)
    board = Board(scene, FULL_LOOK)
    assert board.points(ANNA) == points
    assert points_now(snapshot).startswith(f"You have {points} point")


def test_S6_of_the_other_player_only_what_is_public_is_counted() -> None:
    ben = PlayerArea(river("rk"), pile("kkr"), 2, 0)
    state = laid(PlayerArea((), NO_CARDS, 2, 0), ben)
    shown = seen(updates.with_snapshot(TableModel(), seen_by_anna(state)), lines=30)
    assert "5 open" in shown
    assert "+ ? ?" in shown


# At the end: E6 and E7.


def over(anna: PlayerArea, ben: PlayerArea, cups: tuple[Counts, Counts]) -> TableModel:
    state = laid(anna, ben, GameOver(ANNA, MandalaEnd.DECK, None, OPEN, cups))
    told = result(state)
    snapshot = evolve(seen_by_anna(state, cups[0]), result=told)
    return updates.with_end(
        updates.with_snapshot(TableModel(), snapshot), GameEnded(FinishedGame(told), None, snapshot=snapshot)
    )


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_E6_with_equal_points_fewer_cards_in_the_cup_decide_the_starting_ones_included(columns: int) -> None:
    more = over(
        PlayerArea(river("r"), pile("rr"), 2, 0), PlayerArea(river("k"), pile("kkg"), 2, 0), (pile("gg"), pile("yy"))
    )
    shown = seen(more, columns, 30)
    assert "Game over: you win 2 to 2, with fewer cards in the cup." in shown
    assert "Both have 2 points. Fewer cards in the cup decide: you have 4, Ben has 5." in shown


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_E7_with_as_many_cards_in_the_cup_nobody_wins(columns: int) -> None:
    same = PlayerArea(river("r"), pile("rr"), 2, 0)
    shown = seen(over(same, same, (pile("gg"), pile("yy"))), columns, 30)
    assert "Both have 2 points and 4 cards in the cup: no one wins." in shown


# Between the last move and the end.


def test_D2_nothing_is_said_of_a_last_mandala_when_the_game_is_over() -> None:
    players = PlayerArea(river("r"), NO_CARDS, 2, 0), PlayerArea(river("k"), NO_CARDS, 2, 0)
    turn = seen_by_anna(laid(*players, triggered=True))
    revealing = seen_by_anna(laid(*players, Revealing(ANNA, MandalaEnd.DECK, None), triggered=True))
    finished = seen_by_anna(laid(*players, GameOver(ANNA, MandalaEnd.DECK, None, OPEN, OPEN), triggered=True))
    for snapshot, last in ((turn, True), (revealing, False), (finished, False)):
        assert any("LAST" in line for line in MandalaWords().table(snapshot)) is last
        board = Board(scene_in_play(snapshot), FULL_LOOK)
        assert board.ends_soon is last


# What is said of the mandalas: K2 and K7.


@pytest.mark.parametrize("columns", [40, 60, 80])
def test_K2_on_a_tie_it_is_said_in_every_size_that_you_would_choose_second(columns: int) -> None:
    state = laid(PlayerArea((), NO_CARDS, 2, 4), PlayerArea((), NO_CARDS, 2, 4))
    tied = evolve(state, mandalas=(mandala("y/r/k"), mandala("y/-/-")))
    shown = seen(updates.with_snapshot(TableModel(), seen_by_anna(tied)), columns, 30)
    assert re.search(
        "(1:1, (who completes it|completer) (chooses second|is second|2nd)|tie: who completes chooses 2nd)", shown
    )
    assert "both empty" in shown or "both fields empty" in shown
