"""Commands that are shown can be typed: their words come out of the shells of this system as they went in."""

from __future__ import annotations

import re
import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mandala_net.shell import can_be_quoted, joined, quoted
from mandala_net.trust.warnings import forgetting

HARMLESS = re.compile(r"[\w./\\:+ -]*")
"""Characters without another meaning to cmd and PowerShell outside quotation marks; a space parts words."""

words = st.lists(st.text(st.characters(exclude_categories=("C", "Z")) | st.sampled_from(" \\\"'&|^;$`()")), min_size=1)


@given(words)
def test_a_posix_shell_reads_the_words_that_are_meant(meant: list[str]) -> None:
    assert shlex.split(joined(meant, windows=False)) == meant


@pytest.mark.parametrize(
    ("word", "typed"),
    [
        ("C:\\Users\\anna\\game-1.mandala", "C:\\Users\\anna\\game-1.mandala"),
        ("C:\\Users\\Anna B\\a game.mandala", '"C:\\Users\\Anna B\\a game.mandala"'),
        ("Jürgen", "Jürgen"),
        ("O'Neil", '"O\'Neil"'),
        ("Ben&Co", '"Ben&Co"'),
        ("Ben;Co", '"Ben;Co"'),
        ("Anna B\\", '"Anna B\\\\"'),
        ("\\", "\\"),
        ("", '""'),
        ('a"&b', '"a""&b"'),
    ],
)
def test_on_windows_double_quotation_marks_stand_where_its_shells_need_them(word: str, typed: str) -> None:
    assert quoted(word, windows=True) == typed


@given(words)
def test_on_windows_nothing_outside_of_quotation_marks_has_another_meaning(meant: list[str]) -> None:
    outside = joined(meant, windows=True).split('"')[::2]
    assert all(HARMLESS.fullmatch(part) for part in outside)


@pytest.mark.parametrize("name", ["$(calc)", "a`b", "%PATH%"])
def test_on_windows_a_name_that_no_quotation_disarms_is_left_to_the_person(name: str) -> None:
    assert can_be_quoted(name, windows=False)
    assert not can_be_quoted(name, windows=True)
    assert forgetting(name, windows=True) == "mandala-lan players forget NAME"
    assert forgetting("O'Neil & Co", windows=True) == 'mandala-lan players forget "O\'Neil & Co"'
