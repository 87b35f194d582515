"""The pages of the review in a replay: all moves in a list, and the chance to win as a graph."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mandala_client.records.chance_graph import graph_rows
from mandala_client.records.review import Review
from mandala_client.records.review_sentences import (
    about,
    brief_total_line,
    brought_line,
    graph_title,
    move_line,
    total_line,
)
from mandala_client.records.review_table import WORST_MARK, table_of
from mandala_client.screens.replay.replay_model import ReplayModel
from mandala_client.text.language import _, pgettext
from mandala_client.ui.clicks import Button, LineTarget
from mandala_client.ui.form_sizes import TABLE_HEIGHT, TABLE_WIDTH
from mandala_client.ui.page_frame import KeyHint, bar, key_rows, paragraph, progress_row
from mandala_client.ui.rows import BLANK, Fragment, Row, Screen, filled, padded, row, text_row, whole_within
from mandala_client.ui.style import Look

MARGIN: Final = 4
"""The columns before a move for the mark of what is pointed at. One stays free behind it."""

_PARAGRAPH: Final = 2
"""The columns at both sides of text."""

_MOST_TOLD: Final = 4
"""The most rows of text about the move that is pointed at."""

_MOST_TOLD_NARROW: Final = 7
"""The most rows of text about the move that is pointed at, where the rows are short."""

MOST_ROWS: Final = 22
"""A graph is no higher, however high the window is."""


def review_screen(model: ReplayModel, look: Look, columns: int, lines: int) -> Screen:
    """The totals, the list around the move that is pointed at, and that move in words; or why there is no review."""
    hint = _("? help") if columns < TABLE_WIDTH else _("? help   q goes back")
    title = bar(pgettext("title", "review"), hint, columns, model.replay.ui.title)
    review = model.review
    if not isinstance(review, Review):
        rows = paragraph(_("Reviewing the moves …") if review is None else str(review), columns)
        if review is None:
            rows.append(progress_row(*model.progress, look, columns))
        keys = key_rows([KeyHint("Esc", _("back"), Button("escape"))], columns)
        return Screen((title, *filled([BLANK, *rows], max(lines - 1 - len(keys), 1)), *keys))
    gap = [BLANK] if lines >= TABLE_HEIGHT else []
    head = [title, *gap, *_totals(review, columns), *gap]
    other_page = [KeyHint("g", _("graph"), Button("g"))] if review.course else []
    foot = [*gap, *_told_rows(model, review, look, columns), *_keys(review, columns, other_page)]
    room = max(lines - len(head) - len(foot), 1)
    return Screen((*head, *filled(_list(model, review, look, columns, room), room), *foot))


def _totals(review: Review, columns: int) -> list[Row]:
    line = total_line if columns >= TABLE_WIDTH else brief_total_line
    totals = [line(review, seat) for seat in review.seats]
    rows = [line for total in totals for line in paragraph(total, columns, "status")]
    if columns >= TABLE_WIDTH:
        rows += [line for text in about(review) for line in paragraph(text, columns, "label")]
    return rows


def _list(model: ReplayModel, review: Review, look: Look, columns: int, room: int) -> list[Row]:
    """The headings and as many moves as there is room for; a click on one goes to its step."""
    if not review.moves:
        return paragraph(_("No moves were made."), columns)
    heading, *texts = table_of(review, look.ellipsis).lines(columns - MARGIN, look.ellipsis)
    worst = review.numbers_of_worst()
    height = room - 1
    start = min(max(model.chosen - height // 2, 0), max(len(texts) - height, 0))
    rows = [text_row(" " * (MARGIN - 1) + heading, "label")]
    for number in range(start, min(start + height, len(texts))):
        here = number == model.chosen
        style = "chosen" if here else "title" if number in worst else ""
        text = padded(f" {look.here if here else ' '} {texts[number]}", columns)
        rows.append((Fragment(text, style, LineTarget(number)),))
    return rows


def _told_rows(model: ReplayModel, review: Review, look: Look, columns: int) -> list[Row]:
    """The move that is pointed at in words, in as many rows however long it is."""
    if not review.moves:
        return []
    narrow = columns < TABLE_WIDTH
    # Who made which move stands in the list above.
    line = brought_line if narrow else move_line
    most = _MOST_TOLD_NARROW if narrow else _MOST_TOLD
    text = line(review, review.moves[model.chosen])
    shown = whole_within(text, columns - 2 * _PARAGRAPH, most, look.ellipsis)
    return list(filled([row(" " * _PARAGRAPH, Fragment(line, "message")) for line in shown], most))


def _keys(review: Review, columns: int, other_page: Sequence[KeyHint]) -> list[Row]:
    """The keys of a page, that of the other page among them; the mark is one, too, if it stands anywhere."""
    narrow = columns < TABLE_WIDTH
    hints = []
    if review.numbers_of_worst():
        hints.append(KeyHint(WORST_MARK, _("worst") if narrow else _("next that cost most"), Button(WORST_MARK)))
    if review.moves:
        hints.append(KeyHint("Enter", _("its step") if narrow else _("go to this step"), Button("enter")))
    return key_rows([*hints, *other_page, KeyHint("Esc", _("back"), Button("escape"))], columns)


def graph_screen(model: ReplayModel, review: Review, look: Look, columns: int, lines: int) -> Screen:
    """The page with the graph of a chance: whose it is, the graph, the move in words, and the keys."""
    hint = _("? help") if columns < TABLE_WIDTH else _("? help   q goes back")
    title = bar(pgettext("title", "chance to win"), hint, columns, model.replay.ui.title)
    gap = [BLANK] if lines >= TABLE_HEIGHT else []
    head = [title, *gap, *paragraph(graph_title(review), columns, "status"), *gap]
    other_page = [KeyHint("g", _("list"), Button("g"))]
    foot = [*gap, *_told_rows(model, review, look, columns), *_keys(review, columns, other_page)]
    room = max(lines - len(head) - len(foot), 1)
    graph = graph_rows(review, look, columns, min(room, MOST_ROWS), model.chosen)
    return Screen((*head, *filled(graph, room), *foot))
