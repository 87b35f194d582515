"""``mandala-lan history``."""

from __future__ import annotations

from datetime import datetime

import click

from mandala_client.commands.kept_values import GameName, PlayerName
from mandala_client.commands.printing import Printer, fingerprints
from mandala_client.text.language import _
from mandala_client.text.sorry import Sorry

RESULTS = ("won", "lost", "drawn", "open", "adjourned", "abandoned", "broken", "put-away")


@click.command(
    "history",
    epilog=_("Example:  mandala-lan history --opponent Ben --since 2025-01-01"),
    help=_(
        "Show the games that you have played, newest first.\n\n"
        "Each line shows the first characters of the game's ID (for other commands), when the game "
        "started, the opponent, the result, the score (your points first), and the number of "
        "moves. Write dates like this: 2025-01-31."
    ),
)
@click.option(
    "--opponent",
    type=PlayerName(),
    default=None,
    metavar=_("NAME"),
    help=_("Only games against this player. The start of the name is enough."),
)
@click.option("--result", type=click.Choice(RESULTS), default=None, help=_("Only games with this result."))
@click.option(
    "--since",
    type=click.DateTime(["%Y-%m-%d"]),
    default=None,
    metavar=_("DATE"),
    help=_("Only games started on this day or later."),
)
@click.option(
    "--until",
    type=click.DateTime(["%Y-%m-%d"]),
    default=None,
    metavar=_("DATE"),
    help=_("Only games started on this day or earlier."),
)
@click.option("--game", type=GameName(), default=None, metavar=_("GAME"), help=_("Only this game, such as mandala."))
@click.option("--limit", type=click.IntRange(min=1), default=None, help=_("List at most this many games."))
@click.option(
    "--json", "as_json", is_flag=True, help=_("Write one JSON array, for other programs; see docs/history-json.md.")
)
@fingerprints
def command(
    opponent: str | None,
    result: str | None,
    since: datetime | None,
    until: datetime | None,
    game: str | None,
    limit: int | None,
    as_json: bool,
    printer: Printer,
) -> None:
    """Show the games that are wanted, as a table or as JSON."""
    from itertools import islice

    from mandala_client.records.past_games import WIDTH, Filter, PastResult, games_played, table_of

    if since is not None and until is not None and since > until:
        raise Sorry(
            _("{since} is after {until}. Swap the two dates.").format(
                since=f"{since:%Y-%m-%d}", until=f"{until:%Y-%m-%d}"
            )
        )
    wanted = Filter(
        opponent,
        None if result is None else PastResult(result),
        None if since is None else since.date(),
        None if until is None else until.date(),
        game,
    )
    with printer.profile() as home:
        shown = list(islice(filter(wanted.takes, games_played(home, both_sides=as_json)), limit))
        has_played = bool(shown) or next(games_played(home), None) is not None
    if as_json:
        printer.document(table_of(shown).objects())
        return
    if not shown:
        printer.say(_("No games match.") if has_played else _("You have not played yet."))
        return
    printer.say_all(table_of(shown).lines_with_remarks(WIDTH, printer.ellipsis))
