"""The page of a replay with the chance to win over the game, and the move that is pointed at."""

from __future__ import annotations

from typing import Final

from mandala_client.records.chance_graph import graph_rows
from mandala_client.records.review import Review
from mandala_client.records.review_sentences import graph_title
from mandala_client.records.review_table import WORST_MARK
from mandala_client.screens.replay.replay_model import ReplayModel
from mandala_client.screens.replay.review_page import told_rows
from mandala_client.text.language import _, pgettext
from mandala_client.ui.clicks import Button
from mandala_client.ui.form_sizes import TABLE_HEIGHT, TABLE_WIDTH
from mandala_client.ui.page_frame import KeyHint, bar, key_rows, paragraph
from mandala_client.ui.rows import BLANK, Row, Screen, filled
from mandala_client.ui.style import Look

MOST_ROWS: Final = 22
"""A graph is no higher, however high the window is."""


def graph_screen(model: ReplayModel, review: Review, look: Look, columns: int, lines: int) -> Screen:
    """The page with the graph of a chance: whose it is, the graph, the move in words, and the keys."""
    hint = _("? help") if columns < TABLE_WIDTH else _("? help   q goes back")
    title = bar(pgettext("title", "chance to win"), hint, columns, model.replay.ui.title)
    gap = [BLANK] if lines >= TABLE_HEIGHT else []
    head = [title, *gap, *paragraph(graph_title(review), columns, "status"), *gap]
    foot = [*gap, *told_rows(model, review, look, columns), *_keys(review, columns)]
    room = max(lines - len(head) - len(foot), 1)
    graph = graph_rows(review, look, columns, min(room, MOST_ROWS), model.chosen)
    return Screen((*head, *filled(graph, room), *foot))


def _keys(review: Review, columns: int) -> list[Row]:
    """Return the keys of this page."""
    narrow = columns < TABLE_WIDTH
    hints = []
    if review.numbers_of_worst():
        hints.append(KeyHint(WORST_MARK, _("worst") if narrow else _("next that cost most"), Button(WORST_MARK)))
    if review.moves:
        hints.append(KeyHint("Enter", _("its step") if narrow else _("go to this step"), Button("enter")))
    return key_rows(
        [*hints, KeyHint("g", _("list"), Button("g")), KeyHint("Esc", _("back"), Button("escape"))], columns
    )
