"""The addresses of this computer, and when they count as changed: in a network of the test's own."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.limits import SECONDS

FLAPPING = """
import subprocess
import trio
import trio.testing
from mandala_net.discovery.own_addresses import LOOK_SECONDS, own_addresses, wait_for_others

def ip(*command):
    subprocess.run(["ip", *command], check=True)

async def look(clock):
    clock.jump(LOOK_SECONDS)
    while not 0 < trio.lowlevel.current_statistics().seconds_to_next_deadline <= LOOK_SECONDS:
        await trio.lowlevel.checkpoint()

async def main(clock):
    ip("link", "set", "lo", "up")
    changes = []

    async def watch():
        known = await own_addresses()
        while True:
            known = await wait_for_others(known)
            changes.append({address for address, _ in known})

    async with trio.open_nursery() as nursery:
        nursery.start_soon(watch)
        await look(clock)
        for _ in range(5):
            ip("address", "add", "192.0.2.1/32", "dev", "lo")
            await look(clock)
            ip("address", "del", "192.0.2.1/32", "dev", "lo")
            await look(clock)
        print(len(changes))
        ip("address", "add", "192.0.2.2/32", "dev", "lo")
        for _ in range(4):
            await look(clock)
        print(len(changes), "192.0.2.2" in changes[0], "192.0.2.1" in changes[0])
        nursery.cancel_scope.cancel()

clock = trio.testing.MockClock()
trio.run(main, clock, clock=clock)
"""


def test_a_network_that_flaps_counts_as_changed_once_it_has_settled() -> None:
    if subprocess.run(["unshare", "--net", "true"], capture_output=True, check=False).returncode != 0:
        pytest.skip("a network of its own is not allowed here")
    command = ["unshare", "--net", sys.executable, "-W", "error", "-c", FLAPPING]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)
    assert (done.stdout.splitlines(), done.stderr) == (["0", "1 True False"], "")
