"""``mandala-lan players``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from mandala_client.commands.kept_values import PlayerName
from mandala_client.commands.printing import Printer, fingerprints
from mandala_client.text.language import _

if TYPE_CHECKING:
    from mandala_net.trust.known_players import KnownPlayers


@click.group(
    "players",
    invoke_without_command=True,
    epilog=_("Examples:  mandala-lan players   or   mandala-lan players forget Ben"),
    help=_(
        "Show, rename, forget or block players.\n\n"
        "“Unconfirmed” players played here when everyone was let in. The next player with the same "
        "name whom you let in replaces them."
    ),
)
@fingerprints
def command(printer: Printer) -> None:
    """List the known players, without a command within."""
    from mandala_net.trust.identity import fingerprint

    with printer.profile() as profile:
        players = profile.players
        for name, key in players:
            printer.say(_line(name, fingerprint(key), players))
        known = set(players.fingerprints.values())
        for blocked, by_name in sorted(players.blocked.items()):
            if blocked not in known:
                printer.say(_blocked(f"{by_name or ''} {blocked}".lstrip()))
        if not len(players) and not players.blocked:
            printer.say(_("You know no players yet."))


@command.command(
    epilog=_("Example:  mandala-lan players forget Ben"),
    short_help=_("Forget a player."),
    help=_("Forget a player: the next player with that name is treated as new."),
)
@click.argument("player", type=PlayerName(), metavar=_("NAME"))
@fingerprints
def forget(player: str, printer: Printer) -> None:
    """Forget a player."""
    from mandala_protocol.names import clean_name

    with printer.profile() as profile:
        profile.players.forget(player)
    printer.say(_("{name} is forgotten.").format(name=clean_name(player)))


@command.command(
    epilog=_('Example:  mandala-lan players rename Ben "Uncle Ben"'),
    short_help=_("Rename a player."),
    help=_("Rename a player."),
)
@click.argument("player", type=PlayerName(), metavar=_("NAME"))
@click.argument("new_name", metavar=_("NEW_NAME"))
@fingerprints
def rename(player: str, new_name: str, printer: Printer) -> None:
    "Rename a player."
    from mandala_protocol.names import clean_name

    with printer.profile() as profile:
        profile.players.rename(player, new_name)
    kept = _("{name} is now called {new_name}.")
    printer.say(kept.format(name=clean_name(player), new_name=clean_name(new_name)))


@command.command(
    epilog=_("Examples:  mandala-lan players block Ben   or   mandala-lan players block ABCD-2345-EFGH-6723"),
    short_help=_("Block a player."),
    help=_(
        "Block a player, by name or key.\n\n"
        "You are not asked about this player again, whatever the name, and you do not see the "
        "games that they open. The other player sees only that you did not let them in."
    ),
)
@click.argument("player", type=PlayerName(), metavar=_("NAME|KEY"))
@fingerprints
def block(player: str, printer: Printer) -> None:
    """Block a player."""
    from mandala_protocol.names import clean_name

    with printer.profile() as profile:
        found = profile.players.block(player)
        name = profile.players.blocked[found]
    text = _("{player} is blocked.")
    printer.say(text.format(player=found if name is None else f"{clean_name(name)} {found}"))


@command.command(
    epilog=_("Example:  mandala-lan players unblock Ben"),
    short_help=_("Unblock a player."),
    help=_("Unblock a player, by name or key."),
)
@click.argument("player", type=PlayerName(), metavar=_("NAME|KEY"))
@fingerprints
def unblock(player: str, printer: Printer) -> None:
    """Block a player no longer."""

    with printer.profile() as profile:
        for found in profile.players.unblock(player):
            printer.say(_("{player} is no longer blocked.").format(player=found))


def _line(name: str, print_of: str, players: KnownPlayers) -> str:
    text = f"{name} {print_of}"
    if print_of in players.blocked:
        return _blocked(text)
    return text if players.is_confirmed(name) else _("{player}, unconfirmed").format(player=text)


def _blocked(player: str) -> str:
    return _("{player}, blocked").format(player=player)
