"""The whole program as one file, a zip for Python or a frozen program: whatever it starts of ours is this file again.

A frozen program is no Python: it takes no options of Python's. Here a script stands for it, which runs the real start.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipapp
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from tests.e2e.programs import SECONDS

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


def said(program: list[str], *arguments: str, **environment: str) -> str:
    home = Path(program[-1]).with_name("home")
    done = subprocess.run(
        [*program, *arguments],
        env={**os.environ, "MANDALA_LAN_HOME": str(home), "LANGUAGE": "en", **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@forms
def test_both_programs_of_the_demonstration_are_the_file_again(form: Form, tmp_path: Path) -> None:
    assert "VALID" in said(form(tmp_path), "demo", "--game", "patterns", "--seed", "1")
    assert (tmp_path / STARTS).read_text().splitlines() == ["one"] * 3


@forms
def test_a_program_plays_as_a_bot_with_the_libraries_of_its_system(form: Form, tmp_path: Path) -> None:
    bot = tmp_path / "mybot"
    bot.write_text(BOT)
    bot.chmod(0o755)
    batch = ["bots", str(bot), "random", "--game", "patterns", "--games", "2", "--jobs", "1", "--json"]
    libraries = {"LD_LIBRARY_PATH": "/inside", "LD_LIBRARY_PATH_ORIG": "/own"}
    played = json.loads(said(form(tmp_path), *batch, "--bot-seconds", str(SECONDS), **libraries))
    assert [each["failures"] for each in played["bots"]] == [[], []]
    assert (tmp_path / "libraries").read_text() == ("/own" if form is frozen else "/inside")


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_a_frozen_program_writes_in_the_encoding_that_it_is_told(encoding: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [*frozen(tmp_path), "--language", "de", "rules"],
        env={**os.environ, "MANDALA_LAN_HOME": str(tmp_path / "home"), "PYTHONIOENCODING": encoding},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        timeout=SECONDS,
        check=True,
    )
    assert "Züge" in done.stdout.decode(encoding)
