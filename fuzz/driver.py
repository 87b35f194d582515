"""The run of targets, each in a process of its own: guided by atheris where it is installed, else by chance."""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import re
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from multiprocessing.connection import wait
from multiprocessing.context import ForkProcess
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any, Final

from attrs import frozen

from fuzz import chance, corpus, places
from fuzz.conversation import conversation, short_conversation
from fuzz.places import BUILD, ESCAPES
from fuzz.target import Escape, Target, require

MOST_RESIDENT: Final = 200
"""Megabytes: no process that reads a file or hears a peer may hold more."""

_MOST_DATA: Final = 1024 * 1024 * 1024
_LONGEST_INPUT: Final = 60
"""Seconds after which an input that is still being run is taken for one without an end."""

_SHORTEST_RUN: Final = 2.0
_UNWATCHED: Final = 5 * _LONGEST_INPUT
"""Seconds beyond its time after which a process is killed that does not watch itself any more."""

_INPUTS: Final = re.compile(r"^(?:#|stat::number_of_executed_units: *)(\d+)", re.MULTILINE)
"""The number of inputs done, as libFuzzer says it now and then and at its end."""


@frozen
class Run:
    """A target in its process, and the file with what that says. Times are on the monotonic clock."""

    target: Target
    process: ForkProcess
    log: Path
    begun: float
    latest: float


def run(targets: Sequence[Target], seconds: float, jobs: int, seed: int, guide: ModuleType | None) -> int:
    """Fuzz these targets for ``seconds`` altogether, and print what came of it. Return 1 if anything escaped."""
    ESCAPES.mkdir(parents=True, exist_ok=True)
    places.settle()
    # Made once, before anybody needs them.
    conversation()
    short_conversation()
    shares, jobs = sum(target.share for target in targets), min(jobs, len(targets))
    waiting = sorted(targets, key=lambda target: -target.share)
    working: list[Run] = []
    failed = False
    print(f"{'target':18} {'inputs':>11} {'a second':>9} {'coverage':>9}")
    with places.new_scratch() as scratch:
        while waiting or working:
            while waiting and len(working) < jobs:
                target = waiting.pop(0)
                part = max(_SHORTEST_RUN, seconds * jobs * target.share / shares)
                working.append(_start(target, part, seed, guide, Path(scratch)))
            wait([started.process.sentinel for started in working], timeout=1)
            for ended in list(filter(_is_over, working)):
                working.remove(ended)
                failed |= _report(ended)
    return int(failed)


def _start(target: Target, seconds: float, seed: int, guide: ModuleType | None, scratch: Path) -> Run:
    """Start the process of a target, which has the code under test already."""
    folder, log = scratch / target.name, BUILD / f"{target.name}.log"
    folder.mkdir()
    begun = time.monotonic()
    arguments = (target, seconds, seed, guide, folder, log)
    process = multiprocessing.get_context("fork").Process(target=_work, args=arguments, daemon=True)
    process.start()
    return Run(target, process, log, begun, begun + seconds + _UNWATCHED)


def _is_over(run: Run) -> bool:
    """Return whether the process has ended; one that is far too late is killed."""
    if run.process.is_alive() and time.monotonic() > run.latest:
        run.process.kill()
        run.process.join()
    return not run.process.is_alive()


def _report(run: Run) -> bool:
    """Print what came of a target, and return whether anything escaped."""
    said = run.log.read_text(encoding="utf-8", errors="replace")
    inputs = int(["0", *_INPUTS.findall(said)][-1])
    coverage = ["", *re.findall(r" cov: (\d+)", said)][-1]
    rate = inputs / (time.monotonic() - run.begun)
    print(f"{run.target.name:18} {inputs:11,} {rate:9,.0f} {coverage:>9}", flush=True)
    if run.process.exitcode == 0:
        return False
    print(f"  The law does not hold: {run.target.law}.\n  Read {run.log}.")
    for file in sorted(ESCAPES.glob(f"{run.target.name}-*-*")):
        print(f"  python -m fuzz replay {run.target.name} {file}")
    return True


