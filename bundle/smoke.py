"""Try a program as someone does who has just downloaded it: ``python -m bundle.smoke PROGRAM``.

Each trial is a whole use of it, with a home of its own, and says in a line that it went well. What starts another
program of ours is tried, and what reads data from inside. The last line is the median of the starts.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from mandala_client.play.subprocess_bot import ATTACHED, port_of, read_on
from mandala_net.version import VERSION

SECONDS: Final = 300
"""A trial that takes longer hangs."""

STARTS: Final = 7

_RESIGNED: Final = "resign\nyes\nno\n"
_HOSTING: Final = ("--linear", "--local", "--unlisted", "--any", "--port", "0", "--player", "random", "--forever")

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
        self._under_wine = Path(command[0]).name.startswith("wine")

    @property
    def runs_scripts(self) -> bool:
        """Return whether the system starts programs by their first line."""
        return sys.platform != "win32" and not self._under_wine

    def start(self, *arguments: str, home: str = "home") -> subprocess.Popen[str]:
        """Start it, to talk with over pipes."""
        where = str(self.folder / home)
        if self._under_wine:
            where = f"Z:{where.replace('/', chr(92))}"
        return subprocess.Popen(  # noqa: S603 - the program that is to be tried
            [*self.command, *arguments],
            env={**os.environ, "MANDALA_LAN_HOME": where, "LANGUAGE": "en", "PYTHONIOENCODING": "utf-8"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )

    def said(self, *arguments: str, typed: str = "") -> str:
        """Return what it says until it ends. Raises ``NotAsItShould`` if it does not end well, and in time."""
        with self.start(*arguments) as process:
            try:
                text, _none = process.communicate(typed, SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                text, _none = process.communicate()
        if process.returncode != 0:
            raise NotAsItShould(f"{' '.join(arguments)} ended with {process.returncode}:\n{text}")
        return text


def _require(right: bool, text: str) -> None:
    if not right:
        raise NotAsItShould(text)


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
    # One that is attached ends when its input does. To kill what unpacks a file leaves what it has started.
    with tried.start("host", *_HOSTING, ATTACHED, home="tested") as host:
        assert host.stdin is not None
        try:
            address = f"127.0.0.1:{port_of(host)}"
            read_on(host)
            text = tried.said("conformance", address, "LK2/version-2")
        finally:
            host.stdin.close()
            host.wait(SECONDS)
    _require("LK2" in text, text)


def many_games(tried: Tried) -> None:
    """Processes of our own play games at once; where scripts can be started, one of the bots is a program."""
    bot = "random"
    if tried.runs_scripts:
        path = tried.folder / "mybot"
        path.write_text(BOT)
        path.chmod(0o755)
        bot = str(path)
    batch = ("bots", bot, "random", "--game", "patterns", "--games", "4", "--jobs", "2", "--seed", "1", "--json")
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
