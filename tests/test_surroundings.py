"""Tests run alike wherever they are started: at a terminal, in the background, by nohup; and as often as one likes."""

from __future__ import annotations

import os
import secrets
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests import surroundings
from tests.limits import SECONDS
from tests.seeding.seeded_secrets import SEED_VARIABLE, STARTS_VARIABLE

USUAL = ("SIGINT", "SIGHUP", "SIGTERM", "SIGPIPE", "SIGQUIT")
INHERITED = """
import signal, sys
ignored = int(next(line for line in open("/proc/self/status") if line.startswith("SigIgn:")).split()[1], 16)
blocked = signal.pthread_sigmask(signal.SIG_BLOCK, ())
for name in sys.argv[1:]:
    number = getattr(signal, name)
    python_does = number is signal.SIGPIPE  # ignores it whatever it finds
    print(name, "usual" if (python_does or not ignored >> number - 1 & 1) and number not in blocked else "ignored")
"""
SECRET = "import secrets; print(secrets.token_bytes(32).hex())"


def said_by(program: str, *arguments: str, **environment: str) -> str:
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.run(
        command, env={**os.environ, **environment}, capture_output=True, text=True, timeout=SECONDS, check=True
    ).stdout


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="this system does not tell what is ignored")
def test_a_program_that_a_test_starts_ignores_no_usual_signal() -> None:
    assert said_by(INHERITED, *USUAL).split("\n")[:-1] == [f"{name} usual" for name in USUAL]


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="this system does not tell what is ignored")
def test_that_holds_where_the_tests_themselves_were_told_to_ignore_them() -> None:
    this = f"{__file__}::{test_a_program_that_a_test_starts_ignores_no_usual_signal.__name__}"
    names = " ".join(name.removeprefix("SIG") for name in USUAL)
    done = subprocess.run(
        ["/bin/sh", "-c", f'trap "" {names}; exec "$@"', "sh", sys.executable, "-m", "pytest", "-q", "-rA", this],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert "1 passed" in done.stdout, done.stdout


def test_secrets_of_a_program_follow_from_seed_test_and_home_and_how_often_one_was_started_there(
    tmp_path: Path,
) -> None:
    def secret(seed: int, home: str, starts: str, test: str = "test_one (call)") -> str:
        counted = tmp_path / starts
        counted.mkdir(exist_ok=True)
        surroundings = {SEED_VARIABLE: str(seed), STARTS_VARIABLE: str(counted), "PYTEST_CURRENT_TEST": test}
        return said_by(SECRET, MANDALA_LAN_HOME=f"/nowhere/{home}", **surroundings)

    first, second = secret(1, "anna", "once"), secret(1, "anna", "once")
    others = secret(1, "ben", "once"), secret(2, "anna", "two"), secret(1, "anna", "three", "test_another (call)")
    assert len({first, second, *others}) == 5
    assert (secret(1, "anna", "four"), secret(1, "anna", "four", "test_one (setup)")) == (first, second)


def test_secrets_of_a_test_follow_from_its_name(request: pytest.FixtureRequest) -> None:
    mine = secrets.token_bytes(32)
    surroundings.remove_chance("another test")
    assert secrets.token_bytes(32) != mine
    surroundings.remove_chance(request.node.nodeid)
    assert secrets.token_bytes(32) == mine


def test_no_program_of_ours_is_seeded_but_by_a_test() -> None:
    without = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", SEED_VARIABLE)}
    command = [sys.executable, "-c", SECRET]
    drawn = {subprocess.run(command, env=without, capture_output=True, timeout=SECONDS).stdout for _ in range(2)}
    assert len(drawn) == 2


PREPARED = """
import os, sys
from contextlib import ExitStack
from pathlib import Path
from tests import surroundings
surroundings.prepare(Path(sys.argv[1]), ExitStack())
print(sys.dont_write_bytecode, os.environ.get("PYTHONDONTWRITEBYTECODE"), os.environ.get("PYTHONUNBUFFERED"))
"""


def test_python_keeps_what_it_compiles_and_buffers_what_it_writes_whatever_the_shell_says(
    tmp_path: Path,
) -> None:
    assert said_by(PREPARED, str(tmp_path), PYTHONDONTWRITEBYTECODE="1", PYTHONUNBUFFERED="1") == "False None None\n"


OWN_NETWORK = """
import socket, sys
from tests import networks
print(networks.move_to_own(), flush=True)
with socket.create_server(("127.0.0.1", int(sys.argv[1]))) as listening:
    with socket.create_connection(listening.getsockname()):
        print("heard by itself alone", flush=True)
    sys.stdin.read()
"""


def test_processes_of_tests_take_the_same_port_without_meeting() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        command = [sys.executable, "-c", OWN_NETWORK, str(taken.getsockname()[1])]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
            said, _ = other.communicate(timeout=SECONDS)
    if said == "False\n":
        pytest.skip("this system allows no network of one's own")
    assert said == "True\nheard by itself alone\n"


def test_where_the_system_has_no_networks_of_ones_own_tests_go_on_in_that_of_the_machine(tmp_path: Path) -> None:
    asked = "from tests import networks; print(networks.move_to_own())"
    assert said_by(asked, PATH=str(tmp_path)) == "False\n"
