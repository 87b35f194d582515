"""Many games in a row in one process, both sides of them, each on one store; says what they cost."""

from __future__ import annotations

import gc
import json
import time
from pathlib import Path

import click
import trio

from mandala_net.connect import Address, connect
from mandala_net.discovery import Reach
from mandala_net.home import Home, open_home
from mandala_net.link import client_handshake
from mandala_net.listener import listen
from mandala_net.news import Ended, Finished
from mandala_net.paths import Paths
from mandala_net.play import host, join
from mandala_net.reunion import Places
from mandala_net.sitting import Audience, Setting, bot_player
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.messages import First
from mandala_protocol.speaker import Offer
from tests.limits import SECONDS

AUDIENCE = Audience(lambda _: None, lambda _: None, lambda _: None)
AT_HOME = Places(Reach.THIS_MACHINE, announced=False)


async def play_one(homes: tuple[Home, Home], number: int) -> None:
    """One game between two greedy bots over loopback, everything saved, both records the same."""
    greedy = bot_player("greedy", number, MANDALA.name)
    ended: list[Ended] = []
    with trio.fail_after(SECONDS):
        async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:

            async def hosting() -> None:
                offer = Offer(MANDALA.name, First.LOT)
                ended.append(await host(homes[0], listener, offer, AUDIENCE, greedy, None, Setting(AT_HOME)))

            nursery.start_soon(hosting)
            stream = await connect(Address("127.0.0.1", listener.port))
            link = await client_handshake(stream, homes[1].identity)
            ended.append(await join(homes[1], link, AUDIENCE, greedy, Setting(AT_HOME)))
    records = [one.record.read_bytes() for one in ended if one.record is not None]
    assert all(isinstance(one.outcome, Finished) for one in ended)
    assert len(records) == 2
    assert records[0] == records[1]


def resident() -> int:
    """The memory of this process in kilobytes."""
    gc.collect()
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise RuntimeError("this system does not tell the memory of a process")


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("games", type=int)
def main(folder: Path, games: int) -> None:
    places = [Paths.under(folder / name) for name in ("a", "b")]
    with open_home(places[0], "Anna") as anna, open_home(places[1], "Ben") as ben:
        for number in range(games):
            began = time.perf_counter()
            trio.run(play_one, (anna, ben), number)
            figures = {
                "game": number + 1,
                "seconds": round(time.perf_counter() - began, 2),
                "memory_kb": resident(),
                "files": len(list(Path("/proc/self/fd").iterdir())),
                "store_bytes": places[0].games.stat().st_size,
            }
            print(json.dumps(figures), flush=True)
        assert len(anna.store.games()) == len(ben.store.games()) == games
        assert not anna.store.resumable()
        assert not ben.store.resumable()


if __name__ == "__main__":
    main()
