"""The page on which the lesson explains something, before the move that it asks for."""

from __future__ import annotations

from mandala_client.screens.table.table_model import Learning, TableModel
from mandala_client.text.language import _
from mandala_client.ui.form_sizes import TABLE_WIDTH
from mandala_client.ui.page_frame import bar, paragraph, shown_from
from mandala_client.ui.rows import BLANK, Row, Screen


def lesson_screen(model: TableModel, learning: Learning, columns: int, lines: int) -> Screen:
    """What is explained, and the task below it."""
    assert model.lesson is not None, "the lesson has said something"
    rows: list[Row] = []
    for explained in model.lesson.explained:
        rows += [BLANK, *paragraph(explained, columns)]
    if model.lesson.task is not None:
        rows += [BLANK, *paragraph(model.lesson.task, columns, "title")]
    shown, most = shown_from(rows, learning.scrolled, lines - 1)
    hint = _("Enter: to the table")
    if learning.scrolled < most:
        hint = _("more below   Enter: to the table") if columns >= TABLE_WIDTH else _("more below")
    return Screen((bar(_("lesson"), hint, columns, model.game.title), *shown), most_scrolled=most)
