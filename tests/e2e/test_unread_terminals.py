"""A terminal that stops reading stops nothing else: neither the game with the other player nor the program's end."""

from __future__ import annotations

import os
import signal
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.e2e.programs import HOSTING, PROGRAM, SECONDS, Player, Running, Screen, port_of, read_until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="finds the terminal of a program by its descriptors")


@contextmanager
def unread(screen: Screen) -> Iterator[None]:
    """Within the block nothing more is taken by the terminal, as after Ctrl-S."""
    terminal = os.open(Path(f"/proc/{screen.process.pid}/fd/0").readlink(), os.O_RDWR | os.O_NOCTTY)
    try:
        termios.tcflow(terminal, termios.TCOOFF)
        yield
        termios.tcflow(terminal, termios.TCOON)
    finally:
        os.close(terminal)


@pytest.fixture
def anna(tmp_path: Path) -> Iterator[Running]:
    """Anna's program in text mode, in a game of Patterns with Ben once he joins."""
    with Player(tmp_path / "anna").start(*HOSTING, "--game", "patterns", "--first", "host") as host:
        yield host


@pytest.fixture
def ben(anna: Running, tmp_path: Path) -> Iterator[Screen]:
    """Ben's full screen, in the game with Anna."""
    command = [*PROGRAM, "join", "--local", "--name", "Ben", f"127.0.0.1:{port_of(anna)}"]
    with Screen(command, tmp_path / "ben") as screen:
        screen.wait_for(lambda text: "start tile" in text, SECONDS)
        yield screen


def say(anna: Running, text: str) -> None:
    anna.stdin.write(f"/{text}\n")


def test_the_other_player_keeps_a_living_partner(anna: Running, ben: Screen) -> None:
    with unread(ben):
        for number in range(20):
            say(anna, f"question {number}")
            ben.type(f"/answer {number}\r")
            read_until(anna, f"answer {number}")


def test_the_newest_picture_is_drawn_whole_once_the_terminal_reads_again(anna: Running, ben: Screen) -> None:
    with unread(ben):
        for columns in (100, 70, 120):
            ben.resize(columns, 30)
            ben.type(f"/now {columns}\r")
            read_until(anna, f"now {columns}")
    drawn = ben.wait_for(lambda text: "now 120" in text and text.endswith("▀"), SECONDS)
    ben.resize(119, 30)
    ben.resize(120, 30)  # of a new size everything is drawn
    say(anna, "drawn anew")
    anew = ben.wait_for(lambda text: "drawn anew" in text and text.endswith("▀"), SECONDS)
    tables = [[row[:60].rstrip() for row in text.splitlines()] for text in (drawn, anew)]
    assert tables[0] == tables[1]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("form", ["--linear", "on the screen"])
def test_a_signal_ends_the_program(form: str, number: signal.Signals, anna: Running, tmp_path: Path) -> None:
    given = ["--linear"] if form == "--linear" else []
    command = [*PROGRAM, *given, "join", "--local", "--name", "Ben", f"127.0.0.1:{port_of(anna)}"]
    with Screen(command, tmp_path / "ben") as ben:
        ben.wait_for(lambda text: "start tile" in text, SECONDS)
        with unread(ben):
            say(anna, "are you there")
            ben.process.send_signal(number)
            assert ben.process.wait(SECONDS) == 128 + number
    read_until(anna, "Ben")
