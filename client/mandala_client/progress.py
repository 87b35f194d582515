"""How far the check of a record has come: a line that is written over while somebody looks on, and then taken away."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, TypeAlias

import click

from mandala_client.language import _

Progress: TypeAlias = Callable[[int, int], None]
"""Told how many of how many entries have been checked."""

BLINK_SECONDS: Final = 0.3
"""What takes no longer than this needs no line."""


@contextmanager
def checking(now: Callable[[], float] = time.monotonic) -> Iterator[Progress]:
    """Tell on standard error how far a check has come, if that is a terminal and the check takes longer than a blink.

    ``now`` gives seconds. The line is gone at the end of the block.
    """
    if not sys.stderr.isatty():
        yield lambda _done, _all: None
        return
    line = _Line(now)
    try:
        yield line.tell
    finally:
        line.clear()


class _Line:
    """The line on standard error."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now, self._begun = now, now()
        self._shown = ""

    def tell(self, done: int, total: int) -> None:
        if self._now() - self._begun < BLINK_SECONDS:
            return
        line = _("Checking the record: {percent} %").format(percent=100 * done // max(total, 1))
        if line != self._shown:
            self._shown = line
            click.echo(f"\r{line}", err=True, nl=False)

    def clear(self) -> None:
        if self._shown:
            click.echo(f"\r{' ' * len(self._shown)}\r", err=True, nl=False)
