"""The title of the window is harmless whatever it is made of, and the one before comes back."""

from __future__ import annotations

import io

import pytest
from prompt_toolkit.data_structures import Size
from prompt_toolkit.output import DummyOutput
from prompt_toolkit.output.vt100 import Vt100_Output

from mandala_client.ui.window_title import MOST_CHARACTERS, WindowTitle

HOSTILE = "Ben\x07\x1b]0;gone\x1b\\\x9c\u202e\n" + "x" * 500


class _Latin(Vt100_Output):
    def encoding(self) -> str:
        return "latin-1"


def terminal_writing_to(sent: io.StringIO, kind: type[Vt100_Output] = Vt100_Output) -> Vt100_Output:
    return kind(sent, lambda: Size(24, 80), term="xterm")


def test_the_title_is_one_short_line_without_control_characters() -> None:
    sent = io.StringIO()
    WindowTitle(terminal_writing_to(sent)).show(HOSTILE)
    title = sent.getvalue().removeprefix("\x1b[22;2t\x1b]2;").removesuffix("\x07")
    assert title.isprintable()
    assert title.startswith("Ben]0;gone")
    assert len(title) == MOST_CHARACTERS


def test_a_title_is_sent_once_and_the_one_before_comes_back() -> None:
    sent = io.StringIO()
    title = WindowTitle(terminal_writing_to(sent))
    for text in ("one", "one", "two"):
        title.show(text)
    title.restore()
    title.restore()
    assert sent.getvalue() == "\x1b[22;2t\x1b]2;one\x07\x1b]2;two\x07\x1b]2;\x07\x1b[23;2t"


def test_without_a_title_nothing_is_restored() -> None:
    sent = io.StringIO()
    WindowTitle(terminal_writing_to(sent)).restore()
    assert sent.getvalue() == ""


@pytest.mark.parametrize("name", ["Zoë", "山田"])
def test_where_the_terminal_has_only_few_characters_the_title_keeps_to_ascii(name: str) -> None:
    sent = io.StringIO()
    WindowTitle(terminal_writing_to(sent, _Latin)).show(name)
    assert sent.getvalue().isascii()


def test_any_kind_of_terminal_will_do() -> None:
    title = WindowTitle(DummyOutput())
    title.show("one")
    title.restore()
