"""Programs that the tests fork: they find what they would find if they were started anew."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, ClassVar

import pytest

from tests.e2e import probe
from tests.e2e.conftest import Machine
from tests.e2e.programs import Screen
from tests.e2e.starter import ROOT, Forking
from tests.limits import SECONDS
from tests.narrowing import present

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="programs are forked on Linux only")

OWN = "commands that were imported"
"""What only a program that was forked has, and may have: what the program imports whenever it begins."""
OWN_MODULES = ["mandala_client.commands.importing", "mandala_client.commands.outlets"]


def probed(
    kind: type[subprocess.Popen[str]],
    home: Path,
    said: bytes,
    module: str = "tests.e2e.probe",
    folder: Path | None = None,
    /,
    **environment: str,
) -> tuple[Any, ...]:
    """All that the probe finds, its exit code, and what it said on its other stream."""
    home.mkdir(parents=True)
    command = [sys.executable, "-m", module, "a word", "--option"]
    surroundings = {**os.environ, "MANDALA_LAN_HOME": str(home), **environment}
    (home / "typed").write_bytes(said)
    with (
        (home / "typed").open("rb") as typed,
        kind(
            command,
            stdin=typed,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=surroundings,
            cwd=folder,
            text=True,
        ) as program,
    ):
        text, also_told = program.communicate(timeout=SECONDS)
    assert program.returncode == 7, also_told
    found = json.loads(text)
    assert found["environment"].pop("MANDALA_LAN_HOME") == str(home)
    return found, program.returncode, also_told


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({}, "one\ntwo: ü\r\n".encode()),
        ({}, b"\xff"),
        ({"PYTHONIOENCODING": "latin-1"}, b"\xfc\n"),
        ({"PYTHONIOENCODING": "ascii:replace"}, b"\xfc\n"),
        ({"COLUMNS": "40", "NO_COLOR": "1"}, b""),
    ],
)
def test_a_forked_program_finds_what_a_started_one_finds(
    tmp_path: Path, environment: dict[str, str], said: bytes
) -> None:
    started, *rest = probed(subprocess.Popen, tmp_path / "started" / "anna", said, **environment)
    forked, *rest_of_forked = probed(Forking, tmp_path / "forked" / "anna", said, **environment)
    assert (started.pop(OWN), forked.pop(OWN)) == (
        [],
        OWN_MODULES,
    ), "one was not forked"
    assert forked == started
    assert rest_of_forked == rest == [7, "told\n"]


def test_a_program_in_another_folder_is_forked_there(tmp_path: Path) -> None:
    shutil.copy(probe.__file__, tmp_path / "module_there.py")
    there = ("module_there", tmp_path)
    started, *rest = probed(subprocess.Popen, tmp_path / "started" / "anna", b"", *there)
    forked, *rest_of_forked = probed(Forking, tmp_path / "forked" / "anna", b"", *there)
    assert (started.pop(OWN), forked.pop(OWN)) == ([], OWN_MODULES), "one was not forked"
    assert forked == started
    assert forked["folder"] == forked["path"][0] == str(tmp_path)
    assert rest_of_forked == rest


STARTING = """
import subprocess, sys
command = [sys.executable, "-m", "tests.e2e.probe", "a word"]
pipe = subprocess.PIPE
with subprocess.Popen(command, stdin=pipe, stdout=pipe, cwd=sys.argv[2], start_new_session=True) as program:
    print(program.communicate(b"typed")[0].decode(), program.pid)
