"""Running with trio, but not for ever."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

import trio
from trio.abc import Clock

from tests.limits import SECONDS

T = TypeVar("T")


def run_in_time(main: Callable[[], Awaitable[T]], clock: Clock | None = None) -> T:
    """Run this; it fails where it hangs."""

    async def in_time() -> T:
        with trio.fail_after(SECONDS):
            return await main()

    return trio.run(in_time, clock=clock)
