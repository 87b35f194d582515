"""The table as it was last, with all that was hidden once it is open, in the form that the window has room for."""

from __future__ import annotations

from mandala_client.games.mandala.board import Board, Held, held_by
from mandala_client.games.mandala.compact_board import compact_rows
from mandala_client.games.mandala.discards import on_top
from mandala_client.screens.table.presenter import last_table
from mandala_client.screens.table.table_model import TableModel
from mandala_client.ui.form_sizes import TABLE_WIDTH
from mandala_client.ui.rows import Row
from mandala_client.ui.style import Look
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.game import HAND
from mandala_protocol.games.mandala.state import GameOver, MandalaState


def last_table_rows(model: TableModel, look: Look, columns: int) -> list[Row]:
    """The table, as it is drawn while it is played at, or one mandala above the other; the table must be laid."""
    if columns >= TABLE_WIDTH:
        return last_table(model, look)
    snapshot, state = model.snapshot, model.state
    assert snapshot is not None, "the table is laid"
    assert state is not None, "the table is laid"
    held = _held(snapshot, state)
    top = on_top(snapshot.steps)
    board = Board(look, state, snapshot.seat, snapshot.names, held, frozenset(), snapshot.seat, on_top=top)
    return compact_rows(board, columns)


def _held(snapshot: Snapshot, state: MandalaState) -> Held:
    """The hidden cards of both players, or only our own while the others are not open."""
    assert snapshot.view is not None, "the table is laid"
    if isinstance(state.phase, GameOver):
        host, guest = ({HAND: hand, "cup": cup} for hand, cup in zip(state.phase.hands, state.phase.cups, strict=True))
        return host, guest
    return held_by(snapshot.seat, snapshot.view.holdings)
