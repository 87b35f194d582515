"""Names that look like others: by the skeleton of UTS 39, and whatever the case and the accents."""

from __future__ import annotations

import pytest
from hypothesis import given

from mandala_net.trust.lookalikes import names_like, skeleton
from mandala_protocol.names import clean_name
from tests.texts import any_text

NAMES = any_text(min_size=1, max_size=40).map(clean_name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Маllory", "Mallory"),  # Cyrillic М and а
        ("Αnna", "Anna"),  # Greek Α
        ("corner", "comer"),
        ("Ben1", "Benl"),
        ("AIice", "Alice"),
        ("aIice", "Alice"),
        ("B0b", "Bob"),
        ("AL1CE", "alice"),
        ("Ｂｅｎ", "Ben"),
        ("𝐁𝐞𝐧", "Ben"),
        ("anna", "Anna"),
        ("аnna", "ANNA"),
        ("Be\u0323n", "Ben"),
        ("Be\u0335n", "Ben"),
        ("Be\ufe0fn", "Ben"),
        ("Jürgen", "Jurgen"),
        ("ﬁn", "fin"),
    ],
)
def test_LK21_names_that_can_be_taken_for_each_other(one: str, other: str) -> None:
    assert clean_name(one) != other
    assert names_like(clean_name(one), ("Someone", other)) == [other]
    assert names_like(other, (clean_name(one), "Someone")) == [clean_name(one)]


@pytest.mark.parametrize(
    ("one", "other"),
    [("Anna", "Ben"), ("Ben", "Benn"), ("Ben", "Bem"), ("Nils", "Nlls"), ("कमल", "कमला"), ("कु", "क"), ("А", "Б")],
)
def test_names_that_can_be_told_apart(one: str, other: str) -> None:
    assert names_like(one, (other,)) == []


@given(NAMES)
def test_a_name_looks_like_itself_in_capitals_and_in_small_letters(name: str) -> None:
    assert names_like(name, (name,)) == [name]
    assert names_like(name.casefold(), (name,)) == [name]


@given(NAMES, NAMES)
def test_whether_names_look_alike_does_not_depend_on_which_comes_first(one: str, other: str) -> None:
    assert bool(names_like(one, (other,))) == bool(names_like(other, (one,)))


def test_all_names_that_can_be_taken_for_one_are_found_in_order() -> None:
    assert names_like("Ben", ("Веn", "Anna", "BEN", "Bén")) == ["BEN", "Bén", "Веn"]


def test_the_table_is_the_whole_of_the_one_that_unicode_publishes() -> None:
    """Entries from the examples of UTS 39 and from all over the table."""
    assert skeleton("ѕсоре") == skeleton("scope") == "scope"
    assert skeleton("m") == "rn"
    assert skeleton("\u05ad") == "\u0596"
    assert skeleton("\U0001fbf0") == "O"
