"""A review as a table: one row for each move, in columns that line up, from 36 columns on."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import Final

from mandala_client.records.review import Review, ReviewedMove
from mandala_client.text.language import _, pgettext
from mandala_client.text.numbers import decimal
from mandala_client.ui.columns import columned
from mandala_client.ui.rows import shortened, side_by_side, width_of

WORST_MARK: Final = "!"
"""Stands before the moves that gave away most."""

_STANDARD: Final = 60
_WITH_REASONS: Final = 100
_MOST_OF_A_NAME: Final = 16
"""So wide a name may be where the reasons stand beside it."""

_MOST_OF_BOTH_NAMES: Final = 16
"""So wide both names together may be above the score."""

_BETWEEN_POINTS: Final = " : "


class ReviewForm(enum.Enum):
    """Which columns there is room for."""

    NARROW = "what was given away, and what was better"
    STANDARD = "the score, too"
    WITH_REASONS = "and why"


def form_for(width: int) -> ReviewForm:
    """The form for so many columns."""
    if width < _STANDARD:
        return ReviewForm.NARROW
    return ReviewForm.STANDARD if width < _WITH_REASONS else ReviewForm.WITH_REASONS


def rows_of(review: Review, width: int, ellipsis: str) -> list[str]:
    """The headings, then a row for each move, none wider than ``width``; the name or the reason is what gives way."""
    form = form_for(width)
    named, *scores = _scores(review, ellipsis)
    moves = zip(review.moves, scores, strict=True)
    cells = [_headings(form, named), *(_cells(review, move, score, form, ellipsis) for move, score in moves)]
    step_and_away = {0, 3} if form is ReviewForm.NARROW else {0, 4, 5}
    shrinking = len(cells[0]) - 1 if form is ReviewForm.WITH_REASONS else 1
    return columned(cells, width, shrinking=shrinking, right=step_and_away, ellipsis=ellipsis)


def marked_rows_of(review: Review, width: int, ellipsis: str) -> list[str]:
    """The same, with a mark before the moves that gave away most."""
    worst = review.numbers_of_worst()
    heading, *rows = rows_of(review, width - len(WORST_MARK) - 1, ellipsis)
    marked = [f"{WORST_MARK if number in worst else ' '} {row}" for number, row in enumerate(rows)]
    return [f"  {heading}", *marked]


def legend(review: Review) -> list[str]:
    """Return what the mark means, if one stands anywhere."""
    if not review.numbers_of_worst():
        return []
    return [_("{mark} These moves gave away most.").format(mark=WORST_MARK)]


def _headings(form: ReviewForm, score: str) -> Sequence[str]:
    player = pgettext("heading of a column", "player")
    move = pgettext("heading of a column", "move")
    better = pgettext("heading of a column", "better")
    if form is ReviewForm.NARROW:
        step, given = pgettext("heading of a narrow column", "step"), pgettext("heading of a narrow column", "given")
        return step, player, move, given, better
    step = pgettext("heading of a column", "step")
    brought = pgettext("heading of a column", "brought")
    headings = (step, player, move, score, brought, pgettext("heading of a column", "gave away"), better)
    return (*headings, pgettext("heading of a column", "why")) if form is ReviewForm.WITH_REASONS else headings


def _cells(review: Review, move: ReviewedMove, score: str, form: ReviewForm, ellipsis: str) -> Sequence[str]:
    name = review.names[move.seat]
    if form is ReviewForm.WITH_REASONS:
        name = shortened(name, _MOST_OF_A_NAME, ellipsis)
    notation = review.ui.words.notation
    made = (str(move.frame.number), name, notation(move.move))
    if move.better is None:
        judged, why = (_no_better(move, form), ""), ""
    else:
        judged = (decimal(move.given_away), notation(move.better.move))
        why = move.better.why
    if form is ReviewForm.NARROW:
        return *made, *judged
    brought = f"{move.swing:+}" if move.swing else ""
    cells = (*made, score, brought, *judged)
    return (*cells, why) if form is ReviewForm.WITH_REASONS else cells


def _no_better(move: ReviewedMove, form: ReviewForm) -> str:
    if not move.forced:
        return pgettext("of a move", "best")
    return (
        pgettext("of a move, in a narrow column", "only")
        if form is ReviewForm.NARROW
        else pgettext("of a move", "only move")
    )


def _scores(review: Review, ellipsis: str) -> list[str]:
    """Return whose points they are, then those after each move one below the other, the near player's first."""
    near, far = review.near, review.near.other
    name, other = side_by_side(review.names[near], review.names[far], _MOST_OF_BOTH_NAMES, ellipsis)
    pairs = [(name, other), *((str(move.points[near]), str(move.points[far])) for move in review.moves)]
    left, right = (max(map(width_of, column)) for column in zip(*pairs, strict=True))
    return [
        f"{' ' * (left - width_of(one))}{one}{_BETWEEN_POINTS}{two}{' ' * (right - width_of(two))}"
        for one, two in pairs
    ]
