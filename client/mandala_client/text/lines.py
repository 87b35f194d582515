"""Lines on standard output and standard error: those of commands, and those of text mode."""

from __future__ import annotations

import os
import sys
from typing import TextIO

import click

from mandala_client.text.characters import as_written
from mandala_client.text.width import columns_of


class LineToCopy(str):
    """A line that is copied whole, such as a command: no row of a terminal ends within it by our doing."""

    __slots__ = ()


def print_line(line: str, *, aside: bool = False) -> None:
    """Print a line as it can be shown, in whole words; ``aside``: on standard error."""
    click.echo(in_whole_words(line, sys.stderr if aside else sys.stdout), err=aside)  # noqa: TID251 - the one place


def in_whole_words(line: str, out: TextIO | None) -> str:
    """The line as it can be written to ``out``: where a terminal is too narrow for it, broken between words.

    In a file or a pipe, which programs read, a sentence stays one line. A word longer than a row is left to the
    terminal, so that it can be copied.
    """
    columns = None if isinstance(line, LineToCopy) else _columns_of_terminal(out)
    written = as_written(line)
    return written if columns is None else "\n".join(_rows(written, columns))


def _columns_of_terminal(out: TextIO | None) -> int | None:
    """The columns of a terminal; None for what is none, or does not say how wide it is."""
    try:
        return None if out is None or not out.isatty() else os.get_terminal_size(out.fileno()).columns or None
    except (OSError, ValueError):
        return None


def _rows(line: str, columns: int) -> list[str]:
    """The line in rows of at most this number of columns, each indented as the first; only spaces are left out."""
    indent = line[: len(line) - len(line.lstrip())]
    rows, row = [], ""
    for word in line[len(indent) :].split(" "):
        longer = f"{row} {word}" if row else f"{indent}{word}"
        if row.strip() and columns_of(longer) > columns:
            rows.append(row.rstrip())
            longer = f"{indent}{word}"
        row = longer
    return [*rows, row]
