"""Workers for the independent parts of a large proof: handed in, because the protocol starts no threads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final, Protocol, TypeVar

T = TypeVar("T")

_LARGE: Final = 48
_SMALL: Final = 4


class Workers(Protocol):
    """The interface of workers: they run tasks that do not depend on each other, at the same time if they can."""

    def run(self, tasks: Sequence[Callable[[], T]]) -> list[T]:
        """The results in the order of the tasks; raises what the first task that failed raised, after all ended."""


class Serial:
    """Workers that run one task after the other, on the caller's thread."""

    def run(self, tasks: Sequence[Callable[[], T]]) -> list[T]:
        """The results in the order of the tasks."""
        return [task() for task in tasks]


def spans(size: int) -> list[slice]:
    """The positions from 0 up to ``size`` cut into a few parts of about equal work; one alone for very few."""
    parts = 4 if size >= _LARGE else 2 if size >= _SMALL else 1
    cuts = [size * part // parts for part in range(parts + 1)]
    return [slice(start, stop) for start, stop in pairwise(cuts)]
