"""Bot against bot as a program of its own, at a terminal where somebody presses Ctrl-C."""

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


def test_control_c_stops_a_long_batch_with_what_has_been_played_so_far(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    arguments = ["bots", "random", "random", "--games", "100000", "--json"]
    process = subprocess.Popen(
        [*PROGRAM, *arguments],
        env={**os.environ, HOME_VARIABLE: str(tmp_path), "LANGUAGE": "en"},
        stdout=subprocess.PIPE,
        stderr=theirs,
    )
    os.close(theirs)
    watchdog = threading.Timer(SECONDS, process.kill)
    watchdog.start()
    try:
        seen = b""
        while b"of 100000" not in seen:
            seen += os.read(ours, 1024)
        process.send_signal(signal.SIGINT)
        out, _none = process.communicate(timeout=SECONDS)
    finally:
        watchdog.cancel()
        process.kill()
        process.wait()
        watchdog.join()
        os.close(ours)
    document = json.loads(out)
    assert re.match(rb"\rGames played: \d+ of 100000", seen)
    assert (process.returncode, document["stopped"], document["asked"]) == (130, True, 100_000)
    assert 0 < document["games"] == sum(document["reasons"].values()) < 100_000
