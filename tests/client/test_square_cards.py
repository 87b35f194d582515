"""Square cards: the sign above the number, an edge for each further card, a seam where two touch."""

from __future__ import annotations

from itertools import product

import pytest
from attrs import evolve

from mandala_client.games.card_piles import AnyPlace, CardMark, CardPile, FreePlace, Outline, PlainWords
from mandala_client.games.colour_signs import BEGINS, Part, style_of
from mandala_client.games.square_cards import COLUMNS, squares
from mandala_client.ui.clicks import Button
from mandala_client.ui.rows import Fragment, width_of
from mandala_client.ui.style import ASCII_LOOK, FULL_LOOK, SHADED_LOOK, Look
from mandala_client.ui.themes import GROUNDED, LIT, SEAM
from tests.client.laws import text_of

RED, ORANGE = 0, 1
EMPTY = " " * COLUMNS


def pile(count: int, colour: int = RED) -> CardPile:
    sign = ("r♥", "o▲")[colour]
    return CardPile(colour, (f"{sign}{count}",), count)


def words(first: str, second: str) -> PlainWords:
    return PlainWords((Fragment(first, "target"), Fragment(second, "label")))


def drawn(place: AnyPlace, height: int = 3, look: Look = SHADED_LOOK) -> list[str]:
    (rows,) = squares([place], look, height)
    assert {width_of(row) for row in rows} == {COLUMNS}
    return [text_of(row) for row in rows]


def test_each_card_more_is_half_a_row_more_until_there_is_no_room() -> None:
    assert drawn(pile(1)) == [EMPTY, " r♥ ", " ×1 "]
    assert drawn(pile(2)) == ["▄▄▄▄", " r♥ ", " ×2 "]
    (three,) = squares([pile(3)], SHADED_LOOK, 3)
    assert [part.style for part in three[0]] == ["edges.red"], "two edges in one row"
    assert drawn(pile(9)) == [drawn(pile(3))[0], " r♥ ", " ×9 "]
    assert drawn(pile(4), 4) == ["▄▄▄▄", "▄▄▄▄", " r♥ ", " ×4 "]


@pytest.mark.parametrize(
    ("text", "upper", "lower"),
    [
        ("r♥12", " r♥ ", " ×12"),
        ("r♥2•", " r♥ ", " ×2•"),
        ("r♥2+", " r♥ ", " ×2+"),
        ("r♥12•", " r♥ ", "×12•"),
        ("▸r♥1", "▸r♥ ", " ×1 "),
        ("[r♥2]", "[r♥]", " ×2 "),
        ("r2→3", " r♥ ", " 2→3"),
        ("r2→13", " r♥ ", "2→13"),
    ],
)
def test_the_sign_stands_above_the_number_and_marks_stay_beside_them(text: str, upper: str, lower: str) -> None:
    assert drawn(CardPile(RED, (text, "r1"), 1), 2) == [upper, lower]


def test_a_text_that_has_no_room_gives_way_to_the_next_one() -> None:
    assert drawn(CardPile(RED, ("r12→13", "r→13"), 13), 2) == [" r♥ ", " →13"]


def test_the_letter_is_on_the_card_and_the_number_on_its_body() -> None:
    (face,) = squares([pile(1)], SHADED_LOOK, 2)
    assert [[part.style for part in row] for row in face] == [[style_of(Part.CARD, RED)], [style_of(Part.BODY, RED)]]


def test_a_seam_is_where_two_piles_touch_and_only_there() -> None:
    red, orange, alone = (
        [text_of(row) for row in rows] for rows in squares([pile(1), pile(1, ORANGE), PlainWords()], SHADED_LOOK, 2)
    )
    assert red == [" r♥ ", " ×1 "]
    assert orange == ["▎o▲ ", "▎×1 "]
    assert alone == [EMPTY, EMPTY]
    (_left, right) = squares([pile(1), evolve(pile(1, ORANGE), texts=("▸o▲1",))], SHADED_LOOK, 2)
    assert [text_of(row) for row in right] == ["▸o▲ ", "▎×1 "], "a mark takes its place"
    assert right[1][0].style.split(",") == [style_of(Part.BODY, ORANGE), SEAM]


