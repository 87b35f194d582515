"""Piles of cards: their size is their number, as far as there is room, and their face says it in every size."""

from __future__ import annotations

import pytest
from attrs import evolve

from mandala_client.games.card_piles import (
    AnyPlace,
    CardMark,
    CardPile,
    CardSize,
    FreePlace,
    Outline,
    in_one_row,
    place_rows,
)
from mandala_client.games.colour_signs import BEGINS
from mandala_client.ui.rows import Fragment, row, width_of
from mandala_client.ui.style import ASCII_LOOK, FULL_LOOK, SHADED_LOOK, Look
from mandala_client.ui.themes import QUIET_FRAME
from tests.client.laws import text_of
from tests.client.scenes import each_look

RED = 0
SMALL = CardSize(5, 1)
LARGE = CardSize(9, 5)


def drawn(place: AnyPlace, height: int, size: CardSize = SMALL, look: Look = FULL_LOOK) -> list[str]:
    rows = place_rows(place, look, size, height)
    assert {width_of(row) for row in rows} == {size.columns}
    return ["".join(part.text for part in row) for row in rows]


def edges(cards: CardPile) -> list[str]:
    """The styles of the two rows above a small face."""
    return styles(cards)[:2]


def styles(place: AnyPlace, look: Look = FULL_LOOK, size: CardSize = SMALL) -> list[str]:
    """The style of each of three rows."""
    return [part.style for place_row in place_rows(place, look, size, 3) for part in place_row]


def pile(count: int) -> CardPile:
    return CardPile(RED, (f"r♥{count}", f"r{count}"), count)


def test_each_card_more_is_half_a_row_more_until_there_is_no_room() -> None:
    assert drawn(pile(1), 3) == ["     ", "     ", " r♥1 "]
    assert drawn(pile(2), 3) == ["     ", "▄▄▄▄▄", " r♥2 "]
    assert drawn(pile(3), 3) == ["     ", "▄▄▄▄▄", " r♥3 "]
    assert drawn(pile(4), 3) == ["▄▄▄▄▄", "▄▄▄▄▄", " r♥4 "]
    assert edges(pile(2)) == ["", "edge.red"]
    assert edges(pile(3)) == ["", "edges.red"]
    assert edges(pile(4)) == ["edge.red", "edges.red"]
    assert drawn(pile(5), 3) == [*drawn(pile(6), 3)[:2], " r♥5 "]


def test_where_the_arrow_keys_begin_a_playing_card_has_a_strip() -> None:
    begun = CardPile(RED, ("▸r♥1", "r♥1"), 1)
    size = CardSize(5, 3)
    first, *others = place_rows(begun, SHADED_LOOK, size, 3)
    assert text_of(first) == "▸r   "
    assert BEGINS in first[0].style.split(",")
    assert not any(BEGINS in part.style.split(",") for one in others for part in one)
    assert drawn(begun, 3, size, FULL_LOOK) == ["▸r  ▕", "▎ ♥ ▕", "▎ ×1▕"]


@pytest.mark.parametrize(
    ("text", "upper", "lower"),
    [
        ("r♥2•", " r • ", "  ×2 "),
        ("r♥2+", " r + ", "  ×2 "),
        ("r♥12", " r   ", " ×12 "),
        ("[r♥2]", "[r]  ", "  ×2 "),
        ("r2→13", " r   ", "2→13 "),
        ("r12→13", " r   ", "12→13"),
        ("r♥+1", " r   ", "  +1 "),
    ],
)
def test_whatever_is_on_a_face_goes_to_its_corners(text: str, upper: str, lower: str) -> None:
    rows = drawn(CardPile(RED, (text,), 1), 3, CardSize(5, 3), SHADED_LOOK)
    assert rows == [upper, "  ♥  ", lower]


def test_a_deep_face_has_half_a_row_more_and_edges_in_the_other_halves() -> None:
    deep = CardSize(5, 1, is_deep=True)
    assert drawn(pile(1), 3, deep, SHADED_LOOK) == ["     ", "▄▄▄▄▄", " r♥1 "]
    assert drawn(pile(2), 3, deep, SHADED_LOOK) == ["     ", "▀▀▀▀▀", " r♥2 "]
    assert styles(pile(1), SHADED_LOOK, deep) == ["", "ink.red", "card.red"]
    assert styles(pile(2), SHADED_LOOK, deep) == ["", "edges.red", "card.red"]
    assert drawn(pile(4), 3, deep) == drawn(pile(4), 3)


def test_a_hollow_pile_has_its_lighter_edges_next_to_it() -> None:
    hollow = evolve(pile(2), mark=CardMark.FAR)
    face = ["rimmed.red", "hollow.red", "rimmed.red"]
    assert styles(hollow, SHADED_LOOK) == ["", "ink.red", *face]
    assert styles(evolve(hollow, count=3), SHADED_LOOK) == ["", "edges.red", *face]
    narrow = place_rows(hollow, SHADED_LOOK, CardSize(3, 1), 1)
    assert narrow == [row(Fragment("r♥2", "hollow.red"))], "for edges there is no room"
    assert drawn(evolve(hollow, count=3), 3, look=SHADED_LOOK)[1] == "▀▀▀▀▀"


@pytest.mark.parametrize("size", [CardSize(4, 2), CardSize(8, 3)])
def test_a_hollow_face_has_as_many_symbols_as_any_other(size: CardSize) -> None:
    for count in range(1, 5):
        kinds = pile(count), evolve(pile(count), mark=CardMark.FAR)
        shown = [drawn(cards, 3, size, SHADED_LOOK) for cards in kinds]
        plain, hollow = ("".join(rows).count("♥") for rows in shown)
        assert plain == hollow >= min(count, 2)


