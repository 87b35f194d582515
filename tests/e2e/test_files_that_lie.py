"""Files that are too large, never end, or are none: one sentence, no waiting, and no memory taken for them."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing, redirect_stderr, suppress
from io import StringIO
from pathlib import Path

import msgpack  # type: ignore[import-untyped]
import pytest
from click.testing import CliRunner

from mandala_client.main import main
from mandala_client.ui import progress
from mandala_net.player.paths import Paths
from mandala_net.player.profile import open_home
from mandala_protocol.record.transcript import read
from mandala_protocol.record.verification import FORMAT, MAX_RECORD_BYTES, write
from mandala_protocol.seats import Seat
from tests import published
from tests.e2e.programs import PROGRAM, SECONDS
from tests.e2e.starter import Forking
from tests.narrowing import present

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="speaks of pipes, devices and holes in files")

HUGE = 600_000_000
MOST_RESIDENT = 200_000
"""Kilobytes."""

MESSAGES = published.ENTRIES
"""A whole game: the published one."""

SAMPLE = Path(__file__).parents[1] / "rules_logs" / "sample-mandala.jsonl"
NAMED = ("verify", "replay", "review", "check-rules", "move in")
"""Commands that take a file by its name."""

PIPES = ("pipe", "/dev/zero", "/dev/full")
"""What nobody writes to, and devices."""

OWN = ("data/identity.pem", "data/games.sqlite", "config/known-players", "config/settings.toml")
"""Files of the player's own, within the home."""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    with open_home(Paths.under(tmp_path / "home")):
        pass
    return tmp_path / "home"


def run(home: Path, *arguments: str, stdin: int = subprocess.DEVNULL) -> tuple[int, str, str, int]:
    """Exit code, both outputs, and the most memory that was taken, in kilobytes."""
    out, err = home / "out", home / "err"
    environment = {**os.environ, "MANDALA_LAN_HOME": str(home), "LANGUAGE": "en"}
    with out.open("wb") as to_out, err.open("wb") as to_err:
        program = Forking([*PROGRAM, *arguments], env=environment, stdin=stdin, stdout=to_out, stderr=to_err)
    watchdog = threading.Timer(SECONDS, program.kill)
    watchdog.start()
    _, status, used = os.wait4(program.pid, 0)
    watchdog.cancel()
    program.returncode = os.waitstatus_to_exitcode(status)
    return program.returncode, out.read_text(), err.read_text(), used.ru_maxrss


def hole(path: Path) -> Path:
    """A huge file that takes no room on the disk."""
    with path.open("wb") as file:
        file.truncate(HUGE)
    return path


BEGUN = msgpack.packb([FORMAT, 1, [None]])[:-1]
"""The bytes of a record up to its only entry."""


def array(item: bytes, count: int) -> bytes:
    """Return an array of msgpack that holds this item so often, without packing it again and again."""
    return b"\xdc" + count.to_bytes(2, "big") + item * count


def refuses(home: Path, *arguments: str) -> str:
    """The one sentence of a command that does not go well, and takes no memory for that."""
    code, said, sentence, used = run(home, *arguments)
    assert (code, said) == (1, "")
    assert sentence.count("\n") == 1
    assert used < MOST_RESIDENT
    return sentence


# Too large.


@pytest.mark.parametrize("command", NAMED)
def test_a_file_of_600_megabytes_is_refused_unread(home: Path, tmp_path: Path, command: str) -> None:
    sentence = refuses(home, *command.split(), str(hole(tmp_path / "file")))
    assert str(tmp_path / "file") in sentence


