"""The real program as a player runs it: a process with a home of its own."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, ClassVar, Final, cast

from bench.terminal import Terminal
from mandala_net.trust.identity import default_name
from mandala_protocol.record.verification import unpack_file
from tests.e2e.starter import Forking
from tests.limits import SECONDS as SECONDS
from tests.narrowing import found
from tests.seeding.absence_clock import CLOCK_VARIABLE, let_pass

PROGRAM = [sys.executable, "-m", "mandala_client"]


class Running(Forking):
    """A program that runs, with text pipes, which are all there."""

    stdin: IO[str]
    stdout: IO[str]
    stderr: IO[str]


def complete(
    command: Sequence[str],
    environment: Mapping[str, str],
    stdin: str = "",
    encoding: str = "utf-8",
    timeout: float = SECONDS,
) -> subprocess.CompletedProcess[str]:
    """Run a program to its end, and kill it if that does not come within ``timeout`` seconds."""
    with Running(
        command,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding=encoding,
        errors="replace",
    ) as process:
        try:
            said, also_said = process.communicate(stdin, timeout)
        finally:
            process.kill()
    return subprocess.CompletedProcess(process.args, process.returncode, said, also_said)


KEY_SECONDS: Final = 2
"""So long is waited for what a key should bring, before it is pressed once more."""


class Screen(Terminal):
    """A terminal with a program in it, which has a home of its own.

    The player has a name already, that of the account, unless ``named`` is false.
    """

    popen: ClassVar[Callable[..., subprocess.Popen[Any]]] = Forking

    def __init__(
        self,
        command: Sequence[str],
        home: Path,
        columns: int = 80,
        lines: int = 24,
        *,
        named: bool = True,
        **environment: str,
    ) -> None:
        if named:
            keep_name(home)
        super().__init__(command, {"MANDALA_LAN_HOME": str(home), "LANGUAGE": "en", **environment}, columns, lines)

    def type_until(self, keys: str, shown: Callable[[str], bool]) -> str:
        """Press keys until the screen shows this, and return it.

        A screen may still say "Your turn" while a move is on its way; what is pressed then counts for nothing.
        """
        for _time in range(SECONDS // KEY_SECONDS):
            self.type(keys)
            with suppress(TimeoutError):
                return self.wait_for(shown, KEY_SECONDS)
        return self.wait_for(shown, 0)


def keep_name(home: Path) -> None:
    """Let the player of this home have chosen a name, that of the account, if the settings there have none."""
    settings = home / "config" / "settings.toml"
    kept = settings.read_text(encoding="utf-8") if settings.exists() else ""
    if "name = " not in kept:
        with suppress(OSError):  # nothing can be kept where the home is below a file
            settings.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            settings.write_text(f"name = {json.dumps(default_name())}\n{kept}", encoding="utf-8")


class Player:
    """One player's program, each with its own home; what it reads and writes is in this encoding."""

    program: ClassVar[Sequence[str]] = PROGRAM
    seconds: ClassVar[float] = SECONDS
    """After so long a program that was started counts as hanging."""

    def __init__(self, home: Path, encoding: str = "utf-8") -> None:
        self.home, self.encoding = home, encoding

    @property
    def _environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "MANDALA_LAN_HOME": str(self.home),
            "PYTHONIOENCODING": self.encoding,
            CLOCK_VARIABLE: str(self._clock),
        }

    @property
    def _clock(self) -> Path:
        return self.home.with_name(f"{self.home.name}.clock")

    def let_pass(self, seconds: int) -> None:
        """Let so many seconds pass for this player, in which the other is away."""
        let_pass(self._clock, seconds)

    def run(self, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        return complete([*self.program, *arguments], self._environment, stdin, self.encoding)

    @contextmanager
    def start(self, *arguments: str) -> Iterator[Running]:
        """A running program; killed at the end of the block. One that hangs is killed too, and the test fails."""
        process = Running(
            [*self.program, *arguments],
            env=self._environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding=self.encoding,
            errors="replace",
            bufsize=1,
        )
        watchdog = threading.Timer(self.seconds, process.kill)
        watchdog.start()
        try:
            yield process
            assert not watchdog.finished.is_set(), f"{arguments} had to be killed, as it hung"
        finally:
            watchdog.cancel()
            process.kill()
            process.wait()
            watchdog.join()
            for pipe in (process.stdin, process.stdout):
                pipe.close()

    @property
    def records(self) -> list[Path]:
        return sorted(self.home.glob("data/records/*.mandala"))

    @property
    def log(self) -> str:
        return (self.home / "log" / "mandala-lan.log").read_text()


def read_until(process: Running, pattern: str) -> str:
    """The next line that holds the pattern; everything up to it is read."""
    said = []
    for line in process.stdout:
        said.append(line)
        if re.search(pattern, line):
            return line
    raise AssertionError(f"{pattern!r} was not said, but:\n{''.join(said)}")


def discard(process: Running) -> None:
    """Make a move in Mandala at the pipe, on our turn."""
    process.stdin.write("moves C\n")
    process.stdin.write(found("C[a-z][1-8]", read_until(process, "C[a-z][1-8]: Discard"))[0] + "\n")
    read_until(process, "You discard")


def start_letter(line: str) -> str:
    """The letter of the first start tile that is offered."""
    colour = found(r"start tile: (\w+) or", line)[1]
    return {"black": "k"}.get(colour, colour[0])


def take_start_tile(process: Running) -> None:
    """Make the first move in Patterns at the pipe, which is a choice."""
    process.stdin.write(f"S{start_letter(read_until(process, 'Choose your start tile'))}\n")


HOSTING = ("host", "--linear", "--local", "--any", "--port", "0", "--name", "Anna")
SHORT = ("--game", "patterns", "--player", "greedy")
"""A game that costs little, as no card is hidden in it, where it matters that one is played and not which."""
CHEAP = ("--game", "patterns", "--first", "host")
"""Such a game between people, in which the guest is the first to choose."""
JOINING = ("join", "--local", "--linear", "--name", "Ben")


def with_wrong_entry(record: bytes) -> bytes:
    """The record with one byte changed, in the signature of its middle entry: any other byte may make it no record."""
    *_, entries = cast("list[Any]", unpack_file(record))
    _payload, signature = entries[len(entries) // 2]
    changed = bytearray(record)
    changed[record.index(signature)] ^= 1
    return bytes(changed)


def leave_unread(program: Running) -> None:
    """Forget what a program writes from now on: it would wait as soon as the pipe is full."""
    threading.Thread(target=program.stdout.read, daemon=True).start()


def port_of(host: Running) -> str:
    return found(r"port (\d+)", read_until(host, "open on port"))[1]
