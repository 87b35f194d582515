"""The points of the groups: G1 to G4."""

from __future__ import annotations

from attrs import frozen

from mandala_protocol.games.colours import COLOURS, Colour
from mandala_protocol.games.game import Result
from mandala_protocol.games.patterns.state import Group, PatternsPlayer, PatternsState
from mandala_protocol.seats import Seat


@frozen
class GroupScore:
    """One group: the number of its marker, its colour, its tiles, and their points."""

    value: int
    colour: Colour
    tiles: int
    points: int


def group_points(group: Group) -> int:
    """The tile under the marker does not count (G1)."""
    return (group.tiles.bit_count() - 1) * group.value


def group_scores(player: PatternsPlayer) -> tuple[GroupScore, ...]:
    """The groups of one player in the order of their markers."""
    scores = [
        GroupScore(group.value, colour, group.tiles.bit_count(), group_points(group))
        for colour, group in zip(COLOURS, player.groups, strict=True)
        if group.tiles
    ]
    return tuple(sorted(scores, key=lambda score: score.value))


def points(player: PatternsPlayer) -> int:
    """The points of all groups together; nothing else counts (G2, G3)."""
    return sum(group_points(group) for group in player.groups if group.tiles)


def result(state: PatternsState) -> Result:
    """Return the result of a game that is over. Raises ``ValueError`` before its end."""
    stopped = state.stopped
    if stopped is None:
        raise ValueError("the game goes on")
    host, guest = map(points, state.players)
    winner: Seat | None = None
    if stopped.resigned is not None:
        winner = stopped.resigned.other
    elif host != guest:
        winner = Seat.HOST if host > guest else Seat.GUEST
    return Result((host, guest), winner, stopped.termination)
