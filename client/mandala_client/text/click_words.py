"""The words of click, the library of the command line, so that our catalogues have them too.

click asks gettext for them by itself (``language.speak`` tells gettext where to look). It does not ask for the names of
values in a usage line: ``in_own_words`` puts those in.
"""

from __future__ import annotations

from typing import Any, Final

import click

from mandala_client.text.language import _, ngettext
from mandala_protocol.sentence import N_

WORDS: Final = (
    # help
    N_("Usage:"),
    N_("Options"),
    N_("Commands"),
    N_("Show this message and exit."),
    N_("Show the version and exit."),
    N_("default: {default}"),
    N_("required"),
    # wrong usage
    N_("Error: {message}"),
    N_("Try '{command} {option}' for help."),
    N_("Aborted!"),
    N_("Missing command."),
    N_("Missing argument"),
    N_("Missing option"),
    N_("No such command {name!r}."),
    N_("No such option {name!r}."),
    N_("Option {name!r} does not take a value."),
    N_("Invalid value: {message}"),
    N_("Invalid value for {param_hint}: {message}"),
    N_("{value!r} is not a valid {number_type}."),
    N_("{value} is not in the range {range}."),
    N_("Choose from:\n\t{choices}"),
    N_("Could not open file {filename!r}: {message}"),
)


def words_for(count: int) -> tuple[str, ...]:
    """Return the plural messages for this count."""
    return (
        ngettext("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)", count),
        ngettext("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})", count),
        ngettext("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments.", count),
        ngettext("{value!r} is not {choice}.", "{value!r} is not one of {choices}.", count),
        ngettext(
            "{value!r} does not match the format {format}.", "{value!r} does not match the formats {formats}.", count
        ),
    )


def in_own_words(command: click.Command) -> click.Command:
    """Change a command to show its usage line and its options in the spoken language."""
    command.options_metavar = _("[OPTIONS]")
    if isinstance(command, click.Group):
        if command.invoke_without_command:
            command.subcommand_metavar = _("[COMMAND] [ARGS]...")
        else:
            command.subcommand_metavar = _("COMMAND [ARGS]...")
        for inner in command.commands.values():
            in_own_words(inner)
    for parameter in command.params:
        if isinstance(parameter, click.Option) and not parameter.is_flag and parameter.metavar is None:
            parameter.metavar = _value(parameter.type)
    return command


def _value(kind: click.ParamType[Any]) -> str | None:
    """The name for a value of this kind; None for a kind that lists its values."""
    match kind:
        case _ if type(kind).get_metavar is not click.ParamType.get_metavar:
            return None
        case click.types.IntParamType() | click.types.FloatParamType():
            return _("NUMBER")
        case click.types.Path() | click.types.File():
            return _("FILE")
        case _:
            return _("TEXT")
