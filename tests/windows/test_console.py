"""The program in a console of Windows: full screen, keys, Ctrl-C, a console of its own, and other code pages."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from tests.e2e.watched import ENTER, INTERRUPT, RIGHT
from tests.windows.players import Console
from tests.windows.wine import SECONDS, Wine, on_windows

PRACTICE: Final = ("play", "--practice", "--game", "mandala", "--against", "random", "--seed", "7")

LISTENS: Final = """
import sys
from pathlib import Path
from mandala_client.play.subprocess_bot import port_of, program

hosting = ["host", "--linear", "--any", "--local", "--unlisted", "--port", "0", "--player", "random"]
with program(hosting, Path(sys.argv[1])) as bot:
    port_of(bot)
    try:
        print("press Ctrl-C", flush=True)
        while True:
            input()
    except (KeyboardInterrupt, EOFError):
        print("it goes on" if bot.poll() is None else "it has ended", flush=True)
"""
"""A program like ours that tells what became of its bot when Ctrl-C was pressed."""


def has(words: str) -> Callable[[str], bool]:
    return lambda text: words in text


def left(console: Console, keys: str = "") -> int:
    """Read to the end of the program in a console, pressing keys again and again; return its exit code."""
    deadline = time.monotonic() + SECONDS
    while console.read(1) or console.process.poll() is None:
        if time.monotonic() > deadline:
            raise TimeoutError(f"it has not ended:\n{console.text}")
        if console.is_open:
            console.type(keys)
    return int(console.process.returncode)


def shell(wine: Wine, folder: Path, *arguments: str, code_page: int = 437) -> Console:
    """Return a console in which a shell runs our program."""
    script = folder / "start.bat"
    command = " ".join([on_windows(Path(wine.python[1])), "-P", "-m", "mandala_client", *arguments])
    script.write_text(f"@chcp {code_page}\r\n@{command}\r\n", encoding="ascii", newline="")
    return Console(["wine", "cmd", "/c", on_windows(script)], folder)


def test_the_full_screen_is_drawn_a_move_is_made_by_keys_and_ctrl_c_leaves_it(wine: Wine, tmp_path: Path) -> None:
    with Console([*wine.program, *PRACTICE], tmp_path) as console:
        before = console.wait_for(has("Your turn"), SECONDS)
        assert "hand 6" in before
        console.type_until(RIGHT, has("[Enter] plays"))
        console.type(ENTER)
        console.wait_for(has("You o▲ →"), SECONDS)
        console.type(INTERRUPT)
        assert left(console) == 0


def test_without_arguments_the_lobby_is_opened_and_left_with_its_console(wine: Wine, tmp_path: Path) -> None:
    with Console(wine.program, tmp_path) as console:
        console.wait_for(has("Games on this network"), SECONDS)
        console.type("q")
        assert left(console) == 0


def test_a_console_of_its_own_stays_at_an_error_until_enter_is_pressed(wine: Wine, tmp_path: Path) -> None:
    with Console([*wine.program, "--bye"], tmp_path) as console:
        assert "No such option" in console.wait_for(has("Press Enter to close this window."), SECONDS)
        assert console.process.poll() is None
        assert left(console, ENTER) == 2


def test_ctrl_c_in_text_mode_ends_the_program_in_order(wine: Wine, tmp_path: Path) -> None:
    with Console([*wine.program, "play", "--linear", "--game", "patterns"], tmp_path) as console:
        console.wait_for(has("start tile"), SECONDS)
        console.type(INTERRUPT)
        assert left(console) == 128 + signal.SIGINT
        assert "Stopped." in console.text
        assert "Traceback" not in console.text


def test_ctrl_c_is_for_the_person_s_program_and_not_for_its_bot(wine: Wine, tmp_path: Path) -> None:
    script = tmp_path / "listens.py"
    script.write_text(LISTENS, encoding="utf-8")
    command = [*wine.python, on_windows(script), on_windows(tmp_path / "bot")]
    with Console(command, tmp_path) as console:
        console.wait_for(has("press Ctrl-C"), SECONDS)
        # Under wine Python notices the first of both keys only when what it reads has come.
        console.type_until(INTERRUPT + ENTER, has("it goes on"))


@pytest.mark.parametrize("code_page", [850, 1252])
def test_a_german_table_is_drawn_in_a_console_of_another_code_page(wine: Wine, tmp_path: Path, code_page: int) -> None:
    with shell(wine, tmp_path, *PRACTICE, "--language", "de", code_page=code_page) as console:
        console.wait_for(lambda text: "Du bist am Zug" in text and "wählen" in text, SECONDS)
        console.type(INTERRUPT)
        left(console)
        assert "Traceback" not in console.text


def test_in_the_console_of_a_shell_an_error_ends_the_program_at_once(wine: Wine, tmp_path: Path) -> None:
    with shell(wine, tmp_path, "--bye") as console:
        assert left(console) == 2
        assert "No such option" in console.text
        assert "Press Enter" not in console.text


def test_unbuffered_output_in_a_console_is_no_fault(wine: Wine, tmp_path: Path) -> None:
    with Console([*wine.python, "-u", "-m", "mandala_client", "--version"], tmp_path) as console:
        assert left(console) == 0
        assert "mandala-lan" in console.text
