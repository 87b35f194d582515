"""``mandala-lan stats``."""

from __future__ import annotations

import click

from mandala_client.commands.kept_values import GameName, PlayerName
from mandala_client.commands.printing import Printer, fingerprints
from mandala_client.text.language import _, writes_in_ascii


@click.command(
    "stats",
    epilog=_("Example:  mandala-lan stats --opponent Ben"),
    help=_(
        "Show your results against each opponent.\n\n"
        "Only finished games count. “own” and “theirs” are the average points of you and the "
        "opponent; “best” and “worst” are yours. Opponents are told apart by their keys, whatever "
        "their names. Your bots have lines of their own."
    ),
)
@click.option(
    "--opponent",
    type=PlayerName(),
    default=None,
    metavar=_("NAME"),
    help=_("Show only games against this player."),
)
@click.option("--game", type=GameName(), default=None, metavar=_("GAME"), help=_("Only this game, such as mandala."))
@click.option("--json", "as_json", is_flag=True, help=_("Write JSON for other programs; see docs/history-json.md."))
@fingerprints
def command(opponent: str | None, game: str | None, as_json: bool, printer: Printer) -> None:
    """Show the statistics, as a table with bars or as JSON."""
    from functools import partial

    from mandala_client.records.past_games import Filter, games_played
    from mandala_client.records.statistics import all_statistics, document_of, lines_of, titled

    wanted = Filter(opponent, game=game)
    with printer.profile() as home:
        statistics = all_statistics(filter(wanted.takes, games_played(home)))
    if as_json:
        printer.document(document_of(statistics))
        return
    if opponent is None and game is None:
        nothing = _("You have not finished a game yet.")
    else:
        nothing = _("You have not finished such a game yet.")
    tables = titled(statistics, partial(lines_of, only_ascii=writes_in_ascii()))
    printer.say_all(tables or [nothing])
