"""A whole game on networks that are hard to play on: a line that loses much, IPv6 alone, and no multicast."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest

from tests.e2e.conftest import Cable, Machine, machines_on
from tests.e2e.programs import PROGRAM, SHORT, read_until
from tests.limits import SECONDS
from tests.seeding.seeded_secrets import SEED_VARIABLE

pytestmark = pytest.mark.soak

PATIENT = [sys.executable, "-m", "tests.e2e.patient"]


def poor_cable(first: Machine, second: Machine, until: ExitStack, *, options: str) -> None:
    if not os.access("/dev/net/tun", os.R_OK | os.W_OK):
        pytest.skip("there is no /dev/net/tun for a cable of our own")
    seed = os.environ.get(SEED_VARIABLE, "0")
    command = [sys.executable, "-m", "tests.e2e.poor_cable", first.namespace, second.namespace, "--seed", seed]
    cable = until.enter_context(subprocess.Popen([*command, *options.split()], stdout=subprocess.PIPE, text=True))
    until.callback(cable.kill)
    assert cable.stdout is not None
    assert cable.stdout.readline() == "ready\n"


LOSSY: Cable = partial(poor_cable, options="--delay 0.3 --loss 0.1 --double 0.05 --reorder 0.1")
DEAF: Cable = partial(poor_cable, options="--no-multicast")


@pytest.fixture
def lossy_machines(tmp_path: Path) -> Iterator[tuple[Machine, Machine]]:
    with machines_on(LOSSY, tmp_path) as machines:
        yield machines


@pytest.fixture
def deaf_machines(tmp_path: Path) -> Iterator[tuple[Machine, Machine]]:
    with machines_on(DEAF, tmp_path) as machines:
        yield machines


def play(host_machine: Machine, guest_machine: Machine, *join: str) -> str:
    """Play a game to its end; return what the guest said. Both have the same record, which is valid."""
    host = host_machine.popen([*PROGRAM, "host", "--linear", "--any", *SHORT, "--name", "Anna"])
    read_until(host, "mandala-lan join")
    guest = guest_machine.run(
        [*PATIENT, "join", *join, "--linear", "--player", "random", "--name", "Ben"], timeout=SECONDS
    )
    assert guest.returncode == 0, guest.stdout + guest.stderr
    said, errors = host.communicate(timeout=SECONDS)
    assert host.returncode == 0, said + errors
    (of_host,) = host_machine.home.glob("data/records/*")
    (of_guest,) = guest_machine.home.glob("data/records/*")
    assert of_host.read_bytes() == of_guest.read_bytes()
    assert "VALID" in guest_machine.run([*PROGRAM, "verify", "--quiet", of_guest]).stdout
    return guest.stdout


def without_ipv4(machine: Machine) -> None:
    assert machine.run(["ip", "-4", "address", "flush", "dev", "eth0"]).returncode == 0


def test_on_a_line_that_delays_loses_doubles_and_reorders(lossy_machines: tuple[Machine, Machine]) -> None:
    play(*lossy_machines, lossy_machines[0].address)


def test_with_ipv6_alone_the_host_is_found(two_machines: tuple[Machine, Machine]) -> None:
    for machine in two_machines:
        without_ipv4(machine)
    assert "Connecting to Anna" in play(*two_machines)


def test_with_ipv6_alone_a_link_local_address_is_typed_with_its_zone(two_machines: tuple[Machine, Machine]) -> None:
    host, guest = two_machines
    for machine in two_machines:
        without_ipv4(machine)
    shown = host.run(["ip", "-6", "-o", "address", "show", "dev", "eth0", "scope", "link"]).stdout
    address = shown.split()[3].partition("/")[0]
    assert address.startswith("fe80::")
    play(host, guest, f"{address}%eth0")


def test_without_multicast_the_guest_hears_what_to_do_and_joins_by_address(
    deaf_machines: tuple[Machine, Machine],
) -> None:
    host, guest = deaf_machines
    waiting = host.popen([*PROGRAM, "host", "--linear", "--any", *SHORT, "--name", "Anna"])
    read_until(waiting, "mandala-lan join 10.77.0.1")
    in_vain = guest.run([*PROGRAM, "join", "--linear", "--player", "random"])
    assert in_vain.returncode == 1
    assert "mandala-lan join ADDRESS" in " ".join(in_vain.stderr.split())
    waiting.terminate()
    waiting.wait(SECONDS)
    play(host, guest, host.address)
