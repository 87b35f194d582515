"""Makers of bots that fail; a process that plays deals finds them here by their names."""

from __future__ import annotations

import os
import signal
import threading
from multiprocessing.connection import Connection
from pathlib import Path

from mandala_net.bots.catalogue import make_bot
from mandala_net.bots.player import Bot

EXIT_CODE = 77


def that_ends_its_process(seed: int) -> Bot:
    """No bot: the process is gone from the third deal on."""
    if seed >= 2:
        os._exit(EXIT_CODE)
    return make_bot("patterns", "random", seed)


def that_raises(seed: int) -> Bot:
    """No bot: an error with a text."""
    raise ValueError(f"no bot for {seed}")


def that_answers_half(pipe: Path, seed: int) -> Bot:
    """A bot of a process that says no more than half of what it has to say from the fourth deal on, and then waits.

    Who opens the pipe is told when it has come so far.
    """
    if seed == 3:
        write = Connection._send  # type: ignore[attr-defined]  # not in typeshed

        def write_half(connection: Connection, buffer: bytes) -> None:
            write(connection, bytes(buffer)[: len(buffer) // 2])
            with pipe.open("w"):
                pass
            threading.Event().wait()

        Connection._send = write_half  # type: ignore[attr-defined]  # not in typeshed
    return make_bot("patterns", "random", seed)


def that_hears_no_signal(pipe: Path, seed: int) -> Bot:
    """A bot of a process that hears no signal from the fourth deal on, and waits. Who opens the pipe is told then."""
    if seed == 3:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        with pipe.open("w"):
            pass
        threading.Event().wait()
    return make_bot("patterns", "random", seed)
