"""A review as a table: one row for each move, in columns that line up, from 36 columns on."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import Final

from mandala_client.columns import columned
from mandala_client.language import _, pgettext
from mandala_client.review.reasons import because
from mandala_client.review.review import Review, ReviewedMove
from mandala_client.terminal.rows import shortened
from mandala_client.words.numbers import decimal
from mandala_protocol.games.mandala import MANDALA

WORST_MARK: Final = "!"
"""Stands before the moves that gave away most."""

_STANDARD: Final = 60
_WITH_REASONS: Final = 100
_MOST_OF_A_NAME: Final = 16
"""So wide a name may be where the reasons stand beside it."""


class Form(enum.Enum):
    """Which columns there is room for."""

    NARROW = "what was given away, and what was better"
    STANDARD = "the score, too"
    WITH_REASONS = "and why"


def form_for(width: int) -> Form:
    """The form for so many columns."""
    if width < _STANDARD:
        return Form.NARROW
    return Form.STANDARD if width < _WITH_REASONS else Form.WITH_REASONS


def rows_of(review: Review, width: int, ellipsis: str) -> list[str]:
    """The headings, then a row for each move, none wider than ``width``; the name or the reason is what gives way."""
    form = form_for(width)
    scores = _scores(review)
    moves = zip(review.moves, scores, strict=True)
    cells = [_headings(form), *(_cells(review, move, score, form, ellipsis) for move, score in moves)]
    step_and_away = {0, 3} if form is Form.NARROW else {0, 4, 5}
    shrinking = len(cells[0]) - 1 if form is Form.WITH_REASONS else 1
    return columned(cells, width, shrinking=shrinking, right=step_and_away, ellipsis=ellipsis)


def marked_rows_of(review: Review, width: int, ellipsis: str) -> list[str]:
    """The same, with a mark before the moves that gave away most, and below them what it means."""
    worst = review.numbers_of_worst()
    heading, *rows = rows_of(review, width - len(WORST_MARK) - 1, ellipsis)
    marked = [f"{WORST_MARK if number in worst else ' '} {row}" for number, row in enumerate(rows)]
    legend = _("{mark} These moves gave away most.").format(mark=WORST_MARK)
    return [f"  {heading}", *marked, *([legend] if worst else [])]


def _headings(form: Form) -> Sequence[str]:
    player = pgettext("heading of a column", "player")
    move = pgettext("heading of a column", "move")
    better = pgettext("heading of a column", "better")
    if form is Form.NARROW:
        step, given = pgettext("heading of a narrow column", "step"), pgettext("heading of a narrow column", "given")
        return step, player, move, given, better
    step = pgettext("heading of a column", "step")
    score = pgettext("heading of a column", "score")
    brought = pgettext("heading of a column", "brought")
    headings = (step, player, move, score, brought, pgettext("heading of a column", "gave away"), better)
    return (*headings, pgettext("heading of a column", "why")) if form is Form.WITH_REASONS else headings


def _cells(review: Review, move: ReviewedMove, score: str, form: Form, ellipsis: str) -> Sequence[str]:
    name = review.names[move.seat]
    if form is Form.WITH_REASONS:
        name = shortened(name, _MOST_OF_A_NAME, ellipsis)
    made = (str(move.frame.number), name, MANDALA.format_move(move.move))
    if move.better is None:
        judged, why = (pgettext("of a move", "best"), ""), ""
    else:
        judged = (decimal(move.given_away), MANDALA.format_move(move.better.move))
        why = because(move.better.clauses, move.seat, review.names)
    if form is Form.NARROW:
        return *made, *judged
    brought = f"{move.swing:+}" if move.swing else ""
    cells = (*made, score, brought, *judged)
    return (*cells, why) if form is Form.WITH_REASONS else cells


def _scores(review: Review) -> list[str]:
    """The points after each move, one below the other."""
    host, guest = (max((len(str(move.points[seat])) for move in review.moves), default=0) for seat in (0, 1))
    return [f"{move.points[0]:{host}} : {move.points[1]:{guest}}" for move in review.moves]
