"""Bot against bot as a program of its own, with processes that play, at a terminal where somebody presses Ctrl-C."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import threading
from pathlib import Path

from mandala_net.player.paths import HOME_VARIABLE
from tests.e2e.programs import PROGRAM, SECONDS


def all_of(terminal: int) -> bytes:
    """What is left to read at a terminal, until no process has it open any more."""
    told = b""
    try:
        while some := os.read(terminal, 1024):
            told += some
    except OSError:
        pass
    os.close(terminal)
    return told


def test_control_c_stops_a_long_batch_with_what_has_been_played_so_far(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    arguments = ["bots", "random", "random", "--games", "100000", "--jobs", "2", "--json"]
    process = subprocess.Popen(
        [*PROGRAM, *arguments],
        env={**os.environ, HOME_VARIABLE: str(tmp_path), "LANGUAGE": "en"},
        stdout=subprocess.PIPE,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    late = threading.Event()

    def end_all() -> None:
        late.set()
        os.killpg(process.pid, signal.SIGKILL)

    watchdog = threading.Timer(SECONDS, end_all)
    watchdog.start()
    try:
        seen = b""
        while b"of 100000" not in seen:
            seen += os.read(ours, 1024)
        os.killpg(process.pid, signal.SIGINT)  # a terminal sends it to the processes that play, too
        out, _none = process.communicate(timeout=SECONDS)
        output = all_of(ours)
    finally:
        watchdog.cancel()
        process.kill()
        process.wait()
        watchdog.join()
    document = json.loads(out)
    assert re.match(rb"\rGames played: \d+ of 100000", seen)
    assert (process.returncode, document["stopped"], document["asked"]) == (130, True, 100_000)
    assert b"Traceback" not in output
    assert not late.is_set(), "every process ends by itself"
    assert 0 < document["games"] == sum(document["reasons"].values()) < 100_000
