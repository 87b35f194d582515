"""The mats of the mandalas: a frame around each, and an ornament wherever nothing else is."""

from __future__ import annotations

import pytest

from mandala_client.games.colour_signs import card_class, ink_class
from mandala_client.games.mandala.mats import labelled, on_mat
from mandala_client.games.mandala.rosette import rosette
from mandala_client.ui.clicks import Button
from mandala_client.ui.rows import Fragment, Row, row, text_row, width_of
from mandala_client.ui.style import ASCII_LOOK, FULL_LOOK, SHADED_LOOK, Look
from mandala_client.ui.themes import MAT, PETALS, RIM, RING, STRIP
from tests.client.laws import text_of

SIZES = [(37, 9), (37, 15), (68, 27)]
"""Columns and lines of the mandalas, without their frames."""

BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The dots of a sign of braille, line by line."""


def dots(rows: tuple[Row, ...], style: str) -> list[str]:
    """The dots of one style, a line for each of the four in a cell."""
    lines: list[str] = []
    for one in rows:
        signs = [(sign, part.style) for part in one for sign in part.text]
        cells = [ord(sign) - 0x2800 if of == style and sign != " " else 0 for sign, of in signs]
        lines += ["".join("#" if cell & bit else "." for cell in cells for bit in bits) for bits in BITS]
    return lines


@pytest.mark.parametrize(("columns", "lines"), SIZES)
def test_the_rosette_has_the_size_of_its_mandala_and_is_alike_on_all_sides(columns: int, lines: int) -> None:
    rows = rosette(columns, lines)
    assert [width_of(one) for one in rows] == [columns] * lines
    drawn = dots(rows, RING)
    assert drawn == drawn[::-1] == [line[::-1] for line in drawn]
    assert any("#" in line for line in dots(rows, PETALS))


@pytest.mark.parametrize(("columns", "lines"), SIZES)
def test_the_ring_is_closed_and_reaches_from_edge_to_edge(columns: int, lines: int) -> None:
    drawn = dots(rosette(columns, lines), RING)
    assert all("#" in line for line in drawn), "each line crosses it"
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


def test_the_ornament_is_only_where_nothing_else_is() -> None:
    card, half = Fragment("r♥1", card_class(0)), Fragment("▀▀▀▀▀", ink_class(1))
    lying = row(" " * 6, card, " " * 10, half, " " * 11)
    shown = on_mat(lying, 2, MAT, SHADED_LOOK, 9, 0)
    assert width_of(shown) == 39
    kept = [part for part in shown if not {PETALS, RING, RIM} & set(part.style.split(","))]
    assert kept == [Fragment("r♥1", f"{MAT},{card_class(0)}"), Fragment("▀▀▀▀▀", f"{MAT},{ink_class(1)}")]
    assert set(text_of(tuple(part for part in shown if part not in kept))) > set(" │")


@pytest.mark.parametrize("look", [FULL_LOOK, ASCII_LOOK])
def test_without_shades_there_is_no_ornament(look: Look) -> None:
    side = look.solid_frame.upright
    shown = on_mat(row(" " * 35), 2, STRIP, look, 9, 4)
    assert text_of(shown) == f"{side}{' ' * 37}{side}"
    assert {part.style for part in shown} == {RIM, STRIP}


def test_a_label_stands_in_the_first_place_that_is_free_for_it() -> None:
    card = Fragment("r♥1  ", card_class(0))
    assert text_of(labelled(row(" " * 12), "mountain")) == "mountain    "
    assert text_of(labelled(row(card, " " * 5, " ", " " * 9), "mountain")) == "r♥1   mountain      "
    assert labelled(row(card, " " * 8, card), "mountain") == row(card, " " * 8, card), "there is none"


def test_a_label_is_clicked_as_the_place_that_it_stands_in() -> None:
    place, other = Button("f1"), Button("f2")
    assert labelled((Fragment(" " * 12, "", place),), "mountain")[1] == Fragment("mountain", "label", place)
    mixed = labelled((Fragment(" " * 6, "", place), Fragment(" " * 6, "", other)), "mountain")
    assert mixed[1] == Fragment("mountain", "label"), "of two places it is none"
    assert labelled(text_row("x" * 12), "mountain") == text_row("x" * 12)
