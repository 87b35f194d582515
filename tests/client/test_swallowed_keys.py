"""Keys typed while a record is checked are neither seen nor kept."""

from __future__ import annotations

import io
import os
import select
import sys
from collections.abc import Iterator
from typing import Final, TextIO

import pytest

from mandala_client.ui.swallowed_keys import keys_swallowed
from tests.limits import SECONDS

if sys.platform == "win32":
    pytest.skip("there are no pseudo-terminals here", allow_module_level=True)

import termios

_LOCAL_FLAGS: Final = 3


@pytest.fixture
def terminal() -> Iterator[tuple[int, TextIO]]:
    """The side of whoever types, and the keyboard as the program has it."""
    typing, ours = os.openpty()
    with os.fdopen(ours, encoding="utf-8") as keyboard:
        yield typing, keyboard
    os.close(typing)


def shown(typing: int) -> bytes:
    """The terminal's own echo; a mark that is written last shows that there is no more."""
    return os.read(typing, 1000) if select.select([typing], [], [], 0)[0] else b""


def test_what_is_typed_meanwhile_is_neither_echoed_nor_read_afterwards(terminal: tuple[int, TextIO]) -> None:
    typing, keyboard = terminal
    with keys_swallowed(keyboard):
        os.write(typing, b"qlf\n12")
        assert select.select([keyboard], [], [], SECONDS)[0]  # it has arrived
    os.write(typing, b"after\n")
    assert select.select([keyboard], [], [], SECONDS)[0]
    assert keyboard.readline() == "after\n"
    assert shown(typing) == b"after\r\n"


def test_the_terminal_is_as_before_also_after_an_error(terminal: tuple[int, TextIO]) -> None:
    _typing, keyboard = terminal
    before = termios.tcgetattr(keyboard.fileno())
    with pytest.raises(ZeroDivisionError):
        fail_meanwhile(keyboard)
    assert termios.tcgetattr(keyboard.fileno()) == before


def fail_meanwhile(keyboard: TextIO) -> None:
    with keys_swallowed(keyboard):
        flags = termios.tcgetattr(keyboard.fileno())[_LOCAL_FLAGS]
        assert not flags & termios.ECHO
        assert flags & termios.ISIG, "Ctrl-C still stops the program"
        raise ZeroDivisionError


def test_where_there_is_no_terminal_nothing_is_taken_away() -> None:
    piped = io.StringIO("a line\n")
    with keys_swallowed(piped):
        pass
    assert piped.read() == "a line\n"
