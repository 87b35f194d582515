"""Try a program as someone does who has just downloaded it: ``python -m bundle.smoke PROGRAM``.

Each trial is a whole use of it, with a home of its own, and says in a line that it went well. What starts another
program of ours is tried, and what reads data from inside. The last line is the median of the starts.
"""

from __future__ import annotations

import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from mandala_client.play.subprocess_bot import port_of, read_on
from mandala_net.version import VERSION

SECONDS: Final = 300
"""A trial that takes longer hangs."""

STARTS: Final = 7

_RESIGNED: Final = "resign\nyes\nno\n"
_HOSTING: Final = ("host", "--linear", "--local", "--unlisted", "--any", "--port", "0")
_RESUMING: Final = ("resume", "--linear", "--local", "--player", "greedy")

BOT: Final = """#!/usr/bin/env python3
import json, sys

for line in sys.stdin:
    print(json.dumps({"move": json.loads(line)["moves"][0]}), flush=True)
"""
"""A bot that is a program of its own, where the system starts programs by their first line."""


class NotAsItShould(Exception):
    """A program did not do what it should; the text says what it said instead."""


class Tried:
    """A program to try: the words of its command, and a folder for its home.

    A program for Windows can be tried on Linux: ``wine`` is the first word then.
    """

    def __init__(self, command: Sequence[str], folder: Path) -> None:
        self.command, self.folder = list(command), folder
        self.under_wine = Path(command[0]).name.startswith("wine")

    @property
    def runs_scripts(self) -> bool:
        """Return whether the system starts programs by their first line."""
        return sys.platform != "win32" and not self.under_wine

    def known(self, path: Path) -> str:
        """Return the name by which it knows a file."""
        return f"Z:{path}".replace("/", chr(92)) if self.under_wine else str(path)

    def start(self, *arguments: str, home: str = "home") -> subprocess.Popen[str]:
        """Start it, to talk with over pipes."""
        where = self.known(self.folder / home)
        return subprocess.Popen(  # noqa: S603 - the program that is to be tried
            [*self.command, *arguments],
            env={**os.environ, "MANDALA_LAN_HOME": where, "LANGUAGE": "en", "PYTHONIOENCODING": "utf-8"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            start_new_session=True,  # by which it can be killed with all that it has started
        )

    @contextmanager
    def running(self, *arguments: str, home: str = "home") -> Iterator[subprocess.Popen[str]]:
        """Start it, and kill it at the end of the block, or if that does not come in time."""
        with self.start(*arguments, home=home) as process:
            watchdog = threading.Timer(SECONDS, kill, [process])
            watchdog.start()
            try:
                yield process
            finally:
                watchdog.cancel()
                kill(process)

    def said(self, *arguments: str, typed: str = "", home: str = "home") -> str:
        """Return what it says until it ends. Raises ``NotAsItShould`` if it does not end well, and in time."""
        with self.start(*arguments, home=home) as process:
            try:
                text, _none = process.communicate(typed, SECONDS)
            except subprocess.TimeoutExpired:
                kill(process)
                text, _none = process.communicate()
        if process.returncode != 0:
            raise NotAsItShould(f"{' '.join(arguments)} ended with {process.returncode}:\n{text}")
        return text


def kill(process: subprocess.Popen[str]) -> None:
    """End a program by force, if it still runs, and the one that it has unpacked and started."""
    if process.poll() is not None:
        return
    if sys.platform == "win32":
        command = ["taskkill", "/F", "/T", "/PID", str(process.pid)]
        subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - a program of Windows
    else:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _require(right: bool, text: str) -> None:
    if not right:
        raise NotAsItShould(text)


def _read_until(process: subprocess.Popen[str], words: str) -> None:
    assert process.stdout is not None
    said = []
    for line in process.stdout:
        said.append(line)
        if words in line:
            return
    raise NotAsItShould("".join(said))


def version(tried: Tried) -> None:
    """It is the version that is in this folder."""
    text = tried.said("--version")
    _require(text.split() == ["mandala-lan", VERSION], text)


def demonstration(tried: Tried) -> None:
    """Two programs play a whole game."""
    text = tried.said("demo", "--seed", "1")
    _require("VALID" in text, text)


def demonstration_of_patterns(tried: Tried) -> None:
    """Two programs play a whole game of Patterns."""
    text = tried.said("demo", "--game", "patterns", "--seed", "1")
    _require("VALID" in text, text)


def game_alone(tried: Tried) -> None:
    """A game in text mode against a bot, which is a program of its own."""
    text = tried.said("play", "--linear", "--game", "patterns", typed=_RESIGNED)
    _require("You resigned; Bot wins." in text, text)


def teacher(tried: Tried) -> None:
    """A practice game against the strongest bot: what it was trained to judge by is inside."""
    text = tried.said("play", "--linear", "--practice", "--against", "hard", "--seed", "3", typed=_RESIGNED)
    _require("You resigned" in text, text)


def german(tried: Tried) -> None:
    """The catalogues and the books are inside."""
    text = tried.said("--language", "de", "rules")
    _require("Gegenüber" in text, text)
    text = tried.said("--language", "de", "play", "--linear", "--game", "patterns", typed="aufgeben\nja\nnein\n")
    _require("Du hast aufgegeben" in text, text)


def tester(tried: Tried) -> None:
    """The tester and its data are inside: it tests the program itself."""
    tried.said("vectors", "check")
    with tried.running(*_HOSTING, "--player", "random", "--forever", home="tested") as host:
        address = f"127.0.0.1:{port_of(host)}"
        read_on(host)
        text = tried.said("conformance", address, "LK2/version-2")
    _require("LK2" in text, text)


def killed_and_resumed(tried: Tried) -> None:
    """A whole game with the wheel in this Python: each is killed once in the middle, and both keep the same record."""
    other = Tried([sys.executable, "-P", "-m", "mandala_client"], tried.folder)
    with ExitStack() as programs:
        host = programs.enter_context(tried.running(*_HOSTING, "--player", "greedy", "--name", "Anna", home="anna"))
        port = str(port_of(host))
        joining = ("join", "--linear", "--local", "--player", "greedy", "--name", "Ben", f"127.0.0.1:{port}")
        guest = programs.enter_context(other.running(*joining, home="ben"))
        read_on(guest)
        _read_until(host, "Ben builds")
        kill(host)
        host = programs.enter_context(tried.running(*_RESUMING, "--port", port, home="anna"))
        _read_until(host, "The game continues where it was.")
        read_on(host)
        kill(guest)
        text = other.said(*_RESUMING, home="ben")
        _require(host.wait(SECONDS) == 0, text)
    (record,), (same,) = (list(tried.folder.glob(f"{name}/data/records/*.mandala")) for name in ("anna", "ben"))
    _require(record.read_bytes() == same.read_bytes(), text)
    for each in (tried, other):
        verified = each.said("verify", each.known(record))
        _require("VALID" in verified, verified)


def many_games(tried: Tried) -> None:
    """Processes of our own play games at once; where scripts can be started, one of the bots is a program."""
    bot = "random"
    if tried.runs_scripts:
        path = tried.folder / "mybot"
        path.write_text(BOT)
        path.chmod(0o755)
        bot = str(path)
    jobs = "1" if tried.under_wine else "2"  # in wine 8 Python's own pool of processes never answers
    batch = ("bots", bot, "random", "--game", "patterns", "--games", "4", "--jobs", jobs, "--seed", "1", "--json")
    text = tried.said(*batch)
    _require([each["failures"] for each in json.loads(text)["bots"]] == [[], []], text)


TRIALS: Final[tuple[Callable[[Tried], None], ...]] = (
    version,
    demonstration,
    demonstration_of_patterns,
    game_alone,
    teacher,
    german,
    tester,
    many_games,
    killed_and_resumed,
)


def start_seconds(tried: Tried) -> float:
    """Return the median of the seconds from a start to the end of ``--version``."""

    def once() -> float:
        begun = time.perf_counter()
        tried.said("--version")
        return time.perf_counter() - begun

    return statistics.median(once() for _ in range(STARTS))


@contextmanager
def to_try(command: Sequence[str]) -> Iterator[Tried]:
    """A program to try, with a folder that goes away."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        yield Tried(command, Path(folder))


def smoke(command: Sequence[str]) -> float:
    """Try all, and return the median of the starts in seconds. Raises ``NotAsItShould``."""
    with to_try(command) as tried:
        for trial in TRIALS:
            begun = time.perf_counter()
            trial(tried)
            print(f"  {trial.__name__.replace('_', ' ')}: as it should, in {time.perf_counter() - begun:.1f} s")
        median = start_seconds(tried)
    print(f"  start: {median:.2f} s (median of {STARTS})")
    return median


if __name__ == "__main__":
    try:
        smoke(sys.argv[1:])
    except NotAsItShould as error:
        sys.exit(str(error))
