"""The log file, in a program of its own: the log of a process belongs to all of it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PROGRAM = """
import logging, pathlib, sys
from mandala_client.logfile import log_to
for name in sys.argv[1:]:
    log_to(pathlib.Path(name))
    logging.warning("a wrong proof")
"""


def test_one_game_after_the_other_is_logged_once_and_in_its_own_file(tmp_path: Path) -> None:
    first, second = tmp_path / "first.log", tmp_path / "second.log"
    command = [sys.executable, "-c", PROGRAM, str(first), str(second), str(second)]
    subprocess.run(command, check=True, timeout=60)
    assert first.read_text().count("a wrong proof") == 1
    assert second.read_text().count("a wrong proof") == 2
