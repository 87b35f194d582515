"""``mandala-lan demo``."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import click


@click.command("demo", epilog="Example:  mandala-lan demo --seed 7")
@click.option(
    "--seed", type=int, default=None, help="Let the bots play the same way each time; the cards still differ."
)
@click.option("--host", "host_bot", type=click.Choice(["random", "greedy"]), default="greedy", show_default=True)
@click.option("--guest", "guest_bot", type=click.Choice(["random", "greedy"]), default="greedy", show_default=True)
def command(seed: int | None, host_bot: str, guest_bot: str) -> None:
    """Watch two bots play a whole game.

    Two programs find each other on the network, shuffle a deck that neither can see, play over TCP with all
    proofs, and leave a record that is then verified. Needs no terminal.
    """
    from mandala_client.demonstration import demonstrate
    from mandala_client.sorry import plain_sentences

    with plain_sentences(), tempfile.TemporaryDirectory(prefix="mandala-lan-demo-") as folder:
        sys.exit(demonstrate(Path(folder), host_bot, guest_bot, seed, click.echo))
