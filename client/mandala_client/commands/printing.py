"""What the commands that only tell something have in common: they begin alike, and print what the output can show."""

from __future__ import annotations

import click
from attrs import frozen

from mandala_client.settings.settings import Settings
from mandala_client.settings.start import GivenOptions, start
from mandala_client.text.language import writes_in_ascii


@frozen
class Printer:
    """Prints lines to standard output, in ASCII if no more is wanted or can be shown there."""

    settings: Settings

    @property
    def only_ascii(self) -> bool:
        """Return whether no more than ASCII is printed."""
        return writes_in_ascii()

    def say(self, line: str) -> None:
        """Print a line."""
        click.echo(self.shown(line))

    def shown(self, text: str) -> str:
        """The text as it can be shown."""
        from mandala_client.ui.style import as_written

        return as_written(text)


def begin_to_print(wishes: GivenOptions) -> Printer:
    """Settle the language, tell on standard error what is wrong with the settings. Raises ``FolderError``."""
    started = start(wishes)
    for sentence in started.told:
        click.echo(sentence, err=True)
    return Printer(started.settings)
