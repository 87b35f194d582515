"""The command line of the fuzzer; see the package."""

from __future__ import annotations

import argparse
import io
import os
import signal
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import nullcontext, redirect_stderr
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from fuzz import corpus

if TYPE_CHECKING:
    from fuzz.target import Target


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m fuzz", description="Fuzz everything that reads bytes from outside."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    running = commands.add_parser("run", help="fuzz for some time")
    running.add_argument("--seconds", type=float, default=120)
    running.add_argument("--target", default="", help="one target, or several with commas; all if left out")
    running.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    running.add_argument("--seed", type=int, default=int(time.time()), help="for the same inputs again")
    guided = commands.add_parser("guided", help="let libFuzzer do what its own options say")
    guided.add_argument("target")
    guided.add_argument("options", nargs=argparse.REMAINDER, help="such as -minimize_crash=1 -runs=100000 FILE")
    again = commands.add_parser("replay", help="run one input again")
    again.add_argument("target")
    again.add_argument("input", help="a file, or the name of an input that is kept")
    keeping = commands.add_parser("keep", help="keep an input as a regression")
    keeping.add_argument("target")
    keeping.add_argument("name")
    keeping.add_argument("file", type=Path)
    commands.add_parser("corpus", help="list the inputs that are kept, with their sizes in bytes")
    commands.add_parser("seeds", help="make the seeds again")
    commands.add_parser("laws", help="say every target with its law")
    wanted = parser.parse_args()
    # Whoever ends this ends the processes of the targets too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    guide = _guide() if wanted.command in ("run", "guided") else None
    targets = _targets(guide)
    named = [name for name in getattr(wanted, "target", "").split(",") if name]
    unknown = [name for name in named if name not in targets]
    if unknown:
        sys.exit(f"There is no target {', '.join(unknown)}; there are {', '.join(targets)}.")
    chosen = [targets[name] for name in named] or list(targets.values())
    match wanted.command:
        case "run":
            return _run(chosen, wanted, guide)
        case "guided":
            return _guided(chosen[0], wanted.options, guide)
        case "replay":
            _replay(chosen[0], wanted.input)
        case "keep":
            corpus.keep(chosen[0], wanted.name, wanted.file.read_bytes())
        case "corpus":
            for target in chosen:
                for name, data in corpus.kept(target).items():
                    print(f"{target.name:18} {name:52} {len(data):5}")
        case "seeds":
            for target in chosen:
                corpus.make_seeds(target)
        case _:
            for target in chosen:
                print(f"{target.name:18} {target.law}")
    return 0


def _guide() -> ModuleType | None:
    """Return atheris, if it is installed."""
    try:
        import atheris
    except ImportError:
        return None
    return atheris  # type: ignore[no-any-return]


def _targets(guide: ModuleType | None) -> Mapping[str, Target]:
    """Import the targets, and instrument the code under test if there is a guide: that takes some seconds."""
    packages = ["mandala_protocol", "mandala_net", "mandala_client"]
    # Atheris names each module there.
    with redirect_stderr(io.StringIO()), guide.instrument_imports(include=packages) if guide else nullcontext():
        from fuzz.catalogue import TARGETS
    return TARGETS


def _run(targets: Sequence[Target], wanted: argparse.Namespace, guide: ModuleType | None) -> int:
    from fuzz.driver import run

    how = "Guided by coverage, with atheris" if guide is not None else "By chance alone, as atheris is not installed"
    print(f"{how}; --seed {wanted.seed}", flush=True)
    return run(targets, wanted.seconds, wanted.jobs, wanted.seed, guide)


def _guided(target: Target, options: Sequence[str], guide: ModuleType | None) -> int:
    from fuzz.driver import guided
    from fuzz.places import ESCAPES

    if guide is None:
        sys.exit("atheris is not installed.")
    ESCAPES.mkdir(parents=True, exist_ok=True)
    guided(guide, target, options, target.run)
    return 0


def _replay(target: Target, name: str) -> None:
    """Run one input; its exception goes through."""
    from fuzz import places

    kept = corpus.kept(target)
    data = kept[name] if name in kept else Path(name).read_bytes()
    places.settle()
    target.run(data)
    print(f"The law of {target.name} holds: {target.law}.")


if __name__ == "__main__":
    sys.exit(main())
