"""One process for one target: ``python -m fuzz.worker MODULE NAME SECONDS STATUS SWEPT SEED STATES SCRATCH``.

With atheris the code under test tells which way it went, and inputs that find new ways are built on; without it they
are made by chance from the seeds. First comes the sweep, for half the time at most, from where the last run ended.
"""

from __future__ import annotations

import importlib
import random
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Final

from fuzz import places

if TYPE_CHECKING:
    from fuzz.target import Target

MOST_RESIDENT: Final = 200 * 1024 * 1024
"""Bytes: no process that reads a file or hears a peer may hold more."""

_MOST_DATA: Final = 1024 * 1024 * 1024
_LOOK_EVERY: Final = 256
_FOUND: Final = "found"


def main(arguments: list[str]) -> None:
    """Run until the time is over."""
    module, name, seconds, status, swept, seed, states, scratch = arguments
    guide = _guide()
    target = _load(module, name, guide)
    places.settle(Path(states), None, Path(scratch))
    resource.setrlimit(resource.RLIMIT_DATA, (_MOST_DATA, _MOST_DATA))
    begun = time.monotonic()
    run, count = _runner(target, Path(status))
    _sweep(target, run, count, int(swept), begun + float(seconds) / 2)
    left = max(1.0, begun + float(seconds) - time.monotonic())
    if guide is None:
        _by_chance(target, run, int(seed), time.monotonic() + left)
    else:
        _guided(guide, target, run, int(seed), left)


def _guide() -> ModuleType | None:
    """atheris, if it is installed."""
    try:
        import atheris
    except ImportError:
        return None
    return atheris  # type: ignore[no-any-return]


def _load(module: str, name: str, guide: ModuleType | None) -> Target:
    """The target, of its module alone: to instrument takes long."""
    if guide is not None:
        with guide.instrument_imports(include=["mandala_protocol", "mandala_net", "mandala_client"]):
            imported = importlib.import_module(module)
    else:
        imported = importlib.import_module(module)
    targets: tuple[Target, ...] = imported.TARGETS
    return next(target for target in targets if target.name == name)


def _runner(target: Target, path: Path) -> tuple[Callable[[bytes], None], Callable[[], None]]:
    """The functions that run one input, and count one of the sweep. Escapes are kept, and the rest goes on."""
    from fuzz import escapes
    from fuzz.status import Status

    status, small = Status(path, new=False), True

    def run(data: bytes) -> None:
        nonlocal small
        data = bytes(data)
        status.begin(data)
        try:
            target.run(data)
            if small and (target.slow or status.inputs % _LOOK_EVERY == 0):
                small = False  # the most that was ever held: once too large, it says nothing of later inputs
                _require_small()
                small = True
        except Exception as error:  # noqa: BLE001 - whatever it is, it must not come out of a target
            status.escapes += 1
            escapes.keep(target, data, error)
        status.end()

    def count() -> None:
        status.swept += 1

    return run, count


def _require_small() -> None:
    from fuzz.target import require

    resident = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    require(resident <= MOST_RESIDENT, f"more memory than may be: {resident:,} bytes resident")


def _sweep(target: Target, run: Callable[[bytes], None], count: Callable[[], None], swept: int, until: float) -> None:
    from fuzz import corpus

    for data in corpus.kept(target).values():
        run(data)
    sweep = target.sweep()
    for number in range(swept, len(sweep)):
        if time.monotonic() >= until:
            break
        run(sweep[number])
        count()


def _by_chance(target: Target, run: Callable[[bytes], None], seed: int, until: float) -> None:
    from fuzz import corpus, mutate

    seeds = [*target.seeds().values(), *corpus.kept(target).values()]
    for number, data in enumerate(mutate.inputs(seeds, seed, target.longest)):
        run(data)
        if number % 16 == 0 and time.monotonic() >= until:
            return


def _guided(guide: ModuleType, target: Target, run: Callable[[bytes], None], seed: int, seconds: float) -> None:
    """Let libFuzzer choose; it ends this process by itself."""
    from fuzz.mutate import mutated
    from fuzz.places import BUILD, CORPUS

    found = BUILD / _FOUND / target.name
    found.mkdir(parents=True, exist_ok=True)
    pool = list(target.seeds().values())[:200]

    def change(data: bytes, most: int, number: int) -> bytes:
        if number % 3:
            return bytes(guide.Mutate(data, most))
        return mutated(data, random.Random(number), pool, most)

    guide.Setup(
        [
            sys.argv[0],
            f"-max_total_time={max(1, round(seconds))}",
            f"-max_len={target.longest}",
            f"-seed={seed % 2**31 + 1}",
            # Memory and time are watched by us, with the input at hand.
            "-rss_limit_mb=0",
            "-timeout=100000",
            f"-artifact_prefix={BUILD}/",
            str(found),
            *(str(folder) for folder in [CORPUS / target.name] if folder.is_dir()),
        ],
        run,
        custom_mutator=change,
    )
    guide.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1:])
