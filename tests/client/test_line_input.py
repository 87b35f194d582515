"""A typed line: its cursor moves, and what is typed or deleted is where the cursor is."""

from __future__ import annotations

from functools import reduce

import pytest

from mandala_client.text.width import columns_of
from mandala_client.ui.line_input import TypedLine, edited, shown_line
from mandala_client.ui.style import ASCII_LOOK, FULL_LOOK

WIDE, ACCENTED = "你好", "e\u0301"


def after(text: str, *keys: str) -> str:
    """The line with "|" at its cursor, after these keys; a key of one character is typed."""
    line = reduce(_pressed, keys, TypedLine(text))
    return "|".join(line.split)


def _pressed(line: TypedLine, key: str) -> TypedLine:
    pressed = line.typed(key, 100) if columns_of(key) <= 2 and len(key) <= 2 else edited(key, line)
    assert pressed is not None
    return pressed


@pytest.mark.parametrize(
    ("text", "keys", "line"),
    [
        ("/hello big wrld", ("left", "left", "left", "o"), "/hello big wo|rld"),
        ("hello", ("home", "X"), "X|hello"),
        ("hello", ("c-a", "Y", "end", "Z"), "YhelloZ|"),
        ("hello", ("c-a", "c-e"), "hello|"),
        ("hello", ("home", "left", "delete"), "|ello"),
        ("hello", ("right", "delete"), "hello|"),
        ("hello", ("left", "backspace", "right", "right"), "helo|"),
        ("hello", ("left", "left", "c-k"), "hel|"),
        ("hello", ("left", "left", "c-u"), "|lo"),
        ("one two  three", ("a-b", "a-b"), "one |two  three"),
        ("one two  three", ("c-left", "c-left", "c-left", "c-left"), "|one two  three"),
        ("one two  three", ("home", "a-f", "c-right"), "one two|  three"),
        ("one two three", ("a-b", "c-w"), "one |three"),
        ("one two ", ("c-w",), "one |"),
        (f"a{WIDE}", ("left", "x"), "a你x|好"),
        (f"a{WIDE}", ("left", "backspace"), "a|好"),
        (f"a{ACCENTED}b", ("left", "left"), f"a|{ACCENTED}b"),
        (f"a{ACCENTED}b", ("left", "left", "right"), f"a{ACCENTED}|b"),
        (f"a{ACCENTED}b", ("left", "backspace"), "a|b"),
        (f"a{ACCENTED}b", ("left", "left", "delete"), "a|b"),
        ("", ("left", "right", "backspace", "delete", "a-b", "a-f", "c-k", "c-u", "c-w", "home"), "|"),
    ],
)
def test_keys_edit_at_the_cursor(text: str, keys: tuple[str, ...], line: str) -> None:
    assert after(text, *keys) == line


def test_other_keys_edit_nothing() -> None:
    assert [edited(key, TypedLine("hello")) for key in ("up", "enter", "escape", "f1", "a-x")] == [None] * 5


def test_a_line_that_is_full_takes_no_more_and_loses_nothing() -> None:
    assert TypedLine("hello", 2).typed("xyz", 6) == TypedLine("helxlo", 2)
    assert TypedLine("hello", 2).typed("xyz", 5) == TypedLine("hello", 2)


@pytest.mark.parametrize("behind", range(31))
@pytest.mark.parametrize("text", ["abcdefghij" * 3, WIDE * 15])
def test_of_a_line_that_is_too_long_the_cursor_and_what_is_around_it_is_shown(text: str, behind: int) -> None:
    line = TypedLine(text, behind)
    seen, at = shown_line(line, 12, FULL_LOOK)
    before, rest = line.split
    assert columns_of(seen) <= 12
    assert before.endswith(seen[:at])
    assert rest.startswith(seen[at:])
    assert seen[:at] or not before
    assert seen[at:] or not rest


def test_letters_that_are_spelled_in_ascii_do_not_move_the_cursor() -> None:
    assert shown_line(TypedLine("a… ö b", 2), 20, ASCII_LOOK) == ("a... ? b", 6)
