"""The program in a console of Windows: the full screen, keys, Ctrl-C, and consoles of other code pages."""

from __future__ import annotations

import signal
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
    print("press Ctrl-C", flush=True)
    try:
        while True:
            input()
    except (KeyboardInterrupt, EOFError):
        print("it goes on" if bot.poll() is None else "it has ended", flush=True)
"""
"""A program like ours that tells what became of its bot when Ctrl-C was pressed."""


def has(words: str) -> Callable[[str], bool]:
    return lambda text: words in text


def left(console: Console) -> int | None:
    """Read to the end of the program in a console, and return its exit code."""
    while console.read(1) or console.process.poll() is None:
        pass
    return console.process.returncode


def test_the_full_screen_is_drawn_a_move_is_made_by_keys_and_ctrl_c_leaves_it(wine: Wine, tmp_path: Path) -> None:
    with Console([*wine.program, *PRACTICE], tmp_path) as console:
        before = console.wait_for(has("Your turn"), SECONDS)
        assert "hand 6" in before
        console.type_until(RIGHT, has("[Enter] plays"))
        console.type(ENTER)
        console.wait_for(has("You o▲ →"), SECONDS)
        console.type(INTERRUPT)
        assert left(console) == 0


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
    program = tmp_path / "start.bat"
    words = " ".join(["-m", "mandala_client", *PRACTICE, "--language", "de"])
    python = on_windows(Path(wine.python[1]))
    program.write_text(f"@chcp {code_page}\r\n@{python} {words}\r\n", encoding="ascii", newline="")
    with Console(["wine", "cmd", "/c", on_windows(program)], tmp_path) as console:
        console.wait_for(lambda text: "Du bist am Zug" in text and "[F5] zurück" in text, SECONDS)
        console.type(INTERRUPT)
        left(console)
        assert "Traceback" not in console.text


def test_unbuffered_output_in_a_console_is_no_fault(wine: Wine, tmp_path: Path) -> None:
    with Console([*wine.python, "-u", "-m", "mandala_client", "--version"], tmp_path) as console:
        assert left(console) == 0
        assert "mandala-lan" in console.text
