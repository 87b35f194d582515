"""The help of a replay: its keys, what is to be seen, and the same for the review."""

from __future__ import annotations

from mandala_client.records.review import Review
from mandala_client.records.review_table import WORST_MARK, explained_columns
from mandala_client.screens.replay.replay_model import ReplayModel, ReplayPage
from mandala_client.screens.replay.review_page import MARGIN
from mandala_client.text.language import _
from mandala_client.ui.blocks.block_rows import rows_of
from mandala_client.ui.blocks.values import Blocks, Topic
from mandala_client.ui.page_frame import help_page
from mandala_client.ui.rows import BLANK, Screen
from mandala_client.ui.style import Look


def help_screen(model: ReplayModel, look: Look, columns: int, lines: int) -> Screen:
    """The keys of the page below the help, then what is seen there; scrolled down where there is no room for all."""
    blocks: Blocks
    if model.below not in (ReplayPage.REVIEW, ReplayPage.GRAPH):
        blocks = [Topic("", _keys(model)), *_about(model)]
    elif isinstance(model.review, Review):
        explained = explained_columns(model.review, columns - MARGIN)
        blocks = [Topic("", _keys_of_review(with_graph=model.review.is_taught)), Topic("", explained)]
    else:
        blocks = [Topic("", _keys_of_review(with_graph=True))]
    rows = rows_of(blocks, look, columns)
    gap = [BLANK] if len(rows) < lines - 2 else []
    return help_page([*gap, *rows], model.scrolled, columns, lines, model.replay.ui.title)


def _keys(model: ReplayModel) -> tuple[tuple[str, str], ...]:
    """The keys of the table, and what each does."""
    return (
        (_("right  left"), _("one step forward, one step back")),
        (_("Space"), _("play on by itself, or pause")),
        (_("down   up"), _("the next move of a player, the move before")),
        (_("PgDn   PgUp"), _("ten steps forward, ten steps back")),
        (_("Home   End"), _("the first step, the last")),
        (_("12 Enter"), _("go to step 12")),
        ("f", _("see the table from the other seat")),
        ("v", _("review of all moves")),
        ("l", _("read the log up to here")),
        ("q  Esc", _("back to the review")) if model.from_review else ("q  Esc  Ctrl-C", _("leave")),
    )


def _keys_of_review(*, with_graph: bool) -> tuple[tuple[str, str], ...]:
    """The keys of the review, and what each does."""
    graph = (("g", _("the chance to win as a graph; there, left and right too")),) if with_graph else ()
    return (
        (_("down   up"), _("the next move, the move before")),
        (_("PgDn   PgUp"), _("ten moves forward, ten moves back")),
        (_("Home   End"), _("the first move, the last")),
        (WORST_MARK, _("the next of the moves that cost most")),
        ("Enter", _("the table after this move")),
        *graph,
        ("q  Esc", _("go back")),
    )


def _about(model: ReplayModel) -> list[str]:
    """The lines about whose hands are shown, and what a step is."""
    known = [name for name, held in zip(model.replay.names, model.frame.held, strict=True) if held is not None]
    if model.frame.entry is None:
        hands = _("The game is over, so all hands are shown.")
    elif len(known) == len(model.replay.names):
        hands = _("Both keys of the game are in its record, so all hands are shown.")
    elif known:
        hands = _("The game is not over, so only {name}'s hand is shown.").format(name=known[0])
    else:
        hands = _("The record has no keys, so the hands are unknown.")
    return [hands, _("A step is anything that happens at the table. Its changes are underlined.")]