sys.exit(program.returncode)
"""


def test_what_a_forked_program_starts_is_forked_too_and_finds_the_same(tmp_path: Path) -> None:
    (tmp_path / "module_there.py").write_text(STARTING)
    command, finds = [sys.executable, "-m", "module_there", "play", str(ROOT)], []
    for kind in (subprocess.Popen, Forking):
        home = {"MANDALA_LAN_HOME": str(tmp_path / kind.__name__)}
        with kind(command, stdout=subprocess.PIPE, cwd=tmp_path, env={**os.environ, **home}, text=True) as program:
            said, number = present(program.stdout).read().splitlines()
            assert program.wait(SECONDS) == 7
        found = json.loads(said)
        assert [found.pop("parent"), found.pop("group"), found.pop("session")] == [program.pid, *[int(number)] * 2]
        # By the variable that Python sets itself, its child has the same encoding in another mode.
        del found["environment"]["MANDALA_LAN_HOME"], found["secret"], found["flags"]
        finds.append(found)
    started, forked = finds
    assert (started.pop(OWN), forked.pop(OWN)) == ([], OWN_MODULES), "one was not forked"
    assert forked == started


class Started(Screen):
    """A screen whose program is started as usual."""

    popen: ClassVar[Callable[..., subprocess.Popen[Any]]] = subprocess.Popen


def probed_at_a_terminal(kind: type[Screen], home: Path) -> dict[str, Any]:
    """All that the probe finds at a terminal of its own."""
    home.mkdir(parents=True)
    with kind([sys.executable, "-m", "tests.e2e.probe", "a word"], home, 5000, 5) as screen:
        screen.type("typed\n\x04")
        text = screen.wait_for(lambda text: "told" in text.splitlines(), SECONDS)
        found: dict[str, Any] = json.loads(next(line for line in text.splitlines() if line.startswith("{")))
        assert screen.process.wait(SECONDS) == 7
        assert [found.pop("group"), found.pop("session")] == [screen.process.pid] * 2
    assert found["in"] == "typed\n"
    assert found["environment"].pop("MANDALA_LAN_HOME") == str(home)
    assert found.pop("terminal").startswith("/dev/pts/")
    return found


def test_a_forked_program_finds_the_same_at_a_terminal_which_is_its_own(tmp_path: Path) -> None:
    started = probed_at_a_terminal(Started, tmp_path / "started" / "anna")
    forked = probed_at_a_terminal(Screen, tmp_path / "forked" / "anna")
    assert (started.pop(OWN), forked.pop(OWN)) == (
        [],
        OWN_MODULES,
    ), "one was not forked"
    assert forked == started
    assert [stream["line by line"] for stream in forked["streams"]] == [True] * 3


def test_a_program_on_another_machine_is_forked_there(two_machines: tuple[Machine, Machine]) -> None:
    command = [sys.executable, "-m", "tests.e2e.probe", "a word"]
    networks = set()
    for machine in two_machines:
        found = json.loads(machine.run(command).stdout)
        asked = machine.run(["readlink", "/proc/self/ns/net"])
        assert found["network"] == asked.stdout.strip() != str(Path("/proc/self/ns/net").readlink())
        assert found["interfaces"] == ["eth0", "lo"]
        assert found[OWN] == OWN_MODULES, "it was not forked"
        networks.add(found["network"])
    assert len(networks) == 2


ENDING = """
import atexit, sys, threading

def go_on():
    threading.main_thread().join()
    print("a thread")

atexit.register(print, "an exit function")
threading.Thread(target=go_on).start()
print("the program")
"""


@pytest.mark.parametrize(
    "end", ["", "sys.exit()", "sys.exit(3)", "sys.exit('a sentence')", "raise ValueError", "raise KeyboardInterrupt"]
)
@pytest.mark.parametrize("out", [subprocess.PIPE, "/dev/full"])
def test_a_forked_program_ends_as_a_started_one_does(tmp_path: Path, end: str, out: int | str) -> None:
    (tmp_path / "module_there.py").write_text(ENDING + end)
    ends = []
    for kind in (subprocess.Popen, Forking):
        with ExitStack() as until:
            to = out if isinstance(out, int) else until.enter_context(Path(out).open("wb"))
            command = [sys.executable, "-m", "module_there"]
            program = until.enter_context(kind(command, stdout=to, stderr=subprocess.PIPE, cwd=tmp_path, text=True))
            said, also_told = program.communicate(timeout=SECONDS)
        ends.append((program.returncode, said, also_told.splitlines()[-1:]))
    started, forked = ends
    assert forked == started


@pytest.mark.parametrize("variable", ["PYTHONUNBUFFERED", "LC_ALL", "LANG"])
def test_where_python_itself_is_told_something_else_a_program_is_started_anew(tmp_path: Path, variable: str) -> None:
    started, *_ = probed(subprocess.Popen, tmp_path / "one" / "anna", b"", **{variable: "C.UTF-8"})
    as_usual, *_ = probed(Forking, tmp_path / "two" / "anna", b"", **{variable: "C.UTF-8"})
    assert as_usual == started


def test_a_signal_that_is_ignored_from_the_start_is_so_in_the_program(tmp_path: Path) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        found, *_ = probed(Forking, tmp_path / "anna", b"")
    finally:
        signal.signal(signal.SIGHUP, before)
    assert found["signals"]["SIGHUP"] == str(signal.SIG_IGN)


def test_a_forked_program_can_be_killed_and_is_then_gone(tmp_path: Path) -> None:
    program = Forking([sys.executable, "-m", "tests.e2e.probe"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with program:
        assert program.poll() is None, "it reads what is typed"
        program.kill()
        assert program.wait(SECONDS) == -signal.SIGKILL
    with pytest.raises(ProcessLookupError):
        os.kill(program.pid, 0)
