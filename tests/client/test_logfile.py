"""The log file, in a program of its own: the log of a process belongs to all of it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.limits import SECONDS

FULL = """
import logging, os, pathlib, sys
from mandala_client.play.logfile import log_to
os.umask(0)
log_to(pathlib.Path(sys.argv[1]))
for _ in range(2):
    logging.warning("wrong " * 300_000)
"""

PROGRAM = """
import logging, pathlib, sys
from mandala_client.play.logfile import log_to
for name in sys.argv[1:]:
    log_to(pathlib.Path(name))
    logging.warning("a wrong proof")
"""


def test_one_game_after_the_other_is_logged_once_and_in_its_own_file(tmp_path: Path) -> None:
    first, second = tmp_path / "first.log", tmp_path / "second.log"
    command = [sys.executable, "-c", PROGRAM, str(first), str(second), str(second)]
    subprocess.run(command, check=True, timeout=SECONDS)
    assert first.read_text().count("a wrong proof") == 1
    assert second.read_text().count("a wrong proof") == 2


def test_nobody_but_its_owner_can_read_a_log_nor_the_one_before_it(tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    subprocess.run([sys.executable, "-c", FULL, str(log)], check=True, timeout=SECONDS)
    files = sorted(tmp_path.iterdir())
    assert files == [log, tmp_path / "game.log.1"]
    assert [file.stat().st_mode & 0o777 for file in files] == [0o600, 0o600]


FORGED = r"""
import logging, pathlib, sys
from mandala_client.play.logfile import log_to
log_to(pathlib.Path(sys.argv[1]))
logging.error("it cannot be written to %s", "a\x1b[2J\nb")
"""


def test_a_line_of_the_log_stays_one_line_and_steers_no_terminal(tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    subprocess.run([sys.executable, "-c", FORGED, str(log)], check=True, timeout=SECONDS)
    (line,) = log.read_text().splitlines()
    assert line.endswith(r"a\x1b[2J\nb")


def test_where_no_log_can_be_kept_nothing_goes_to_the_screen(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FORGED, str(tmp_path)], check=True, timeout=SECONDS, capture_output=True, text=True
    )
    assert done.stderr.startswith("No log is kept")
    assert len(done.stderr.splitlines()) == 1


def test_a_log_that_cannot_be_begun_anew_goes_on_in_its_file(tmp_path: Path) -> None:
    """On Windows another program of ours that has it open forbids that; here something is in the way."""
    log = tmp_path / "game.log"
    (tmp_path / "game.log.1").mkdir()
    subprocess.run([sys.executable, "-c", FULL, str(log)], check=True, timeout=SECONDS)
    assert len(log.read_text().splitlines()) == 2
