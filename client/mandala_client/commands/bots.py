"""``mandala-lan bots``."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mandala_client.commands.bot_choice import BotChoice, require_bots
from mandala_client.commands.game_choice import game_option
from mandala_client.commands.options import HIGHEST_SEED, limits_options
from mandala_client.commands.printing import Printer, prints
from mandala_client.text.language import _

if TYPE_CHECKING:
    from mandala_net.batches.pairings import RunningBatch
    from mandala_net.bots.programs.bot_limits import BotLimits

_MOST_GAMES = 100_000
_USUAL_GAMES = 100
_GAMES_UNTIL_DECIDED = 2_000
_MOST_JOBS = 256
_WIDEST = 80
_STOPPED = 130
"""The exit code of whoever was stopped by Ctrl-C: 128 and the number of the signal."""


def _even(_context: click.Context, _option: click.Parameter, games: int | None) -> int | None:
    if games is not None and games % 2:
        raise click.BadParameter(_("Each set-up is played from both seats, so the number of games must be even."))
    return games


def _several(_context: click.Context, _argument: click.Parameter, bots: tuple[str, ...]) -> tuple[str, ...]:
    if len(bots) < 2:
        raise click.UsageError(_("Name two bots or more."))
    if len(bots) > 2 and len(set(bots)) < len(bots):
        raise click.UsageError(_("Name each bot once: only two can be of one name."))
    return bots


@click.command(
    "bots",
    help=_(
        "Let bots play many games against each other, with everything open, and see which is "
        "better. Three or more play each against each, for a table with ratings.\n\n"
        "Each set-up is played twice with the seats swapped, and each bot starts one of the two "
        "games, so neither has an advantage. A difference in points is more than luck if it is more "
        "than twice its standard error. Ctrl-C stops and shows the games played so far.\n\n"
        "--until-decided stops two bots as soon as a sequential test finds that one is better, or "
        "that neither wins 55 of 100 games. It is wrong once in 20 times."
    ),
    epilog=_("Examples:  mandala-lan bots greedy random --games 200   or   mandala-lan bots easy medium hard"),
)
@click.argument("bots", type=BotChoice(), nargs=-1, required=True, callback=_several)
@click.option(
    "--games",
    type=click.IntRange(2, _MOST_GAMES),
    default=None,
    show_default=_("{usual}, or {until_decided} with --until-decided").format(
        usual=_USUAL_GAMES, until_decided=_GAMES_UNTIL_DECIDED
    ),
    metavar=_("NUMBER"),
    callback=_even,
    help=_("The number of games of each pair, which must be even; with --until-decided, the most."),
)
@click.option("--until-decided", is_flag=True, help=_("Stop two bots as soon as it is decided which is better."))
@click.option(
    "--seed",
    type=click.IntRange(0, HIGHEST_SEED),
    default=None,
    metavar=_("NUMBER"),
    help=_("The number of the first set-up. The same number gives the same games."),
)
@click.option(
    "--jobs",
    type=click.IntRange(1, _MOST_JOBS),
    default=None,
    show_default=_("one for each core"),
    metavar=_("NUMBER"),
    help=_("How many games are played at a time. The results are the same."),
)
@game_option(_("Which game they play."))
@click.option("--json", "as_json", is_flag=True, help=_("Write JSON for other programs; see docs/bots-json.md."))
@click.option(
    "--csv",
    "csv_file",
    type=click.Path(path_type=Path),
    default=None,
    metavar=_("FILE"),
    help=_("Also write a row for each game to this file; see docs/bots-json.md."),
)
@click.option("--force", is_flag=True, help=_("Replace the file if it exists."))
@limits_options
@prints
def command(
    bots: tuple[str, ...],
    games: int | None,
    until_decided: bool,
    seed: int | None,
    jobs: int | None,
    game: str,
    as_json: bool,
    csv_file: Path | None,
    force: bool,
    limits: BotLimits,
    printer: Printer,
) -> None:
    """Play the games and tell what came of them; exit with 130 if they were stopped."""
    from mandala_client.games.deal import any_seed
    from mandala_client.play.bot_batch import GamesFile, play_on
    from mandala_client.ui.progress import playing
    from mandala_net.batches.pairings import BatchPlan, DealToPlay, RunningBatch
    from mandala_net.batches.processes import cores, played_by
    from mandala_net.bots.batch import DealPlayed

    require_bots(game, *bots)
    if games is None:
        games = _GAMES_UNTIL_DECIDED if until_decided else _USUAL_GAMES
    plan = BatchPlan(game, bots, any_seed() if seed is None else seed, games // 2, until_decided, limits)
    batch = RunningBatch(plan)
    with ExitStack() as open_files:
        file = None
        if csv_file is not None:
            file = open_files.enter_context(GamesFile.open(csv_file, plan, replace=force))
        progress = open_files.enter_context(playing())

        def tell(asked: DealToPlay, deal: DealPlayed) -> None:
            if file is not None:
                file.add(asked, deal)
            progress(batch.played, batch.at_most)

        processes = min(jobs or cores(), plan.deals * len(plan.pairs))
        stop = play_on(batch, played_by(processes, plan.pairings, batch.to_play()), tell)
    if stop is not None and not isinstance(stop, KeyboardInterrupt) and not batch.played:
        raise stop
    _print(printer, batch, stopped=stop is not None, as_json=as_json)
    if isinstance(stop, KeyboardInterrupt):
        sys.exit(_STOPPED)
    if stop is not None:
        raise stop


def _print(printer: Printer, batch: RunningBatch, *, stopped: bool, as_json: bool) -> None:
    """Print the results of two bots, or the table of several."""
    import shutil

    from mandala_client.play.bot_cross_table import BotCrossTable, document_of_table, lines_of_table
    from mandala_client.play.bot_match import document_of, lines_of

    width = min(shutil.get_terminal_size().columns, _WIDEST)
    table = BotCrossTable(batch.plan, tuple(batch.results), stopped)
    if len(batch.plan.bots) > 2:
        if as_json:
            printer.document(document_of_table(table))
        else:
            printer.say_all(lines_of_table(table, width, printer.ellipsis))
        return
    (match,) = table.matches
    if as_json:
        printer.document(document_of(match))
    else:
        printer.say_all(lines_of(match, width, printer.ellipsis))
