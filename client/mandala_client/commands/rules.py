"""``mandala-lan rules``."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from mandala_client.commands.options import game_option, linear_option
from mandala_client.commands.printing import Printer, fingerprints
from mandala_client.text.characters import as_written
from mandala_client.text.language import _

_LONGEST_LINE = 76
_SHORTEST_LINE = 20
"""Columns of text on a terminal, whatever size it reports."""


@click.command(
    "rules",
    help=_(
        "Read the rules of the game, or the player aid.\n\n"
        "On a terminal you see them page by page; elsewhere each paragraph is one line. During a "
        "game, F2 opens the rules and F3 the player aid."
    ),
    epilog=_("Example:  mandala-lan rules --aid"),
)
@click.option("--aid", "only_aid", is_flag=True, help=_("Show only the player aid: the rules in short."))
@game_option(_("The game to read about; without it, the one in the settings."), default=None)
@linear_option
@fingerprints
def command(only_aid: bool, game: str | None, linear: bool, printer: Printer) -> None:
    """Print the rules or the player aid: through a pager on a terminal, unless ``linear`` asks for plain lines."""
    import shutil

    from mandala_client.games.catalogue import ui_of
    from mandala_client.games.game_ui import Book, booklet
    from mandala_client.sentences.book_sentences import printed

    read = booklet(ui_of(game or printer.settings.game), Book.AID if only_aid else Book.RULES)
    if linear or not sys.stdout.isatty():
        printer.say_all(printed(read))
        return
    if sys.platform == "win32":
        # By its name alone it would be looked for in the current folder first.
        os.environ.setdefault("PAGER", Path(os.environ["SYSTEMROOT"], "System32", "more.com").as_posix())
    columns = min(max(shutil.get_terminal_size().columns - 1, _SHORTEST_LINE), _LONGEST_LINE)
    click.echo_via_pager("\n".join(map(as_written, printed(read, columns))))
