"""The time and memory of whole programs, from outside: each a process of its own, with a home of its own."""

from __future__ import annotations

import json
import operator
import os
import re
import secrets
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final

from bench.clocks import Figure, Stopwatch, computing_of
from bench.drawing import Drawn
from bench.terminal import Terminal
from mandala_client.play.subprocess_bot import own_program, read_on
from mandala_net.player.paths import Paths
from mandala_net.player.profile import open_home
from mandala_protocol.record import verification
from mandala_protocol.record.transcript import Entry, read
from mandala_protocol.seats import Seat

PROGRAM: Final = own_program()
SCRIPT: Final = Path(sys.executable).with_name("mandala-lan")
COUNTS: Final = "counts.json"
"""The file in its home where a client that counts its redraws keeps them."""

MOVES_DRAWN: Final = 20
MOVES_OF_PATTERNS_DRAWN: Final = 8

PRACTICE_OF_PATTERNS: Final = ["play", "--game", "patterns", "--practice", "--seed", "7", "--against", "greedy"]

HOSTING: Final = ["host", "--local", "--any", "--port", "0", "--name", "Anna"]
LOBBY: Final = ["lobby", "--local", "--name", "Anna"]


def environment(home: Path) -> dict[str, str]:
    """The environment of a program whose files are under ``home``. It is compiled once, as when it is installed."""
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


def whole_game(folder: Path) -> Figure:
    """Seconds from the guest's connection to its last word: bots, two processes, loopback, everything saved.

    The computing of both is shared by two cores.
    """
    with program([*HOSTING, "--linear", "--player", "greedy"], folder / "a") as host:
        port = port_in(wait_for_line(host, "open on port"))
        read_on(host)
        with program(["join", "--linear", f"127.0.0.1:{port}", "--player", "greedy"], folder / "b") as guest:
            wait_for_line(guest, "Connecting")
            watch = Stopwatch(host, guest)
            wait_for_line(guest, "check the record of the game")
            return watch.seconds(cores=2)


def join_to_hand(folder: Path) -> float:
    """Seconds from the command ``join`` to a hand dealt, the host already up, found by DNS-SD on this machine.

    It is found by a name of its own: other games may be open here.
    """
    name = f"Anna {secrets.token_hex(4)}"
    with program([*HOSTING, "--name", name, "--linear", "--player", "random"], folder / "a") as host:
        wait_for_line(host, "Only programs on this computer")
        time.sleep(1.5)  # its announcement is over
        began = time.perf_counter()
        with program(["join", "--local", "--of", name, "--linear", "--player", "random"], folder / "b") as guest:
            wait_for_line(guest, "cards are dealt")
            return time.perf_counter() - began


def _type_discard(mover: Terminal) -> None:
    """Type the discard of a card of the hand; Enter is still to come."""
    shown = mover.wait_for(lambda text: "Your turn" in text)
    hand = re.search(r"^(.*)\n.*\n.*\n.*\n▌Your turn", shown, re.MULTILINE)
    assert hand is not None, "the signs of the cards are four rows above"
    letter = re.search(r"([roygpk])[♥▲☼♣♦♠]", hand[1])
    assert letter is not None
    mover.type(f"C{letter[1]}1")
    mover.wait_for(partial(_holds, f"> C{letter[1]}1"))


def _discard(mover: Terminal, watcher: Terminal) -> None:
    """Make a move by keys, and wait until the other sees it."""
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
    with open_home(Paths.under(folder / "again")) as profile:
        saved = profile.store.begin(Seat.HOST, bytes(32), bytes(32))
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
        with open_home(paths) as profile:
            for _ in range(count):
                profile.store.begin(Seat.HOST, bytes(32), bytes(32)).append(entries)
        sizes.append(paths.games.stat().st_size)
    return (sizes[1] - sizes[0]) / 10 / 1000


def _a_game(folder: Path) -> list[Entry]:
    whole_game(folder)
    (kept,) = (folder / "a").glob("data/records/*.mandala")
    return [read(message) for message in verification.read_messages(kept.read_bytes())]


def version(folder: Path) -> Figure:
    """Seconds of the command that says its version."""
    return _command(folder, "--version")


