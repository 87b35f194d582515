"""``mandala-lan bots``."""

from __future__ import annotations

import sys

import click

from mandala_client.commands.bot_choice import BotChoice, require_bots
from mandala_client.commands.game_choice import game_option
from mandala_client.commands.options import HIGHEST_SEED
from mandala_client.commands.printing import Printer, prints
from mandala_client.games.catalogue import ui_of
from mandala_client.text.language import _

_MOST_GAMES = 100_000
_WIDEST = 80
_STOPPED = 130
"""The exit code of whoever was stopped by Ctrl-C: 128 and the number of the signal."""


def _even(_context: click.Context, _option: click.Parameter, games: int) -> int:
    if games % 2:
        raise click.BadParameter(_("Each deal is played from both seats, so the number of games must be even."))
    return games


@click.command(
    "bots",
    help=_(
        "Let two bots play many games against each other, with everything open, and see which is "
        "better.\n\n"
        "Each deal is played twice with the seats swapped, and each bot starts one of the two "
        "games, so neither has an advantage. The difference is more than luck if it is more than "
        "twice its standard error. Ctrl-C stops and shows the games played so far."
    ),
    epilog=_("Example:  mandala-lan bots greedy random --games 200"),
)
@click.argument("one", type=BotChoice())
@click.argument("other", type=BotChoice())
@click.option(
    "--games",
    type=click.IntRange(2, _MOST_GAMES),
    default=100,
    show_default=True,
    metavar=_("NUMBER"),
    callback=_even,
    help=_("The number of games, which must be even."),
)
@click.option(
    "--seed",
    type=click.IntRange(0, HIGHEST_SEED),
    default=None,
    metavar=_("NUMBER"),
    help=_("The number of the first deal. The same number gives the same games."),
)
@game_option(_("Which game they play."))
@click.option("--json", "as_json", is_flag=True, help=_("Write JSON for other programs; see docs/bots-json.md."))
@prints
def command(one: str, other: str, games: int, seed: int | None, game: str, as_json: bool, printer: Printer) -> None:
    """Play the games and tell what came of them; exit with 130 if they were stopped."""
    import shutil

    from mandala_client.games.deal import any_seed
    from mandala_client.play.bot_match import BotMatch, document_of, lines_of, play_on
    from mandala_client.ui.progress import playing
    from mandala_net.bots.batch import play_deals
    from mandala_net.bots.catalogue import two_bots

    require_bots(game, one, other)
    first = any_seed() if seed is None else seed
    with playing() as progress:
        deals = play_deals(ui_of(game).rules, *two_bots(game, one, other), range(first, first + games // 2))
        tally = play_on(deals, lambda done: progress(done, games))
    match = BotMatch(game, one, other, first, games, tally)
    if as_json:
        printer.document(document_of(match))
    else:
        width = min(shutil.get_terminal_size().columns, _WIDEST)
        printer.say_all(lines_of(match, width, printer.ellipsis))
    if match.stopped:
        sys.exit(_STOPPED)
