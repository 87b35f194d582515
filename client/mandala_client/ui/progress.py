"""Progress of something slow: a line that is overwritten on a terminal, and removed at the end."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, TypeAlias

import click

from mandala_client.text.characters import as_written
from mandala_client.text.language import _
from mandala_client.text.width import columns_of

ShowProgress: TypeAlias = Callable[[int, int], None]
"""Told how much of how much has been done."""

BLINK_SECONDS: Final = 0.5
"""Work that takes no longer than this, in seconds, needs no line."""


def checked(done: int, total: int) -> str:
    """Say how much of a record has been checked."""
    return _("Checking the record: {percent} %").format(percent=100 * done // max(total, 1))


def reviewed(done: int, total: int) -> str:
    """Say how much of a game has been reviewed."""
    return _("Reviewing the moves: {percent} %").format(percent=100 * done // max(total, 1))


def batch_played(done: int, total: int) -> str:
    """Say how many games have been played."""
    return _("Games played: {done} of {total}").format(done=done, total=total)


def vectors_checked(file: str, done: int, total: int) -> str:
    """Say how much of a file of test vectors has been checked."""
    return _("Checking {file}: {percent} %").format(file=file, percent=100 * done // max(total, 1))


def records_written(done: int, _total: int) -> str:
    """Say how many records have been written; how many there will be is not known before."""
    return _("Records written: {done}").format(done=done)


@contextmanager
def shown_progress(
    line_of: Callable[[int, int], str], now: Callable[[], float] = time.monotonic
) -> Iterator[ShowProgress]:
    """Tell on standard error how far it has come, if that is a terminal and it takes longer than a blink.

    ``now`` gives seconds. The line is gone at the end of the block.
    """
    begun, line = now(), ProgressLine()

    def tell(done: int, total: int) -> None:
        if now() - begun >= BLINK_SECONDS:
            line.tell(line_of(done, total))

    try:
        yield tell
    finally:
        line.clear()


class ProgressLine:
    """A line on standard error, if that is a terminal, that gives way to what is printed."""

    def __init__(self) -> None:
        self._shown = ""

    def tell(self, line: str) -> None:
        """Show this line instead of the one before."""
        if sys.stderr.isatty() and line != self._shown:
            _overwrite(line + " " * (columns_of(self._shown) - columns_of(line)))
            self._shown = line

    def clear(self) -> None:
        """Remove the line."""
        if self._shown:
            _overwrite(" " * columns_of(self._shown))
            _overwrite("")
            self._shown = ""


def _overwrite(line: str) -> None:
    """Write from the beginning of the line on standard error, and stay in it."""
    click.echo(f"\r{as_written(line)}", err=True, nl=False)  # noqa: TID251 - the carriage return is meant
