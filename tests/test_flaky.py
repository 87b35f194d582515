"""The count of runs that ``make flaky`` gives at its end."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.flaky import Run, summary
from tests.limits import SECONDS
from tests.narrowing import found

BY_CHANCE = """
import secrets

def test_which_always_passes():
    assert True

def test_which_passes_with_some_seeds():
    number = secrets.randbits(64)
    assert number % 2, f"drawn: {number}"
"""


def test_all_that_failed_is_counted_with_its_seeds() -> None:
    runs = [Run(1, 0, (), 1.0), Run(2, 1, ("a::b", "a::c"), 1.0), Run(3, 1, ("a::b",), 1.0), Run(4, 2, (), 1.0)]
    first, *sentences = summary(runs).splitlines()
    assert first == "4 runs: 1 passed, 3 failed"
    assert sentences[:3] == [
        "  failed 2 of 4 times, with seed 2, 3: a::b",
        "  failed 1 of 4 times, with seed 2: a::c",
        "  with seed 4 pytest itself gave 2",
    ]
    assert summary(runs[:1]) == "1 runs: 1 passed, 0 failed"


def test_a_test_that_passes_by_chance_is_found_and_fails_again_with_the_same_seed(tmp_path: Path) -> None:
    root = Path(__file__).parents[1]
    test = tmp_path / "test_by_chance.py"
    test.write_text(BY_CHANCE)

    def failures(*options: str) -> list[str]:
        command = [sys.executable, "-m", "tests.flaky", *options, "--logs", str(tmp_path / "logs")]
        arguments = ["-c", str(root / "pyproject.toml"), "--rootdir", str(tmp_path), "-p", "tests.conftest", str(test)]
        done = subprocess.run(
            [*command, "--", *arguments], cwd=root, capture_output=True, text=True, timeout=SECONDS, check=False
        )
        assert done.returncode == 1, done.stdout + done.stderr
        return [line for line in done.stdout.splitlines() if "times, with seed" in line]

    def drawn(seed: str) -> str:
        return found(r"drawn: \d+", (tmp_path / "logs" / f"seed-{seed}.txt").read_text("utf-8"))[0]

    (line,) = failures("--times", "2")
    assert "test_which_passes_with_some_seeds" in line
    seed = found(r"failed 1 of 2 times, with seed (\d+): ", line)[1]
    before = drawn(seed)
    (line,) = failures("--times", "1", "--first-seed", seed)
    assert f"failed 1 of 1 times, with seed {seed}: " in line
    assert drawn(seed) == before
