"""The tests that are quick enough for the inner loop, and those that begin: one rule, by what a test could do.

A test is slow if its file, a helper that the file imports, or the home of a fixture that it asks for imports one of
``MEANS``: the means to start a program, to let bots play, to keep things on disk, to talk over a link, to hold a
conversation with its proofs, to check test vectors of that, or to draw on a terminal. All others only compute.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]

MEANS: Final = (
    "subprocess",
    "mandala_net.batches.processes",
    "mandala_net.bots.batch",
    "pty",
    "click.testing",
    "pyte",
    "prompt_toolkit",
    "trio",
    "sqlite3",
    "mandala_net.player.profile",
    "mandala_net.store.store",
    "mandala_conformance.vectors",
    "fuzz",
    "mandala_protocol.conversation.session",
    "mandala_protocol.record.verification",
    "mandala_protocol.poker",
)
"""The modules by which a test can take long; what lies within them counts too."""


_IMPORT: Final = re.compile(r"^ *(?:from ([\w.]+) )?import (\([^)]*\)|[^\n(]+)", re.MULTILINE)


@cache
def imported(path: Path) -> frozenset[str]:
    """The names of the modules that a file imports, anywhere in it; read from its text, as parsing takes long."""
    names: set[str] = set()
    for module, listed in _IMPORT.findall(path.read_text(encoding="utf-8")):
        text = re.sub("#.*", "", listed).strip("() \n")
        things = [thing.split()[0] for thing in text.split(",") if thing.strip()]
        names |= {module, *(f"{module}.{thing}" for thing in things)} if module else set(things)
    return frozenset(names)


@cache
def is_slow(path: Path) -> bool:
    """Return whether a file of the tests, or a helper of theirs that it imports, has the means to take long."""
    names = imported(path)
    if any(name == means or name.startswith(f"{means}.") for name in names for means in MEANS):
        return True
    helpers = [ROOT.joinpath(*name.split(".")).with_suffix(".py") for name in names if name.startswith("tests.")]
    return any(is_slow(helper) for helper in helpers if helper.is_file() and helper != path)


TOGETHER: Final = ("tests/client/replay/", "tests/client/watch/", "tests/protocol/conversation/")
"""Folders whose files look at the same games, which it takes longer to play than much of what they ask of them."""


def company_of(test: str) -> str:
    """Return the file of a test, given by its name; or its folder, if all that is in there stays in one process."""
    file = test.partition("::")[0]
    return next((folder for folder in TOGETHER if file.startswith(folder)), file)


def in_own_order(files: Sequence[Path], process: int, processes: int) -> list[Path]:
    """Return the files so that each of several processes begins at its own part of them, and comes to the others' after
    that."""
    first = len(files) * process // processes
    return [*files[first:], *files[:first]]


@cache
def turn_of(path: Path) -> int:
    """Return the turn of a file of tests: first the folders that stay together, as they are long, then what runs whole
    programs, then what can take long, then all others."""
    if path.is_relative_to(ROOT) and path.relative_to(ROOT).as_posix().startswith(TOGETHER):
        return 0
    if path.is_relative_to(ROOT / "tests" / "e2e"):
        return 1
    return 2 if is_slow(path) else 3


def asks_for_much(item: pytest.Item) -> bool:
    """Return whether a test asks for a fixture that lives in a file with the means to take long."""
    assert isinstance(item, pytest.Function)
    asked = item._fixtureinfo.name2fixturedefs
    homes = [Path(definition.func.__code__.co_filename) for found in asked.values() for definition in found]
    return any(
        home.is_relative_to(ROOT / "tests") and is_slow(home) for home in homes if home != ROOT / "tests/conftest.py"
    )
