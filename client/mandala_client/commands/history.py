"""``mandala-lan history``."""

from __future__ import annotations

import sys
from datetime import datetime

import click

RESULTS = ("won", "lost", "drawn", "open", "adjourned", "abandoned", "broken", "put-away")


@click.command(
    "history",
    epilog="Example:  mandala-lan history --opponent Ben --since 2025-01-01",
    short_help="Show the games that you have played.",
)
@click.option(
    "--opponent", default=None, metavar="NAME", help="Against this player; the beginning of the name is enough."
)
@click.option("--result", type=click.Choice(RESULTS), default=None, help="Games that went so only.")
@click.option(
    "--since", type=click.DateTime(["%Y-%m-%d"]), default=None, metavar="DATE", help="Begun on this day or later."
)
@click.option(
    "--until", type=click.DateTime(["%Y-%m-%d"]), default=None, metavar="DATE", help="Begun on this day or before."
)
@click.option("--game", default=None, metavar="GAME", help="Games of this kind only, such as mandala.")
@click.option("--limit", type=click.IntRange(min=1), default=None, help="So many games at most, the newest.")
@click.option("--json", "as_json", is_flag=True, help="One JSON array, for other programs; see docs/history-json.md.")
@click.option("--ascii", "only_ascii", is_flag=True, help="Use no characters beyond ASCII.")
def command(
    opponent: str | None,
    result: str | None,
    since: datetime | None,
    until: datetime | None,
    game: str | None,
    limit: int | None,
    as_json: bool,
    only_ascii: bool,
) -> None:
    """Show the games that you have played, the newest first.

    Each line has the first digits of the game's ID, which other commands take, when it was begun, the opponent, how
    it went, the score with your own points first, and the number of moves. Dates are in the form 2025-01-31.
    """
    import json
    from io import TextIOWrapper

    from mandala_client.history import Filter, Result, document_of, games_played, lines_of
    from mandala_client.own import own_home
    from mandala_client.sorry import Sorry, plain_sentences
    from mandala_client.table.style import only_ascii as in_ascii

    if since is not None and until is not None and since > until:
        raise Sorry(f"No day is both {since:%Y-%m-%d} or later and {until:%Y-%m-%d} or before; swap the two dates.")
    wanted = Filter(
        opponent,
        None if result is None else Result(result),
        None if since is None else since.date(),
        None if until is None else until.date(),
        game,
    )
    with plain_sentences(), own_home() as home:
        games = games_played(home)
    shown = [played for played in games if wanted.takes(played)][:limit]
    if as_json:
        click.echo(json.dumps(document_of(shown), indent=1))
        return
    if not shown:
        click.echo("No game of yours is like that." if games else "You have not played yet.")
        return
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    for line in lines_of(shown, "..." if only_ascii else "…"):
        click.echo(in_ascii(line) if only_ascii else line)
