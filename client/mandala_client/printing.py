"""What the commands that only tell something have in common: they begin alike, and print what the output can show."""

from __future__ import annotations

import sys
from io import TextIOWrapper

import click
from attrs import frozen

from mandala_client.language import write_in_ascii
from mandala_client.settings import Settings
from mandala_client.start import Wishes, start


@frozen
class Printer:
    """Prints lines to standard output, in ASCII if no more is wanted or can be shown there."""

    settings: Settings
    only_ascii: bool

    def say(self, line: str) -> None:
        """Print a line; a character that cannot be shown becomes another, never an error."""
        from mandala_client.table.style import only_ascii

        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")
        click.echo(only_ascii(line) if self.only_ascii else line)


def begin_to_print(wishes: Wishes) -> Printer:
    """Settle the language, tell on standard error what is wrong with the settings. Raises ``FolderError``."""
    from mandala_client.table.terminal import look_of

    started = start(wishes)
    for sentence in started.told:
        click.echo(sentence, err=True)
    only_ascii = not look_of(started.settings, sys.stdout.encoding).writes_all
    write_in_ascii(only_ascii)
    return Printer(started.settings, only_ascii)