def test_a_log_of_many_long_lines_is_refused_before_they_are_kept(home: Path, tmp_path: Path) -> None:
    line = b'{"ty":"state","more":[' + b"[]," * 20_000 + b"0]}\n"
    with (tmp_path / "log").open("wb") as log:
        for _ in range(1_000):
            log.write(line)
    assert "has more than 24000000 bytes" in refuses(home, "check-rules", str(tmp_path / "log"))


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(lambda: b"\x90" * (MAX_RECORD_BYTES - 100), id="empty arrays"),
        pytest.param(lambda: BEGUN + array(array(b"\x90", 9_000), 1_500), id="arrays in arrays"),
        pytest.param(lambda: msgpack.packb([FORMAT, 1, [[1.5] * 1_500] * 1_000]), id="numbers"),
        pytest.param(lambda: msgpack.packb([FORMAT, 1, [[b"", b"xx"]] * 10_000]), id="short entries"),
    ],
)
@pytest.mark.parametrize("command", ["verify", pytest.param("replay", marks=pytest.mark.soak)])
def test_a_record_that_would_take_much_memory_takes_none(
    home: Path, tmp_path: Path, command: str, content: Callable[[], bytes]
) -> None:
    (tmp_path / "file").write_bytes(content())
    refuses(home, command, str(tmp_path / "file"))


@pytest.mark.parametrize("name", ["data/identity.pem", "config/known-players"])
def test_a_file_of_the_players_own_of_600_megabytes_is_refused(home: Path, name: str) -> None:
    (home / name).unlink(missing_ok=True)
    hole(home / name).chmod(0o600)
    if name == "config/known-players":
        (home / "data" / "games.sqlite").unlink()
    assert name in refuses(home, "whoami")


def test_settings_of_600_megabytes_are_told_of_and_not_used(home: Path) -> None:
    hole(home / "config" / "settings.toml")
    code, said, sentence, used = run(home, "whoami")
    assert (code, said.count("\n"), sentence.count("\n")) == (0, 2, 1)
    assert "is larger than 8192 bytes" in sentence
    assert used < MOST_RESIDENT


def test_a_store_of_600_megabytes_of_nothing_is_set_aside(home: Path) -> None:
    hole(home / "data" / "games.sqlite")
    code, _said, text, used = run(home, "history")
    assert code == 0
    assert "It is kept as" in text
    assert used < MOST_RESIDENT


# What is no file.


@pytest.mark.parametrize(
    ("command", "what"),
    [
        pytest.param(command, what, marks=() if (one + other) % len(PIPES) == 0 else pytest.mark.soak)
        for one, command in enumerate(NAMED)
        for other, what in enumerate(PIPES)
    ],
)
def test_a_pipe_that_nobody_writes_to_and_a_device_are_refused_at_once(
    home: Path, tmp_path: Path, command: str, what: str
) -> None:
    path = Path(what) if what.startswith("/") else tmp_path / what
    if what == "pipe":
        os.mkfifo(path)
    assert str(path) in refuses(home, *command.split(), str(path))


@pytest.mark.parametrize("name", OWN)
def test_a_pipe_in_the_place_of_a_file_of_the_players_own_is_not_waited_for(home: Path, name: str) -> None:
    (home / name).unlink(missing_ok=True)
    if name == "config/known-players":
        (home / "data" / "games.sqlite").unlink()
    os.mkfifo(home / name)
    code, _said, text, _used = run(home, "whoami")
    assert code == (0 if name.endswith("toml") else 1)
    assert text.count("\n") == 1
    assert str(home / name) in text


def test_a_pipe_in_the_place_of_the_log_is_not_waited_for(home: Path) -> None:
    (home / "log" / "mandala-lan.log").unlink(missing_ok=True)
    os.mkfifo(home / "log" / "mandala-lan.log")
    code, _said, text, _used = run(home, "play", "--practice", "--linear")
    assert code == 0
    assert "No log is kept" in text