def history(folder: Path) -> Figure:
    """Seconds of the command that lists past games, of which there are none."""
    return _command(folder, "history")


def _command(folder: Path, *arguments: str) -> Figure:
    watch = Stopwatch()
    subprocess.run(
        [SCRIPT, *arguments], env={**os.environ, **environment(folder)}, check=True, stdout=subprocess.DEVNULL
    )
    return watch.seconds()


def first_screen(arguments: list[str], folder: Path) -> Figure:
    """Seconds of a program from its start to its first screen."""
    began = time.perf_counter()
    with Terminal([*PROGRAM, *arguments], environment(folder)) as terminal:
        terminal.wait_for(lambda text: "Mandala" in text)
        return Figure(time.perf_counter() - began, computing_of(terminal.process))


def _program(_home: Path) -> list[str]:
    return PROGRAM


def _counting(home: Path) -> list[str]:
    home.mkdir(parents=True, mode=0o700)
    return [sys.executable, "-m", "bench.drawing", str(home / COUNTS)]


@contextmanager
def two_clients(folder: Path, program: Callable[[Path], list[str]] = _program) -> Iterator[tuple[Terminal, Terminal]]:
    """Two people's clients at one table, the host to move; ``program`` is what runs with its things in a folder."""
    with Terminal([*program(folder / "a"), *HOSTING, "--first", "host"], environment(folder / "a")) as host:
        port = port_in(host.wait_for(lambda text: "open on port" in text))
        joining = [*program(folder / "b"), "join", f"127.0.0.1:{port}", "--name", "Ben"]
        with Terminal(joining, environment(folder / "b")) as guest:
            guest.wait_for(lambda text: "is thinking" in text)
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
    """The memory at a table reached from the lobby, for the second time, after a look at the rules."""
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
    terminal.wait_for(partial(_holds, "draw pile"))


def _resident(terminal: Terminal) -> float:
    status = Path(f"/proc/{terminal.process.pid}/status").read_text()
    resident = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert resident is not None
    return int(resident[1]) / 1024


def redraws(folder: Path) -> tuple[Figure, Figure, Figure]:
    """Redraws a move in one client, those of them without a change, and the milliseconds of computing that one takes.

    A move is typed, made, and seen with the cards drawn after it; both players' moves count.
    """
    with two_clients(folder, _counting) as (mover, watcher):
        before = _counted(folder / "a")
        for _ in range(MOVES_DRAWN):
            _discard(mover, watcher)
            mover, watcher = watcher, mover
        after = _counted(folder / "a")
    drawn = after.redraws - before.redraws
    unchanged = after.unchanged - before.unchanged
    return Figure(drawn / MOVES_DRAWN), Figure(unchanged / MOVES_DRAWN), _drawing(before, after)


def drawing_of_patterns(folder: Path) -> Figure:
    """The milliseconds of computing that one redraw of Patterns takes, in a practice game that is always the same.

    Each move is the first example that the screen gives, typed and made, and seen with the answer of the bot.
    """
    with Terminal([*_counting(folder), *PRACTICE_OF_PATTERNS], environment(folder)) as terminal:
        terminal.wait_for(partial(_holds, "or type"))
        before = _counted(folder)
        for _ in range(MOVES_OF_PATTERNS_DRAWN):
            _play_example(terminal)
        after = _counted(folder)
    return _drawing(before, after)


def _drawing(before: Drawn, after: Drawn) -> Figure:
    """The milliseconds of computing that one redraw took between two counts."""
    milliseconds = 1000 * (after.seconds - before.seconds) / (after.redraws - before.redraws)
    return Figure(milliseconds, milliseconds)


def _play_example(terminal: Terminal) -> None:
    """Make the move that the screen gives as its first example, by keys, and wait for the next turn."""
    shown = terminal.text
    example = re.search(r"or type (\w+)", shown)
    assert example is not None, shown
    terminal.type(example[1])
    terminal.wait_for(partial(_holds, f"> {example[1]}"))
    terminal.type("\r")
    terminal.wait_for(lambda text: "or type" in text and text != shown)


def _counted(home: Path) -> Drawn:
    return Drawn(**json.loads((home / COUNTS).read_text(encoding="utf-8")))
