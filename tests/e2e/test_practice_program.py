"""A game for practice on the full screen of the real program, and what stays to be read after it."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.programs import PROGRAM, SECONDS, Screen

LEAVE = "\x03"
RESIGN = "\x1b[21~"
AGAIN = "mandala-lan play --practice --game mandala --against random --seed 7"


def test_the_command_for_the_same_cards_stays_to_be_read_when_the_screen_is_gone(tmp_path: Path) -> None:
    with Screen([*PROGRAM, *AGAIN.split()[1:]], tmp_path) as terminal:
        for shown, typed in (
            ("draw pile", RESIGN),
            ("Resign? Then", "y"),
            ("same set-up, seats swapped", "q"),
            ("Leave without another game?", "y"),
        ):
            terminal.wait_for(lambda text, shown=shown: shown in text, SECONDS)  # type: ignore[misc]
            terminal.type(typed)
        while terminal.read(1) or terminal.process.poll() is None:
            pass
        lines = [line for line in terminal.text.splitlines() if line]
    assert terminal.process.returncode == 0
    assert lines[-1] == AGAIN
    assert "anyone can play the same set-up with:" in lines[-2]
    assert lines[-3] == "You resigned; Random bot wins."


def test_the_lesson_is_played_on_the_screen_and_left(tmp_path: Path) -> None:
    with Screen([*PROGRAM, "learn"], tmp_path) as terminal:
        for shown, typed in (
            ("Welcome. You learn Mandala", "\r"),
            ("[Enter] plays", "\r"),
            ("See what has changed", "\r"),
            ("This is the second thing", "\r"),
            ("> BLy3", "ALk\r"),
            ("For the lesson, do this", "\r"),
            ("See what has changed", "\r"),
            ("The rule of colour", "\r"),
            ("> Cr3", LEAVE),
            ("A practice game is not kept", "\x1b"),
            ("[Esc] clears", "\x1b"),
            ("or type Cr3", "q"),
            ("A practice game is not kept", "y"),
        ):
            terminal.wait_for(lambda text, shown=shown: shown in text, SECONDS)  # type: ignore[misc]
            terminal.type(typed)
        while terminal.read(1) or terminal.process.poll() is None:
            pass
    assert terminal.process.returncode == 0
