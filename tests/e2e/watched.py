"""Two players at terminals beside each other, where everything that is ever drawn is kept."""

from __future__ import annotations

import re
import select
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pyte
from attrs import define, field, frozen

from tests.e2e.programs import PROGRAM, Player, Screen
from tests.limits import SECONDS

ENTER: Final = "\r"
RIGHT: Final = "\x1b[C"
DOWN: Final = "\x1b[B"
RESIGN: Final = "\x1b[21~"
INTERRUPT: Final = "\x03"

_CURSOR_SHOWN: Final = b"\x1b[?25h"
"""Behind each of these a table is complete: the text cursor is hidden while one is drawn, and then shown again."""

_FIRST_CARDS: Final = re.compile(
    r"^(?: draw \d|[▸ ]\S.* river |.* hand \d, cup \d| +Left (?:→ )?(?:needs|would need|complete))"
    r"|╭ (?:what happened|points) ",
    re.MULTILINE,
)
"""In or above the first row of a table that can have cards; so what lacks it is no table, nor a part of one.

What stands beside a large table, the points, its piles or its log, begins above it.
"""

_BEING_WRITTEN: Final = "_"
"""To patterns this is a part of the word before it."""

_GLANCE_SECONDS: Final = 0.02
"""After so long it is looked again whether a program has ended, which its terminal does not always tell."""

_TITLE: Final = re.compile(rb"\x1b\][012];([^\x07\x1b]*)(?:\x07|\x1b\\)")


@frozen
class Size:
    """Of a window."""

    columns: int
    lines: int


USUAL: Final = Size(80, 24)
SMALL: Final = Size(40, 20)
WIDE: Final = Size(120, 40)


class Watched(Screen):
    """A terminal that keeps all bytes drawn in it, and each table as it was when it was complete, a row a line.

    ``tables`` has only those that were drawn for the size that the window has; ``all_bytes`` has everything. ``pages``
    are all screens that are no tables, each with the number of tables before it.
    """

    def __init__(self, player: Player, arguments: Sequence[str], size: Size) -> None:
        self.all_bytes = bytearray()
        self.tables: list[str] = []
        self.pages: list[tuple[int, str]] = []
        self.latest = ""
        self.settled = True
        _keep_still(player)
        super().__init__([*PROGRAM, *arguments], player.home, size.columns, size.lines)
        self._stream = _Witness(self._screen, self)

    @property
    def table(self) -> str:
        """The last complete table; nothing if there is none."""
        return self.tables[-1] if self.tables else ""

    def look(self) -> None:
        """Keep the screen, which is complete, if it is a table and was drawn for this size."""
        self.latest = "\n".join(self.rows)
        self.keep()

    def keep(self) -> None:
        """Keep the latest complete screen, if it is a table and was drawn for this size.

        What is on the screen by now may be a part of the one after it.
        """
        if self.settled and _FIRST_CARDS.search(self.latest):
            self.tables.append(self.latest)

    def glance(self) -> None:
        """Keep the screen, complete or not, if it has nothing of a table; where it is being written ``_`` stands.

        So what is only the beginning of a word ("red" of the secret word "redo") never looks like a word of its own.
        """
        text = self.text
        if not _FIRST_CARDS.search(text):
            self.pages.append((len(self.tables), self._text_with_mark()))

    def _text_with_mark(self) -> str:
        cursor, rows = self._screen.cursor, list(self.rows)
        row = rows[cursor.y]
        rows[cursor.y] = row[: cursor.x] + _BEING_WRITTEN + row[cursor.x + 1 :]
        return "\n".join(line.rstrip() for line in rows)

    @property
    def flowing(self) -> str:
        """The screen as one line, so that a sentence is found wherever it was broken."""
        return " ".join(self.text.split())

    @property
    def titles(self) -> list[str]:
        """Every title that the window has had."""
        return [title.decode() for title in _TITLE.findall(bytes(self.all_bytes))]


def _keep_still(player: Player) -> None:
    """Let nothing move in front of this player's tables, which are read; other settings of theirs stay."""
    settings = player.home / "config" / "settings.toml"
    if not settings.exists():
        settings.parent.mkdir(parents=True, exist_ok=True)
        settings.write_text("still = true\n", encoding="utf-8")


