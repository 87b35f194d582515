"""``mandala-lan review``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from mandala_client.commands.kept_values import GameId
from mandala_client.commands.options import linear_option
from mandala_client.commands.printing import Printer, before_a_screen, prints_or_draws
from mandala_client.text.language import Language, _, speak
from mandala_client.text.sorry import Sorry

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mandala_client.records.replay import Replay
    from mandala_client.records.review import Review
    from mandala_client.settings.settings import Settings
    from mandala_protocol.seats import Seat

WIDEST: Final = 120
NARROWEST: Final = 40
GRAPH_LINES: Final = 12


@click.command(
    "review",
    epilog=_("Example:  mandala-lan review Anna-Ben-1f2e3d4c.mandala"),
    help=_(
        "Review a finished game, move by move.\n\n"
        "Give a record file, a game that bots --record kept, or the first characters of a game's ID, as history lists "
        "it. For each move you see the score after it, how much the player's lead grew, what the move gave "
        "away, and a better move. Chances and points are estimates by a bot, which knows no more than "
        "the player could see. A graph shows your chance to win over the game; --svg writes it as a "
        "picture, too. In an abandoned game, only your own moves are reviewed.\n\n"
        "At a terminal the review is a screen, on which you look at the moves one by one. Elsewhere, and with --svg, "
        "it is printed as a table, and with --text in sentences.\n\n"
        "With --json the document has these fields: format, version, game, id, players (seat, "
        "name, fingerprint, key), complete, judge, moves (step, entry, seat, notation, points, "
        "swing, before, after, cost, given_away, forced, better), totals (moves, forced, best, "
        "given_away, worst), course (seat, moments). "
        "docs/review-json.md describes them one by one."
    ),
)
@click.argument("game", type=GameId(or_file=True), metavar=_("ID|FILE"))
@click.option("--text", "as_text", is_flag=True, help=_("Write a sentence for each move."))
@click.option("--json", "as_json", is_flag=True, help=_("Write one JSON document, for other programs."))
@click.option(
    "--svg",
    type=click.Path(path_type=Path),
    metavar=_("FILE"),
    help=_("Also write the graph of the chance to win to this file, as a picture."),
)
@click.option("--force", is_flag=True, help=_("Replace the file if it exists."))
@linear_option
@prints_or_draws
def command(
    game: str, as_text: bool, as_json: bool, svg: Path | None, force: bool, linear: bool, printer: Printer
) -> None:
    """Check the record, then show its review at the terminal, or print it as a table, in sentences, or as JSON."""
    from mandala_client.records.finding import to_review
    from mandala_client.records.review import review_of
    from mandala_client.records.review_document import document_of
    from mandala_client.records.review_sentences import lines_of
    from mandala_client.ui.progress import reviewed, shown_progress

    if as_json and as_text:
        raise click.UsageError(_("Choose one of --json and --text."))
    if as_json:
        speak(Language.ENGLISH)  # what goes to other programs is never translated
    with before_a_screen(as_text, linear, as_json, svg) as on_screen:
        near, replay = to_review(game)
    if replay.is_faulty:
        raise Sorry(replay.standing)
    if on_screen:
        _show(replay, near, printer.settings)
        return
    with shown_progress(reviewed) as progress:
        review = review_of(replay, near, progress)
    if svg is not None:
        _write_picture(review, svg, force=force)
    if as_json:
        printer.document(document_of(replay, review))
        return
    printer.say_all(lines_of(review) if as_text or linear else _as_table(review, printer.ellipsis))


def _show(replay: Replay, near: Seat, settings: Settings) -> None:
    """Show the review at the terminal. Raises ``Sorry`` if there is none."""
    from mandala_client.records.review import NotReviewed
    from mandala_client.screens.replay.replay_model import waiting_for_review
    from mandala_client.screens.replay.replay_screen import run_replay

    seen = run_replay(waiting_for_review(replay, near), settings=settings)
    if isinstance(seen.review, NotReviewed):
        raise seen.review


def _write_picture(review: Review, file: Path, *, force: bool) -> None:
    """Write the graph. Raises ``Sorry``."""
    from mandala_client.games.forecast_text import no_chances
    from mandala_client.records.chance_svg import svg_of
    from mandala_client.records.written import write_file

    if not review.is_taught:
        raise Sorry(no_chances())
    if not review.course:
        raise Sorry(_("No moves were made."))
    write_file(file, svg_of(review).encode(), replace=force)


def tell_stored_review(digits: str, settings: Settings) -> None:
    """Tell the review of the game in the store that these digits mean, in sentences. Raises as ``own_home``."""
    from mandala_client.records.finding import in_store, looked_up
    from mandala_client.records.review_sentences import told_review

    found, replay = looked_up(in_store, digits)
    printer = Printer(settings)
    printer.say_all(told_review(lambda _progress: replay, found.near))


def _as_table(review: Review, ellipsis: str) -> list[str]:
    """The summary, then a row for each move and the graph, no line wider than the terminal."""
    from shutil import get_terminal_size

    from mandala_client.records.chance_graph import graph_rows
    from mandala_client.records.review_sentences import about, graph_title, summary
    from mandala_client.records.review_table import legend, table_of
    from mandala_client.ui.rows import wrap_indented
    from mandala_client.ui.style import ASCII_LOOK, FULL_LOOK

    width = max(min(get_terminal_size().columns, WIDEST), NARROWEST)

    def wrapped(lines: Iterable[str]) -> list[str]:
        return [row for line in lines for row in wrap_indented(line, width)]

    table = table_of(review, ellipsis).lines(width, ellipsis)
    look = FULL_LOOK if ellipsis == FULL_LOOK.ellipsis else ASCII_LOOK
    drawn = graph_rows(review, look, width, GRAPH_LINES)
    graph = ["".join(part.text for part in row).rstrip() for row in drawn]
    titled = ["", *wrapped([graph_title(review)]), *graph] if graph else []
    return [
        *wrapped(about(review)),
        "",
        *wrapped(summary(review)),
        "",
        *table,
        *wrapped(legend(review)),
        *titled,
    ]
