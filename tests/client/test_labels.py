"""The labels of the areas of a mandala: where no card is."""

from __future__ import annotations

from mandala_client.games.colour_signs import Part, style_of
from mandala_client.games.mandala.circles import labelled, labelled_in_middle
from mandala_client.ui.clicks import Button
from mandala_client.ui.rows import Fragment, row, text_row
from tests.client.laws import text_of


def test_a_label_stands_in_the_first_place_that_is_free_for_it() -> None:
    card = Fragment("r♥1  ", style_of(Part.CARD, 0))
    assert text_of(labelled(row(" " * 12), ["mountain"])) == "mountain    "
    assert text_of(labelled(row(card, " " * 5, " ", " " * 9), ["mountain"])) == "r♥1   mountain      "
    assert labelled(row(card, " " * 8, card), ["mountain"]) == row(card, " " * 8, card), "there is none"


def test_the_longer_label_stands_only_before_all_cards() -> None:
    card = Fragment("r♥1  ", style_of(Part.CARD, 0))
    assert text_of(labelled(row(" " * 12, card), ["you: 1 card", "you"])) == "you: 1 card r♥1  "
    assert text_of(labelled(row(" " * 5, card, " " * 12), ["you: 1 card", "you"])) == "you  r♥1              "
    assert text_of(labelled(row(card, " " * 13), ["you: 1 card", "you"])) == "r♥1   you         "


def test_a_label_in_the_middle_gives_way_to_cards_that_are_there() -> None:
    card = Fragment("r♥1  ", style_of(Part.CARD, 0))
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
