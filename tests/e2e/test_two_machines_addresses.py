"""Two machines, of which one has many addresses that lead nowhere: the guest goes where the host is."""

from __future__ import annotations

import sys

from tests.e2e.conftest import Machine, lay_cable
from tests.e2e.programs import SHORT
from tests.limits import SECONDS

PROGRAM = [sys.executable, "-m", "mandala_client"]
PATIENT = [sys.executable, "-m", "tests.e2e.patient"]
HOSTING = [*PROGRAM, "host", "--linear", "--any", *SHORT]


def add_bridge(machine: Machine, name: str, address: str) -> None:
    for command in (
        f"ip link add {name} type bridge",
        f"ip link set {name} up",
        f"ip address add {address} dev {name}",
    ):
        done = machine.run(command.split())
        assert done.returncode == 0, done.stderr


def test_a_host_with_many_bridges_is_joined_and_tells_of_its_address_in_the_home_network(
    two_machines: tuple[Machine, Machine],
) -> None:
    first, second = two_machines
    assert first.run(["ip", "link", "delete", "eth0"]).returncode == 0
    for number in range(1, 21):
        add_bridge(first, f"br{number}", f"172.{16 + number}.0.1/16")
    lay_cable(first, second)
    host = first.popen([*HOSTING, "--name", "Anna"])
    for line in host.stdout:
        if "mandala-lan join 10.77.0.1" in line:
            break
    joined = second.run([*PATIENT, "join", "--linear", "--player", "random", "--name", "Ben"], timeout=SECONDS)
    assert joined.returncode == 0, joined.stdout + joined.stderr
    said, errors = host.communicate(timeout=SECONDS)
    assert host.returncode == 0, said + errors


def test_an_address_that_both_machines_have_does_not_lead_a_guest_to_its_own_game(
    two_machines: tuple[Machine, Machine],
) -> None:
    first, second = two_machines
    assert first.run(["ip", "link", "delete", "eth0"]).returncode == 0
    for machine in two_machines:
        add_bridge(machine, "docker0", "172.17.0.1/16")
    lay_cable(first, second)
    host = first.popen([*HOSTING, "--name", "Anna"])
    for line in host.stdout:
        if "mandala-lan join" in line and "10.77.0.1" in line:
            break
    own = second.popen([*PROGRAM, "host", "--linear", "--unlisted", "--any", *SHORT, "--name", "Ben"])
    assert "on port" in own.stdout.readline()
    joined = second.run(
        [*PATIENT, "join", "--of", "Anna", "--linear", "--player", "random", "--name", "Ben"], timeout=SECONDS
    )
    assert joined.returncode == 0, joined.stdout + joined.stderr
    assert "different key" not in joined.stdout
    own.terminate()
    assert "Someone tried to join" not in own.communicate(timeout=SECONDS)[0]
    said, errors = host.communicate(timeout=SECONDS)
    assert host.returncode == 0, said + errors
