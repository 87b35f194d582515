"""The page on which the lesson explains something, before the move that it asks for.

The table it speaks of stays in sight where there is room: beside the text in a wide window, above it in a high one.
So does what stands beside a large table, above the text.
"""

from __future__ import annotations

from mandala_client.games.game_table import TableForm, form_beside_log
from mandala_client.games.lesson import Teaching
from mandala_client.screens.table.parts import TableParts
from mandala_client.table.table_model import Learning, Playing, TableModel
from mandala_client.text.language import _
from mandala_client.ui.form_sizes import BETWEEN, TABLE_HEIGHT, TABLE_WIDTH, WIDE
from mandala_client.ui.page_frame import bar, paragraph, shown_from
from mandala_client.ui.rows import BLANK, Row, Screen, in_two_panes
from mandala_client.ui.style import Look


def lesson_screen(model: TableModel, learning: Learning, look: Look, columns: int, lines: int) -> Screen:
    """The explanation, and the task below it; with the table, if there is room."""
    teaching = model.phase.lesson if isinstance(model.phase, Playing) else None
    assert teaching is not None, "the lesson has said something"
    room = lines - 1
    if columns >= WIDE and lines >= TABLE_HEIGHT:
        table = TableParts(model, look)
        form = form_beside_log(model.game.table, look, columns, lines)
        width = table.width(form)
        beside = columns - width - BETWEEN
        explained, panels = _explained(teaching, beside), _to_be_looked_at(table.beside(form, beside))
        if len(panels) + len(explained) > room:
            panels = []
        text, most = shown_from(explained, learning.scrolled, room - len(panels))
        board = _to_be_looked_at(table.board(form, width))
        above = [BLANK] if len(board) < room else []
        rows = in_two_panes([*above, *board], [*panels, *text], width, BETWEEN, room)
        return _page(model, rows, learning.scrolled, most, columns)
    explained = _explained(teaching, columns)
    if columns >= TABLE_WIDTH:
        above = _to_be_looked_at(TableParts(model, look).board(TableForm.STANDARD, columns))
        if len(above) + len(explained) <= room:
            return _page(model, [*above, *explained], 0, 0, columns)
    text, most = shown_from(explained, learning.scrolled, room)
    return _page(model, text, learning.scrolled, most, columns)


def _to_be_looked_at(board: list[Row]) -> list[Row]:
    """The table, on which nothing can be clicked now."""
    return [tuple(fragment._replace(click=None) for fragment in line) for line in board]


def _explained(teaching: Teaching, columns: int) -> list[Row]:
    rows: list[Row] = []
    for explained in teaching.explained:
        rows += [BLANK, *paragraph(explained, columns)]
    if teaching.task is not None:
        rows += [BLANK, *paragraph(teaching.task, columns, "title")]
    for about_keys in teaching.keys:
        rows += [BLANK, *paragraph(about_keys, columns, "label")]
    return rows


def _page(model: TableModel, rows: list[Row], scrolled: int, most: int, columns: int) -> Screen:
    hint = _("Enter: to the table   q: leave")
    if scrolled < most:
        hint = _("more below   Enter: to the table   q: leave") if columns >= TABLE_WIDTH else _("more below")
    return Screen((bar(_("lesson"), hint, columns, model.game.title), *rows), most_scrolled=most)
