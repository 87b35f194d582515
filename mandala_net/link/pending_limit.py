"""A bounded waiting room; when it is full, the oldest visitor is dropped."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

import trio


class PendingLimit:
    """Room for ``most`` visitors. Waiting takes milliseconds, so an old visitor is hardly serious."""

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
