"""The command line of the fuzzer; see the package."""

from __future__ import annotations

import argparse
import importlib.util
import itertools
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from attrs import asdict, evolve, frozen

from fuzz import corpus, escapes, places
from fuzz.catalogue import TARGETS
from fuzz.conversation import conversation, short_conversation
from fuzz.places import BUILD, ESCAPES
from fuzz.status import Progress, Status
from fuzz.target import Target

COUNTS: Final = BUILD / "counts.json"
_PATIENCE: Final = 60.0
"""Seconds after which an input that is still being run is taken for one without an end."""

_STARTING: Final = 60.0
_SHORTEST: Final = 4.0
_MOST_TOLD: Final = 20


@frozen
class Count:
    """The inputs that a target has passed so far; ``coverage`` counts the paths through the code seen, if known."""

    inputs: int = 0
    seconds: float = 0
    escapes: int = 0
    swept: int = 0
    coverage: int | None = None


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m fuzz", description="Fuzz everything that reads bytes from outside."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    running = commands.add_parser("run", help="fuzz for some time")
    running.add_argument("--seconds", type=float, default=120)
    running.add_argument("--target", default="", help="one target, or several with commas; all if left out")
    running.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    running.add_argument("--reset", action="store_true", help="count from the beginning")
    again = commands.add_parser("replay", help="run one input again")
    again.add_argument("file", type=Path)
    again.add_argument("--target", default="", help="if the file's name or folder does not tell it")
    commands.add_parser("corpus", help="make the seeds again")
    commands.add_parser("laws", help="say every target with its law")
    wanted = parser.parse_args()
    # Whoever ends this ends the workers too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    match wanted.command:
        case "run":
            return run(_named(wanted.target), wanted.seconds, wanted.jobs, reset=wanted.reset)
        case "replay":
            return replay(wanted.file, wanted.target)
        case "corpus":
            for target in TARGETS.values():
                corpus.write(target)
        case _:
            for target in TARGETS.values():
                print(f"{target.name:14} {target.law}")
    return 0


def _named(names: str) -> list[Target]:
    wanted = [name for name in names.split(",") if name]
    unknown = [name for name in wanted if name not in TARGETS]
    if unknown:
        sys.exit(f"There is no target {', '.join(unknown)}; there are {', '.join(TARGETS)}.")
    return [TARGETS[name] for name in wanted] or list(TARGETS.values())


def replay(file: Path, name: str) -> int:
    """Run one input; its exception goes through."""
    target = TARGETS.get(name or escapes.target_of(file.resolve()))
    if target is None:
        sys.exit("Of which target this is an input has to be said with --target.")
    places.settle(_states(), None)
    target.run(file.read_bytes())
    print(f"The law of {target.name} holds: {target.law}.")
    return 0


# Running.


class _Worker:
    """A process that runs one target, and the watch over it."""

    def __init__(self, target: Target, seconds: float, before: Count, seed: int) -> None:
        self.target, self._seconds, self.before = target, seconds, before
        logs = BUILD / "logs"
        logs.mkdir(parents=True, exist_ok=True)
        self._log = logs / f"{target.name}.log"
        self._path = logs / f"{target.name}.status"
        self._status = Status(self._path, new=True)
        self._begun = self._moved = time.monotonic()
        self._last = self._status.progress()
        # Made here, as a worker that is ended, or that libFuzzer ends, cannot remove it.
        self._scratch = places.new_scratch()
        self._command = [sys.executable, "-m", "fuzz.worker", target.run.__module__, target.name]
        self._command += [
            str(seconds),
            str(self._path),
            str(before.swept),
            str(seed),
            str(_states()),
            self._scratch.name,
        ]
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(self._command, stdout=log, stderr=log)

    def is_over(self) -> bool:
        """Return whether the process has ended; one that hangs is ended."""
        progress, now = self._status.progress(), time.monotonic()
        if progress.inputs != self._last.inputs:
            self._moved = now
        self._last = progress
        patience = _PATIENCE if progress.inputs else _STARTING + _PATIENCE
        if self._process.poll() is None and now - self._moved > patience:
            self.stop()
        return self._process.poll() is not None

    def stop(self) -> None:
        """End the process, whatever it does."""
        self._process.kill()
        self._process.wait()
        self._scratch.cleanup()

    def count(self) -> Count:
        """Count the inputs passed in this run. An input at which the process ended is kept as an escape."""
        progress = self._status.progress()
        self._status.__exit__(None, None, None)
        self._scratch.cleanup()
        lost = self._lost(progress)
        return Count(
            self.before.inputs + progress.inputs,
            self.before.seconds + time.monotonic() - self._begun,
            self.before.escapes + progress.escapes + lost,
            self.before.swept + progress.swept,
            self._coverage() or self.before.coverage,
        )

    def _lost(self, progress: Progress) -> int:
        code = self._process.returncode
        if code == 0:
            return 0
        told = self._log.read_text(encoding="utf-8", errors="replace")[-3000:]
        how = "the process came to no end" if code == -9 else f"the process ended with {code}"
        escapes.keep_lost(
            self.target.name, progress.running or b"", f"{how}\n{told}" if progress.running is None else how
        )
        return 1

    def _coverage(self) -> int | None:
        """The last count in what libFuzzer tells."""
        words = self._log.read_text(encoding="utf-8", errors="replace").split()
        told = [after for word, after in itertools.pairwise(words) if word == "cov:" and after.isdigit()]
        return int(told[-1]) if told else None


