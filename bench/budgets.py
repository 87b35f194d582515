"""``make bench``: the table of budgets, measured on this machine, as text, and as JSON in build/bench.json.

Other work of the machine slows what it is measured beside, so what is computing is judged by the time of processors.
Times scale with the machine, so the cost of one scalar multiplication is measured beside them: the budgets were set
where it takes 61 µs.
"""

from __future__ import annotations

import json
import statistics
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

from attrs import asdict

from bench import cores, floods, games, poker, programs
from bench.clocks import Figure
from bench.measuring import HEADING, Row, Target, as_text, measure

Measured: TypeAlias = Callable[[Path], Sequence[Figure]]
"""A function that gives one figure for each target of a row, from programs that keep their things in a folder."""


def single(figure: Callable[[Path], Figure]) -> Measured:
    """The figure for a single target."""
    return lambda folder: (figure(folder),)


def raw(figures: Callable[[Path], Sequence[float]]) -> Measured:
    """The figures of what is more than computing, such as waiting, or none at all, such as memory."""
    return lambda folder: tuple(map(Figure, figures(folder)))


def raw_single(figure: Callable[[Path], float]) -> Measured:
    """The figure of what is no computing, for a single target."""
    return lambda folder: (Figure(figure(folder)),)


def without_folder(figure: Callable[[], Figure]) -> Measured:
    """The figure of what keeps no files."""
    return lambda _folder: (figure(),)


def keys(folder: Path) -> tuple[float, float]:
    """The median and the 99th percentile of the times from a key to the other's screen."""
    times = sorted(programs.key_to_screen(folder))
    return statistics.median(times), times[round(0.99 * (len(times) - 1))]


def flooded(_folder: Path) -> tuple[Figure, Figure]:
    """The computing that the most expensive burst of pings costs, and the latest that a move was in any flood."""
    costs = dict(floods.costs())
    computing = max(costs[flood].computing for flood in floods.BURSTS)
    return Figure(computing, computing), Figure(max(cost.latest for cost in costs.values()))


KEPT: Final = Path("build") / "bench.json"

MEASURES: Final[tuple[tuple[tuple[Target, ...], Measured], ...]] = (
    (
        (Target("shuffle and verify 108 cards, both players", 130, "ms"),),
        without_folder(partial(poker.shuffle_108, 3)),
    ),
    (
        (Target("a drawn card, both sides, in a draw of 3", 0.35, "ms"),),
        without_folder(partial(poker.drawn_card, 3, ready=True)),
    ),
    (
        (Target("a drawn card, both sides, in a draw of 1", 0.35, "ms"),),
        without_folder(partial(poker.drawn_card, 1, ready=True)),
    ),
    ((Target("mix of a hand of 8, both sides", 8, "ms"),), without_folder(poker.mix_8)),
    ((Target("a whole game, bot against bot, two programs", 0.8, "s"),), single(programs.whole_game)),
    (
        (
            Target("key press to the other's screen, median", 15, "ms"),
            Target("key press to the other's screen, p99", 15, "ms"),
        ),
        raw(keys),
    ),
    (
        (
            Target("redraws a move, one client", 4, "", scaled=False),
            Target("redraws a move without a change", 0, "", scaled=False),
            Target("drawing the table once", 1.5, "ms"),
        ),
        programs.redraws,
    ),
    ((Target("drawing the table of Patterns once", 5, "ms"),), single(programs.drawing_of_patterns)),
    ((Target("join to a hand dealt, discovery included", 0.8, "s"),), raw_single(programs.join_to_hand)),
    (
        (
            Target("a killed guest resumes, from its command", 2, "s"),
            Target("a killed guest resumes, from when it is up", 2, "s"),
        ),
        raw(programs.resume_time),
    ),
    ((Target("saving an entry, on disk", 10, "ms", scaled=False),), raw_single(programs.saved_entry)),
    ((Target("a whole game on disk", 400, "kB", scaled=False),), raw_single(programs.game_on_disk)),
    (
        (
            Target("a burst of 100,000 pings, computing", 3, "s"),
            Target("the latest move in a flood", 100, "ms"),
        ),
        flooded,
    ),
    ((Target("mandala-lan --version", 0.08, "s"),), single(programs.version)),
    ((Target("mandala-lan history", 0.3, "s"),), single(programs.history)),
    ((Target("first screen of a game", 0.35, "s"),), single(partial(programs.first_screen, programs.HOSTING))),
    ((Target("first screen of the lobby", 0.35, "s"),), single(partial(programs.first_screen, programs.LOBBY))),
    ((Target("memory of a running client", 72, "MB", scaled=False),), raw_single(programs.memory)),
    (
        (Target("memory of a game begun from the lobby", 82, "MB", scaled=False),),
        raw_single(programs.memory_from_lobby),
    ),
    (
        (Target("random games of Mandala a second, one core", 700, "/s", at_least=True),),
        without_folder(partial(games.random_games_per_second, "mandala", 300)),
    ),
    (
        (Target("random games of Patterns a second, one core", 1300, "/s", at_least=True),),
        without_folder(partial(games.random_games_per_second, "patterns", 500)),
    ),
    (
        (Target("random games of Mandala a second, search", 3500, "/s", at_least=True),),
        without_folder(partial(cores.core_games_per_second, cores.mandala_player)),
    ),
    (
        (Target("random games of Patterns a second, search", 9000, "/s", at_least=True),),
        without_folder(partial(cores.core_games_per_second, cores.patterns_player)),
    ),
)
"""Everything that is measured: the targets, and what gives a figure for each of them."""


def main(wanted: Sequence[str]) -> None:
    """Measure all, or only what has one of the wanted words in its name; end with 1 if a row failed."""
    print("A multiplication (mul) in µs is measured beside each row that is scaled by it; budgets are for 61 µs.")
    print("Computing (CPU) is judged where it is given, otherwise the clock.")
    print(HEADING, flush=True)
    rows: list[Row] = []
    failed = False
    for targets, figures in MEASURES:
        if wanted and not any(word in target.what for word in wanted for target in targets):
            continue
        try:
            measured = measure(targets, figures)
        except Exception as error:  # noqa: BLE001 - whatever is wrong with one row, the next is measured all the same
            failed = True
            reason = str(error).partition("\n")[0]
            print(f"{targets[0].what:46}FAILED: {type(error).__name__}: {reason}", flush=True)
            continue
        for row in measured:
            print(as_text(row), flush=True)
        rows += measured
        _keep(rows)
    sys.exit(1 if failed else 0)


def _keep(rows: Sequence[Row]) -> None:
    """Write the measurements made until now."""
    written = [{**asdict(row), "held": row.held} for row in rows]
    KEPT.parent.mkdir(exist_ok=True)
    KEPT.write_text(json.dumps(written, indent=2, ensure_ascii=False), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