@each_look
def test_the_face_of_a_chosen_pile_stands_a_row_higher_on_half_a_row(look: Look) -> None:
    above, foot = look.above.single * 5, look.upper * 5
    assert drawn(CardPile(RED, ("[r2]",), 2, CardMark.CHOSEN), 3, look=look) == [above, "[r2] ", foot]


def test_where_no_shade_shows_a_high_face_signs_are_at_its_sides_where_nothing_else_stands() -> None:
    high = CardSize(5, 3)
    assert drawn(pile(1), 3, high, SHADED_LOOK) == [" r   ", "  ♥  ", "  ×1 "]
    assert drawn(pile(1), 3, high, FULL_LOOK) == ["▎r  ▕", "▎ ♥ ▕", "▎ ×1▕"]
    assert drawn(CardPile(RED, ("r1",), 1), 3, high, ASCII_LOOK) == ["|r  |", "|   |", "| ×1|"]
    assert drawn(CardPile(RED, ("[r♥2]",), 2), 3, high, FULL_LOOK) == ["[r] ▕", "▎♥ ♥▕", "▎ ×2▕"]
    assert drawn(CardPile(RED, ("r12>13",), 13), 3, high, ASCII_LOOK)[-1] == "12>13"


@pytest.mark.parametrize("count", [1, 2, 3, 7])
def test_a_large_face_has_its_symbol_once_for_each_card_and_its_letter_and_number_in_two_corners(count: int) -> None:
    rows = drawn(pile(count), 9, LARGE, SHADED_LOOK)
    assert (rows[-5], rows[-1]) == (" r       ", f"      ×{count} ")
    assert "".join(rows).count("♥") == count
    assert "♥" not in "".join(drawn(CardPile(RED, ("r1",), count), 9, LARGE, ASCII_LOOK))


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_face_six_columns_wide_has_room_for_three_symbols(count: int) -> None:
    *_above, symbols = drawn(pile(count), 2, CardSize(6, 2), SHADED_LOOK)
    assert symbols.count("♥") == count


@each_look
def test_what_does_not_fit_on_a_face_is_written_shorter(look: Look) -> None:
    (face,) = drawn(pile(10), 1, CardSize(3, 1), look)
    assert face == "r10"


def test_an_outline_is_as_high_as_a_face_and_closed_from_three_rows_on() -> None:
    needed, high = FreePlace(RED, Outline.NEEDED, ("r♥",)), CardSize(5, 3)
    assert drawn(needed, 3) == ["     ", "     ", "┆r♥ ┆"]
    assert drawn(needed, 3, high) == ["╭╌╌╌╮", "┆r♥ ┆", "╰╌╌╌╯"]
    assert drawn(needed, 4, high) == ["     ", "╭╌╌╌╮", "┆r♥ ┆", "╰╌╌╌╯"]
    assert drawn(needed, 2, high) == ["┆r♥ ┆", "┆   ┆"]


def test_a_low_place_has_a_thin_outline_where_shades_tell_cards_which_is_white_once_it_is_lit() -> None:
    place = FreePlace(RED, Outline.NEEDED, ("r ♥", "r♥"))
    deep = evolve(SMALL, is_deep=True)
    assert drawn(place, 3, deep, SHADED_LOOK) == ["     ", "▁▁▁▁▁", "▏r♥ ▕"]
    assert styles(place, SHADED_LOOK, deep) == ["", "outline.red", *["outline.red,grounded"] * 3]
    lit = evolve(place, texts=("r♥+",), outline=Outline.LIT)
    assert drawn(lit, 3, deep, SHADED_LOOK) == ["     ", "▁▁▁▁▁", "▏r♥+▕"]
    edge, inside = "outline.red,lit,grounded", "outline.red,target,grounded"
    assert styles(lit, SHADED_LOOK, deep) == ["", "outline.red,lit", edge, inside, edge]
    assert drawn(lit, 1, deep, SHADED_LOOK) == ["▏r♥+▕"]


def test_a_quiet_place_has_quieter_sides_than_its_text() -> None:
    parts = in_one_row(FreePlace(RED, Outline.QUIET, ("1",)), SHADED_LOOK, 4)
    assert [part.style for part in parts] == [f"faint,{QUIET_FRAME}", "faint", f"faint,{QUIET_FRAME}"]


def test_cards_that_are_about_to_come_have_their_face_within_an_outline() -> None:
    ghost = CardPile(RED, ("r♥ +2", "r+2"), 2, CardMark.GHOST)
    assert drawn(ghost, 3) == ["     ", "     ", "│r+2│"]
    assert drawn(ghost, 3, CardSize(5, 3)) == ["╭───╮", "│r+2│", "╰───╯"]
    styles = [part.style for row in place_rows(ghost, FULL_LOOK, CardSize(5, 3), 3) for part in row]
    assert styles == ["body.red", "body.red", "card.red", "body.red", "body.red"]
    assert drawn(ghost, 1) == ["r♥ +2"]


@each_look
def test_the_outline_of_a_high_place_that_is_lit_stands_out(look: Look) -> None:
    lit = FreePlace(RED, Outline.LIT, ("r+",))
    upper, middle, _lower = place_rows(lit, look, CardSize(5, 3), 3)
    assert ["lit" in part.style.split(",") for part in upper] == [True]
    assert ["lit" in part.style.split(",") for part in middle] == [True, False, True], "its text keeps its colour"