# In the process of a target.


def _work(target: Target, seconds: float, seed: int, guide: ModuleType | None, scratch: Path, log: Path) -> None:
    with log.open("wb") as output:
        os.dup2(output.fileno(), sys.stdout.fileno())
        os.dup2(output.fileno(), sys.stderr.fileno())
    places.settle(scratch)
    resource.setrlimit(resource.RLIMIT_DATA, (_MOST_DATA, _MOST_DATA))
    if guide is None:
        by_chance(target, seconds, seed)
    else:
        found = BUILD / "found" / target.name
        found.mkdir(parents=True, exist_ok=True)
        kept = corpus.unpack(target, scratch)
        options = [f"-max_total_time={max(1, round(seconds))}", f"-seed={seed}", str(found), str(kept)]
        guided(guide, target, options, partial(_run, target))


def guided(guide: ModuleType, target: Target, options: Sequence[str], run: Callable[[bytes], None]) -> None:
    """Let libFuzzer choose the inputs to run; it ends this process by itself."""
    usual = [
        f"-max_len={target.longest}",
        "-rss_limit_mb=0",
        f"-timeout={_LONGEST_INPUT}",
        f"-artifact_prefix={ESCAPES}/{target.name}-",
        "-print_final_stats=1",
    ]
    # libFuzzer calls this command to minimize an input, and to merge corpora.
    command = f"{sys.executable} -m fuzz guided {target.name}"
    extra: dict[str, Any] = {"custom_mutator": _with_sweep(guide, target)} if len(target.sweep()) > 0 else {}
    guide.Setup([command, *usual, *options], lambda data: run(bytes(data)), **extra)
    guide.Fuzz()


def _with_sweep(guide: ModuleType, target: Target) -> Callable[[bytes, int, int], bytes]:
    """Return the changes that libFuzzer makes, each second one replaced by an input of the sweep."""
    swept: Iterator[bytes] | None = None

    def change(data: bytes, most: int, number: int) -> bytes:
        nonlocal swept
        swept = swept or chance.swept(target, number)
        return next(swept)[:most] if number % 2 else bytes(guide.Mutate(data, most))

    return change


def by_chance(target: Target, seconds: float, seed: int) -> None:
    """Run the inputs that are kept, then others by chance and those of the sweep. An input that escapes is kept."""
    until, count = time.monotonic() + seconds, 0
    signal.signal(signal.SIGALRM, _come_to_no_end)
    try:
        for data in _inputs(target, seed):
            if time.monotonic() >= until:
                break
            signal.alarm(_LONGEST_INPUT)
            _run(target, data)
            count += 1
    finally:
        signal.alarm(0)
        print(f"#{count}", flush=True)


def _inputs(target: Target, seed: int) -> Iterator[bytes]:
    yield from corpus.kept(target).values()
    swept = chance.swept(target, seed)
    for data in chance.inputs(target, seed):
        yield data
        yield from ([next_swept] if (next_swept := next(swept, None)) is not None else [])


def _run(target: Target, data: bytes) -> None:
    """Run an input, and keep it if it escapes: libFuzzer does so only at the end of a whole program."""
    before = _most_resident()
    try:
        target.run(data)
        resident = _most_resident()
        require(resident <= max(MOST_RESIDENT, before), f"more memory than may be: {resident:,} MB resident")
    except Exception:
        (ESCAPES / f"{target.name}-crash-{hashlib.sha1(data).hexdigest()}").write_bytes(data)
        raise


def _most_resident() -> int:
    """The most megabytes that this process has held so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform != "darwin" else 1024**2)


def _come_to_no_end(_number: int, _frame: FrameType | None) -> None:
    raise Escape(f"the input came to no end within {_LONGEST_INPUT} seconds")
