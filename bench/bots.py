"""The strength of the bots and their time for a move: 500 seeded deals for each pair, each played from both sides."""

from __future__ import annotations

from mandala_net.bots.batch import BatchTally, play_deals
from mandala_net.bots.catalogue import two_bots
from mandala_protocol.games.catalogue import GAMES

DEALS = 500


def main() -> None:
    """Print all."""
    for game in GAMES:
        for one, other in (("greedy", "random"), ("greedy", "greedy"), ("random", "random")):
            print_match(game, one, other)


def print_match(game: str, one: str, other: str) -> None:
    """Play the deals, and print what came of them."""
    tally = BatchTally.of(play_deals(GAMES[game], *two_bots(game, one, other), range(DEALS)))
    ours, theirs = tally.bots
    reasons = ", ".join(f"{reason} {count}" for reason, count in tally.reasons.items())
    print(f"{game}, {one} against {other}: wins {ours.wins} to {theirs.wins} of {tally.games}", end=", ")
    print(f"{ours.points / tally.games:.1f} to {theirs.points / tally.games:.1f} points", end=", ")
    print(f"{tally.mean_difference:+.1f} ± {tally.standard_error:.1f} a deal, ended by {reasons}")
    for name, bot in ((one, ours), (other, theirs)):
        print(f"  {name}: {1000 * bot.seconds / bot.moves:.3f} ms a move, at most {1000 * bot.longest:.2f} ms")


if __name__ == "__main__":
    main()
