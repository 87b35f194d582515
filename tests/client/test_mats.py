"""The mats of the mandalas: a frame around each, and an ornament wherever nothing else is."""

from __future__ import annotations

import pytest

from mandala_client.games.colour_signs import card_class, gap_class, ink_class, petals_class, ring_class
from mandala_client.games.mandala.mats import labelled, labelled_in_middle, on_mat
from mandala_client.games.mandala.rosette import rosette
from mandala_client.ui.clicks import Button
from mandala_client.ui.rows import Fragment, Row, row, text_row, width_of
from mandala_client.ui.style import ASCII_LOOK, FULL_LOOK, SHADED_LOOK, Look
from mandala_client.ui.themes import MAT, PETALS, RIM, STRIP
from mandala_protocol.games.mandala import COLOURS, Colour
from tests.client.laws import text_of

SIZES = [(37, 17), (68, 29)]
"""Columns and lines of the mandalas, without their frames."""

BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The dots of a sign of braille, line by line."""

NONE, ALL = (False,) * 6, (True,) * 6
"""Which colours are in a mandala."""

ARCS = [of(colour) for of in (ring_class, gap_class) for colour in COLOURS]
FLOWER = [PETALS, *map(petals_class, COLOURS)]
"""The styles of the ring, and those of the petals."""


def dots(rows: tuple[Row, ...], *styles: str) -> list[str]:
    """The dots of some styles, a line for each of the four in a cell."""
    lines: list[str] = []
    for one in rows:
        signs = [(sign, part.style) for part in one for sign in part.text]
        cells = [ord(sign) - 0x2800 if of in styles and sign != " " else 0 for sign, of in signs]
        lines += ["".join("#" if cell & bit else "." for cell in cells for bit in bits) for bits in BITS]
    return lines


def colours_of(drawn: list[str], columns: int) -> set[int]:
    """The colours in whose columns there are dots."""
    return {at // 2 * len(COLOURS) // columns for line in drawn for at, dot in enumerate(line) if dot == "#"}


def first_dot(drawn: list[str]) -> int:
    """The columns of dots before the first one that has any."""
    return min(line.index("#") for line in drawn if "#" in line)


@pytest.mark.parametrize("present", [NONE, ALL])
@pytest.mark.parametrize(("columns", "lines"), SIZES)
def test_the_rosette_has_the_size_of_its_mandala_and_its_ring_is_alike_on_all_sides(
    columns: int, lines: int, present: tuple[bool, ...]
) -> None:
    rows = rosette(columns, lines, present)
    assert [width_of(one) for one in rows] == [columns] * lines
    drawn = dots(rows, *ARCS)
    assert drawn == drawn[::-1] == [line[::-1] for line in drawn]
    assert any("#" in line for line in dots(rows, *FLOWER))


@pytest.mark.parametrize("present", [NONE, ALL, (True, False) * 3])
@pytest.mark.parametrize(("columns", "lines"), SIZES)
def test_the_ring_is_closed_and_leaves_only_lines_for_labels(
    columns: int, lines: int, present: tuple[bool, ...]
) -> None:
    drawn = dots(rosette(columns, lines, present), *ARCS)
    free = 4
    assert ["#" in line for line in drawn] == [free <= at < len(drawn) - free for at in range(len(drawn))]
    outside = {(0, 0)}
    reached = [(0, 0)]
    while reached:
        across, down = reached.pop()
        for beside in ((across + 1, down), (across - 1, down), (across, down + 1), (across, down - 1)):
            inside = 0 <= beside[0] < 2 * columns and 0 <= beside[1] < 4 * lines
            if inside and beside not in outside and drawn[beside[1]][beside[0]] == ".":
                outside.add(beside)
                reached.append(beside)
    assert (columns, 2 * lines) not in outside, "from a corner no way leads to the middle"


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize(("columns", "lines"), SIZES)
def test_the_rosette_has_the_colour_of_the_cards_in_their_columns_once_one_is_there(
    columns: int, lines: int, colour: Colour
) -> None:
    rows = rosette(columns, lines, tuple(one is colour for one in COLOURS))
    assert colours_of(dots(rows, ring_class(colour)), columns) == {colour}
    for other in {*COLOURS} - {colour}:
        assert colours_of(dots(rows, gap_class(other)), columns) == {other}
        assert not colours_of(dots(rows, ring_class(other), petals_class(other)), columns)
    assert colours_of(dots(rows, petals_class(colour)), columns) == {colour}
    assert colour not in colours_of(dots(rows, PETALS), columns)


@pytest.mark.parametrize(("columns", "lines"), SIZES)
def test_the_ring_is_at_least_two_dots_broad(columns: int, lines: int) -> None:
    drawn = dots(rosette(columns, lines, ALL), *ARCS)
    upper = first_dot(["".join(line) for line in zip(*drawn, strict=True)])
    assert all(line[columns] == "#" for line in drawn[upper : upper + 2])
    left = first_dot(drawn)
    assert drawn[2 * lines][left : left + 2] == "##"


def test_the_ornament_is_only_where_nothing_else_is() -> None:
    card, half = Fragment("r♥1", card_class(0)), Fragment("▀▀▀▀▀", ink_class(1))
    lying = row(" " * 6, card, " " * 10, half, " " * 11)
    shown = on_mat(lying, 2, MAT, SHADED_LOOK, 17, 3, ALL)
    assert width_of(shown) == 39
    kept = [part for part in shown if not {*ARCS, *FLOWER, RIM} & set(part.style.split(","))]
    assert kept == [Fragment("r♥1", f"{MAT},{card_class(0)}"), Fragment("▀▀▀▀▀", f"{MAT},{ink_class(1)}")]
    assert set(text_of(tuple(part for part in shown if part not in kept))) > set(" │")


@pytest.mark.parametrize("look", [FULL_LOOK, ASCII_LOOK])
def test_without_shades_there_is_no_ornament(look: Look) -> None:
    side = look.solid_frame.upright
    shown = on_mat(row(" " * 35), 2, STRIP, look, 17, 4, ALL)
    assert text_of(shown) == f"{side}{' ' * 37}{side}"
    assert {part.style for part in shown} == {f"{MAT},{RIM}", STRIP}


def test_a_label_stands_in_the_first_place_that_is_free_for_it() -> None:
    card = Fragment("r♥1  ", card_class(0))
    assert text_of(labelled(row(" " * 12), ["mountain"])) == "mountain    "
    assert text_of(labelled(row(card, " " * 5, " ", " " * 9), ["mountain"])) == "r♥1   mountain      "
    assert labelled(row(card, " " * 8, card), ["mountain"]) == row(card, " " * 8, card), "there is none"


def test_the_longer_label_stands_only_before_all_cards() -> None:
    card = Fragment("r♥1  ", card_class(0))
    assert text_of(labelled(row(" " * 12, card), ["you: 1 card", "you"])) == "you: 1 card r♥1  "
    assert text_of(labelled(row(" " * 5, card, " " * 12), ["you: 1 card", "you"])) == "you  r♥1              "
    assert text_of(labelled(row(card, " " * 13), ["you: 1 card", "you"])) == "r♥1   you         "


def test_a_label_in_the_middle_gives_way_to_cards_that_are_there() -> None:
    card = Fragment("r♥1  ", card_class(0))
    assert text_of(labelled_in_middle(row(" " * 15), ["you: 1", "you"], 6)) == "    you: 1     "
    assert text_of(labelled_in_middle(row(" " * 15), ["you: 1", "you"], 5)) == "      you      "
    assert text_of(labelled_in_middle(row(" " * 15, card), ["mountain"], 6)) == "      mountain r♥1  "
    assert text_of(labelled_in_middle(row(" " * 5, card, " " * 5), ["you: 1", "you"], 6)) == "you  r♥1       "


def test_a_label_is_clicked_as_the_place_that_it_stands_in() -> None:
    place, other = Button("f1"), Button("f2")
    assert labelled((Fragment(" " * 12, "", place),), ["mountain"])[1] == Fragment("mountain ", "label", place)
    mixed = labelled((Fragment(" " * 6, "", place), Fragment(" " * 6, "", other)), ["mountain"])
    assert mixed[1] == Fragment("mountain ", "label"), "of two places it is none"
    assert labelled(text_row("x" * 12), ["mountain"]) == text_row("x" * 12)
