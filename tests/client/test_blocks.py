"""Blocks: the same things on a screen of any width and in sentences."""

from __future__ import annotations

import pytest
from attrs import frozen

from mandala_client.ui.blocks.block_rows import rows_of
from mandala_client.ui.blocks.block_sentences import sentences_of
from mandala_client.ui.blocks.tables import Column, Layout, Table, number
from mandala_client.ui.blocks.values import NOTHING, Cell, Compared, Comparison, Sign, Topic
from mandala_client.ui.form_sizes import LEAST_COLUMNS
from mandala_client.ui.rows import Fragment, width_of
from mandala_client.ui.style import FULL_LOOK, Look
from tests.client.laws import text_of

SUM = Cell("1 + 20 + 300 + 4000 = 4321", brief="4321")
PILE = Cell("1 red and 2 black", tuple((Sign(letter, "12"),) for letter in "roygpk"))
COMPARED = Comparison(
    "Ben",
    (
        Compared("Turns", "3", "14"),
        Compared("Something that takes many words to be named", "1", "2"),
        Compared("Slots", "10 20 30 40 50 60", "1 2 3 4 5 6"),
        Compared("Pile", PILE, Cell("0 cards", ((NOTHING,),))),
        Compared("Points", SUM, "5", is_sum=True),
    ),
    corner="cards in the cup times slot",
)
WIDTHS = [LEAST_COLUMNS, 47, 60, 80, 120]


def sign(letter: str, look: Look) -> Fragment:
    assert look is FULL_LOOK
    return Fragment(f"<{letter}>", f"card.{letter}")


def drawn(columns: int, other: str = "Ben") -> list[str]:
    block = Comparison(other, COMPARED.lines, COMPARED.one, COMPARED.corner)
    return [text_of(row) for row in rows_of([block, "That was all.", "Nearly."], FULL_LOOK, columns, sign)]


@pytest.mark.parametrize("columns", WIDTHS)
@pytest.mark.parametrize("other", ["Ben", "Maximiliane-Charlotte von Hohenf", "曼荼羅の遊び手である山田太郎左衛門尉"])
def test_whatever_is_compared_is_all_there_in_every_width(columns: int, other: str) -> None:
    rows = drawn(columns, other)
    assert max(map(width_of, rows)) <= columns
    words = " ".join(rows).split()
    for line in COMPARED.lines:
        assert set(line.label.split()) <= set(words)
    for letter in "roygpk":
        assert f"<{letter}>12" in words
    assert "10 20 30 40 50 60" in " ".join(words)
    assert "4321" in words
    assert NOTHING in words


@pytest.mark.parametrize("columns", WIDTHS)
def test_numbers_are_below_the_names_of_those_who_have_them(columns: int) -> None:
    rows = drawn(columns)
    head, turns = rows[0], next(row for row in rows if "Turns" in row)
    assert head.index("You") + len("You") == turns.index(" 3 ") + 2
    assert width_of(head) == width_of(turns)


def test_how_a_sum_is_made_and_what_numbers_mean_are_shown_where_there_is_room() -> None:
    assert any(SUM.said in row for row in drawn(120))
    assert "cards in the cup times slot" in drawn(120)[0]
    assert not any(SUM.said in row for row in drawn(LEAST_COLUMNS))
    assert "times" not in drawn(LEAST_COLUMNS)[0]


def test_signs_and_sums_have_their_styles() -> None:
    rows = rows_of([COMPARED], FULL_LOOK, 80, sign)
    assert Fragment("<r>12", "card.r") in [part for row in rows for part in row]
    assert [part.text.strip() for row in rows for part in row if part.style == "title"] == ["You", "Ben", "4321", "5"]


def test_sentences_are_apart_from_what_is_compared() -> None:
    assert drawn(80)[-3:] == ["", "  That was all.", "  Nearly."]


