"""A short movement in front of a page: a banner, and below it cards on their way from one place to another."""

from __future__ import annotations

from typing import Any, Final

from attrs import evolve, frozen

from mandala_client.ui.rows import BLANK, Fragment, Pane, Row, Screen, cut, fit, row, whole_within, width_of
from mandala_client.ui.style import Look

_TRAVELLING: Final = 0.7
"""The share of the time in which the cards arrive; then they rest."""

_AROUND_A_NAME: Final = 2
_LEAST_WAY: Final = 6
_MOST_BANNER_ROWS: Final = 2


@frozen
class Lane:
    """The way of some cards, as they are drawn, from one named place to another."""

    origin: str
    cards: Row
    goal: str


@frozen
class Motion:
    """All that moves at one time, and the sentence about it.

    ``table``: what is shown is not the table of now, but the game as it was at this moment; None for the table of now.
    """

    banner: str
    lanes: tuple[Lane, ...] = ()
    table: Any = None


@frozen
class Passing:
    """A motion of whose time this share is over, from 0 to 1; ``then``: those that come after it, one by one."""

    motion: Motion
    share: float = 0
    then: tuple[Motion, ...] = ()


def motion_rows(passing: Passing, look: Look, width: int, height: int) -> list[Row]:
    """The banner with the cards where they are by now, in at most ``height`` rows of ``width`` columns.

    The banner may take two rows. Where there is little room the last lanes are left out; where there is much, a line is
    below it all.
    """
    most = max(min(height, _MOST_BANNER_ROWS), 1)
    texts = whole_within(passing.motion.banner, width - _AROUND_A_NAME, most, look.ellipsis)
    lanes = passing.motion.lanes[: max(height - len(texts), 0)]
    banner = (row(Fragment(" " * (max(width - width_of(text), 0) // 2) + text, "loud")) for text in texts)
    rows = [fit(line, width, "loud") for line in banner]
    rows += [_lane_row(lane, passing.share, look, width) for lane in lanes]
    return [*rows, (Fragment(look.rule * width, "rule"),)][:height]


def _lane_row(lane: Lane, share: float, look: Look, width: int) -> Row:
    """The cards between both names; where these leave no way to go, without them."""
    origin, goal = f" {lane.origin} ", f" {lane.goal} "
    way = width - width_of(origin) - width_of(goal) - width_of(lane.cards)
    if way < _LEAST_WAY:
        origin, way = "", way + width_of(origin)
    if way < _LEAST_WAY:
        goal, way = "", way + width_of(goal)
    way = max(way, 0)
    gone = round(way * min(share / _TRAVELLING, 1))
    ahead = Fragment(look.rule * (way - gone), "faint")
    return fit(row(origin, " " * gone, lane.cards, ahead, goal), width)


def in_front(page: Screen, passing: Passing, pane: Pane, look: Look) -> Screen:
    """The page with the motion in front of this part of it."""
    behind = list(page.rows)
    behind += [BLANK] * (pane.top + pane.lines - len(behind))
    for number, line in enumerate(motion_rows(passing, look, pane.columns, pane.lines), start=pane.top):
        left = fit(behind[number], pane.left) if pane.left else BLANK
        behind[number] = row(left, line, _beyond(behind[number], pane.left + pane.columns))
    return evolve(page, rows=tuple(behind))


def _beyond(of: Row, width: int) -> Row:
    """The part of the row to the right of ``width`` columns; a blank takes the place of half a wide character."""
    right: list[Fragment] = []
    for fragment in of:
        before = cut(fragment.text, width)
        width -= width_of(before)
        if len(before) == len(fragment.text):
            continue
        text = fragment.text[len(before) :]
        if width:
            text = " " * (width_of(text[0]) - width) + text[1:]
        right.append(fragment._replace(text=text))
        width = 0
    return tuple(right)
