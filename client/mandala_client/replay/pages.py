"""The screen of a replay as rows of text: the table with both hands, what happened, and where in the game this is."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from mandala_client.replay.model import Model, Page
from mandala_client.table.board import Board, changed_cells, rule_row
from mandala_client.table.history import history, most_scrolled
from mandala_client.table.model import Model as TableModel
from mandala_client.table.pages import bar, fits, too_small
from mandala_client.table.presenter import SIDE_LOG, TABLE_WIDTH
from mandala_client.table.rows import (
    BLANK,
    Fragment,
    Row,
    Screen,
    ends,
    filled,
    fit,
    in_ascii,
    padded,
    row,
    shortened,
    side_by_side,
    text_row,
    width_of,
    wrap,
)
from mandala_client.table.style import Look
from mandala_protocol.games.mandala.state import Dealing
from mandala_protocol.happenings import Step

_STATUS_ROWS: Final = 2


def screen(model: Model, look: Look, columns: int, lines: int) -> Screen:
    """What is to be seen now, in a terminal of this size."""
    shown = _page(model, look, columns, lines) if fits(columns, lines) else too_small(columns, lines, "Esc leaves.")
    return evolve(shown, rows=in_ascii(filled(shown.rows, lines), look))


def _page(model: Model, look: Look, columns: int, lines: int) -> Screen:
    match model.page:
        case Page.TABLE:
            return _table(model, look, columns, lines)
        case Page.LOG:
            return _log(model, look, columns, lines)
        case Page.HELP:
            return _help(model, columns)


def _titled(model: Model, hint: str, look: Look, columns: int) -> Row:
    head, between = "Replay   ", " and "
    room = columns - width_of(f" Mandala   {head}{between} {hint} ")
    names = side_by_side(*model.replay.names, room, look.ellipsis)
    return bar(f"{head}{between.join(names)}", hint, columns)


# The table.


def _table(model: Model, look: Look, columns: int, lines: int) -> Screen:
    beside = columns >= SIDE_LOG
    width = TABLE_WIDTH if beside else columns
    title = _titled(model, "? help   q leaves", look, columns)
    board = _board(model, look)
    below = [*_status(model, look, width), _note(model, look, width), _keys(look, width)]
    if beside:
        pane = (columns - width - 2, lines - 2)
        left = filled([*board, BLANK, *below], lines - 1)
        log = [rule_row(look, "what happened", pane[0]), *history(_logged(model), look, *pane)]
        rows = [title, *(row(fit(one, width), "  ", other) for one, other in zip(left, log, strict=True))]
    else:
        pane = (width, lines - 1 - len(board) - 1 - len(below))
        rows = [title, *board, rule_row(look, "what happened", width), *history(_logged(model), look, *pane), *below]
    return Screen(tuple(rows))


def _board(model: Model, look: Look) -> list[Row]:
    """The table with both hands; 14 rows."""
    frame, near = model.frame, model.near
    step = frame.happening
    fresh = changed_cells(step.before, step.after) if isinstance(step, Step) else frozenset()
    board = Board(look, frame.state, near, model.replay.names, frame.held, fresh, None)
    # Before the deal nothing is hidden, so there is nothing to name.
    named = (None, None) if isinstance(frame.state.phase, Dealing) else frame.held
    seats = Board(look, frame.state, near, model.replay.names, named, fresh, None)
    return [
        *board.head_rows(),
        seats.player(near.other),
        board.hand(near.other),
        *board.middle_rows(),
        board.river(near),
        seats.player(near),
        board.hand(near),
    ]


def _logged(model: Model) -> TableModel:
    return TableModel(log=model.log, scrolled=model.scrolled)


def _status(model: Model, look: Look, width: int) -> list[Row]:
    """Where in the game this is, and what happened there; always two rows."""
    frame = model.frame
    text = f"{frame.number} of {len(model.replay.frames)} · entry {frame.entry} · {' '.join(frame.told)}"
    first, *more = wrap(text, width - 2)
    second = shortened(" ".join(more), width - 2, look.ellipsis)
    return [text_row(f" {first}", "status"), text_row(f" {second}", "status")]


def _note(model: Model, look: Look, width: int) -> Row:
    if model.typed:
        return row(" ", Fragment("go to step ", "label"), Fragment(model.typed, "prompt"))
    if model.note is not None:
        return text_row(f" {model.note}", "message")
    if model.at < model.last:
        return BLANK
    style = "message" if model.replay.fault is None else "loud"
    return text_row(f" {shortened(model.replay.standing, width - 2, look.ellipsis)}", style)


def _keys(look: Look, width: int) -> Row:
    arrows = "←→ step   ↑↓ move" if look.writes_all else "left right step   up down move"
    return ends(BLANK, row(Fragment(f"{arrows}   Home End   number Enter   f flip   l log", "label"), " "), width)


# The other pages.


def _log(model: Model, look: Look, columns: int, lines: int) -> Screen:
    pane = (columns, lines - 1)
    title = bar("what happened", "up and down move, Esc goes back", columns)
    logged = _logged(model)
    return Screen((title, *history(logged, look, *pane)), None, most_scrolled(logged, *pane))


def _help(model: Model, columns: int) -> Screen:
    keys = [row(Fragment(padded(f"  {key}", _KEY_WIDTH), "key"), text) for key, text in _KEYS]
    about = [text_row(f"  {line}", "label" if line else "") for line in _about(model)]
    return Screen((bar("help", "any key goes back", columns), BLANK, *keys, BLANK, *about))


_KEY_WIDTH: Final = 20

_KEYS: Final = (
    ("right  Space", "one step further"),
    ("left   Backspace", "one step back"),
    ("down   up", "the next move of a player, the move before"),
    ("PgDn   PgUp", "ten steps further, ten steps back"),
    ("Home   End", "the first step, the last"),
    ("12 Enter", "go to step 12"),
    ("f", "see the table from the other seat"),
    ("l", "read all that happened up to here"),
    ("q  Esc  Ctrl-C", "leave"),
)


def _about(model: Model) -> tuple[str, ...]:
    known = [name for name, held in zip(model.replay.names, model.frame.held, strict=True) if held is not None]
    if len(known) == len(model.replay.names):
        hands = "Both keys of the game are in its record: all hands are open."
    elif known:
        hands = f"The game is not over: of the hands only that of {known[0]} is shown."
    else:
        hands = "The keys of the game are not in its record, so the hands are not known."
    return (hands, "", "A step is anything that happens at the table. What it changed is underlined.")
