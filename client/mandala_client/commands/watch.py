"""``mandala-lan watch``."""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING

import click

from mandala_client.commands.kept_values import GameId
from mandala_client.commands.options import linear_option
from mandala_client.commands.outlets import is_heard
from mandala_client.commands.printing import Printer, prints_or_draws
from mandala_client.text.language import _
from mandala_client.text.sorry import Sorry

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mandala_client.linear.typed_lines import TypedLines
    from mandala_net.player.paths import Paths
    from mandala_net.store.public_store import PublicStore
    from mandala_net.store.store import StoredGame


@click.command(
    "watch",
    epilog=_("Examples:  mandala-lan watch   or   mandala-lan watch 1f2e3d4c --linear"),
    help=_(
        "Show your running game on a second screen, such as a television, large and live.\n\n"
        "Only what both players know is shown: no hand and no hidden card, not even yours. Nothing can be "
        "played or changed here. Without an ID, the game that you are playing is shown, or you choose one. "
        "After the game, the next one that you two play follows.\n\n"
        "In text mode, and without a terminal, every move is a sentence, and the command ends with the game."
    ),
)
@click.argument("game", type=GameId(open_only=True), required=False, metavar="[ID]")
@linear_option
@prints_or_draws
def command(game: str | None, linear: bool, printer: Printer) -> None:
    """Find the game and show it as long as it is played."""
    from mandala_client.linear.typed_lines import standard_input
    from mandala_client.linear.voice import Voice
    from mandala_client.records.watching import Watching
    from mandala_client.ui.abilities import can_draw
    from mandala_net.player.paths import find_paths
    from mandala_net.store.public_store import PublicStore

    paths, lines = find_paths(), standard_input()
    store = PublicStore(paths.games)
    found = _found(store, paths, game)
    chosen = found[0] if len(found) == 1 else _chosen(found, lines, printer)
    if chosen is None:
        return
    watch = partial(Watching, store, paths.locks)
    if linear or not can_draw():
        from mandala_client.linear.live_telling import tell_live

        tell_live(watch(chosen), lines, Voice(sys.stdout), is_heard)
        return
    from mandala_client.screens.watch_screen import run_watch

    try:
        run_watch(watch, chosen, printer.settings)
    except KeyboardInterrupt:
        return  # an interrupt leaves, as the key does


def _found(store: PublicStore, paths: Paths, digits: str | None) -> Sequence[StoredGame]:
    """The game that is named, or all that can be meant. Raises ``Sorry`` and ``StoreError``."""
    from mandala_client.records.watching import game_to_watch, games_to_watch
    from mandala_client.text.own_command import program

    with store.opened() as games:
        if digits is not None:
            return [game_to_watch(games, digits)]
        found = games_to_watch(games, paths)
    if not found:
        none = _(
            "You have no open game to watch. To start one: {program} host. Practice games are not kept, so they can't "
            "be watched."
        )
        raise Sorry(none.format(program=program()))
    return found


def _chosen(games: Sequence[StoredGame], lines: TypedLines, printer: Printer) -> StoredGame | None:
    """Ask which of these games to watch; None for none. Raises ``Sorry`` if there is no answer."""
    import trio

    from mandala_client.linear.asking import number_of_game
    from mandala_client.sentences.status_text import stored_game

    printer.say(_("You have several open games. Which one do you want to watch?"))
    printer.say_all(f"{number}: {stored_game(game)}" for number, game in enumerate(games, start=1))
    number = trio.run(number_of_game, lines, printer.say, len(games))
    if number is None:
        raise Sorry(_("No game was chosen. Name one by its ID."))
    return games[number - 1] if number else None
