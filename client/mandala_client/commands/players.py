"""``mandala-lan players``."""

from __future__ import annotations

import click


@click.group(
    "players",
    invoke_without_command=True,
    epilog="Examples:  mandala-lan players   or   mandala-lan players forget Ben",
)
@click.pass_context
def command(context: click.Context) -> None:
    """Show, rename or forget the players you know."""
    from mandala_client.sorry import plain_sentences
    from mandala_net.identity import fingerprint
    from mandala_net.known_players import KnownPlayers
    from mandala_net.paths import find_paths
    from mandala_net.store import Store

    with plain_sentences():
        paths = find_paths().create()
        players = KnownPlayers.load(context.with_resource(Store(paths.games)), paths.known_players)
    context.obj = players
    if context.invoked_subcommand is not None:
        return
    for name, key in players:
        click.echo(f"{name} {fingerprint(key)}")
    if not len(players):
        click.echo("You know nobody yet.")


@command.command(epilog="Example:  mandala-lan players forget Ben")
@click.argument("name")
@click.pass_context
def forget(context: click.Context, name: str) -> None:
    """Forget a player: the next who comes by that name is let in as a stranger."""
    from mandala_client.sorry import plain_sentences
    from mandala_protocol.names import clean_name

    with plain_sentences():
        context.obj.forget(name)
    click.echo(f"{clean_name(name)} is forgotten.")


@command.command(epilog="Example:  mandala-lan players rename Ben 'Uncle Ben'")
@click.argument("name")
@click.argument("new_name")
@click.pass_context
def rename(context: click.Context, name: str, new_name: str) -> None:
    """Keep a player under another name."""
    from mandala_client.sorry import plain_sentences
    from mandala_protocol.names import clean_name

    with plain_sentences():
        context.obj.rename(name, new_name)
    click.echo(f"{clean_name(name)} is now kept as {clean_name(new_name)}.")
