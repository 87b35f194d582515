"""Threads for the large proofs: libsodium releases the interpreter's lock, so they run side by side."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Final, TypeVar

T = TypeVar("T")

MOST_THREADS: Final = 4
"""The parts of a proof are about as many; more threads would only wait for the interpreter."""


class ThreadWorkers:
    """Workers that run the independent parts of a proof on a few threads; see ``poker.workers.Workers``."""

    def __init__(self, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="proof")

    def run(self, tasks: Sequence[Callable[[], T]]) -> list[T]:
        """The results in the order of the tasks; raises what the first task that failed raised, after all ended."""
        if len(tasks) == 1:
            return [tasks[0]()]
        futures = [self._pool.submit(task) for task in tasks]
        errors = [error for error in (future.exception() for future in futures) if error is not None]
        if errors:
            raise errors[0]
        return [future.result() for future in futures]


@cache
def shared_workers() -> ThreadWorkers:
    """The threads of this process, as many as it has processors, up to a few."""
    return ThreadWorkers(min(os.cpu_count() or 1, MOST_THREADS))
