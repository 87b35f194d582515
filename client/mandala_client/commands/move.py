"""``mandala-lan move``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mandala_client.commands.options import language_option
from mandala_client.commands.printing import Printer, fingerprints
from mandala_client.text.language import _, ngettext
from mandala_client.text.sorry import Sorry

if TYPE_CHECKING:
    from mandala_net.player.paths import Paths


@click.group(
    "move",
    epilog=_("Examples:  mandala-lan move out me.mandala-move   and there   mandala-lan move in me.mandala-move"),
    help=_(
        "Move your key, your name and settings, the players you know, and all games to another computer, in one file."
    ),
)
@language_option
def command(language: str | None) -> None:
    """Take all that is the player's own to another machine."""


@command.command(
    "out",
    epilog=_("Example:  mandala-lan move out me.mandala-move"),
    short_help=_("Export your key, players and games to one file."),
    help=_(
        "Export your key, players and games to one file.\n\n"
        "Anyone with the file can play in your name. Take it to the new computer yourself, and "
        "then delete it."
    ),
)
@click.argument("file", type=click.Path(path_type=Path), metavar=_("FILE"))
@fingerprints
def move_out(file: Path, printer: Printer) -> None:
    """Write the file, and tell what is in it and what to do with it."""
    from mandala_client.records.library import open_games
    from mandala_client.sentences import status_text
    from mandala_client.settings.own import own_home
    from mandala_net.player import transfer
    from mandala_net.player.paths import find_paths
    from mandala_net.trust.identity import fingerprint

    paths = find_paths()
    if not paths.identity.exists() and not paths.games.exists():
        raise Sorry(_("There is nothing to export: you have no key on this computer yet."))
    with own_home(paths=paths) as profile:
        transfer.move_out(profile, file, _settings(paths, printer.settings.name or profile.name))
        going_on = open_games(profile)
        contents = _contents(len(profile.store.games()), len(profile.players))
        printer.say(_("{file} contains: {contents}.").format(file=file, contents=contents))
        printer.say(_("Your key is {fingerprint}.").format(fingerprint=fingerprint(profile.identity.public)))
    printer.say(
        _(
            "The file contains your key. Take it to the new computer yourself, give it to no one, and "
            "delete it afterwards."
        )
    )
    printer.say(_("On the new computer, type: mandala-lan move in FILE"))
    printer.say(
        _(
            "From then on, play only there. Two computers with one key could contradict each other, "
            "which counts as cheating."
        )
    )
    if going_on:
        printer.say(_("These games are open. Resume them only on the new computer, never here again:"))
        for game in going_on:
            printer.say(f"  {status_text.stored_game(game)}")


@command.command(
    "in",
    epilog=_("Example:  mandala-lan move in me.mandala-move"),
    short_help=_("Import a file written by move out."),
    help=_(
        "Import a file that move out wrote on the old computer.\n\n"
        "If you already have games or players here, nothing happens without --set-aside."
    ),
)
@click.argument("file", type=click.Path(path_type=Path), metavar=_("FILE"))
@click.option("--set-aside", is_flag=True, help=_("First move what is here to a dated folder next to it."))
@fingerprints
def move_in(file: Path, set_aside: bool, printer: Printer) -> None:
    """Take in the file, and tell what was in it and where things are now."""
    from mandala_net.player import transfer
    from mandala_net.player.paths import find_paths
    from mandala_net.trust.identity import fingerprint

    moved = transfer.move_in(find_paths(), file, set_aside=set_aside)
    if moved.aside is not None:
        printer.say(_("What was here before is now in {folder}.").format(folder=moved.aside))
    if moved.settings_aside is not None:
        printer.say(_("The settings that were here are now in {file}.").format(file=moved.settings_aside))
    printer.say(_("Imported: {contents}.").format(contents=_contents(moved.games, moved.players)))
    printer.say(_("Your key is {fingerprint}.").format(fingerprint=fingerprint(moved.identity)))
    printer.say(
        _(
            "From now on, play only on this computer. Two computers with one key could contradict each "
            "other, which counts as cheating."
        )
    )
    printer.say(_("Delete {file} when you no longer need it. It contains your key.").format(file=file))


def _settings(paths: Paths, name: str) -> bytes:
    """The file of settings to take along. Raises ``Sorry``."""
    from mandala_client.records.library import reading
    from mandala_client.settings.settings_file import settings_to_take_along

    with reading(paths.settings):
        return settings_to_take_along(paths.settings, name)


def _contents(games: int, players: int) -> str:
    """The contents of a file, as a list."""
    counted = ngettext("{count} game", "{count} games", games).format(count=games)
    known = ngettext("{count} player you know", "{count} players you know", players).format(count=players)
    return ", ".join((_("your key"), counted, known, _("your settings")))
