"""Other programs of ours, started beside this one: a bot to play against, and the two of the demonstration."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from mandala_client.language import Language, _, spoken
from mandala_client.sorry import Sorry
from mandala_net.connect import Address
from mandala_net.paths import HOME_VARIABLE, find_paths

_PORT_SENTENCE: Final = "open on port "
"""How a hosting program says which port it has opened; in English, so it is started in English to be understood."""

_LANGUAGE_VARIABLE: Final = "LANGUAGE"
_STOP_SECONDS: Final = 5

BOT_NAMES: Final = {"random": "Random bot", "greedy": "Greedy bot"}


@contextmanager
def program(arguments: Sequence[str], home: Path, language: Language | None = None) -> Iterator[subprocess.Popen[str]]:
    """This program once more, with its things under ``home``; stopped at the end of the block at the latest.

    It speaks the same language as this one, unless another is given.
    """
    process = subprocess.Popen(  # noqa: S603 - our own interpreter and our own module
        [sys.executable, "-m", "mandala_client", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        env={
            **os.environ,
            HOME_VARIABLE: str(home),
            _LANGUAGE_VARIABLE: (language or spoken()).value,
            "PYTHONIOENCODING": "utf-8",
        },
        # A key like Ctrl-C is for the person at the terminal, who may want to stay.
        start_new_session=True,
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
        assert process.stdout is not None
        process.stdout.close()


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
    raise Sorry(_("The other program did not start: {words}").format(words="".join(said)))


@contextmanager
def bot_host(bot: str, seed: int | None = None) -> Iterator[Address]:
    """A bot that hosts games on this machine, one after the other as its guest wants, as a program of its own.

    It keeps its things beside the player's own: so it is the same opponent each time, and goes on with a game.
    """
    seeded = [] if seed is None else ["--seed", str(seed)]
    arguments = [
        "host",
        "--linear",
        "--any",
        "--local",
        "--unlisted",
        "--port",
        "0",
        "--tireless",
        "--live-score",
        "--player",
        bot,
        "--name",
        BOT_NAMES[bot],
    ]
    with program([*arguments, *seeded], find_paths().bots / bot, Language.ENGLISH) as host:
        port = port_of(host)
        assert host.stdout is not None
        with _drained(host.stdout.fileno()):
            yield Address("127.0.0.1", port)


@contextmanager
def _drained(descriptor: int) -> Iterator[None]:
    """Read and forget what a program says, so that it never waits for a full pipe."""

    def drain() -> None:
        try:
            while os.read(descriptor, 65_536):
                pass
        except OSError:
            return

    thread = threading.Thread(target=drain, daemon=True)
    thread.start()
    yield
