"""Two machines whose network comes late, goes, and comes back with other addresses, while the programs run."""

from __future__ import annotations

import re
import time

import pytest

from tests.e2e.conftest import Machine, listed_until
from tests.e2e.programs import CHEAP, PROGRAM, Running, Screen, read_until
from tests.limits import SECONDS
from tests.narrowing import found

HOSTING = [*PROGRAM, "host", "--linear", "--any", "--name", "Anna", *CHEAP]
JOINING = [*PROGRAM, "join", "--linear", "--name", "Ben"]
JOIN_BY = r"If that finds nothing: mandala-lan join {}$"


def leave_network(machine: Machine) -> None:
    """Take the machine's addresses away, and its link."""
    for command in ("ip address flush dev eth0 scope global", "ip link set eth0 down"):
        assert machine.run(command.split()).returncode == 0


def come_to_network(machine: Machine, address: str) -> None:
    for command in (
        "ip link set eth0 up",
        f"ip address add {address}/24 dev eth0",
        "ip route add default dev eth0",
        "ip route add 224.0.0.0/4 dev eth0",
    ):
        assert machine.run(command.split()).returncode == 0


def wait_until_searching(machine: Machine) -> None:
    """Wait until a program on this machine announces itself and looks around: it hears multicast DNS in two ways."""
    until = time.monotonic() + SECONDS
    while machine.run(["ss", "--listening", "--udp", "--numeric"]).stdout.count("*:5353") < 2:
        assert time.monotonic() < until


def sit_down(host_machine: Machine, guest_machine: Machine) -> tuple[Running, Running]:
    """A game for which the guest has to think about its start tile."""
    host = host_machine.popen(HOSTING)
    read_until(host, JOIN_BY.format(re.escape(host_machine.address)))
    guest = guest_machine.popen(JOINING)
    read_until(guest, "Choose your start tile")
    read_until(host, "chooses a start tile")
    return host, guest


def resign(guest: Running) -> None:
    """End the game, which shows that it goes on."""
    guest.stdin.write("resign\nyes\n")
    guest.stdin.flush()


@pytest.mark.parametrize("moved", [(0,), (1,), (0, 1)], ids=["the host", "the guest", "both"])
def test_a_game_goes_on_after_the_network_was_gone_and_came_back_with_other_addresses(
    two_machines: tuple[Machine, Machine], moved: tuple[int, ...]
) -> None:
    network = "192.168.43" if len(moved) == 2 else "10.77.0"
    programs = sit_down(*two_machines)
    for number in moved:
        leave_network(two_machines[number])
    for program in programs:
        read_until(program, "is away: ")
    for machine in two_machines:
        wait_until_searching(machine)
    for number in moved:
        come_to_network(two_machines[number], f"{network}.{number + 11}")
    host, guest = programs
    read_until(host, "Ben is back")
    read_until(guest, "Anna is back")
    resign(guest)
    read_until(host, "Ben resigned; you win")


def test_a_game_whose_own_address_was_replaced_is_reconnected_without_waiting_for_silence(
    two_machines: tuple[Machine, Machine],
) -> None:
    host, guest = sit_down(*two_machines)
    for number, machine in enumerate(two_machines):
        leave_network(machine)
        come_to_network(machine, f"192.168.43.{number + 11}")
    for program in (host, guest):
        away = read_until(program, "is away: |No word")
        assert "The network address of this computer has changed." in away
        read_until(program, "is back")


@pytest.mark.parametrize("loopback", [True, False], ids=["loopback alone", "no address at all"])
def test_a_game_opened_before_there_is_a_network_can_be_found_as_soon_as_there_is_one(
    two_machines: tuple[Machine, Machine], loopback: bool
) -> None:
    first, second = two_machines
    leave_network(first)
    if not loopback:
        assert first.run(["ip", "address", "flush", "dev", "lo"]).returncode == 0
    host = first.popen(HOSTING)
    read_until(host, "This computer is not in a network, so no other computer can find the game yet.")
    come_to_network(first, "10.77.0.11")
    read_until(host, "The network of this computer has changed.")
    read_until(host, JOIN_BY.format(r"10\.77\.0\.11"))
    listed_until(second, lambda games: "Anna" in games)
    joined = second.popen(JOINING)
    read_until(joined, "Choose your start tile")


def test_the_invitation_on_the_screen_has_the_address_of_now(two_machines: tuple[Machine, Machine]) -> None:
    first, _ = two_machines
    command = ["ip", "netns", "exec", first.namespace, *PROGRAM, "host", "--name", "Anna"]
    with Screen(command, first.home) as screen:
        screen.wait_for(lambda shown: re.search(r"mandala-lan join 10\.77\.0\.1$", shown, re.MULTILINE) is not None)
        leave_network(first)
        screen.wait_for(lambda shown: "not in a network" in shown and "10.77.0" not in shown)
        come_to_network(first, "10.77.0.11")
        screen.wait_for(lambda shown: "mandala-lan join 10.77.0.11" in shown and "not in a network" not in shown)


def test_a_lobby_joins_at_the_address_of_now_after_both_have_changed_the_network(
    two_machines: tuple[Machine, Machine],
) -> None:
    first, second = two_machines
    host = first.popen(HOSTING)
    read_until(host, "port 28108")
    lobby = second.popen([*PROGRAM, "lobby", "--linear", "--name", "Ben"])
    read_until(lobby, "1: “Anna”")
    for machine in two_machines:
        leave_network(machine)
    read_until(host, "not in a network")
    read_until(lobby, "1: “Anna” .* is no longer waiting")
    come_to_network(first, "192.168.43.11")
    come_to_network(second, "192.168.43.12")
    number = found(r"(\d+): “Anna”", read_until(lobby, r"\d+: “Anna”"))[1]
    lobby.stdin.write(f"join {number}\n")
    lobby.stdin.flush()
    read_until(lobby, "Choose your start tile")
