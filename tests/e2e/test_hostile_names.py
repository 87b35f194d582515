"""Names that others chose, at a terminal: whatever command quotes one, it draws nothing and begins no line."""

from __future__ import annotations

import re
import signal
import sys
from pathlib import Path

import pytest

from tests.e2e.programs import PROGRAM, SECONDS, Screen

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no file there has such a name")

FORGING = "\r\x1b[KVALID\x1b[8m\x07\x9b1A\u202e\u200b\u2028\udcff\nVALID: every move is correct."
WRITTEN_OUT = r"\r\x1b[KVALID\x1b[8m\x07\x9b1A\u202e\u200b\u2028\udcff\nVALID: every move is correct."

PLAIN = [
    ("verify", "{file}"),
    ("verify", "no{file}"),
    ("verify", "one", "{file}"),
    ("review", "{file}"),
    ("replay", "{file}"),
    ("replay", "--text", "{file}"),
    ("check-rules", "{file}"),
    ("move", "in", "{file}"),
    ("move", "out", "{file}/below"),
    ("vectors", "check", "{file}"),
    ("watch", "{file}"),
    ("report", "{file}"),
    ("export", "{file}", "record"),
    ("bots", "./{file}", "random"),
    ("bots", "./no{file}", "random"),
    ("play", "--against", "{file}"),
    ("play", "--against", "./{file}"),
    ("host", "--port", "{file}"),
    ("resume", "--drop", "{file}"),
    ("resume", "--linear", "{file}"),
    ("join", "--linear", "{file}.example"),
    ("players", "rename", "{file}", "Ben"),
    ("whoami", "--name", "{file}"),
    ("whoami", "--{file}"),
    ("--{file}",),
    ("{file}",),
    ("verif{file}",),
]
"""Commands that print lines, and nothing else."""

ON_THE_SCREEN = [("resume", "{file}"), ("join", "{file}.example"), ("join", "--name", "{file}", "127.0.0.1:1")]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a file of that name in it that is no record, and no program."""
    monkeypatch.chdir(tmp_path)
    Path(FORGING).write_text("junk")
    return tmp_path


def at_a_terminal(folder: Path, *arguments: str, home: str = "home") -> tuple[str, int | None]:
    """All that a command writes to its terminal, and its exit code."""
    typed = [argument.format(file=FORGING) for argument in arguments]
    with Screen([*PROGRAM, *typed], folder / home) as terminal:
        while terminal.is_open and terminal.read(SECONDS):
            pass
        return terminal.written.decode(errors="surrogateescape"), terminal.process.wait(SECONDS)


def assert_harmless(written: str) -> None:
    lines = written.split("\r\n")
    assert all(line.isprintable() for line in lines), written
    assert not any(line.startswith("VALID") for line in lines), written


@pytest.mark.parametrize("arguments", PLAIN, ids=" ".join)
def test_every_command_writes_it_out(folder: Path, arguments: tuple[str, ...]) -> None:
    written, code = at_a_terminal(folder, *arguments)
    assert_harmless(written)
    assert "VALID" in written or code  # it is quoted, or refused without
    assert "Traceback" not in written


def test_a_search_that_goes_on_writes_it_out(folder: Path) -> None:
    with Screen([*PROGRAM, "join", "--linear", "--of", FORGING, "--local"], folder / "home") as terminal:
        terminal.wait_for(lambda text: "The search goes on" in text, SECONDS)
        terminal.process.send_signal(signal.SIGINT)
        while terminal.is_open and terminal.read(SECONDS):
            pass
        written = terminal.written.decode(errors="surrogateescape")
    assert_harmless(written)
    assert "VALID" in written


def test_the_name_stays_to_be_read(folder: Path) -> None:
    written, code = at_a_terminal(folder, "verify", "{file}")
    assert (written.split(), code) == (f"{WRITTEN_OUT}: the file is not the record of a game.".split(), 1)


def test_a_usage_error_quotes_it_in_one_line(folder: Path) -> None:
    written, code = at_a_terminal(folder, "verify", "one", "{file}")
    assert written.endswith(f"({WRITTEN_OUT})\r\n")
    assert code == 2


@pytest.mark.parametrize("arguments", [("whoami",), ("list", "--local"), ("move", "out", "moved")], ids=" ".join)
def test_a_home_of_that_name_is_written_out(folder: Path, arguments: tuple[str, ...]) -> None:
    for home in (f"home{FORGING}", f"{FORGING}/below"):
        written, _code = at_a_terminal(folder, *arguments, home=home)
        assert_harmless(written)


@pytest.mark.parametrize("arguments", ON_THE_SCREEN, ids=" ".join)
def test_the_full_screen_shows_no_character_that_is_not_seen(folder: Path, arguments: tuple[str, ...]) -> None:
    written, _code = at_a_terminal(folder, *arguments)
    written = re.sub(r"\x1b\]2;[^\x07]*\x07", "", written)  # the title of the window
    assert not set(written) & set("\x07\x9b\u202e\u200b\u2028\udcff"), written
    assert "\x1b[8m" not in written
    assert "Traceback" not in written
