"""``make bench``: the table of budgets, measured on this machine, as text, and as JSON in build/bench.json.

Times scale with the machine, so the cost of one scalar multiplication is measured beside them: the budgets were set
where it takes 61 µs. What is mostly work of the processor is also given as it would be there. Whole programs are
measured from outside, each as a process of its own.
"""

from __future__ import annotations

import json
import operator
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final

from attrs import asdict, frozen

from bench import floods, games, poker
from bench.terminal import Terminal
from mandala_net.player.paths import Paths
from mandala_net.player.profile import open_home
from mandala_protocol.record import verification
from mandala_protocol.record.transcript import Entry, read
from mandala_protocol.seats import Seat

PROGRAM: Final = [sys.executable, "-m", "mandala_client"]
SCRIPT: Final = Path(sys.executable).with_name("mandala-lan")
REFERENCE_MULTIPLICATION: Final = 0.061
"""Milliseconds of a scalar multiplication on the machine where the budgets were set."""

HOSTING: Final = ["host", "--local", "--any", "--port", "0", "--name", "Anna"]
LOBBY: Final = ["lobby", "--local"]


@frozen
class Row:
    """One line of the table; ``scaled`` is what it would be where a scalar multiplication takes 61 µs."""

    what: str
    budget: float
    unit: str
    measured: float
    scaled: float | None
    at_least: bool = False

    @property
    def held(self) -> bool:
        best = self.measured if self.scaled is None else self.scaled
        return best >= self.budget if self.at_least else best <= self.budget


def environment(home: Path) -> dict[str, str]:
    """For a program with its things under ``home``, compiled once and not at every start, as it is when installed."""
    return {
        "MANDALA_LAN_HOME": str(home),
        "PYTHONIOENCODING": "utf-8",
        "LANGUAGE": "en",
        "PYTHONDONTWRITEBYTECODE": "",
    }