def run(targets: Sequence[Target], seconds: float, jobs: int, *, reset: bool) -> int:
    """Fuzz these targets for so long altogether, and tell what came of it; 1 if anything has escaped in this run."""
    guided = importlib.util.find_spec("atheris") is not None
    print(
        "Guided by coverage, with atheris." if guided else "atheris is not installed: inputs are made by chance alone."
    )
    if reset:
        COUNTS.unlink(missing_ok=True)
    counts = _load()
    places.settle(_states(), None)
    # Made once, before anybody needs them.
    conversation()
    short_conversation()
    shares = sum(target.share for target in targets)
    jobs = min(jobs, len(targets))
    waiting = sorted(targets, key=lambda target: -target.share)
    here: dict[str, Count] = {}
    working: list[_Worker] = []
    try:
        while waiting or working:
            while waiting and len(working) < jobs:
                target = waiting.pop(0)
                part = max(_SHORTEST, seconds * jobs * target.share / shares)
                before = counts.get(target.name, Count())
                working.append(_Worker(target, part, before, before.inputs))
            time.sleep(0.2)
            for worker in [one for one in working if one.is_over()]:
                working.remove(worker)
                after, name = worker.count(), worker.target.name
                here[name] = evolve(
                    after,
                    inputs=after.inputs - worker.before.inputs,
                    seconds=after.seconds - worker.before.seconds,
                    escapes=after.escapes - worker.before.escapes,
                )
                counts[name] = after
                _save(counts)
    finally:
        for worker in working:
            worker.stop()
    _tell(targets, here, counts)
    return 1 if any(count.escapes for count in here.values()) else 0


def _tell(targets: Sequence[Target], here: dict[str, Count], counts: dict[str, Count]) -> None:
    print(f"{'target':14} {'inputs':>11} {'a second':>9} {'escapes':>8} {'coverage':>9} {'in all':>12} {'of goal':>8}")
    for target in targets:
        count, whole = here[target.name], counts[target.name]
        rate = count.inputs / count.seconds if count.seconds else 0
        coverage = "" if whole.coverage is None else str(whole.coverage)
        print(
            f"{target.name:14} {count.inputs:11,} {rate:9,.0f} {count.escapes:8,} {coverage:>9} "
            f"{whole.inputs:12,} {min(whole.inputs / target.goal, 9.99):8.0%}"
        )
    whole_inputs = sum(counts[target.name].inputs for target in targets)
    escaped = sum(count.escapes for count in here.values())
    print(
        f"{'all':14} {sum(count.inputs for count in here.values()):11,} {'':9} {escaped:8,} {'':9} {whole_inputs:12,}"
    )
    kept = sorted(file for file in ESCAPES.glob("*") if file.suffix != ".txt") if ESCAPES.exists() else []
    if kept:
        print(f"\nEscapes are in {ESCAPES}; each with its traceback in a file .txt beside it:")
        for file in kept[:_MOST_TOLD]:
            print(
                f"  python -m fuzz replay {file.relative_to(Path.cwd()) if file.is_relative_to(Path.cwd()) else file}"
            )


def _states() -> Path:
    return BUILD / "states"


def _load() -> dict[str, Count]:
    if not COUNTS.exists():
        return {}
    kept: dict[str, dict[str, Any]] = json.loads(COUNTS.read_text(encoding="utf-8"))
    return {name: Count(**count) for name, count in kept.items() if name in TARGETS}


def _save(counts: dict[str, Count]) -> None:
    BUILD.mkdir(parents=True, exist_ok=True)
    written = COUNTS.with_suffix(".new")
    written.write_text(json.dumps({name: asdict(count) for name, count in counts.items()}, indent=2), encoding="utf-8")
    written.replace(COUNTS)


if __name__ == "__main__":
    sys.exit(main())
