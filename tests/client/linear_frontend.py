"""A frontend of the linear form, and whoever sits there and types now and then."""

from __future__ import annotations

import io
import queue
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

import trio
from trio.abc import Clock

from mandala_client.linear.text_frontend import TextFrontend
from mandala_client.linear.typed_lines import TypedLines
from mandala_client.settings.settings import Settings
from mandala_net.match.admission import PeerInfo
from mandala_net.match.news import GameEnded, GameFinished
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from tests.in_time import run_in_time
from tests.limits import SECONDS

T = TypeVar("T")

BEN, EVE = (PeerInfo(name, f"{name}-KEY", None) for name in ("Ben", "Eve"))
QUESTION = "Let this player in? Type"


class Keyboard(io.StringIO):
    """Somebody types here now and then."""

    def __init__(self) -> None:
        super().__init__()
        self._typed: queue.Queue[str] = queue.Queue()

    def type(self, *lines: str) -> None:
        for line in lines:
            self._typed.put(f"{line}\n")

    def stop(self) -> None:
        """Nothing more is typed."""
        self._typed.put("")

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]  # a bug of typeshed: TextIO.readline
        return self._typed.get(timeout=SECONDS)


class Counted(TypedLines):
    """Counts the lines that have come."""

    came = 0

    def _arrive(self) -> None:
        self.came += 1
        super()._arrive()


class Linear:
    """A frontend, and whoever sits there."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.left = 0
        self._out, self.keyboard = io.StringIO(), Keyboard()
        self.lines = Counted(self.keyboard)
        self.frontend = TextFrontend(self.lines, self._out, settings=settings, leave=self._leave)

    def _leave(self) -> None:
        self.left += 1

    @property
    def said(self) -> list[str]:
        return self._out.getvalue().splitlines()

    async def hear(self, start: str, times: int = 1) -> None:
        """Wait until sentences that begin like this have been said so often."""
        while sum(line.startswith(start) for line in self.said) < times:
            await trio.lowlevel.checkpoint()

    @asynccontextmanager
    async def asked_in_vain(self, peer: PeerInfo) -> AsyncIterator[None]:
        """Within this the question about a visitor is asked; then the visitor has gone."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self.frontend.admit, peer)
            await self.hear(QUESTION)
            yield
            nursery.cancel_scope.cancel()


def run(main: Callable[[], Awaitable[T]], linear: Linear, clock: Clock | None = None) -> T:
    """Run this, but not for ever; in the end nothing more is typed."""

    async def until_stopped() -> T:
        try:
            return await main()
        finally:
            linear.keyboard.stop()

    return run_in_time(until_stopped, clock)


def our_turn(moments: tuple[Snapshot, ...]) -> Snapshot:
    """The first moment when we are to move."""
    return next(moment for moment in moments if moment.pending is Pending.MOVE)


def finished(moments: tuple[Snapshot, ...]) -> GameEnded:
    """The end of the game of these moments."""
    result = moments[-1].result
    assert result is not None
    return GameEnded(GameFinished(result), Path("/home/anna/game.mandala"), moments[-1])
