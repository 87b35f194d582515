"""Lines on standard output and standard error, for sentences that are neither on the full screen nor in text mode."""

from __future__ import annotations

import click

from mandala_client.text.characters import as_written


def print_line(line: str, *, aside: bool = False) -> None:
    """Print a line as it can be shown; ``aside``: on standard error."""
    click.echo(as_written(line), err=aside)  # noqa: TID251 - the one place