def test_a_pile_is_clicked_on_each_of_its_cells_and_on_those_above_it() -> None:
    on = Button("f1")
    for look, mark in product((SHADED_LOOK, FULL_LOOK), CardMark):
        places = [evolve(pile(2, colour), mark=mark, click=on) for colour in (RED, ORANGE)]
        assert {part.click for rows in squares(places, look, 4) for row in rows for part in row} == {on}


def test_a_seam_is_also_beside_an_outline() -> None:
    missing = FreePlace(RED, Outline.NEEDED, ("r ♥", "r♥"))
    _left, right = squares([missing, pile(1, ORANGE)], SHADED_LOOK, 2)
    assert [text_of(row) for row in right] == ["▎o▲ ", "▎×1 "]


def test_where_the_arrow_keys_begin_the_sign_is_on_a_white_strip() -> None:
    sign, number = squares([evolve(pile(1), texts=("▸r♥1",))], SHADED_LOOK, 2)[0]
    assert text_of(sign) == "▸r♥ "
    assert BEGINS in sign[0].style.split(",")
    assert all(BEGINS not in part.style.split(",") for part in number)


def test_texts_instead_of_cards_do_not_touch_each_other() -> None:
    assert drawn(words("+12", "cup"))[:2] == ["+12 ", "cup "]
    assert drawn(words("+12", "Kelch"))[:2] == ["+12 ", EMPTY]


def test_cards_about_to_be_played_lie_there_between_two_lines() -> None:
    assert drawn(CardPile(RED, ("r♥ +1",), 1, CardMark.GHOST)) == [EMPTY, "│r♥│", "│+1│"]


def test_a_chosen_pile_stands_higher() -> None:
    assert drawn(evolve(pile(2), texts=("[r♥2]",), mark=CardMark.CHOSEN)) == ["[r♥]", " ×2 ", "▀▀▀▀"]


def test_a_place_is_closed_on_all_sides_and_white_if_it_is_lit() -> None:
    needed = FreePlace(RED, Outline.NEEDED, ("r ♥", "r♥"))
    assert drawn(needed) == ["▁▁▁▁", "▏r♥▕", "▏  ▕"]
    assert drawn(needed, 2) == ["▏r♥▕", "▏  ▕"], "without a row for the line above it"
    (rows,) = squares([needed], SHADED_LOOK, 3)
    assert all(GROUNDED in part.style.split(",") for part in rows[-1])
    lit = evolve(needed, texts=("▸r♥", "r♥"), outline=Outline.LIT)
    assert drawn(lit) == ["▁▁▁▁", "▏r♥▕", "▏  ▕"]
    assert drawn(evolve(lit, texts=("r♥+", "r+"))) == ["▁▁▁▁", "▏r♥▕", "▏+ ▕"]
    (rows,) = squares([lit], SHADED_LOOK, 3)
    white = [[LIT in part.style.split(",") for part in row] for row in rows]
    assert white == [[True], [True, False, True], [True, True, True]], "all but its sign"


def test_text_can_stand_instead_of_cards() -> None:
    assert drawn(words("+4", "cup")) == [" +4 ", "cup ", EMPTY]
    assert drawn(PlainWords()) == [EMPTY] * 3


def test_where_no_shade_shows_a_face_signs_are_at_its_sides_and_a_place_is_dashed() -> None:
    assert drawn(pile(2), look=FULL_LOOK) == ["▄▄▄▄", "▎r♥▕", "▎×2▕"]
    assert drawn(CardPile(RED, ("r2",), 2), look=ASCII_LOOK) == ["____", "|r |", "|×2|"]
    assert drawn(CardPile(RED, ("[r♥2]",), 2), 2, FULL_LOOK) == ["[r♥]", "▎×2▕"]
    needed = FreePlace(RED, Outline.LIT, ("▸r♥", "r♥"))
    assert drawn(needed, look=FULL_LOOK) == ["▁▁▁▁", "┆r♥┆", "┆▸ ┆"]
    assert drawn(evolve(needed, texts=("r ", "r")), look=ASCII_LOOK) == ["....", ":r :", ":  :"]