@contextmanager
def program(arguments: list[str], home: Path) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [*PROGRAM, *arguments],
        env={**os.environ, **environment(home)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def wait_for_line(process: subprocess.Popen[str], pattern: str) -> str:
    assert process.stdout is not None
    for line in process.stdout:
        if re.search(pattern, line):
            return line
    raise RuntimeError(f"the program ended before it said {pattern!r}")


def port_in(text: str) -> str:
    found = re.search(r"open on port (\d+)", text)
    assert found is not None
    return found[1]


def whole_game(folder: Path) -> float:
    """Seconds from the guest's connection to its last word: bots, two processes, loopback, everything saved."""
    with program([*HOSTING, "--linear", "--player", "greedy"], folder / "a") as host:
        port = port_in(wait_for_line(host, "open on port"))
        with program(["join", "--linear", f"127.0.0.1:{port}", "--player", "greedy"], folder / "b") as guest:
            wait_for_line(guest, "Connecting")
            began = time.perf_counter()
            wait_for_line(guest, "check the record of the game")
            return time.perf_counter() - began


def join_to_hand(folder: Path) -> float:
    """Seconds from the command ``join`` to a hand dealt, the host already up, found by DNS-SD on this machine."""
    with program([*HOSTING, "--linear", "--player", "random"], folder / "a") as host:
        wait_for_line(host, "Only programs on this computer")
        time.sleep(1.5)  # its announcement is over
        began = time.perf_counter()
        with program(["join", "--local", "--linear", "--player", "random"], folder / "b") as guest:
            wait_for_line(guest, "cards are dealt")
            return time.perf_counter() - began


def _type_discard(mover: Terminal) -> None:
    """A card of the hand, written down to be discarded; Enter is still to come."""
    shown = mover.wait_for(lambda text: "Your turn" in text)
    hand = re.search(r"^ hand .*", shown, re.MULTILINE)
    assert hand is not None
    letter = re.search(r"([roygpk])\S?[1-8]", hand[0])
    assert letter is not None
    mover.type(f"C{letter[1]}1")
    mover.wait_for(partial(_holds, f"> C{letter[1]}1"))


def _discard(mover: Terminal, watcher: Terminal) -> None:
    """A move by keys, until the other sees it."""
    _type_discard(mover)
    mover.type("\r")
    mover.wait_for(lambda text: "Your turn" not in text)
    watcher.wait_for(lambda text: "Your turn" in text)


def resume_time(folder: Path) -> tuple[float, float]:
    """Seconds until a killed guest is back at the table: from its command, and from the moment at which it is up.

    Thirty moves have been made; the host has stayed, and looks for the guest all the while.
    """
    with two_clients(folder) as (host, guest):
        for _ in range(15):
            _discard(host, guest)
            _discard(guest, host)
        guest.process.kill()
        host.wait_for(lambda text: "is away" in text)
        began = time.perf_counter()
        with Terminal([*PROGRAM, "resume", "--local"], environment(folder / "b")) as again:
            again.wait_for(lambda text: "Mandala" in text)
            up = time.perf_counter()
            again.wait_for(lambda text: "is there too" in text)
            host.wait_for(lambda text: "is back" in text)
            done = time.perf_counter()
            return done - began, done - up


def saved_entry(folder: Path) -> float:
    """Milliseconds to save one entry of a game, the median of all of them: on disk when it is done."""
    entries = _a_game(folder)
    times = []
    with open_home(Paths.under(folder / "again")) as home:
        saved = home.store.begin(Seat.HOST, bytes(32), bytes(32))
        for entry in entries:
            began = time.perf_counter()
            saved.append([entry])
            times.append((time.perf_counter() - began) * 1000)
    return statistics.median(times)


def game_on_disk(folder: Path) -> float:
    """Kilobytes by which the store grows with a whole game, its indexes and all."""
    entries = _a_game(folder)
    sizes = []
    for count in (0, 10):
        paths = Paths.under(folder / f"games-{count}")
        with open_home(paths) as home:
            for _ in range(count):
                home.store.begin(Seat.HOST, bytes(32), bytes(32)).append(entries)
        sizes.append(paths.games.stat().st_size)
    return (sizes[1] - sizes[0]) / 10 / 1000


def _a_game(folder: Path) -> list[Entry]:
    whole_game(folder)
    (kept,) = (folder / "a").glob("data/records/*.mandala")
    return [read(message) for message in verification.read_messages(kept.read_bytes())]


def version(folder: Path) -> float:
    began = time.perf_counter()
    subprocess.run(
        [SCRIPT, "--version"], env={**os.environ, **environment(folder)}, check=True, stdout=subprocess.DEVNULL
    )
    return time.perf_counter() - began


def first_screen(arguments: list[str], folder: Path) -> float:
    began = time.perf_counter()
    with Terminal([*PROGRAM, *arguments], environment(folder)) as terminal:
        terminal.wait_for(lambda text: "Mandala" in text)
        return time.perf_counter() - began


@contextmanager
def two_clients(folder: Path) -> Iterator[tuple[Terminal, Terminal]]:
    """Two people's clients at one table, the host to move."""
    with Terminal([*PROGRAM, *HOSTING, "--first", "host"], environment(folder / "a")) as host:
        port = port_in(host.wait_for(lambda text: "open on port" in text))
        joining = [*PROGRAM, "join", f"127.0.0.1:{port}", "--name", "Ben"]
        with Terminal(joining, environment(folder / "b")) as guest:
            guest.wait_for(lambda text: "still needs" in text)
            host.wait_for(lambda text: "Your turn" in text)
            yield host, guest


def _holds(wanted: str, text: str) -> bool:
    return wanted in text


def key_to_screen(folder: Path) -> list[float]:
    """Milliseconds from Enter on one side to the changed screen on the other, for each move of a game of discards."""
    times = []
    with two_clients(folder) as (mover, watcher):
        for _ in range(36):
            _type_discard(mover)
            while watcher.read(0.05):
                pass
            before = watcher.text
            began = time.perf_counter()
            mover.type("\r")
            watcher.wait_for(partial(operator.ne, before))
            times.append((watcher.read_at - began) * 1000)
            mover.wait_for(lambda text: "Your turn" not in text)
            mover, watcher = watcher, mover
    return times


def memory(folder: Path) -> float:
    """Megabytes of a client at the table, resident."""
    with two_clients(folder) as (host, _):
        return _resident(host)


def memory_from_lobby(folder: Path) -> float:
    """The same at a table to which one came from the lobby, for the second time, after having looked at the rules."""
    with Terminal([*PROGRAM, *LOBBY], environment(folder)) as terminal:
        terminal.wait_for(partial(_holds, "Host a game"))
        _begin_alone(terminal)
        for shown in ("Leave", "Host a game"):
            terminal.type("\x03")
            terminal.wait_for(partial(_holds, shown))
        terminal.type("r")
        terminal.wait_for(partial(_holds, "mountain"))
        terminal.type("\x1b")
        terminal.wait_for(partial(_holds, "Host a game"))
        _begin_alone(terminal)
        return _resident(terminal)


def _begin_alone(terminal: Terminal) -> None:
    terminal.type("a")
    terminal.wait_for(partial(_holds, "Start the game"))
    terminal.type("s")
    terminal.wait_for(partial(_holds, "still needs"))


def _resident(terminal: Terminal) -> float:
    status = Path(f"/proc/{terminal.process.pid}/status").read_text()
    resident = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert resident is not None
    return int(resident[1]) / 1024


def median_in_folders(measure: Callable[[Path], float], rounds: int) -> float:
    with tempfile.TemporaryDirectory(prefix="mandala-bench-") as folder:
        return statistics.median(measure(Path(folder) / str(turn)) for turn in range(rounds))


def measure_all() -> list[Row]:
    multiplication = poker.scalar_multiplication()
    scale = REFERENCE_MULTIPLICATION / multiplication
    print(f"a scalar multiplication takes {multiplication * 1000:.0f} µs here; budgets are for 61 µs", flush=True)
    rows: list[Row] = []

    def add(what: str, budget: float, unit: str, measured: float, scaled: bool, at_least: bool = False) -> None:
        factor = (1 / scale if at_least else scale) if scaled else None
        row = Row(what, budget, unit, measured, None if factor is None else measured * factor, at_least)
        rows.append(row)
        print(as_text(row), flush=True)

    add("shuffle and verify 108 cards, both players", 146, "ms", poker.shuffle_108(), True)
    for count in (3, 1):
        measured = poker.drawn_card(count, ready=True)
        add(f"a drawn card, both sides, in a draw of {count}", 0.4, "ms", measured, True)
    add("mix of a hand of 8, both sides", 12, "ms", poker.mix_8(), True)
    add("a whole game, bot against bot, two processes", 1.5, "s", median_in_folders(whole_game, 7), True)
    with tempfile.TemporaryDirectory(prefix="mandala-bench-") as folder:
        keys = sorted(value for turn in range(3) for value in key_to_screen(Path(folder) / str(turn)))
    add("key press to the other's screen, median", 25, "ms", statistics.median(keys), True)
    add("key press to the other's screen, p99", 25, "ms", keys[round(0.99 * (len(keys) - 1))], True)
    add("join to a hand dealt, discovery included", 1.5, "s", median_in_folders(join_to_hand, 5), True)
    with tempfile.TemporaryDirectory(prefix="mandala-bench-") as folder:
        resumed = [resume_time(Path(folder) / str(turn)) for turn in range(3)]
    add("a killed guest resumes, from its command", 2, "s", statistics.median(all_of for all_of, _ in resumed), True)
    add("a killed guest resumes, from when it is up", 2, "s", statistics.median(up for _, up in resumed), True)
    add("saving an entry, on disk", 10, "ms", median_in_folders(saved_entry, 3), False)
    add("a whole game on disk", 400, "kB", median_in_folders(game_on_disk, 3), False)
    flooded = dict(floods.costs())
    pings = max(flooded[flood].computing for flood in floods.BURSTS)
    add("a burst of 100,000 pings, computing", 3, "s", pings, True)
    add("the latest move in a flood", 100, "ms", max(cost.latest for cost in flooded.values()), True)
    add("mandala-lan --version", 0.15, "s", median_in_folders(version, 9), False)
    add("first screen of a game", 0.6, "s", median_in_folders(partial(first_screen, HOSTING), 7), False)
    add("first screen of the lobby", 0.6, "s", median_in_folders(partial(first_screen, LOBBY), 7), False)
    add("memory of a running client", 60, "MB", median_in_folders(memory, 3), False)
    add("memory of a game begun from the lobby", 70, "MB", median_in_folders(memory_from_lobby, 3), False)
    add("random games a second, one core", 500, "/s", games.random_games_per_second(), True, at_least=True)
    return rows


def as_text(row: Row) -> str:
    scaled = f"{row.scaled:10.3g}" if row.scaled is not None else " " * 10
    relation = "≥" if row.at_least else "≤"
    verdict = "held" if row.held else "MISSED"
    return f"{row.what:46}{row.measured:10.3g}{scaled} {relation} {row.budget:6.3g} {row.unit:3} {verdict}"


def main() -> None:
    print(f"{'what':46}{'here':>10}{'at 61 µs':>10}   budget")
    rows = measure_all()
    path = Path("build") / "bench.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps([{**asdict(row), "held": row.held} for row in rows], indent=2, ensure_ascii=False))
    print(f"written to {path}")


if __name__ == "__main__":
    main()

__all__ = ["Row", "main", "measure_all"]
