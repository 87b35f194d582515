"""``mandala-lan bots``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mandala_client.commands.bot_choice import BotChoice, require_bots
from mandala_client.commands.options import HIGHEST_SEED, game_option, program_options
from mandala_client.commands.printing import Printer, fingerprints
from mandala_client.text.language import _
from mandala_client.text.sorry import Sorry

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from mandala_client.play.bot_cross_table import BotCrossTable
    from mandala_client.records.lost_game import LostGame
    from mandala_net.batches.pairings import DealToPlay
    from mandala_net.bots.batch import BatchTally, DealPlayed
    from mandala_net.bots.programs.program_options import ProgramOptions

_MOST_GAMES = 100_000
_USUAL_GAMES = 100
_MOST_JOBS = 256
_WIDEST = 80
_STOPPED = 130
"""The exit code of whoever was stopped by Ctrl-C: 128 and the number of the signal."""


def _even(_context: click.Context, _option: click.Parameter, games: int) -> int:
    if games % 2:
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
        "better. Three or more play each against each, for one table.\n\n"
        "Each set-up is played twice with the seats swapped, and each bot starts one of the two "
        "games, so neither has an advantage. A difference in points is more than luck if it is more "
        "than twice its standard error. Ctrl-C stops and shows the games played so far."
    ),
    epilog=_("Examples:  mandala-lan bots greedy random --games 200   or   mandala-lan bots easy medium hard"),
)
@click.argument("bots", type=BotChoice(), nargs=-1, required=True, callback=_several)
@click.option(
    "--games",
    type=click.IntRange(2, _MOST_GAMES),
    default=_USUAL_GAMES,
    show_default=True,
    metavar=_("NUMBER"),
    callback=_even,
    help=_("The number of games of each pair, which must be even."),
)
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
@click.option(
    "--record",
    type=click.Path(path_type=Path),
    default=None,
    metavar=_("FILE"),
    help=_("Keep the first game that the first bot loses in this file, for review."),
)
@game_option(_("Which game they play."))
@click.option("--json", "as_json", is_flag=True, help=_("Write JSON for other programs; see docs/bots-json.md."))
@program_options
@fingerprints
def command(
    bots: tuple[str, ...],
    games: int,
    seed: int | None,
    jobs: int | None,
    record: Path | None,
    game: str,
    as_json: bool,
    program: ProgramOptions,
    printer: Printer,
) -> None:
    """Play the games and print the results; exit with 130 if they were stopped, with 1 if a bot failed in all."""
    from mandala_client.games.deal import any_seed
    from mandala_client.play.bot_cross_table import BotCrossTable
    from mandala_client.sentences.bot_names import bot_name
    from mandala_client.ui.progress import batch_played, shown_progress
    from mandala_net.batches.pairings import BatchPlan
    from mandala_net.batches.processes import cores, played_by
    from mandala_net.bots.batch import BatchTally

    require_bots(game, *bots)
    if record is not None:
        _require_place(record)
    plan = BatchPlan(game, bots, any_seed() if seed is None else seed, games // 2, program)
    tallies = [BatchTally() for _pair in plan.pairs]
    lost: LostGame | None = None
    processes = min(jobs or cores(), plan.games // 2)

    def look(asked: DealToPlay, deal: DealPlayed) -> None:
        nonlocal lost
        if record is not None and lost is None:
            from mandala_client.records.lost_game import lost_by_the_first  # slow: not for a batch without a record

            lost = lost_by_the_first(plan, asked, deal)

    with shown_progress(batch_played) as progress:
        deals = played_by(processes, plan.pairings, plan.to_play())
        stop = play_on(tallies, deals, lambda played: progress(played, plan.games), look)
    table = BotCrossTable(plan, tuple(tallies), stopped=stop is not None)
    if stop is not None and not isinstance(stop, KeyboardInterrupt) and not table.games:
        raise stop
    _print(printer, table, as_json=as_json)
    if record is not None:
        told = _kept(record, lost, bot_name(game, bots[0]))
        if not as_json:
            printer.say_all(told)
    if isinstance(stop, KeyboardInterrupt):
        sys.exit(_STOPPED)
    if stop is not None:
        raise stop
    if any(table.failed_always(bot) for bot in range(len(bots))):
        sys.exit(1)


def play_on(
    tallies: list[BatchTally],
    deals: Generator[tuple[DealToPlay, DealPlayed], None, None],
    progress: Callable[[int], None],
    look: Callable[[DealToPlay, DealPlayed], None] = lambda _asked, _deal: None,
) -> BaseException | None:
    """Play all deals, or until someone presses Ctrl-C or something goes wrong; return what stopped it.

    Every deal is added to the tally of its pair. ``progress`` hears the number of games played, ``look`` of each deal.
    """
    try:
        for asked, deal in deals:
            tallies[asked.pairing] = tallies[asked.pairing].after(deal)
            look(asked, deal)
            progress(sum(tally.games for tally in tallies))
    except (KeyboardInterrupt, Exception) as stop:  # noqa: BLE001 - it is raised again after the results
        return stop
    finally:
        deals.close()
    return None


def _require_place(file: Path) -> None:
    """Make sure before hours of play that a new file can be written there. Raises ``Sorry``."""
    if file.exists():
        raise Sorry(_("{file} already exists. Choose another name.").format(file=file))
    if not file.parent.is_dir():
        raise Sorry(_("{folder} is not a folder.").format(folder=file.parent))


def _kept(file: Path, lost: LostGame | None, first: str) -> list[str]:
    """Write the game that the ``first`` bot lost, if there is one; the lines that say so. Raises ``Sorry``."""
    from mandala_client.records.written import write_file
    from mandala_client.sentences.outcomes import review_of

    if lost is None:
        return ["", _("{name} lost no game, so none was kept.").format(name=first)]
    write_file(file, lost.written(), replace=False)
    return ["", *review_of(file)]


def _print(printer: Printer, table: BotCrossTable, *, as_json: bool) -> None:
    """Print the results of two bots, or the table of several."""
    import shutil

    from mandala_client.play.bot_cross_table import document_of_table, lines_of_table
    from mandala_client.play.bot_match import document_of, lines_of

    width = min(shutil.get_terminal_size().columns, _WIDEST)
    match table.matches:
        case [match] if as_json:
            printer.document(document_of(match))
        case [match]:
            printer.say_all(lines_of(match, width, printer.ellipsis))
        case _ if as_json:
            printer.document(document_of_table(table))
        case _:
            printer.say_all(lines_of_table(table, width, printer.ellipsis))
