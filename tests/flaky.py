"""The same tests many times, several runs at once, each with a seed of its own: whatever fails by chance shows itself.

``make flaky`` calls this. The exit code is 1 if anything has failed.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import click
from attrs import frozen

from tests.seeding.seeded_secrets import SEED_VARIABLE

_FAILED: Final = re.compile(r"^(?:FAILED|ERROR) (\S+::.*?)(?: - |$)", re.MULTILINE)
_HASH_SEEDS: Final = 2**32


@frozen
class Run:
    """All tests once. ``failed`` has the names of those that failed, ``code`` is what pytest gave."""

    seed: int
    code: int
    failed: tuple[str, ...]
    seconds: float

    @property
    def passed(self) -> bool:
        return self.code == 0


def run(tests: tuple[str, ...], seed: int, logs: Path) -> Run:
    """Run the tests with a seed; if anything fails, what pytest says and all files stay among the logs.

    The files of a run are its own: several runs that clear up one folder stumble over each other.
    """
    files = logs.absolute() / f"seed-{seed}"
    seeded = {SEED_VARIABLE: str(seed), "PYTHONHASHSEED": str(seed % _HASH_SEEDS)}
    pytest = [sys.executable, "-m", "pytest", "-q", "-rfE", "-p", "no:cacheprovider", f"--basetemp={files}", *tests]
    began = time.monotonic()
    done = subprocess.run(
        pytest,
        env={**os.environ, **seeded},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    log = logs / f"seed-{seed}.txt"
    log.unlink(missing_ok=True)
    if done.returncode == 0:
        shutil.rmtree(files, ignore_errors=True)
    else:
        log.write_text(done.stdout, encoding="utf-8")
    return Run(seed, done.returncode, tuple(_FAILED.findall(done.stdout)), time.monotonic() - began)


def summary(runs: list[Run]) -> str:
    """The numbers of runs that passed and failed, and each test that failed, with its seeds."""
    passed = sum(one.passed for one in runs)
    lines = [f"{len(runs)} runs: {passed} passed, {len(runs) - passed} failed"]
    counted = Counter(name for one in runs for name in one.failed)
    for name, count in counted.most_common():
        seeds = ", ".join(str(one.seed) for one in runs if name in one.failed)
        lines.append(f"  failed {count} of {len(runs)} times, with seed {seeds}: {name}")
    odd = [one for one in runs if not one.passed and not one.failed]
    lines += [f"  with seed {one.seed} pytest itself gave {one.code}" for one in odd]
    if passed < len(runs):
        lines.append(f"To see one again: {SEED_VARIABLE}=SEED .venv/bin/python -m pytest FILE")
    return "\n".join(lines)


@click.command()
@click.option("--times", type=click.IntRange(1), default=50, show_default=True)
@click.option("--at-once", type=click.IntRange(1), default=4, show_default=True)
@click.option("--first-seed", type=click.IntRange(0), default=1, show_default=True)
@click.option("--logs", type=click.Path(path_type=Path), default=Path("build") / "flaky", show_default=True)
@click.argument("tests", nargs=-1, required=True)
def main(tests: tuple[str, ...], times: int, at_once: int, first_seed: int, logs: Path) -> None:
    """Run TESTS so many times, with one seed after the other; what failing ones say stays in a folder."""
    logs.mkdir(parents=True, exist_ok=True)
    runs: list[Run] = []
    with ThreadPoolExecutor(at_once) as workers:
        for one in workers.map(lambda seed: run(tests, seed, logs), range(first_seed, first_seed + times)):
            runs.append(one)
            result = "passed" if one.passed else f"FAILED: {', '.join(one.failed) or one.code}"
            print(f"seed {one.seed}, {one.seconds:.0f} s: {result}", flush=True)
    print(summary(runs))
    sys.exit(0 if all(one.passed for one in runs) else 1)


if __name__ == "__main__":
    main()
