"""A cable between two machines on which things get lost: each frame is delayed, dropped, doubled or late, by a seed.

``python -m tests.e2e.poor_cable MACHINE MACHINE [OPTIONS]`` gives both machines an interface eth0, says "ready", and
carries their frames until it is killed. Linux can do that itself (netem), but not every kernel is built with it.
"""

from __future__ import annotations

import argparse
import fcntl
import heapq
import itertools
import os
import random
import select
import struct
import time
from contextlib import suppress
from typing import Final

from tests.networks import go_to

_TUNSETIFF: Final = 0x400454CA
_TAP_WITHOUT_HEADERS: Final = 0x1002
_LARGEST: Final = 65_536
_TO_GROUPS: Final = (b"\x01\x00\x5e", b"\x33\x33\x00")
"""How the destination of a frame to a group begins, but for the groups by which IPv6 finds a neighbour."""


def plug_in(machine: str) -> int:
    """The end of the cable that goes into this machine."""
    go_to(machine)
    end = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(end, _TUNSETIFF, struct.pack("16sH", b"eth0", _TAP_WITHOUT_HEADERS))
    return end


def carry(ends: tuple[int, int], wanted: argparse.Namespace) -> None:
    chance, number = random.Random(wanted.seed), itertools.count()
    under_way: list[tuple[float, int, int, bytes]] = []
    while True:
        wait = None if not under_way else max(under_way[0][0] - time.monotonic(), 0)
        for end in select.select(ends, [], [], wait)[0]:
            frame = os.read(end, _LARGEST)
            other = ends[1 - ends.index(end)]
            if (wanted.no_multicast and frame.startswith(_TO_GROUPS)) or chance.random() < wanted.loss:
                continue
            for _copy in range(1 + (chance.random() < wanted.double)):
                late = chance.uniform(0, 0.1) if chance.random() < wanted.reorder else 0
                heapq.heappush(under_way, (time.monotonic() + wanted.delay + late, next(number), other, frame))
        while under_way and under_way[0][0] <= time.monotonic():
            _due, _number, end, frame = heapq.heappop(under_way)
            with suppress(OSError):  # the interface is down, or its queue is full: one more that is lost
                os.write(end, frame)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("machines", nargs=2)
    for name in ("loss", "double", "reorder", "delay"):
        parser.add_argument(f"--{name}", type=float, default=0, help="a chance; of delay, seconds")
    parser.add_argument("--no-multicast", action="store_true")
    parser.add_argument("--seed", default="0")
    wanted = parser.parse_args()
    first, second = (plug_in(machine) for machine in wanted.machines)
    print("ready", flush=True)
    carry((first, second), wanted)


if __name__ == "__main__":
    main()
