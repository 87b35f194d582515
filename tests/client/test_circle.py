"""The circle around a mandala: an arc for each colour above the cards and one below, all there once it is complete."""

from __future__ import annotations

import pytest

from mandala_client.games.colour_signs import Part, style_of
from mandala_client.games.mandala.circles import circle, with_circle
from mandala_client.ui.clicks import Button
from mandala_client.ui.rows import Fragment, Row, row, width_of
from mandala_client.ui.style import ASCII_LOOK, FULL_LOOK, SHADED_LOOK
from mandala_client.ui.themes import STRIP
from mandala_protocol.games.mandala import COLOURS, Colour
from tests.client.laws import text_of

WIDE, HIGH, BREADTH = 30, 13, 3
CARDS = range(3, 27)
"""A small circle, and the columns of its cards, four for each colour."""

SIZES = [(WIDE, HIGH, BREADTH), (41, 21, 4)]

LYING = range(3, 11)
"""The rows that can be full of cards from end to end: from the second of the upper field on."""

NONE, ALL = (False,) * 6, (True,) * 6
"""Which colours are in a mandala."""


def dots(rows: tuple[Row, ...]) -> int:
    return sum((ord(sign) - 0x2800).bit_count() for one in rows for sign in text_of(one) if sign != " ")


def styles(rows: tuple[Row, ...]) -> set[str]:
    return {part.style for one in rows for part in one if not part.text.isspace()}


def cells(rows: tuple[Row, ...]) -> list[list[bool]]:
    return [[sign != " " for sign in text_of(one)] for one in rows]


@pytest.mark.parametrize("present", [NONE, ALL, (True, False) * 3])
@pytest.mark.parametrize(("wide", "high", "breadth"), SIZES)
def test_the_circle_has_the_size_of_its_mandala_and_is_alike_on_all_sides(
    wide: int, high: int, breadth: int, present: tuple[bool, ...]
) -> None:
    rows = circle(FULL_LOOK, wide, high, breadth, present)
    assert [width_of(one) for one in rows] == [wide] * high
    drawn = cells(rows)
    assert drawn == drawn[::-1]
    if present in (NONE, ALL):
        assert drawn == [line[::-1] for line in drawn]


def test_no_card_covers_it_but_for_the_outermost_ones_at_its_lower_corners() -> None:
    drawn = cells(circle(FULL_LOOK, WIDE, HIGH, BREADTH, ALL))
    covered = {(line, column) for line in LYING for column in CARDS if drawn[line][column]}
    assert covered == {(LYING[-1], column) for column in (*CARDS[:2], *CARDS[-2:])}


@pytest.mark.parametrize("colour", COLOURS)
def test_an_arc_has_the_colour_of_the_cards_once_one_is_there(colour: Colour) -> None:
    rows = circle(FULL_LOOK, WIDE, HIGH, BREADTH, tuple(one is colour for one in COLOURS))
    assert styles(rows) == {
        style_of(Part.ARC, colour),
        *(style_of(Part.TRACE, one) for one in COLOURS if one is not colour),
    }


def test_the_arcs_are_in_the_order_of_the_columns_above_the_cards_and_below_them() -> None:
    places: dict[Colour, list[tuple[int, float]]] = {colour: [] for colour in COLOURS}
    for line, one in enumerate(circle(FULL_LOOK, WIDE, HIGH, BREADTH, ALL)):
        column = 0
        for part in one:
            for colour in COLOURS:
                if part.style == style_of(Part.ARC, colour):
                    places[colour].append((line, column + len(part.text.rstrip()) / 2))
            column += len(part.text)
    middles = [sum(column for _line, column in places[colour]) / len(places[colour]) for colour in COLOURS]
    assert middles == sorted(middles)
    for of_colour in places.values():
        assert {line < HIGH // 2 for line, _column in of_colour} == {True, False}


@pytest.mark.parametrize("colour", COLOURS)
def test_a_missing_colour_is_a_thin_line(colour: Colour) -> None:
    missing = circle(FULL_LOOK, WIDE, HIGH, BREADTH, tuple(one is not colour for one in COLOURS))
    assert dots(missing) < dots(circle(FULL_LOOK, WIDE, HIGH, BREADTH, ALL))
    assert style_of(Part.TRACE, colour) in styles(missing)
    assert dots(circle(FULL_LOOK, WIDE, HIGH, BREADTH, NONE)) * 2 < dots(circle(FULL_LOOK, WIDE, HIGH, BREADTH, ALL))


def test_a_complete_mandala_is_a_circle_of_all_colours() -> None:
    assert styles(circle(FULL_LOOK, WIDE, HIGH, BREADTH, ALL)) == {style_of(Part.ARC, colour) for colour in COLOURS}


def test_the_circle_is_only_where_nothing_but_a_surface_is() -> None:
    card, half = Fragment("r♥1", style_of(Part.CARD, 0)), Fragment("▀▀▀", style_of(Part.INK, 1))
    lying = row(" " * 3, card, Fragment(" " * 3, STRIP), half, " ")
    shown = with_circle(lying, row(Fragment("a" * 7, "arc"), Fragment("b" * 6, "trace")))
    assert text_of(shown) == "aaar♥1abb▀▀▀b"
    assert [part.style for part in shown] == [
        "arc",
        style_of(Part.CARD, 0),
        f"{STRIP},arc",
        f"{STRIP},trace",
        half.style,
        "trace",
    ]


def test_the_circle_is_clicked_as_what_it_lies_on() -> None:
    place, other = Button("f1"), Button("f2")
    shown = with_circle((Fragment("  ", "", place), Fragment("  ", "", other)), row(Fragment("abcd", "arc")))
    assert [(part.text, part.click) for part in shown] == [("ab", place), ("cd", other)]


@pytest.mark.parametrize(("wide", "high", "breadth"), SIZES)
def test_the_circle_has_the_same_cells_in_every_look(wide: int, high: int, breadth: int) -> None:
    present = (True, False, False) * 2
    shaded, full, plain = (circle(look, wide, high, breadth, present) for look in (SHADED_LOOK, FULL_LOOK, ASCII_LOOK))
    assert shaded == full
    assert cells(plain) == cells(full)
    assert all(text_of(one).isascii() for one in plain)


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize(("wide", "high", "breadth"), SIZES)
def test_in_ascii_the_arcs_of_a_colour_that_is_there_are_dense_and_no_others(
    wide: int, high: int, breadth: int, colour: Colour
) -> None:
    rows = circle(ASCII_LOOK, wide, high, breadth, tuple(one is colour for one in COLOURS))
    dense = {part.style for one in rows for part in one if "#" in part.text}
    assert dense == {style_of(Part.ARC, colour)}
