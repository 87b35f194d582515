"""``mandala-lan demo``."""

from __future__ import annotations

import sys
import tempfile
from contextlib import nullcontext
from pathlib import Path

import click

from mandala_client.commands.bot_choice import BotChoice, require_bots
from mandala_client.commands.options import game_option
from mandala_client.commands.printing import Printer, fingerprints
from mandala_client.text.language import _
from mandala_client.text.sorry import Sorry


@click.command(
    "demo",
    help=_(
        "Watch two bots play a whole game.\n\n"
        "Two programs find each other on the network, shuffle a deck that neither can see, play "
        "over TCP with all proofs, and leave a record that is then verified. Without --record, "
        "nothing is kept. Needs no terminal."
    ),
    epilog=_("Example:  mandala-lan demo --seed 7"),
)
@click.option("--seed", type=int, default=None, help=_("Make the bots' play repeatable. The set-up still differs."))
@click.option(
    "--host", "host_bot", type=BotChoice(), default="greedy", show_default=True, help=_("The bot that hosts.")
)
@click.option(
    "--guest", "guest_bot", type=BotChoice(), default="greedy", show_default=True, help=_("The bot that joins.")
)
@click.option(
    "--record",
    type=click.Path(path_type=Path),
    default=None,
    metavar=_("FILE"),
    help=_("Keep the record of the game in this file. Without it, nothing is kept."),
)
@game_option(_("Which game they play."))
@fingerprints
def command(seed: int | None, host_bot: str, guest_bot: str, record: Path | None, game: str, printer: Printer) -> None:
    """Run the demonstration, and exit with 0 if all went well."""
    from mandala_client.play.demonstration import Wanted, demonstrate
    from mandala_client.records.written import writing

    require_bots(game, host_bot, guest_bot)
    with tempfile.TemporaryDirectory(prefix="mandala-lan-demo-") as folder:
        there = _("{file} already exists. Choose another name.")
        if record is not None and record.exists():
            raise Sorry(there.format(file=record))
        with writing(record) if record is not None else nullcontext():
            try:
                sys.exit(demonstrate(Path(folder), Wanted(game, host_bot, guest_bot, seed, record), printer.say))
            except FileExistsError as error:
                raise Sorry(there.format(file=record)) from error
