"""Two machines on one: network namespaces joined by a cable (veth), with real addresses and real multicast."""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from attrs import field, frozen

from tests.e2e.programs import PROGRAM, Player, Running, complete
from tests.limits import SECONDS

_SERIAL = itertools.count(1)


@frozen
class Machine:
    """One namespace. ``address`` is its IPv4 address on the cable, ``home`` where its player keeps things."""

    namespace: str
    address: str
    home: Path
    _running: list[tuple[Running, threading.Timer]] = field(factory=list, init=False, repr=False)

    def popen(self, args: Sequence[str | Path], timeout: float = SECONDS, **options: Any) -> Running:
        """Start a command on this machine, with text pipes; it is killed after ``timeout`` seconds.

        It is also killed when the test is over, so that a test which waits for its output never waits for ever.
        """
        options.setdefault("stdout", subprocess.PIPE)
        options.setdefault("stderr", subprocess.PIPE)
        options.setdefault("stdin", subprocess.PIPE)
        process = Running(self._inside(args), text=True, env=self._environment(), **options)
        watchdog = threading.Timer(timeout, process.kill)
        watchdog.start()
        self._running.append((process, watchdog))
        return process

    def run(self, args: Sequence[str | Path], timeout: float = SECONDS) -> subprocess.CompletedProcess[str]:
        """Run a command on this machine to its end, within ``timeout`` seconds."""
        return complete(self._inside(args), self._environment(), timeout=timeout)

    def stop(self) -> None:
        """Kill what still runs, and let go of the pipes. Whatever had to be killed before fails the test."""
        hung = [process.args for process, watchdog in self._running if watchdog.finished.is_set()]
        for process, watchdog in self._running:
            watchdog.cancel()
            process.kill()
        # What these have started in turn would keep the pipes and the namespace alive.
        listed = subprocess.run(["ip", "netns", "pids", self.namespace], capture_output=True, text=True, check=False)
        for number in listed.stdout.split():
            with suppress(ProcessLookupError):
                os.kill(int(number), signal.SIGKILL)
        for process, watchdog in self._running:
            for pipe in (process.stdin, process.stdout, process.stderr):
                if pipe is not None:
                    with suppress(BrokenPipeError):
                        pipe.close()
            process.wait()
            watchdog.join()
        assert not hung, "these had to be killed, as they hung"

    def _inside(self, args: Sequence[str | Path]) -> list[str]:
        return ["ip", "netns", "exec", self.namespace, *map(str, args)]

    def _environment(self) -> dict[str, str]:
        return {**os.environ, "MANDALA_LAN_HOME": str(self.home)}


def listed_until(machine: Machine, wanted: Callable[[str], bool]) -> None:
    """List the open games again and again, until those that are wanted are there."""
    until = time.monotonic() + SECONDS
    while not wanted(games := machine.run([*PROGRAM, "list"]).stdout):
        assert time.monotonic() < until, games


@pytest.fixture
def two_machines(tmp_path: Path) -> Iterator[tuple[Machine, Machine]]:
    """Two machines on one cable, 10.77.0.1 and 10.77.0.2, which hear each other's multicast and nothing else."""
    with machines_on(good_cable, tmp_path) as machines:
        yield machines


Cable = Callable[[Machine, Machine, ExitStack], None]
"""Gives two machines an interface eth0 each, which is taken away at the end of the stack."""


def good_cable(first: Machine, second: Machine, _until: ExitStack) -> None:
    _lay(first, second)


def _lay(first: Machine, second: Machine) -> None:
    _must(
        *("ip", "link", "add", "eth0", "netns", first.namespace, "type", "veth"),
        *("peer", "name", "eth0", "netns", second.namespace),
    )


@contextmanager
def machines_on(cable: Cable, homes: Path) -> Iterator[tuple[Machine, Machine]]:
    """Two machines on this cable. Skip the test where the system does not allow that."""
    if shutil.which("ip") is None:
        pytest.skip("the command ip (iproute2) is not here")
    number = f"{os.getpid():x}-{next(_SERIAL)}"
    machines = tuple(
        Machine(f"mandala-{number}-{side}", f"10.77.0.{host}", homes / f"home-{side}")
        for host, side in enumerate("ab", start=1)
    )
    with ExitStack() as clean_up:
        for machine in machines:
            made = subprocess.run(
                ["ip", "netns", "add", machine.namespace], capture_output=True, text=True, check=False
            )
            if made.returncode != 0:
                pytest.skip(f"network namespaces are not allowed here: {made.stderr.strip()}")
            clean_up.callback(_must, "ip", "netns", "delete", machine.namespace)
        first, second = machines
        cable(first, second, clean_up)
        for machine in machines:
            clean_up.callback(machine.stop)
            machine.home.mkdir(mode=0o700)
            _bring_up(machine)
        yield first, second


def lay_cable(first: Machine, second: Machine) -> None:
    """Connect two machines; the adapter is the last of each, after all that it has already."""
    _lay(first, second)
    for machine in (first, second):
        _bring_up(machine)


def _bring_up(machine: Machine) -> None:
    # Without the check for duplicates, IPv6 addresses are usable at once instead of after two seconds.
    machine.run(["sysctl", "-q", "-w", "net.ipv6.conf.all.accept_dad=0", "net.ipv6.conf.eth0.accept_dad=0"])
    for command in (
        f"ip address add {machine.address}/24 dev eth0",
        "ip link set lo up",
        "ip link set eth0 up",
        "ip route add default dev eth0",
        "ip route add 224.0.0.0/4 dev eth0",
    ):
        done = machine.run(command.split())
        assert done.returncode == 0, f"{command}: {done.stderr}"


def _must(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)


@pytest.fixture
def anna(tmp_path: Path) -> Player:
    """Anna's program, on this machine."""
    return Player(tmp_path / "anna")


@pytest.fixture
def ben(tmp_path: Path) -> Player:
    """Ben's program, on this machine."""
    return Player(tmp_path / "ben")
