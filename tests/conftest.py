"""The fixtures and settings of every test."""

from __future__ import annotations

import gc
import os
import sys
import sysconfig
import tempfile
from collections.abc import Generator, Iterator, Mapping
from contextlib import ExitStack, suppress
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, Final

import hypothesis
import pytest

from mandala_client import commands
from mandala_client.text.language import Language, speak, write_in_ascii
from tests import networks, pace, surroundings
from tests.elsewhere import reason_to_skip
from tests.remembering import remember_arithmetic
from tests.seeding.seeded_secrets import SEED_VARIABLE
from tests.windows.wine import FOLDER_VARIABLE

# How long an example takes depends on the machine; what it must not do does not.
hypothesis.settings.register_profile("everywhere", deadline=None, derandomize=True)
hypothesis.settings.register_profile("searching", deadline=None, print_blob=True)
hypothesis.settings.load_profile("everywhere")

_COMMANDS: Final = frozenset(f"{commands.__name__}.{module.name}" for module in iter_modules(commands.__path__))
"""The modules that a program imports when their command is asked for."""

_SCRIPTS: Final = sysconfig.get_path("scripts")
"""The folder of our own command."""

_GARBAGE: Final = 20_000
"""After so many new objects it is looked whether they hold each other alone."""

TESTS: Final = pace.ROOT / "tests"

WINDOWS_TESTS: Final = TESTS / "windows"
"""Programs for Windows, run by wine: collected only by ``make windows``."""

_UNTIL_THE_END = pytest.StashKey[ExitStack]()
_HAS_OWN_NETWORK = pytest.StashKey[bool]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--fast", action="store_true", help="only the tests that do nothing but compute; see tests/pace.py"
    )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave the files aside that take long, where only the quick tests are wanted, and folders of nothing else.

    What such a folder imports for its tests may be of one system only.
    """
    if collection_path == WINDOWS_TESTS and FOLDER_VARIABLE not in os.environ:
        return True
    if not config.getoption("--fast"):
        return None
    is_test = collection_path.name.startswith("test_") and collection_path.suffix == ".py"
    tests = [collection_path] if is_test else list(collection_path.rglob("test_*.py"))
    return True if tests and all(map(pace.is_slow, tests)) else None


def _import_in_own_order(config: pytest.Config) -> None:
    """Import all tests, each process beginning with others of them, if all are wanted.

    Where no test is compiled yet, all processes would compile each of them, at the same time.
    """
    given: Mapping[str, Any] = getattr(config, "workerinput", {})
    if not given or [Path(wanted).resolve() for wanted in config.args] != [TESTS]:
        return
    files = [path for path in sorted(TESTS.rglob("test_*.py")) if not pytest_ignore_collect(path, config)]
    for path in pace.in_own_order(files, int(given["workerid"].removeprefix("gw")), given["workercount"]):
        if WINDOWS_TESTS not in path.parents:
            with suppress(Exception, pytest.skip.Exception):  # it is said when they are collected
                import_module(".".join(path.relative_to(pace.ROOT).with_suffix("").parts))


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Look for no garbage while tests are collected, nor ever again among what they are made of: all of it stays.

    Later it is looked for more seldom than usual, as it is but little.
    """
    gc.disable()
    _import_in_own_order(session.config)
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(_GARBAGE)
        gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with the tests that can take long, so that none of them is left over at the end."""
    items.sort(key=lambda item: pace.turn_of(item.path))
    for item in items:
        if reason := reason_to_skip(item.nodeid):
            item.add_marker(pytest.mark.skip(reason=reason))
    if config.getoption("--fast"):
        slow = [item for item in items if pace.asks_for_much(item)]
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if item not in slow]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Take more processes than there are processors for tests that also wait: for programs, disks and connections."""
    processors = os.cpu_count() or 1
    return processors if config.getoption("--fast") else processors + 2


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> object:
    """Where a file stays in one process, let those stay with it that look at the same game."""
    from xdist.scheduler import LoadFileScheduling

    class Together(LoadFileScheduling):  # type: ignore[misc]
        def _split_scope(self, nodeid: str) -> str:
            return pace.company_of(nodeid)

    return Together(config, log) if config.getoption("dist") == "loadfile" else None


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_HAS_OWN_NETWORK] = networks.move_to_own()
    config.stash[_UNTIL_THE_END] = held = ExitStack()
    surroundings.prepare(Path(held.enter_context(tempfile.TemporaryDirectory())), held)
    remember_arithmetic()


def pytest_unconfigure(config: pytest.Config) -> None:
    config.stash[_UNTIL_THE_END].close()


def pytest_report_header(config: pytest.Config) -> list[str]:
    seed = f"all chance follows from {SEED_VARIABLE}={os.environ[SEED_VARIABLE]}"
    network = "of its own" if config.stash[_HAS_OWN_NETWORK] else "of the machine, as the system allows no other"
    return [seed, f"each process of tests has the network {network}"]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    surroundings.remove_chance(item.nodeid)


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Each test begins in English, whatever the system speaks, and leaves it so."""
    for variable in surroundings.LANGUAGE_VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    # Commands that are told begin with the program's name, wherever the tests are.
    monkeypatch.setenv("PATH", os.pathsep.join((_SCRIPTS, os.environ.get("PATH", ""))))
    speak(Language.ENGLISH)
    write_in_ascii(False)
    yield
    _forget_commands()
    speak(Language.ENGLISH)
    write_in_ascii(False)


def _forget_commands() -> None:
    """A program imports a command once, and its help speaks the language of that moment; a test is many programs."""
    for name in _COMMANDS:
        sys.modules.pop(name, None)