def test_each_thing_that_is_compared_is_a_sentence_to_you_or_by_name() -> None:
    sentences = sentences_of([COMPARED, "That was all."])
    assert sentences[0] == "Turns: you 3, Ben 14."
    assert sentences[3] == "Pile: you 1 red and 2 black, Ben 0 cards."
    assert sentences[4] == "Points: you 1 + 20 + 300 + 4000 = 4321, Ben 5."
    assert sentences[5:] == ["That was all."]
    onlooker = Comparison("Ben", COMPARED.lines[:1], "Anna")
    assert sentences_of([onlooker]) == ["Turns: Anna 3, Ben 14."]
    assert text_of(rows_of([onlooker], FULL_LOOK, 80)[0]).split() == ["Anna", "Ben"]


# Tables.


@frozen
class Fruit:
    name: str
    count: int
    colour: str | None = None


def fruits(*names: str) -> Table[Fruit]:
    return Table(
        columns=(
            Column("id", value=lambda fruit: fruit.name[:1]),
            Column("name", "fruit", lambda fruit: fruit.name.lower(), lambda fruit: fruit.name),
            number("count", "how many", lambda fruit: fruit.count, said=lambda fruit: f"{fruit.count} pieces"),
            Column("note", "note", text=lambda _fruit: "some note"),
        ),
        items=[Fruit(name, 3 * at, "red" if at else None) for at, name in enumerate(names)],
        layouts=(Layout(("name", "count", "note"), "name", least=8), Layout(("name", "count"), "name")),
        sentence="{name}: {count}.",
        remark=lambda fruit: None if fruit.colour is None else f"It is {fruit.colour}.",
    )


def test_a_table_has_the_columns_for_which_there_is_room() -> None:
    table = fruits("Apple", "Strawberries of the wood")
    assert table.lines(60) == [
        "fruit                     how many  note",
        "Apple                            0  some note",
        "Strawberries of the wood         3  some note",
    ]
    assert table.lines(29)[2] == "Strawbe…         3  some note"
    assert table.lines(28) == [
        "fruit               how many",
        "Apple                      0",
        "Strawberries of t…         3",
    ]
    assert table.lines(60, headed=False)[0].split() == ["Apple", "0", "some", "note"]
    assert all(width_of(line) <= width for width in range(16, 60) for line in table.lines(width))


def test_a_remark_is_below_its_row_and_behind_its_sentence() -> None:
    table = fruits("Apple", "Berry")
    assert [line.strip() for line in table.lines_with_remarks(40)[2:]] == ["Berry          3  some note", "It is red."]
    assert table.sentences() == ["Apple: 0 pieces.", "Berry: 3 pieces. It is red."]


def test_programs_get_the_values_of_the_columns_that_have_one() -> None:
    assert fruits("Apple", "Berry").objects() == [
        {"id": "A", "name": "apple", "count": 0},
        {"id": "B", "name": "berry", "count": 3},
    ]


def test_a_table_of_nothing_is_nothing() -> None:
    nothing = fruits()
    assert (nothing.lines(40), nothing.sentences(), nothing.objects()) == ([], [], [])
    assert nothing.lines_with_remarks(40) == []


# Topics.

KEYS = Topic("Keys", (("left, right", "one step in that direction, or to the end"), ("q", "leave")))


@pytest.mark.parametrize("columns", WIDTHS)
def test_what_keys_do_is_beside_them_in_one_column(columns: int) -> None:
    rows = [text_of(row) for row in rows_of([KEYS, Topic("", (("?", "help"),)), "That is all."], FULL_LOOK, columns)]
    assert max(map(width_of, rows)) <= columns
    assert rows[0] == "  Keys"
    assert rows[-4:] == ["", "  ?            help", "", "  That is all."]
    assert rows[-5] == "  q            leave"
    assert " ".join(" ".join(rows).split()).startswith("Keys left, right one step in that direction, or to the end q")


def test_each_key_is_a_sentence() -> None:
    assert sentences_of([KEYS]) == ["left, right: one step in that direction, or to the end.", "q: leave."]
