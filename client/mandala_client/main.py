"""The command line. Each command is a module of its own, imported only when called, so that ``--version`` is quick."""

from __future__ import annotations

from importlib import import_module
from typing import Final

import click

COMMANDS: Final = {
    "host": "Open a game and wait for somebody to join it.",
    "join": "Join a game on the local network.",
    "resume": "Go on with a game that is still open.",
    "list": "Show the games that are open on the local network.",
    "play": "Play alone against a bot, through the same protocol.",
    "demo": "Watch two bots play a whole game as two programs.",
    "history": "Show the games that you have played.",
    "replay": "Step through a game, forward and back.",
    "export": "Write the record of a game into a file.",
    "stats": "Show how you have done against each opponent.",
    "verify": "Check the record of a game, card by card.",
    "check-rules": "Compare these rules with another program's log of games.",
    "whoami": "Show your own name and key.",
    "players": "Show, rename or forget the players you know.",
    "move": "Take all that is yours to another machine, in one file.",
}


class _Lazy(click.Group):
    """Finds a command's module when it is called for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's shape
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's shape
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"mandala_client.commands.{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=_Lazy,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Two people play like this: one types  mandala-lan host  and the other  mandala-lan join",
)
@click.version_option(package_name="mandala-lan", message="mandala-lan %(version)s")
def main() -> None:
    """The card game Mandala for two, on your own network: no server, no account, and nobody can cheat."""
