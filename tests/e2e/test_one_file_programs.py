"""The whole program as one file, a zip for Python or a frozen program: whatever it starts of ours is this file again.

A frozen program is no Python: it takes no options of Python's. Here a script stands for it, which runs the real start.
"""

from __future__ import annotations

import os
import subprocess
import sys
import zipapp
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import pytest

from tests.e2e.programs import SECONDS, Player, read_until, start_letter

START: Final = Path(__file__).parents[2] / "bundle" / "start.py"
STARTS: Final = "starts"
"""The file beside a program in which each of its starts leaves a line."""

NOTED: Final = f"""
import sys
from pathlib import Path
own = Path(sys.argv[0]).absolute()
with own.with_name("{STARTS}").open("a") as starts:
    starts.write("one\\n")
"""

BOT: Final = f"""#!{sys.executable}
import json, os, sys
from pathlib import Path

Path(__file__).with_name("libraries").write_text(os.environ.get("LD_LIBRARY_PATH", "none"))
for line in sys.stdin:
    print(json.dumps({{"move": json.loads(line)["moves"][0]}}), flush=True)
"""


def zipped(folder: Path) -> list[str]:
    code = folder / "code"
    code.mkdir()
    (code / "__main__.py").write_text(f"{NOTED}\nfrom mandala_client.main import main\nmain()\n")
    made = folder / "mandala-lan.pyz"
    zipapp.create_archive(code, made)
    return [sys.executable, "-P", str(made)]


def frozen(folder: Path) -> list[str]:
    made = folder / "mandala-lan"
    run = f"import runpy\nrunpy.run_path({str(START)!r}, run_name='__main__')\n"
    made.write_text(f"#!{sys.executable} -P\n{NOTED}\nsys.frozen, sys.executable = True, str(own)\n{run}")
    made.chmod(0o755)
    return [str(made)]


Form = Callable[[Path], list[str]]
forms = pytest.mark.parametrize("form", [zipped, frozen])


class OneFile(Player):
    """A player whose program is one file, with libraries of its own."""

    def __init__(self, form: Form, folder: Path) -> None:
        super().__init__(folder / "home")
        self._command = form(folder)

    @property
    def program(self) -> Sequence[str]:  # type: ignore[override]  # each has its own
        return self._command

    @property
    def _environment(self) -> dict[str, str]:
        return {**super()._environment, "LD_LIBRARY_PATH": "/inside", "LD_LIBRARY_PATH_ORIG": "/own"}


@forms
def test_a_bot_is_hosted_by_the_file_again_and_has_the_libraries_of_its_system(form: Form, tmp_path: Path) -> None:
    bot = tmp_path / "mybot"
    bot.write_text(BOT)
    bot.chmod(0o755)
    against = ("--against", str(bot), "--bot-seconds", str(SECONDS))
    with OneFile(form, tmp_path).start("play", "--linear", "--game", "patterns", *against) as playing:
        asked = read_until(playing, "Your turn|Choose your start tile")
        if "start tile" in asked:
            playing.stdin.write(f"S{start_letter(asked)}\n")
            read_until(playing, "Your turn")  # the bot has moved
        playing.stdin.write("resign\nyes\nno\n")
        assert playing.wait(SECONDS) == 0
    starts = 3 if form is frozen else 2  # as it is no Python, it is also what limits the bot
    assert (tmp_path / STARTS).read_text().splitlines() == ["one"] * starts
    assert (tmp_path / "libraries").read_text() == ("/own" if form is frozen else "/inside")


def test_a_frozen_program_writes_in_the_encoding_that_it_is_told(tmp_path: Path) -> None:
    done = subprocess.run(
        [*frozen(tmp_path), "--language", "de", "rules"],
        env={**os.environ, "MANDALA_LAN_HOME": str(tmp_path / "home"), "PYTHONIOENCODING": "latin-1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        timeout=SECONDS,
        check=True,
    )
    assert "Züge" in done.stdout.decode("latin-1")
