"""``mandala-lan stats``."""

from __future__ import annotations

import sys

import click


@click.command(
    "stats",
    epilog="Example:  mandala-lan stats --opponent Ben",
    short_help="Show how you have done against each opponent.",
)
@click.option("--opponent", default=None, metavar="NAME", help="Against this player only.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object, for other programs; see docs/history-json.md.")
@click.option("--ascii", "only_ascii", is_flag=True, help="Use no characters beyond ASCII.")
def command(opponent: str | None, as_json: bool, only_ascii: bool) -> None:
    """Show how you have done against each opponent.

    Only games that came to their end count. "own" and "theirs" are the average points of you and of the opponent,
    "best" and "worst" are yours. An opponent is known by the key, whatever the name; your bots stand apart.
    """
    import json
    from io import TextIOWrapper

    from mandala_client.history import Filter, games_played
    from mandala_client.own import own_home
    from mandala_client.sorry import plain_sentences
    from mandala_client.statistics import document_of, lines_of, statistics_of
    from mandala_client.table.style import only_ascii as in_ascii

    wanted = Filter(opponent)
    with plain_sentences(), own_home() as home:
        games = games_played(home)
    statistics = statistics_of(played for played in games if wanted.takes(played))
    if as_json:
        click.echo(json.dumps(document_of(statistics), indent=1))
        return
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    for line in lines_of(statistics, only_ascii=only_ascii) or ["No such game of yours has come to its end yet."]:
        click.echo(in_ascii(line) if only_ascii else line)
