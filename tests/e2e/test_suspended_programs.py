"""Ctrl-Z gives the terminal back to the shell, and ``fg`` draws everything anew."""

from __future__ import annotations

import os
import shlex
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.e2e.programs import PROGRAM, SECONDS, Screen

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="finds what a shell has started")

ALTERNATE, NORMAL = b"\x1b[?1049h", b"\x1b[?1049l"
MOUSE, NO_MOUSE = b"\x1b[?1000h", b"\x1b[?1000l"
TABLE, LOBBY = ["play", "--practice", "--game", "patterns"], ["lobby", "--local"]


@contextmanager
def shell(home: Path) -> Iterator[Screen]:
    with Screen(["bash", "--norc", "-i"], home, PS1="ready> ", HISTFILE="") as screen:
        screen.wait_for(lambda text: "ready>" in text, SECONDS)
        yield screen


def child_of(screen: Screen) -> int:
    """The process that the shell has started."""
    shell_id = screen.process.pid
    return int(Path(f"/proc/{shell_id}/task/{shell_id}/children").read_text().split()[0])


def press_the_keys(screen: Screen) -> None:
    screen.type("\x1a")


def send_the_signal(screen: Screen) -> None:
    os.kill(child_of(screen), signal.SIGTSTP)


@pytest.mark.parametrize("suspend", [press_the_keys, send_the_signal])
@pytest.mark.parametrize(("command", "seen"), [(TABLE, "one more tile"), (LOBBY, "Host a game")])
def test_the_shell_has_its_terminal_back_and_then_all_is_drawn_anew(
    suspend: Callable[[Screen], None], command: list[str], seen: str, tmp_path: Path
) -> None:
    with shell(tmp_path) as screen:
        screen.type(f"{shlex.join([*PROGRAM, *command])}\r")
        for _time in range(2):
            screen.wait_for(lambda text: seen in text, SECONDS)
            suspend(screen)
            screen.wait_for(lambda text: "Stopped" in text, SECONDS)
            for on, off in ((ALTERNATE, NORMAL), (MOUSE, NO_MOUSE)):
                assert screen.written.rfind(on) < screen.written.rfind(off)
            screen.type("clear; echo at the ''shell\r")
            screen.wait_for(lambda text: "at the shell" in text and seen not in text, SECONDS)
            screen.type("fg\r")
        screen.wait_for(lambda text: seen in text, SECONDS)
        screen.type("?")
        screen.wait_for(lambda text: "help" in text and seen not in text, SECONDS)


def test_a_suspended_program_can_be_ended(tmp_path: Path) -> None:
    with shell(tmp_path) as screen:
        screen.type(f"{shlex.join([*PROGRAM, *TABLE])}\r")
        screen.wait_for(lambda text: "one more tile" in text, SECONDS)
        screen.type("\x1a")
        screen.wait_for(lambda text: "Stopped" in text, SECONDS)
        number = child_of(screen)
        screen.type("kill %1\r")
        # A shell that is asked at once may not know yet that its job goes on.
        screen.wait_for(lambda _text: not Path(f"/proc/{number}").exists(), SECONDS)
        screen.type(f"wait {number}; echo ended ''with $?\r")
        screen.wait_for(lambda text: f"ended with {128 + signal.SIGTERM}" in text, SECONDS)