class _Witness(pyte.ByteStream):
    """The stream to the emulator of a terminal, which keeps what comes."""

    def __init__(self, screen: pyte.Screen, terminal: Watched) -> None:
        super().__init__(screen)
        self._terminal = terminal
        self._held = b""

    def feed(self, data: bytes) -> None:  # type: ignore[override]  # as in pyte itself
        self._terminal.all_bytes += data
        data = self._held + data
        self._held = _begun(data)
        *complete, rest = data.removesuffix(self._held).split(_CURSOR_SHOWN)
        for piece in complete:
            super().feed(piece + _CURSOR_SHOWN)
            self._terminal.look()
        super().feed(rest)
        self._terminal.glance()


def _begun(data: bytes) -> bytes:
    """The end of the data that may be the beginning of the sequence by which a table is complete."""
    ends = (_CURSOR_SHOWN[:length] for length in range(len(_CURSOR_SHOWN) - 1, 0, -1))
    return next((end for end in ends if data.endswith(end)), b"")


@define
class Room:
    """The places of both sides; ``port`` is the one of the host.

    Everything must be over at the time ``until``, by ``time.monotonic``.
    """

    until: float
    port: str = ""
    terminals: list[Watched] = field(factory=list)

    @contextmanager
    def start(self, player: Player, *arguments: str, size: Size = USUAL) -> Iterator[Watched]:
        """The program of a player in a terminal of its own; killed at the end of the block."""
        terminal = Watched(player, arguments, size)
        with terminal:
            self.terminals.append(terminal)
            try:
                yield terminal
            finally:
                self.terminals.remove(terminal)

    def wait(self, done: Callable[[], object], text: str = "what was awaited") -> None:
        """Take in what all draw, until this holds. Raises ``TimeoutError`` with the screens as they are then."""
        while not done():
            if time.monotonic() > self.until:
                screens = "\n\n".join(terminal.text for terminal in self.terminals)
                raise TimeoutError(f"{text} did not come in time, but:\n{screens}")
            drawing = [terminal for terminal in self.terminals if terminal.is_open]
            if not sum(terminal.read(0) for terminal in drawing):
                select.select(drawing, [], [], _GLANCE_SECONDS)

    def see(self, terminal: Watched, *wanted: str) -> str:
        """The screen as one line, once all of this is on it."""
        self.wait(lambda: all(one in terminal.flowing for one in wanted), repr(wanted))
        return terminal.flowing

    def press(self, terminal: Watched, keys: str, changes: Callable[[str], object]) -> None:
        """Press keys, and wait until what this reads from a complete table has become something else."""
        before = changes(terminal.table)
        terminal.type(keys)
        self.wait(lambda: changes(terminal.table) != before, f"a change by {keys!r}")

    def shrink(self, terminal: Watched) -> None:
        """Make the window as small as can be: of the request for more room the first letter is seen."""
        terminal.settled = False
        terminal.resize(1, 1)
        self.see(terminal, "T")

    def enlarge(self, terminal: Watched, size: Size, shown: Callable[[str], object]) -> None:
        """Make the window larger, and wait until there is a table for its size of which this holds."""
        terminal.settled, terminal.latest = False, ""
        terminal.resize(size.columns, size.lines)
        self.wait(lambda: _FIRST_CARDS.search(terminal.latest) and shown(terminal.latest), "a table in a larger window")
        terminal.settled = True
        terminal.keep()

    def leave(self, terminal: Watched) -> int:
        """The exit code of a program that is about to end."""
        self.wait(lambda: terminal.process.poll() is not None, "the end of the program")
        while terminal.read(0):
            pass
        return terminal.process.wait()


def room(seconds: float = SECONDS) -> Room:
    """A room for so many seconds at most."""
    return Room(time.monotonic() + seconds)


@contextmanager
def two_at_a_table(
    folder: Path, *hosting: str, sizes: tuple[Size, Size] = (USUAL, USUAL), seconds: float = SECONDS
) -> Iterator[tuple[Room, Watched, Watched]]:
    """Anna, who hosts, and Ben, who has joined her, once both see the table."""
    sitting = room(seconds)
    options = ("--local", "--unlisted", "--any", "--port", "0", "--name", "Anna", *hosting)
    with sitting.start(Player(folder / "anna"), "host", *options, size=sizes[0]) as anna:
        sitting.port = port_shown(sitting, anna)
        joining = ("join", "--local", "--name", "Ben", f"127.0.0.1:{sitting.port}")
        with sitting.start(Player(folder / "ben"), *joining, size=sizes[1]) as ben:
            sitting.wait(lambda: anna.table and ben.table, "the table on both sides")
            yield sitting, anna, ben


def port_shown(sitting: Room, terminal: Watched) -> str:
    """The port that the host's screen names."""
    found = re.search(r"open on port (\d+)\.", sitting.see(terminal, "open on port"))
    assert found is not None, terminal.text
    return found[1]
