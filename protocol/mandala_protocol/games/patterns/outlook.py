"""The outlook of a player of Patterns: the tiles that a group can still reach, and its room."""

from __future__ import annotations

from attrs import frozen

from mandala_protocol.games.colours import COLOURS, Colour
from mandala_protocol.games.patterns.board import NEXT_TO, NO_FIELDS, FieldSet, fields_in
from mandala_protocol.games.patterns.scoring import group_points
from mandala_protocol.games.patterns.state import PatternsState, all_front_up
from mandala_protocol.seats import Seat


@frozen
class Outlook:
    """The outlook of one player, by colour.

    ``points``: of the groups as they are. ``values``: of the markers, 0 for a colour not opened. ``reach``: the tiles
    that flips could add, one after the other. ``room``: the fields beside the group where a swap could go.
    ``sites``: for a colour not opened, the fields on which it could be; for others 0.
    """

    points: tuple[int, ...]
    values: tuple[int, ...]
    reach: tuple[int, ...]
    room: tuple[int, ...]
    sites: tuple[int, ...]
    bowl: Colour | None
    opened: int


def outlook(state: PatternsState, seat: Seat) -> Outlook:
    """The prospects of this player, whoever is to move."""
    player, other = state.players[seat], state.players[1 - seat].groups
    front_up = all_front_up(state)
    points, values, reach, room, sites = [], [], [], [], []
    for colour in COLOURS:
        group = player.groups[colour]
        free = ~other[colour].border
        values.append(group.value)
        # A group that is not opened has no points, and no border.
        points.append(group_points(group))
        reach.append(reachable(group.border, state.front_up[colour] & free).bit_count())
        room.append((group.border & front_up & free).bit_count())
        sites.append(0 if group.tiles else (front_up & free).bit_count())
    return Outlook(tuple(points), tuple(values), tuple(reach), tuple(room), tuple(sites), player.bowl, player.opened)


def reachable(border: FieldSet, tiles: FieldSet) -> FieldSet:
    """The tiles that can be flipped one after the other, beginning beside a group with this border."""
    reached = NO_FIELDS
    while new := tiles & border & ~reached:
        reached |= new
        for field in fields_in(new):
            border |= NEXT_TO[field]
    return reached
