"""The table in play as rows of text, in the form that suits the size of the terminal."""

from __future__ import annotations

from mandala_client.screens.table.compact import compact
from mandala_client.screens.table.parts import TableParts
from mandala_client.screens.table.standard import standard
from mandala_client.screens.table.wide import wide
from mandala_client.table.table_model import Playing, TableModel
from mandala_client.text.language import _
from mandala_client.ui.clicks import Button
from mandala_client.ui.form_sizes import TABLE_HEIGHT, TABLE_WIDTH, WIDE
from mandala_client.ui.log_pane import history, most_scrolled
from mandala_client.ui.rows import Fragment, Screen, ends, row, text_row, width_of
from mandala_client.ui.style import Look


def table_screen(model: TableModel, playing: Playing, look: Look, columns: int, lines: int) -> Screen:
    """The whole screen; asks for at least 40 × 20. The table must be laid. A row may still be too wide."""
    if playing.log_open:
        return _log_page(model, look, columns, lines)
    if columns >= WIDE and lines >= TABLE_HEIGHT:
        return wide(TableParts(model, look), columns, lines)
    if columns >= TABLE_WIDTH and lines >= TABLE_HEIGHT:
        return standard(TableParts(model, look), columns, lines)
    return compact(TableParts(model, look), columns, lines)


def _log_page(model: TableModel, look: Look, columns: int, lines: int) -> Screen:
    """All that has happened, from edge to edge."""
    pane = (columns, lines - 1)
    back = Fragment(_("Esc goes back"), "bar", Button("escape"))
    title = text_row(" " + _("what happened") + " ", "bar")
    move, end = Fragment(_("up and down move") + "   ", "bar"), Fragment(" ", "bar")
    hint = row(move, back, end)
    if width_of(title) + width_of(hint) > columns:
        hint = row(back, end)
    return Screen(
        (ends(title, hint, columns, "bar"), *history(model.history, look, *pane)),
        None,
        most_scrolled(model.history, *pane),
    )
