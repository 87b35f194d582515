"""Other programs of ours, started beside this one: a bot to play against, and the two of the demonstration.

They end with this one, however it ends: a bot that outlived its player would keep their game from being taken up.
"""

from __future__ import annotations

import os
import signal
import subprocess
import threading
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Final

import trio

from mandala_client.play.alone import Alone
from mandala_client.sentences.bot_names import name_for_records
from mandala_client.text.language import Language, _, spoken
from mandala_client.text.sorry import Sorry
from mandala_net.bots.programs.bot_paths import folder_of
from mandala_net.interpreter import OWN_GROUP, own_file, program_again
from mandala_net.link.address import Address
from mandala_net.player.paths import HOME_VARIABLE, Paths, find_paths
from mandala_net.trust.identity import fingerprint

_PORT_SENTENCE: Final = "open on port "
"""The sentence by which a hosting program says which port is open, in English; so it is started in English."""

_LANGUAGE_VARIABLE: Final = "LANGUAGE"
_STOP_SECONDS: Final = 5
_STDIN: Final = 0
_LAST_LINES: Final = 30

OWN_PROGRAM: Final = ["mandala_client"]
"""The module that is this program; a launcher that adds a game puts itself in its place."""

ATTACHED: Final = "--attached"
"""The option by which a program knows that it was started here."""


def own_program() -> list[str]:
    """Return the command that starts this program once more, to be followed by its arguments."""
    return program_again(OWN_PROGRAM[0], own_file())


@contextmanager
def program(arguments: Sequence[str], home: Path, language: Language | None = None) -> Iterator[subprocess.Popen[str]]:
    """This program once more, with its things under ``home``; stopped at the end of the block at the latest.

    It speaks the same language as this one, unless another is given. ``arguments`` begin with a command of a table.
    """
    process = subprocess.Popen(  # noqa: S603 - our own interpreter and our own module
        [*own_program(), *arguments, ATTACHED],
        # Nothing is ever written there: the system closes it when this program is gone, also when it was killed.
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
        env={
            **os.environ,
            HOME_VARIABLE: str(home),
            _LANGUAGE_VARIABLE: (language or spoken()).value,
            "PYTHONIOENCODING": "utf-8",
        },
        # A key like Ctrl-C is for the person at the terminal, who may want to stay.
        start_new_session=True,
        creationflags=OWN_GROUP,
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(_STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            pipe.close()


def end_with_starter() -> None:
    """At the other end of ``program``: stop, as when a signal says so, once the program that started us is gone."""

    def watch() -> None:
        # Read from the descriptor: a thread that waits in sys.stdin would hold it locked at the end of the program.
        with suppress(OSError):  # it was never open, which is as good as closed
            while os.read(_STDIN, 4096):
                pass
        signal.raise_signal(signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()


def port_of(process: subprocess.Popen[str]) -> int:
    """The port that a hosting program says, in English, that it has opened.

    Raises ``Sorry`` if it ends without saying so.
    """
    assert process.stdout is not None
    said = []
    for line in process.stdout:
        said.append(line)
        port = line.rstrip().rstrip(".").partition(_PORT_SENTENCE)[2]
        if port.isdecimal():
            return int(port)
    raise Sorry(_("The other program did not start: {words}").format(words="".join(said).strip()))


def read_on(process: subprocess.Popen[str]) -> Callable[[], str]:
    """Read all that a program says from now on, in a thread: it would wait for a full pipe, of 4 KiB on Windows.

    Return a function that waits until the program says no more, and returns its last lines.
    """
    output = process.stdout
    assert output is not None
    last: deque[str] = deque(maxlen=_LAST_LINES)

    def read() -> None:
        with suppress(OSError, ValueError):  # it is closed here
            last.extend(output)

    thread = threading.Thread(target=read, daemon=True)
    thread.start()

    def last_lines() -> str:
        thread.join()
        return "".join(last)

    return last_lines


def home_of(paths: Paths, bot: str) -> Path:
    """Return the folder for all that is a bot's own, within those of its player."""
    return paths.bots / folder_of(bot)


@asynccontextmanager
async def bot_host(how: Alone, guest: bytes) -> AsyncIterator[Address]:
    """A bot that hosts one such game after the other, as its guest wants, in a program of its own here.

    It keeps its things beside the player's own: so it is the same opponent each time, and resumes a game. It lets in
    only the ``guest``, by the public key (32 bytes): other users of this computer can reach its port too.
    Whoever does not want to wait until it has started can cancel that. Raises ``Sorry`` if it does not start.
    """
    seeded = [] if how.seed is None else ["--seed", str(how.seed)]
    logged = [] if how.program.log is None else ["--bot-log", str(how.program.log)]
    arguments = [
        "host",
        "--game",
        how.game,
        "--linear",
        "--any",
        "--guest",
        fingerprint(guest),
        "--local",
        "--unlisted",
        "--port",
        "0",
        "--tireless",
        "--live-score",
        "--player",
        how.bot,
        "--name",
        name_for_records(how.game, how.bot),
        "--bot-seconds",
        str(how.program.seconds),
        "--bot-memory",
        str(how.program.megabytes),
    ]
    with program([*arguments, *seeded, *logged], home_of(find_paths(), how.bot), Language.ENGLISH) as host:
        port = await trio.to_thread.run_sync(port_of, host, abandon_on_cancel=True)
        read_on(host)
        yield Address("127.0.0.1", port)
