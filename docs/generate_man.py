"""Write ``mandala-lan.1``, the manual page, from the commands and their help: run it after changing either."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import click

from mandala_client.main import COMMAND_GROUPS, main
from mandala_client.text.language import Language, speak

PAGE: Final = Path(__file__).with_name("mandala-lan.1")

_HEAD: Final = r""".\" Written by docs/generate_man.py.
.TH MANDALA\-LAN 1 "" mandala\-lan "Games"
.SH NAME
mandala\-lan \- play Mandala and Patterns on your own network
.SH SYNOPSIS
.B mandala\-lan
.RI [ command ]
.RI [ options ]
"""

_TAIL: Final = r""".SH ENVIRONMENT
.TP
.B MANDALA_LAN_HOME
The folder for all files of the program, as an absolute path.
.TP
.B NO_COLOR
No colours are used if it is set.
.SH EXIT STATUS
0 for success, 1 for a failure with its reason on standard error, 2 for a command line that was not understood,
and 128 + N after signal N.
"""


def render() -> str:
    """Return the manual page, in English."""
    speak(Language.ENGLISH)
    context = click.Context(main, info_name="mandala-lan", **main.context_settings)
    with context.scope(cleanup=False):
        main.get_help(context)  # it puts the help of the program into words
        parts = [_HEAD, ".SH DESCRIPTION\n", _paragraphs(main.help or ""), *_options(main, context)]
        for title, group in COMMAND_GROUPS.items():
            parts.append(f".SH {_escaped(title.upper())}\n")
            for name in group:
                parts += _command(name, context)
    return "".join([*parts, _TAIL])


def _command(name: str, context: click.Context) -> list[str]:
    command = main.get_command(context, name)
    assert command is not None, "each command in the help has a module"
    within = click.Context(command, info_name=name, parent=context)
    usage = " ".join(command.collect_usage_pieces(within))
    parts = [f".SS {_escaped(f'mandala-lan {name} {usage}')}\n", _paragraphs(command.help or "")]
    parts += _options(command, within)
    if isinstance(command, click.Group):
        for below in command.list_commands(within):
            inner = command.get_command(within, below)
            assert inner is not None, "it is listed"
            parts.append(f".TP\n.B {_escaped(below)}\n{_text(inner.get_short_help_str(limit=200))}\n")
    return parts


def _options(command: click.Command, context: click.Context) -> list[str]:
    # Arguments stand in the usage; only some versions of click have a line without a help for them here.
    options = (parameter for parameter in command.get_params(context) if isinstance(parameter, click.Option))
    records = (option.get_help_record(context) for option in options)
    return [f".TP\n.B {_escaped(shown)}\n{_text(about)}\n" for shown, about in filter(None, records)]


def _paragraphs(text: str) -> str:
    return "".join(f".PP\n{_text(paragraph)}\n" for paragraph in re.split(r"\n\s*\n", text.strip()))


def _text(text: str) -> str:
    """A paragraph on one line, which does not begin like an instruction to the formatter."""
    line = _escaped(" ".join(text.split()))
    return f"\\&{line}" if line.startswith((".", "'")) else line


def _escaped(text: str) -> str:
    plain = text.replace("\\", r"\e").replace("-", r"\-")
    return "".join(character if character.isascii() else f"\\[u{ord(character):04X}]" for character in plain)


if __name__ == "__main__":
    PAGE.write_text(render(), encoding="utf-8")
