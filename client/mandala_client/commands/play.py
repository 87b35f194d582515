"""``mandala-lan play``."""

from __future__ import annotations

import click


@click.command("play", epilog="Example:  mandala-lan play --against random")
@click.option(
    "--against",
    type=click.Choice(["random", "greedy"]),
    default="greedy",
    show_default=True,
    help="The bot to play against.",
)
@click.option("--name", default=None, help="Your name at the table.")
@click.option("--seed", type=int, default=None, help="Let the bot play the same way each time.")
@click.option("--linear", is_flag=True, help="Plain sentences instead of a full screen, for screen readers.")
@click.option("--ascii", "only_ascii", is_flag=True, help="Use no characters beyond ASCII.")
def command(against: str, name: str | None, seed: int | None, linear: bool, only_ascii: bool) -> None:
    """Play alone against a bot.

    The bot is a program of its own on this machine: you play it through the same protocol as a person.
    """
    from mandala_client.flows import Joining, join_flow
    from mandala_client.neighbour import bot_host
    from mandala_client.run import Look, run_at_desk
    from mandala_client.sorry import plain_sentences

    with plain_sentences(), bot_host(against, seed) as address:
        how = Joining(address=address, bot=against)
        run_at_desk(lambda desk, home: join_flow(desk, home, how), name, Look(linear, only_ascii))