def test_a_pipe_that_is_written_to_is_read(home: Path) -> None:
    done = subprocess.run(
        ["bash", "-c", f'"$@" check-rules <(cat {SAMPLE})', "bash", *PROGRAM],
        env={**os.environ, "MANDALA_LAN_HOME": str(home), "LANGUAGE": "en"},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    with subprocess.Popen(["cat", SAMPLE], stdout=subprocess.PIPE) as pipe, SAMPLE.open() as file:
        by_name = run(home, "check-rules", "/dev/stdin", stdin=present(pipe.stdout).fileno())
        as_usual = run(home, "check-rules", "-", stdin=file.fileno())
    for code, said, sentence in ((done.returncode, done.stdout, done.stderr), by_name[:3], as_usual[:3]):
        assert (code, sentence) == (0, "")
        assert "3 games" in said


# A damaged store.


def played(home: Path, *lengths: int) -> None:
    """The published game in the store, so many entries of it each time, and a player known."""
    with open_home(Paths.under(home)) as own:
        for length in lengths:
            own.store.begin(Seat.HOST, own.identity.public, bytes(32)).append(map(read, MESSAGES[:length]))
        own.players.remember("Ben", own.identity.public)


def change(home: Path, statement: str) -> None:
    with closing(sqlite3.connect(home / "data" / "games.sqlite", isolation_level=None)) as database:
        database.execute("PRAGMA ignore_check_constraints = ON")
        database.execute(statement)


def told_at_next_start(home: Path) -> str:
    """The remark of history when it sets the store aside; one game is left in the new one."""
    code, _said, text, _used = run(home, "history")
    assert code == 0
    again = run(home, "history", "--json")
    assert (again[0], again[2]) == (0, "")
    assert len(json.loads(again[1])) == 1
    return text


def test_a_time_that_no_calendar_has_costs_one_game(home: Path) -> None:
    played(home, 20, len(MESSAGES))
    change(home, "UPDATE games SET begun = 9007199254740992 WHERE id = 2")
    assert "is damaged. Close all programs that use it and start again." in refuses(home, "history")
    assert [line.partition(".")[0] for line in told_at_next_start(home).splitlines()] == [
        "The store of your games was damaged",
        "The new store has 1 game",
        "1 game is missing, because part of it could not be read",
        "Some of the players you knew may be missing",
    ]
    assert "Ben" in run(home, "players")[1]


def test_whoever_knew_players_that_are_lost_is_told_so(home: Path) -> None:
    played(home, 20)
    change(home, "UPDATE players SET key = x'00'")
    assert "The players you knew could not be read. Everyone is now new to you" in told_at_next_start(home)


@pytest.mark.parametrize("command", ["verify", "replay --text", "review", "export"])
def test_a_damaged_entry_is_one_sentence(home: Path, command: str) -> None:
    played(home, len(MESSAGES))
    change(home, "UPDATE entries SET signature = x'00' WHERE number = 9")
    digits = read(MESSAGES[1]).head.hex()[:8]
    more = [str(home / "record")] if command == "export" else []
    assert "is damaged. Close all programs" in refuses(home, *command.split(), digits, *more)
    assert not (home / "record").exists()


# How far it has come.


class Terminal(StringIO):
    """Something that is looked at."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a whole game: the published one."""
    path: Path = tmp_path_factory.mktemp("record") / "game.mandala"
    path.write_bytes(write(MESSAGES))
    return path


@pytest.mark.parametrize("command", [("verify",), ("replay", "--text"), ("review",)])
def test_how_far_a_check_has_come_is_told_at_a_terminal_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, str] | tuple[str], record: Path
) -> None:
    monkeypatch.setenv("MANDALA_LAN_HOME", str(tmp_path))
    monkeypatch.setattr(progress, "BLINK_SECONDS", 0)
    piped = CliRunner().invoke(main, [*command, str(record)])
    assert (piped.exit_code, piped.stderr) == (0, "")
    with CliRunner().isolation(), redirect_stderr(Terminal()) as terminal, suppress(SystemExit):
        main([*command, str(record)], standalone_mode=False)
    assert "Checking the record: 50 %" in terminal.getvalue()
