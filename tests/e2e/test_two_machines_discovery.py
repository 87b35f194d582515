"""A host on one machine is found from another by real multicast, and let go of when it says goodbye."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from tests.limits import SECONDS

HOST = """
import sys
import trio
from mandala_net.discovery.dns_sd import advertise
from mandala_net.trust.identity import fingerprint, load_or_create_identity
from mandala_net.link.secure_link import SecureLink
from mandala_net.link.listener import listen
from mandala_net.discovery.listing import Announcement
from mandala_net.player.paths import find_paths

async def welcome(link: SecureLink) -> None:
    await link.send(b"hello " + await link.receive())

async def main() -> None:
    identity = load_or_create_identity(find_paths().create().identity)
    async with await listen() as listener, trio.open_nursery() as nursery:
        nursery.start_soon(listener.serve, identity, welcome)
        announcement = Announcement("Anna", "mandala", fingerprint(identity.public), "annas-box")
        async with advertise(listener.port, announcement, listener.addresses):
            print("ready", flush=True)
            await trio.to_thread.run_sync(sys.stdin.readline)
        nursery.cancel_scope.cancel()
    print(fingerprint(identity.public), flush=True)

trio.run(main)
"""

GUEST = """
import json
import sys
import trio
from mandala_net.discovery.dns_sd import browse
from mandala_net.link.race import call
from mandala_net.trust.identity import fingerprint, load_or_create_identity
from mandala_net.player.paths import find_paths

async def main() -> None:
    identity = load_or_create_identity(find_paths().create().identity)
    with trio.fail_after(300):
        async with browse() as browser:
            while not browser.listings:
                await browser.wait_changed()
            listing = browser.listings[0]
            # One kind of address alone must do, whichever is asked for.
            wanted = [place for place in listing.places if place.host.startswith(sys.argv[1])]
            link, _place = await call([wanted], identity)
            await link.send(b"from the other machine")
            report = {
                "name": listing.announcement.player_name,
                "host": listing.announcement.host_name,
                "addresses": listing.addresses,
                "instance": listing.instance,
                "claimed": listing.announcement.fingerprint,
                "proved": fingerprint(link.peer),
                "said": (await link.receive()).decode(),
            }
            await link.aclose()
            print(json.dumps(report), flush=True)
            while listing in browser.listings:
                await browser.wait_changed()
            print(json.dumps({"gone": listing.instance}), flush=True)

trio.run(main)
"""


def next_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    line = process.stdout.readline()
    if not line:
        assert process.stderr is not None
        raise AssertionError(f"the program ended: {process.stderr.read()}")
    return line


def play(host_machine: Any, guest_machine: Any, kind_of_address: str) -> dict[str, Any]:
    """Host on one machine, find it from the other and talk; say goodbye. What the guest found."""
    python = [sys.executable, "-W", "error", "-c"]
    host = host_machine.popen([*python, HOST])
    assert next_line(host) == "ready\n"
    guest = guest_machine.popen([*python, GUEST, kind_of_address])

    found: dict[str, Any] = json.loads(next_line(guest))
    assert (found["name"], found["host"]) == ("Anna", "annas-box")
    assert found["proved"] == found["claimed"]
    assert found["said"] == "hello from the other machine"

    goodbye, host_errors = host.communicate("\n", timeout=SECONDS)
    assert (host.returncode, host_errors) == (0, "")
    assert goodbye.strip() == found["claimed"]
    assert json.loads(next_line(guest)) == {"gone": found["instance"]}
    _, guest_errors = guest.communicate(timeout=SECONDS)
    assert (guest.returncode, guest_errors) == (0, "")
    return found


def test_a_host_is_found_on_the_other_machine_and_gone_after_its_goodbye(two_machines: tuple[Any, Any]) -> None:
    first, second = two_machines
    found = play(first, second, "10.")
    assert first.address in found["addresses"]
    assert not any(address.startswith("127.") or address == "::1" for address in found["addresses"])


def test_without_any_router_a_link_local_address_is_enough(two_machines: tuple[Any, Any]) -> None:
    first, second = two_machines
    for machine in two_machines:
        assert machine.run(["ip", "-4", "address", "flush", "dev", "eth0"]).returncode == 0
    found = play(first, second, "fe80:")
    assert all("%" in address for address in found["addresses"])


def test_a_machine_without_any_network_finds_its_own_host(two_machines: tuple[Any, Any]) -> None:
    alone, _ = two_machines
    assert alone.run(["ip", "link", "delete", "eth0"]).returncode == 0
    found = play(alone, alone, "127.")
    assert "127.0.0.1" in found["addresses"]


def test_nobody_is_found_where_nobody_hosts(two_machines: tuple[Any, Any]) -> None:
    _, second = two_machines
    search = "import trio; from mandala_net.discovery.dns_sd import find; print(trio.run(find, 0.5).listings)"
    done = second.run([sys.executable, "-W", "error", "-c", search])
    assert (done.stdout, done.stderr, done.returncode) == ("()\n", "", 0)
