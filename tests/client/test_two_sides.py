"""Two players side by side: names, points and what is said of both, each in its place."""

from __future__ import annotations

from mandala_client.games.two_sides import at_both_ends, between, points_at_both_ends
from mandala_client.ui.rows import row, width_of
from mandala_client.ui.style import FULL_LOOK
from tests.client.laws import text_of


def points(left: int, right: int, width: int = 16) -> list[str]:
    rows = points_at_both_ends(left, right, FULL_LOOK, width)
    assert {width_of(one) for one in rows if one} == {width}
    return [text_of(one) for one in rows]


def test_what_belongs_to_each_is_at_its_end() -> None:
    assert text_of(at_both_ends(row("Anna"), row("you"), 12)) == "Anna     you"


def test_a_label_is_in_the_middle_or_as_near_to_it_as_there_is_room() -> None:
    assert text_of(between(row("8"), "hand", row("7"), 16)) == "8     hand     7"
    assert text_of(between(row("2"), "hidden", row("y1 k1"), 16)) == "2   hidden y1 k1"
    assert text_of(between(row(), "value", row(), 11)) == "   value   "


def test_a_label_that_has_no_room_is_left_out() -> None:
    assert text_of(between(row("r♥"), "bowl", row("g♣ → y☼"), 16)) == "r♥  bowl g♣ → y☼"
    assert text_of(between(row("r♥"), "Schale", row("g♣ → y☼"), 16)) == "r♥       g♣ → y☼"


def test_points_are_in_large_figures_at_both_ends() -> None:
    shown = points(3, 10)
    assert len(shown) == 3
    assert shown[-1].startswith("▀▀▀  ")
    assert shown[-1].endswith("▀▀▀")


def test_points_that_have_no_room_in_large_figures_are_plain() -> None:
    assert points(103, 98)[1].split() == ["103", "98"]
