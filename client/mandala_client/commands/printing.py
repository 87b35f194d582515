"""The common part of commands that only print: they start alike, and print only characters that the output can show."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

import click
from attrs import frozen

from mandala_client.commands.options import CommandDecorator, screen_options, speech_options
from mandala_client.sentences.failures import plain_sentences
from mandala_client.settings.settings import Settings
from mandala_client.settings.start import GivenOptions, start
from mandala_client.text.language import writes_in_ascii
from mandala_client.text.lines import print_line

if TYPE_CHECKING:
    from mandala_net.player.profile import Profile


@frozen
class Printer:
    """Prints lines to standard output, in ASCII if no more is wanted or can be shown there."""

    settings: Settings

    @property
    def ellipsis(self) -> str:
        """The mark of a cut."""
        return "..." if writes_in_ascii() else "…"

    def say(self, line: str) -> None:
        """Print a line."""
        print_line(line)

    def say_all(self, lines: Iterable[str]) -> None:
        """Print these lines."""
        for line in lines:
            self.say(line)

    def document(self, document: object) -> None:
        """Print JSON, for other programs."""
        click.echo(json.dumps(document, indent=1))  # noqa: TID251 - it has lines, and only ASCII

    def profile(self) -> AbstractContextManager[Profile]:
        """This player's own things, under the name that is chosen. Raises as ``own_home``."""
        from mandala_client.settings.own import own_home  # slow to import: not before it is wanted

        return own_home(self.settings.name)


@contextmanager
def before_a_screen(*instead: object) -> Iterator[bool]:
    """Look something up within the block, and get whether it will be drawn: then no key is heard meanwhile.

    It is printed where nothing can be drawn, and where anything else is wanted ``instead``.
    """
    from mandala_client.ui.abilities import can_draw
    from mandala_client.ui.swallowed_keys import keys_swallowed

    on_screen = can_draw() and not any(instead)
    with keys_swallowed() if on_screen else nullcontext():
        yield on_screen


def fingerprints(command: CommandDecorator) -> CommandDecorator:
    """Declare a command that only tells something: it speaks as is wanted, gets a ``printer``, and fails in sentences.

    What is wrong with the settings is told on standard error. If there is a command within, that one is run alone.
    """
    return speech_options(_begun(command))


def prints_or_draws(command: CommandDecorator) -> CommandDecorator:
    """Declare the same for a command that can also draw a table, in the theme that is wanted."""
    return screen_options(_begun(command))


def _begun(command: CommandDecorator) -> CommandDecorator:
    """The command with a printer, begun by its wishes."""

    @functools.wraps(command)
    def begun(*, wishes: GivenOptions, **values: Any) -> object:
        if click.get_current_context().invoked_subcommand is not None:
            return None  # that one begins
        with plain_sentences():
            started = start(wishes)
            for sentence in started.sentences:
                print_line(sentence, aside=True)
            return command(**values, printer=Printer(started.settings))

    return begun
