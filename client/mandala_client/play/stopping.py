"""Running trio so that a signal to stop ends it in order, with its goodbyes; for the forms without a full screen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

import trio
from attrs import define

from mandala_client.text.language import _
from mandala_client.text.lines import print_line
from mandala_client.ui.outlet import write_beside
from mandala_client.ui.signals import ending_signals

T = TypeVar("T")


def run_until_stopped(main: Callable[[Callable[[], None]], Awaitable[T]]) -> T:
    """Run ``main`` to its end; it is given a function that stops it all, for someone who wants to leave.

    Raises ``SystemExit`` with 128 and the signal's number when the program is told to stop, after its goodbyes, and
    ``KeyboardInterrupt`` if it was stopped from within. An output that no one reads does not hold it up.
    """
    write_beside()

    async def run() -> T:
        stopped = _Stopped()
        with trio.CancelScope() as program:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(_stop_on_signal, program, stopped)
                result = await main(program.cancel)
                nursery.cancel_scope.cancel()
                return result
        print_line(_("Stopped."))
        if stopped.signal is None:
            raise KeyboardInterrupt
        raise SystemExit(128 + stopped.signal)

    return trio.run(run)


@define
class _Stopped:
    """The signal that told the program to stop; None if none did."""

    signal: int | None = None


async def _stop_on_signal(program: trio.CancelScope, stopped: _Stopped) -> None:
    stops = ending_signals()
    if not stops:
        return
    with trio.open_signal_receiver(*stops) as signals:
        async for number in signals:
            stopped.signal = number
            program.cancel()
            return
