"""The program in a console of Windows."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tests.e2e.watched import INTERRUPT
from tests.windows.players import Console
from tests.windows.wine import SECONDS, Wine

PRACTICE: Final = ("play", "--practice", "--game", "mandala", "--against", "random", "--seed", "7")


def test_the_full_screen_is_drawn_and_ctrl_c_leaves_it_in_order(wine: Wine, tmp_path: Path) -> None:
    with Console([*wine.program, *PRACTICE], tmp_path) as console:
        console.wait_for(lambda text: "Your turn" in text and "hand 6" in text, SECONDS)
        console.type(INTERRUPT)
        while console.read(1) or console.process.poll() is None:
            pass
        assert console.process.returncode == 0
