"""The second peer, in JavaScript, as a program of the tests; and a relay that cuts connections."""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path
from typing import ClassVar, Final

import trio

from tests.e2e.programs import Player, Running, read_until
from tests.narrowing import found
from tests.relays import Relay

FOLDER: Final = Path(__file__).parent
NODE: Final = shutil.which("node")


def reason_to_skip() -> str | None:
    """Return why the second peer cannot run here, or None."""
    if NODE is None:
        return "node is not installed"
    if not (FOLDER / "node_modules" / "libsodium-wrappers-sumo").is_dir():
        return "the packages of the second peer are not there: run make foreign"
    return None


class ForeignPlayer(Player):
    """A player with the second peer; its identity, secrets and moves follow from the name of its home."""

    program: ClassVar = [NODE or "node", str(FOLDER / "main.js")]

    @property
    def options(self) -> tuple[str, ...]:
        """The options of every command that plays."""
        return ("--home", str(self.home), "--seed", self.home.name)

    @property
    def records(self) -> list[Path]:
        return sorted(self.home.glob("records/*.mandala"))


def port_of_foreign(host: Running) -> str:
    """The port on which the second peer listens."""
    return found(r"port (\d+)", read_until(host, "listening on port"))[1]


class CuttingRelay(Relay):
    """Resets the first connections after so many bytes of both directions, one number for each of them."""

    def __init__(self, target: int, budgets: tuple[int, ...]) -> None:
        super().__init__(target)
        self._budgets = list(budgets)

    async def connect(self, guest: trio.SocketStream, host: trio.SocketStream) -> None:
        self._left = self._budgets.pop(0) if self._budgets else None
        await super().connect(guest, host)

    async def carry(self, source: trio.SocketStream, sink: trio.SocketStream, from_guest: bool) -> None:
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            async for data in source:
                if self._left is not None:
                    self._left -= len(data)
                    if self._left < 0:
                        await trio.aclose_forcefully(source)
                        await trio.aclose_forcefully(sink)
                        return
                await sink.send_all(data)
            await sink.send_eof()

    @property
    def uncut(self) -> int:
        """The number of connections that are still to be cut."""
        return len(self._budgets)
