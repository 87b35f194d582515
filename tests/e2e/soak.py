"""Many games in a row in one process, both sides of them, each on one store; says what they cost."""

from __future__ import annotations

import gc
import json
import time
from pathlib import Path

import click
import trio

from mandala_net.discovery.dns_sd import Reach
from mandala_net.link.address import Address
from mandala_net.link.connect import connect
from mandala_net.link.listener import listen
from mandala_net.link.secure_link import client_handshake
from mandala_net.match.host import host
from mandala_net.match.join import join
from mandala_net.match.news import GameEnded, GameFinished
from mandala_net.match.reconnect import Places
from mandala_net.match.setup import Audience, MatchSetup, bot_player
from mandala_net.player.paths import Paths
from mandala_net.player.profile import Profile, open_home
from mandala_protocol.conversation.speaker import GameTerms
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.wire.messages import First
from tests.limits import SECONDS

AUDIENCE = Audience(lambda _: None, lambda _: None, lambda _: None)
AT_HOME = Places(Reach.THIS_MACHINE, announced=False)


async def play_one(profiles: tuple[Profile, Profile], game: str, number: int) -> None:
    """One game between two greedy bots over loopback, everything saved, both records the same."""
    greedy = bot_player("greedy", number)
    ended: list[GameEnded] = []
    with trio.fail_after(SECONDS):
        async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:

            async def hosting() -> None:
                offer = GameTerms(game, First.LOT)
                ended.append(await host(profiles[0], listener, offer, AUDIENCE, greedy, None, MatchSetup(AT_HOME)))

            nursery.start_soon(hosting)
            stream = await connect(Address("127.0.0.1", listener.port))
            link = await client_handshake(stream, profiles[1].identity)
            ended.append(await join(profiles[1], link, AUDIENCE, greedy, MatchSetup(AT_HOME)))
    records = [one.record.read_bytes() for one in ended if one.record is not None]
    assert all(isinstance(one.outcome, GameFinished) for one in ended)
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
@click.argument("game", type=click.Choice(list(GAMES)))
@click.argument("games", type=int)
def main(folder: Path, game: str, games: int) -> None:
    places = [Paths.under(folder / name) for name in ("a", "b")]
    with open_home(places[0], "Anna") as anna, open_home(places[1], "Ben") as ben:
        for number in range(games):
            began = time.perf_counter()
            trio.run(play_one, (anna, ben), game, number)
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
