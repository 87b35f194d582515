"""Two machines on one cable: the guest finds the host by real multicast, and a game is played to its end."""

from __future__ import annotations

import sys

from tests.e2e.conftest import Machine, listed_until
from tests.e2e.programs import PROGRAM, SHORT
from tests.limits import SECONDS
from tests.narrowing import found

PATIENT = [sys.executable, "-m", "tests.e2e.patient"]


def test_join_finds_host_and_a_whole_game_is_played(two_machines: tuple[Machine, Machine]) -> None:
    first, second = two_machines
    host = first.popen([*PROGRAM, "host", "--linear", "--any", *SHORT, "--name", "Anna"])
    for line in host.stdout:
        if "mandala-lan join 10.77.0.1" in line:
            break
    joined = second.run([*PATIENT, "join", "--linear", "--player", "random", "--name", "Ben"], timeout=SECONDS)
    assert joined.returncode == 0, joined.stdout + joined.stderr
    assert "Connecting to Anna" in joined.stdout
    said, errors = host.communicate(timeout=SECONDS)
    assert host.returncode == 0, said + errors
    (of_host,) = first.home.glob("data/records/*")
    (of_guest,) = second.home.glob("data/records/*")
    assert of_host.read_bytes() == of_guest.read_bytes()
    assert "VALID" in second.run([*PROGRAM, "verify", "--quiet", of_guest]).stdout


def test_join_asks_which_game_if_there_are_several(two_machines: tuple[Machine, Machine]) -> None:
    first, second = two_machines
    for name, port in (("Anna", "4001"), ("Cleo", "4002")):
        host = first.popen([*PROGRAM, "host", "--linear", "--any", *SHORT, "--port", port, "--name", name])
        for line in host.stdout:
            if "mandala-lan join 10.77.0.1" in line:
                break
    # A game that was opened less than a second ago may answer late, as the rules of multicast DNS want it.
    listed_until(second, lambda games: games.count("\n") == 2)
    guest = second.popen([*PATIENT, "join", "--linear", "--player", "random", "--name", "Ben"])
    listed = []
    for line in guest.stdout:
        listed.append(line)
        if "Type the number of a game" in line:
            break
    number = next(line.split(":")[0] for line in listed if "Cleo" in line)
    guest.stdin.write(f"{number}\n")
    guest.stdin.flush()
    said = guest.stdout.read()
    assert guest.wait(SECONDS) == 0, said
    assert "Connecting to Cleo" in said


def test_list_shows_an_open_game_and_not_one_that_was_closed(two_machines: tuple[Machine, Machine]) -> None:
    first, second = two_machines
    assert "No open game" in second.run([*PROGRAM, "list", "--seconds", "1"]).stdout
    host = first.popen([*PROGRAM, "host", "--linear", "--player", "random", "--name", "Anna"])
    for line in host.stdout:
        if "mandala-lan join 10.77.0.1" in line:
            break
    listed_until(second, lambda games: "Anna" in games)
    host.terminate()
    host.wait(SECONDS)
    assert "No open game" in second.run([*PROGRAM, "list", "--seconds", "1"]).stdout


def test_nobody_found_is_one_sentence_with_the_ports_to_open(two_machines: tuple[Machine, Machine]) -> None:
    _, second = two_machines
    alone = second.run([*PROGRAM, "join", "--linear", "--player", "random"])
    assert alone.returncode == 1
    assert "UDP port 5353" in alone.stderr
    assert "TCP port 28108" in alone.stderr
    assert len(alone.stderr.strip().splitlines()) == 1


TAKEN = """
import socket, sys
taken = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
taken.bind(("0.0.0.0", 5353))
print("taken", flush=True)
sys.stdin.read()
"""


def test_where_multicast_is_blocked_the_demonstration_says_so_and_joins_by_address(
    two_machines: tuple[Machine, Machine],
) -> None:
    first, _ = two_machines
    blocker = first.popen([sys.executable, "-c", TAKEN])
    assert blocker.stdout.readline() == "taken\n"
    shown = first.run([*PROGRAM, "demo", "--game", "patterns"], timeout=SECONDS)
    assert shown.returncode == 0, shown.stdout + shown.stderr
    assert "Joining by address instead" in shown.stdout
    assert "VALID" in shown.stdout


def test_without_any_interface_host_and_join_say_so_in_one_sentence_each(two_machines: tuple[Machine, Machine]) -> None:
    first, _ = two_machines
    for interface in ("eth0", "lo"):
        first.run(["ip", "link", "set", interface, "down"])
    joined = first.run([*PROGRAM, "join", "--linear", "--player", "random"])
    assert joined.returncode == 1
    assert "Traceback" not in joined.stderr
    assert len(joined.stderr.strip().splitlines()) == 1


def test_a_second_game_on_one_machine_warns_of_its_port_and_can_be_joined(
    two_machines: tuple[Machine, Machine],
) -> None:
    first, second = two_machines
    told = []
    for name in ("Anna", "Cleo"):
        host = first.popen([*PROGRAM, "host", "--linear", "--any", *SHORT, "--name", name])
        for line in host.stdout:
            told.append(line)
            if "mandala-lan join 10.77.0.1" in line:
                break
    (warning,) = [line for line in told if line.startswith("Attention: ")]
    port = found(r"open on port (\d+)", "".join(told[-4:]))[1]
    assert f"The usual port 28108 is in use, perhaps by another game of yours. This one is on port {port}." in warning
    assert f"Allow TCP port {port} in your firewall." in warning
    joined = second.run([*PROGRAM, "join", f"10.77.0.1:{port}", "--linear", "--player", "random"], timeout=60)
    assert joined.returncode == 0, joined.stdout + joined.stderr
