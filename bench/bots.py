"""How strong the bots are and how long they think: 1,000 seeded games for each pair, seats changed after every game."""

from __future__ import annotations

import statistics
import time

from attrs import field, frozen

from mandala_net.bots.batch import Tally, play, play_batch, start
from mandala_net.bots.player import Bot
from mandala_net.bots.roster import make_bot
from mandala_protocol.games.game import View
from mandala_protocol.games.mandala import MandalaMove, MandalaState

GAMES = 1000


@frozen
class Stopwatch:
    """A bot whose thinking is timed: seconds for each move, in order."""

    bot: Bot
    times: list[float] = field(factory=list)

    @property
    def name(self) -> str:
        """That of the bot."""
        return self.bot.name

    def choose(self, view: View[MandalaState]) -> MandalaMove:
        """What the bot chooses."""
        begin = time.perf_counter()
        move: MandalaMove = self.bot.choose(view)
        self.times.append(time.perf_counter() - begin)
        return move


def match(one: str, other: str, games: int = GAMES) -> Tally:
    """The bots of these names against each other."""
    return play_batch(lambda seed: make_bot(one, 2 * seed), lambda seed: make_bot(other, 2 * seed + 1), range(games))


def milliseconds_per_move(name: str, games: int = 50) -> tuple[float, float]:
    """The median and the longest time that a bot needs for a move, in games against itself."""
    watches = (Stopwatch(make_bot(name, 0)), Stopwatch(make_bot(name, 1)))
    for seed in range(games):
        play(start(seed), watches)
    times = [1000 * seconds for watch in watches for seconds in watch.times]
    return statistics.median(times), max(times)


def main() -> None:
    """Print all."""
    for one, other in (("greedy", "random"), ("greedy", "greedy"), ("random", "random")):
        tally = match(one, other)
        ours, theirs = (points / tally.games for points in tally.points)
        reasons = ", ".join(f"{reason} {count}" for reason, count in tally.reasons.items())
        print(f"{one} against {other}: wins {tally.wins[0]} to {tally.wins[1]} of {tally.games}", end=", ")
        print(f"{ours:.1f} to {theirs:.1f} points, ended by {reasons}")
    for name in ("random", "greedy"):
        median, longest = milliseconds_per_move(name)
        print(f"{name}: {median:.3f} ms a move, at most {longest:.2f} ms")


if __name__ == "__main__":
    main()
