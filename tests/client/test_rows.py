"""Rows: text that is copied from several of them, and bars in little room."""

from __future__ import annotations

import pytest

from mandala_client.ui.page_frame import bar
from mandala_client.ui.rows import Row, panel, pieces, text_row, width_of, wrap, wrap_indented, wrapped_within
from mandala_client.ui.style import ASCII_LOOK, FULL_LOOK

COMMAND = "mandala-lan play --practice --seed 5 --swapped"


def text_of(of: Row) -> str:
    return "".join(part.text for part in of)


@pytest.mark.parametrize("width", [7, 20, 40, 80])
def test_a_command_is_broken_before_a_space_and_nothing_of_it_is_lost(width: int) -> None:
    broken = pieces(COMMAND, width)
    assert "".join(broken) == COMMAND
    assert all(width_of(piece) <= width for piece in broken)
    if width > len("mandala-lan"):
        assert [word for piece in broken for word in piece.split()] == COMMAND.split()


def test_what_has_no_space_is_broken_where_the_row_ends() -> None:
    assert pieces("verify /home/anna/games", 10) == ["verify", " /home/ann", "a/games"]
    assert pieces("one two", 3) == ["one", " tw", "o"]
    assert pieces("", 10) == []


@pytest.mark.parametrize("width", range(-3, 3))
@pytest.mark.parametrize("text", ["", "a", "ab c", "山田 太郎", "e\u0301e\u0301"])
def test_text_is_broken_even_where_there_is_no_room(text: str, width: int) -> None:
    """A window that shrinks while something is drawn may leave less than nothing."""
    assert "".join(pieces(text, width)) == text
    for lines in (wrap(text, width), wrap_indented(text, width)):
        assert "".join(lines) == text.replace(" ", "")
        assert len(lines) <= max(len(text), 1)
    assert len(wrapped_within(text, width, 1, "…")) == 1


@pytest.mark.parametrize("columns", range(24, 60))
def test_in_a_bar_title_and_hint_never_read_as_one_sentence(columns: int) -> None:
    shown = text_of(bar("help", "any key goes back", columns))
    assert width_of(shown) == columns
    assert "help   " in shown or "Mandala" not in shown
    assert shown.rstrip().endswith("any key goes back")


def test_a_panel_has_a_closed_edge_with_its_title_and_is_two_rows_higher() -> None:
    shown = [text_of(row) for row in panel(FULL_LOOK, "log", [text_row("abc"), text_row("a long line")], 10)]
    assert shown == ["╭ log ───╮", "│abc     │", "│a long l│", "╰────────╯"]
    assert text_of(panel(FULL_LOOK, "", [], 6)[0]) == "╭────╮"
    assert text_of(panel(FULL_LOOK, "a title that is too long", [], 12)[0]) == "╭ a titl… ─╮"
    assert {part.style for part in panel(ASCII_LOOK, "", [], 6, "accent")[-1]} == {"accent"}
