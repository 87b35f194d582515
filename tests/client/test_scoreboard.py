"""The points as they stand: in large figures beside a large table, and in words above a small one."""

from __future__ import annotations

import pytest

from mandala_client.games.game_words import Standing
from mandala_client.screens.table.parts import scoreboard
from mandala_client.ui.large_text import large_number
from mandala_client.ui.rows import Row, width_of
from mandala_client.ui.style import ASCII_LOOK, FULL_LOOK, Look


def shown(rows: list[Row]) -> list[str]:
    return ["".join(part.text for part in row).rstrip() for row in rows]


def test_a_number_is_drawn_in_large_figures() -> None:
    assert shown(large_number(147, FULL_LOOK, "title")) == ["▄█  █ █ ▀▀█", " █  ▀▀█  ▄▀", "▀▀▀   ▀  ▀"]


@pytest.mark.parametrize("look", [FULL_LOOK, ASCII_LOOK])
def test_all_figures_differ_and_are_three_columns_wide(look: Look) -> None:
    figures = [large_number(number, look, "") for number in range(10)]
    assert len({tuple(shown(figure)) for figure in figures}) == 10
    assert {width_of(row) for figure in figures for row in figure} == {3}


def test_the_own_points_are_at_the_left_and_hidden_cards_are_below_them() -> None:
    rows = scoreboard(Standing(10, 3, 2, 1), "Ben (you)", "Anna", FULL_LOOK, 36)
    first, *_figures, last = shown(rows)
    assert first.split() == ["Ben", "(you)", "Anna"]
    assert first.index("Ben") == 1
    assert last.split("  ")[0] == " incl. 1 hidden"
    assert last[first.index("Anna") :] == "+ 2 hidden cards"
    assert {width_of(row) for row in rows} == {36}


def test_each_player_has_the_own_points_below_the_name() -> None:
    _names, _blank, *figures = shown(scoreboard(Standing(10, 3), "Ben", "Anna", FULL_LOOK, 36))
    own, other = (shown(large_number(points, FULL_LOOK, "")) for points in (10, 3))
    assert [figure[1:18].rstrip() for figure in figures] == own
    assert [figure[19:] for figure in figures] == other


def test_without_hidden_cards_nothing_is_said_of_them() -> None:
    assert "hidden" not in " ".join(shown(scoreboard(Standing(10, 3), "Ben", "Anna", FULL_LOOK, 36)))


def test_a_long_name_is_cut_at_the_middle_of_the_panel() -> None:
    first = shown(scoreboard(Standing(1, 2), "B" * 40, "A" * 40, FULL_LOOK, 36))[0]
    assert len(first) <= 36
    assert first.count("…") == 2
