"""The mats of the mandalas: a closed rim around each, and everything on it stays whole."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from mandala_client.games.colour_signs import card_class, edges_class, ink_class
from mandala_client.games.mandala.mats import on_mat, rimmed, rounded
from mandala_client.ui.rows import Fragment, Row, row, width_of
from mandala_client.ui.style import ASCII_LOOK, FULL_LOOK, SHADED_LOOK, Look
from mandala_client.ui.themes import MAT, ON_RIM, RIM, STRIP

WIDTH = 35
GROUND, OF_RIM, OF_MAT = " ", "#", "."
HALVES = {"▀": (True, False), "▄": (False, True), "█": (True, True), " ": (False, False)}
"""For each sign, whether its upper and its lower half are filled."""


def disc(field: int, mountain: int) -> list[Row]:
    """A mandala without cards."""
    empty = row(" " * WIDTH)
    above = rounded([on_mat(empty, 1)] * field, SHADED_LOOK, is_above=True)
    middle = rimmed([on_mat(empty, 1, STRIP)] * mountain, SHADED_LOOK)
    return [*above, *middle, *rounded([on_mat(empty, 1)] * field, SHADED_LOOK, is_above=False)]


def dots(rows: Sequence[Row]) -> list[str]:
    """What each half of each cell is, a line for each half of a row."""
    shown: list[str] = []
    for one in rows:
        halves = ["", ""]
        for part in one:
            surface = OF_MAT if {MAT, STRIP} & set(part.style.split(",")) else GROUND
            for sign in part.text:
                for half, is_filled in enumerate(HALVES[sign]):
                    halves[half] += OF_RIM if is_filled else surface
        shown += halves
    return shown


@pytest.mark.parametrize(("field", "mountain"), [(3, 3), (5, 5), (9, 9)])
def test_a_closed_rim_is_around_the_mat_alike_on_all_sides(field: int, mountain: int) -> None:
    seen = dots(disc(field, mountain))
    assert seen == seen[::-1] == [line[::-1] for line in seen]
    assert OF_MAT not in seen[0]
    assert seen[0].startswith(GROUND)
    for line, dots_of_line in enumerate(seen):
        for column, dot in enumerate(dots_of_line):
            if dot == OF_MAT:
                beside = {seen[line - 1][column], seen[line + 1][column], *dots_of_line[column - 1 : column + 2 : 2]}
                assert GROUND not in beside, (line, column)
    assert {line[0] + line[-1] for line in seen[2 * field : 2 * (field + mountain)]} == {OF_RIM * 2}


def test_nothing_on_the_mat_is_cut() -> None:
    cards = row(Fragment("█" * 5, card_class(0)), " " * 25, Fragment("▀" * 5, edges_class(1)))
    for is_above in (True, False):
        (shown, *_others) = rounded([on_mat(cards, 1)] * 3, SHADED_LOOK, is_above=is_above)
        assert width_of(shown) == WIDTH + 2
        assert {card_class(0), edges_class(1)} <= {style for part in shown for style in part.style.split(",")}


def test_the_rim_goes_on_beside_half_a_card() -> None:
    card = row(" " * 15, Fragment("▀" * 5, ink_class(0)), " " * 15)
    *_others, last = rounded([on_mat(card, 1)] * 3, SHADED_LOOK, is_above=False)
    assert [part.style for part in last if ink_class(0) in part.style] == [f"{MAT},{ink_class(0)},{ON_RIM}"]
    first, *_others = rounded([on_mat(card, 1)] * 3, SHADED_LOOK, is_above=True)
    assert not any(ON_RIM in part.style for part in first), "the lower half of the outermost row is within the rim"
    corner = row(Fragment("▀" * 5, ink_class(0)), " " * 30)
    *_others, last = rounded([on_mat(corner, 1)] * 3, SHADED_LOOK, is_above=False)
    halves = [(part.text, part.style) for part in last if ink_class(0) in part.style]
    assert halves == [("▀", ink_class(0)), ("▀" * 4, f"{MAT},{ink_class(0)},{ON_RIM}")]


@pytest.mark.parametrize("look", [FULL_LOOK, ASCII_LOOK])
def test_without_shades_there_is_no_rim(look: Look) -> None:
    rows = [on_mat(row(" " * WIDTH), 1)] * 3
    assert rounded(rows, look, is_above=True) == rimmed(rows, look) == rows
    assert not any(part.style == RIM for one in rows for part in one)
