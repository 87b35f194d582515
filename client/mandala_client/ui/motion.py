"""A short movement in front of a page: a banner, and below it cards on their way from one place to another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import evolve, frozen

from mandala_client.ui.rows import BLANK, Fragment, Row, Screen, cut, fit, row, shortened, width_of
from mandala_client.ui.style import Look

_TRAVELLING: Final = 0.7
"""The share of the time in which the cards arrive; then they rest."""

_AROUND_A_NAME: Final = 2
_LEAST_WAY: Final = 6


@frozen
class Lane:
    """The way of some cards, as they are drawn, from one named place to another."""

    origin: str
    cards: Row
    goal: str


@frozen
class Motion:
    """All that moves at one time, and the sentence about it."""

    banner: str
    lanes: tuple[Lane, ...] = ()


@frozen
class Passing:
    """A motion of whose time this share is over, from 0 to 1; ``then``: the one that comes after it."""

    motion: Motion
    share: float = 0
    then: Motion | None = None


def motion_rows(passing: Passing, look: Look, width: int) -> list[Row]:
    """The banner with the cards where they are by now, each row in exactly so many columns."""
    text = shortened(passing.motion.banner, width - _AROUND_A_NAME, look.ellipsis)
    left = (width - width_of(text)) // 2
    banner = fit((Fragment(" " * left + text, "loud"),), width, "loud")
    edge = (Fragment(look.rule * width, "rule"),)
    lanes = [_lane_row(lane, passing.share, look, width) for lane in passing.motion.lanes]
    return [edge, banner, *lanes, edge]


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


def in_front(page: Screen, front: Sequence[Row], top: int, width: int) -> Screen:
    """The page with these rows, as wide as this, in front of it at the left, from row ``top`` on."""
    behind = list(page.rows)
    behind += [BLANK] * (top + len(front) - len(behind))
    for number, one in enumerate(front, start=top):
        behind[number] = row(one, _beyond(behind[number], width))
    return evolve(page, rows=tuple(behind))


def _beyond(of: Row, width: int) -> Row:
    """What of the row is to the right of so many columns; a blank takes the place of half a wide character."""
    right: list[Fragment] = []
    for fragment in of:
        before = cut(fragment.text, width)
        width -= width_of(before)
        if len(before) == len(fragment.text):
            continue
        text = fragment.text[len(before) :]
        if width:
            text = " " * (width_of(text[0]) - width) + text[1:]
        right.append(evolve(fragment, text=text))
        width = 0
    return tuple(right)
