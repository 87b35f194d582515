"""``mandala-lan players``."""

from __future__ import annotations

import click

from mandala_client.language import _


@click.group(
    "players",
    invoke_without_command=True,
    epilog=_("Examples:  mandala-lan players   or   mandala-lan players forget Ben"),
    short_help=_("Show, rename or forget the players you know."),
    help=_("Show, rename or forget the players you know."),
)
@click.pass_context
def command(context: click.Context) -> None:
    """Open the known players for the commands within; without one, list them."""
    from mandala_client.own import own_home
    from mandala_client.sorry import plain_sentences
    from mandala_net.identity import fingerprint

    with plain_sentences():
        context.obj = context.with_resource(own_home()).players
    if context.invoked_subcommand is not None:
        return
    for name, key in context.obj:
        click.echo(f"{name} {fingerprint(key)}")
    if not len(context.obj):
        click.echo(_("You know nobody yet."))


@command.command(
    epilog=_("Example:  mandala-lan players forget Ben"),
    short_help=_("Forget a player."),
    help=_("Forget a player: the next who comes by that name is let in as a stranger."),
)
@click.argument("name", metavar=_("NAME"))
@click.pass_context
def forget(context: click.Context, name: str) -> None:
    """Forget a player."""
    from mandala_client.sorry import plain_sentences
    from mandala_protocol.names import clean_name

    with plain_sentences():
        context.obj.forget(name)
    click.echo(_("{name} is forgotten.").format(name=clean_name(name)))


@command.command(
    epilog=_("Example:  mandala-lan players rename Ben 'Uncle Ben'"),
    short_help=_("Keep a player under another name."),
    help=_("Keep a player under another name."),
)
@click.argument("name", metavar=_("NAME"))
@click.argument("new_name", metavar=_("NEW_NAME"))
@click.pass_context
def rename(context: click.Context, name: str, new_name: str) -> None:
    """Keep a player under another name."""
    from mandala_client.sorry import plain_sentences
    from mandala_protocol.names import clean_name

    with plain_sentences():
        context.obj.rename(name, new_name)
    click.echo(_("{name} is now kept as {new_name}.").format(name=clean_name(name), new_name=clean_name(new_name)))
