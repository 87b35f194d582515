"""Lines outside the full screen: whole words at a terminal, whole lines in a pipe, commands to be copied whole."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from mandala_client.linear.voice import Voice
from mandala_client.sentences import outcomes
from mandala_client.text.language import write_in_ascii
from mandala_client.text.lines import in_whole_words, print_line
from mandala_client.text.own_command import command
from mandala_client.text.sorry import Sorry

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="has no terminals to open")

COLUMNS = 40
SENTENCE = "No open game was found. Has the other player typed  mandala-lan host ? If so, a firewall may block it."


@contextmanager
def terminal(columns: int) -> Iterator[tuple[io.TextIOWrapper, Callable[[], list[str]]]]:
    """A terminal of this width to write to, and its rows as they were written."""
    import fcntl
    import pty
    import struct
    import termios

    near, far = pty.openpty()
    fcntl.ioctl(far, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    with ExitStack() as open_ends:
        open_ends.callback(os.close, near)
        out = open_ends.enter_context(os.fdopen(far, "w", encoding="utf-8"))

        def rows() -> list[str]:
            out.flush()
            return os.read(near, 65_536).decode().splitlines()

        yield out, rows


def test_a_sentence_at_a_terminal_is_broken_between_words_and_loses_none() -> None:
    with terminal(COLUMNS) as (out, _rows):
        rows = in_whole_words(SENTENCE, out).split("\n")
    assert max(map(len, rows)) <= COLUMNS
    assert " ".join(" ".join(rows).split()) == " ".join(SENTENCE.split())
    assert any("typed  mandala-lan" in row for row in rows)  # the spaces that set a command apart


def test_the_rows_of_an_indented_line_are_indented() -> None:
    with terminal(COLUMNS) as (out, _rows):
        rows = in_whole_words(f"  {SENTENCE}", out).split("\n")
    assert len(rows) > 2
    assert all(row.startswith("  ") and row[2] != " " for row in rows)


def test_letters_of_two_columns_count_as_two() -> None:
    with terminal(COLUMNS) as (out, _rows):
        assert in_whole_words("山田 " * 10, out).split("\n") == [" ".join(["山田"] * 8), "山田 山田 "]


def test_what_fits_and_a_word_longer_than_a_row_stay_as_they_are() -> None:
    with terminal(COLUMNS) as (out, _rows):
        for line in ("", "  ", "x" * COLUMNS, "x" * 100):
            assert in_whole_words(line, out) == line
        assert in_whole_words(f"in {'x' * 100} now", out) == f"in\n{'x' * 100}\nnow"


def test_a_sentence_in_a_pipe_or_a_file_is_one_line(tmp_path: Path) -> None:
    assert in_whole_words(SENTENCE, io.StringIO()) == SENTENCE
    with (tmp_path / "file").open("w", encoding="utf-8") as file:
        assert in_whole_words(SENTENCE, file) == SENTENCE
    assert in_whole_words(SENTENCE, None) == SENTENCE


def test_a_terminal_that_does_not_know_its_width_breaks_lines_itself() -> None:
    with terminal(0) as (out, _rows):
        assert in_whole_words(SENTENCE, out) == SENTENCE


def test_a_command_to_be_copied_is_one_line_however_long() -> None:
    path = Path("/a folder with spaces") / "and many words in its name" / "Anna-Ben-1f2e3d4c.mandala"
    told, to_copy = outcomes.record_kept(path)
    with terminal(COLUMNS) as (out, _rows):
        assert "\n" in in_whole_words(told, out)
        assert in_whole_words(to_copy, out) == command("verify", str(path)) == to_copy


@pytest.mark.parametrize("ascii_only", [True, False])
def test_commands_failures_and_text_mode_break_lines_between_words(
    ascii_only: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_in_ascii(ascii_only)
    ways: tuple[tuple[str, Callable[[], None]], ...] = (
        ("stdout", lambda: print_line(f"“{SENTENCE}”")),
        ("stderr", lambda: print_line(f"“{SENTENCE}”", aside=True)),
        ("stderr", lambda: Sorry(f"“{SENTENCE}”").show()),
        ("stdout", lambda: Voice(sys.stdout).say(f"“{SENTENCE}”")),
    )
    for stream, write in ways:
        with terminal(COLUMNS) as (out, rows), monkeypatch.context() as here:
            here.setattr(sys, stream, out)
            write()
            shown = rows()
        words = " ".join(shown).split()
        assert max(map(len, shown)) <= COLUMNS
        assert words[1:-1] == SENTENCE.split()[1:-1]
        assert "".join(words).isascii() is ascii_only
