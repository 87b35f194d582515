"""``mandala-lan stats``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from mandala_client.commands.options import speech_options
from mandala_client.text.language import _

if TYPE_CHECKING:
    from mandala_client.settings.start import GivenOptions


@click.command(
    "stats",
    epilog=_("Example:  mandala-lan stats --opponent Ben"),
    short_help=_("Show your results against each opponent."),
    help=_(
        "Show your results against each opponent.\n\n"
        "Only finished games count. “own” and “theirs” are the average points of you and the "
        "opponent; “best” and “worst” are yours. Opponents are told apart by their keys, whatever "
        "their names. Your bots have lines of their own."
    ),
)
@click.option("--opponent", default=None, metavar=_("NAME"), help=_("Show only games against this player."))
@click.option("--game", default=None, metavar=_("GAME"), help=_("Only this game, such as mandala."))
@click.option("--json", "as_json", is_flag=True, help=_("Write JSON for other programs; see docs/history-json.md."))
@speech_options
def command(opponent: str | None, game: str | None, as_json: bool, wishes: GivenOptions) -> None:
    """Show the statistics, as a table with bars or as JSON."""
    import json
    from functools import partial

    from mandala_client.commands.printing import begin_to_print
    from mandala_client.records.past_games import Filter, games_played
    from mandala_client.records.statistics import all_statistics, document_of, lines_of, titled
    from mandala_client.settings.own import own_home
    from mandala_client.text.sorry import plain_sentences

    wanted = Filter(opponent, game=game)
    with plain_sentences():
        printer = begin_to_print(wishes)
        with own_home() as home:
            games = games_played(home)
    statistics = all_statistics(played for played in games if wanted.takes(played))
    if as_json:
        click.echo(json.dumps(document_of(statistics), indent=1))
        return
    if opponent is None and game is None:
        nothing = _("You have not finished a game yet.")
    else:
        nothing = _("You have not finished such a game yet.")
    tables = titled(statistics, partial(lines_of, only_ascii=printer.only_ascii))
    for line in tables or [nothing]:
        printer.say(line)
