"""A place for a few who wait: whoever came first gives way to those who come on top."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

import trio


class PendingLimit:
    """Room for ``most``: what is waited for takes milliseconds, so one who has been there for long hardly means it."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting: deque[trio.CancelScope] = deque()

    @contextmanager
    def stand(self) -> Iterator[None]:
        """Wait here within the block, which is cancelled when too many have come since, and ends without an error."""
        if len(self._waiting) >= self._most:
            self._waiting.popleft().cancel()
        with trio.CancelScope() as scope:
            self._waiting.append(scope)
            try:
                yield
            finally:
                if scope in self._waiting:
                    self._waiting.remove(scope)
