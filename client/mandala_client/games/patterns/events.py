"""The events of Patterns, and their wording."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from mandala_client.games.patterns.preview import start_left
from mandala_client.games.table_events import EventValues, Loud, Points, TableEvent, Way, Wording
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.colours import COLOURS, Colour
from mandala_protocol.games.patterns import FlipTile, OpenGroup, PatternsMove, PatternsState, SwapTile, TakeStart
from mandala_protocol.games.patterns.flow import before_final_flips
from mandala_protocol.games.patterns.outlook import outlook
from mandala_protocol.games.patterns.scoring import group_points, points
from mandala_protocol.games.patterns.state import colour_at, river
from mandala_protocol.record.steps import Step
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import N_

TOOK_START: Final = Wording(
    N_("You take the start tile {colour} into your bowl."),
    N_("{name} takes the start tile {colour}."),
    N_("{name} {tile} → bowl"),
)
GOT_START: Final = Wording(
    N_("You get the start tile {colour} into your bowl."), N_("{name} gets the start tile {colour}."), left_out=True
)
OPENED: Final = Wording(
    N_("You open {colour} on field {field} with marker {value} and take {taken}."),
    N_("{name} opens {colour} on field {field} with marker {value} and takes {taken}."),
    N_("{name} {tile} opened {field}, ×{value}; bowl {taken}"),
)
FLIPPED: Final = Wording(
    N_("You flip {colour} on field {field}: {points}."),
    N_("{name} flips {colour} on field {field}: {points}."),
    N_("{name} {tile} flipped on {field}, +{points}"),
)
SWAPPED: Final = Wording(
    N_("You swap {colour} for {taken} on field {field}: {points}."),
    N_("{name} swaps {colour} for {taken} on field {field}: {points}."),
    N_("{name} {tile} swapped {field}, +{points}; bowl {taken}"),
)
_DEEDS: Final = {OpenGroup: OPENED, FlipTile: FLIPPED, SwapTile: SWAPPED}
GROWN: Final = Wording(
    N_("Your {colour} group now has {count} tiles."), N_("{name}'s {colour} group now has {count} tiles.")
)
CLOSED: Final = Wording(
    N_("Closed: you can extend {colour} no further."),
    N_("Closed: {name} can extend {colour} no further."),
)
STUCK: Final = Wording(
    N_("The game is over: you can do nothing."),
    N_("The game is over: {name} can do nothing."),
    loud=Loud.YOU,
)
FINAL_FLIP: Final = Wording(
    N_("Final flip: you get {colour} on field {field}, {points}."),
    N_("Final flip: {name} gets {colour} on field {field}, {points}."),
    N_("{name} {tile} final flip on {field}, +{points}"),
)


def state_of(snapshot: Snapshot) -> PatternsState:
    """The state of a game that has begun."""
    assert snapshot.view is not None, "the game has begun"
    state: PatternsState = snapshot.view.state
    return state


def moved(step: Step, mover: Seat, move: PatternsMove) -> tuple[TableEvent, ...]:
    """The deed itself first, then what followed from it."""
    before, after = step.before, step.after
    assert isinstance(before, PatternsState), "a step of Patterns"
    assert isinstance(after, PatternsState), "a step of Patterns"
    deed = evolve(_deed(before, after, mover, move), is_deed=True)
    if after.stopped:
        return deed, *_end(before, after)
    if isinstance(move, TakeStart):
        return deed, _start(GOT_START, mover.other, start_left(before, move.colour))
    return (_with_closed(deed, before, after),)


def _deed(before: PatternsState, after: PatternsState, mover: Seat, move: PatternsMove) -> TableEvent:
    if isinstance(move, TakeStart):
        return _start(TOOK_START, mover, move.colour)
    return _on_field(_DEEDS[type(move)], before, after, mover, move.field)


def _start(wording: Wording, who: Seat, colour: Colour) -> TableEvent:
    return TableEvent(wording, who, {"colour": colour, "tile": colour})


def _on_field(wording: Wording, before: PatternsState, after: PatternsState, who: Seat, field: int) -> TableEvent:
    """An event on a field, with the tile there now, the one before, and the marker of its group."""
    colour, taken = colour_at(after, field), colour_at(before, field)
    value = after.players[who].groups[colour].value
    tiles: EventValues = {"colour": colour, "tile": colour, "taken": taken}
    return TableEvent(wording, who, {**tiles, "field": field, "value": value, "points": Points(value)})


def _end(before: PatternsState, after: PatternsState) -> list[TableEvent]:
    """The end, and the final flips one after another, in an order in which each is allowed (E2)."""
    assert after.stopped is not None, "the game has ended"
    stuck, flipper, flips = TableEvent(STUCK, after.to_move), after.to_move.other, after.stopped.final_flips
    if not flips:
        return [stuck]
    first, *later = [*before_final_flips(after), after]
    flipped = (
        evolve(_on_field(FINAL_FLIP, before, after, flipper, field), table=table)
        for field, table in zip(flips, later, strict=True)
    )
    return [evolve(stuck, table=first), *flipped]


def _with_closed(deed: TableEvent, before: PatternsState, after: PatternsState) -> TableEvent:
    """The deed with the motion of the groups that it closes, whoever owns them."""
    closed = closed_groups(before, after)
    if not closed:
        return deed
    ways = tuple(way for group in closed for way in group.ways or ())
    return evolve(deed, ways=ways, banner=closed[0])


def grown_groups(before: PatternsState, after: PatternsState) -> list[TableEvent]:
    """The groups that have more tiles than before, but not those that are new; none at the end of the game."""
    if after.stopped is not None:
        return []
    return [
        TableEvent(GROWN, owner, {"colour": colour, "count": group.tiles.bit_count()})
        for owner in Seat
        for colour, group in zip(COLOURS, after.players[owner].groups, strict=True)
        if 0 < before.players[owner].groups[colour].tiles.bit_count() < group.tiles.bit_count()
    ]


def closed_groups(before: PatternsState, after: PatternsState) -> list[TableEvent]:
    """The groups, whoever owns them, that could still grow and now can no more; none at the end of the game."""
    if after.stopped is not None:
        return []
    return [
        TableEvent(CLOSED, owner, {"colour": colour}, ways=(_way_to_points(after, owner, colour),))
        for owner in Seat
        for colour in COLOURS
        if _is_closed(after, owner, colour) and not _is_closed(before, owner, colour)
    ]


def _is_closed(state: PatternsState, owner: Seat, colour: Colour) -> bool:
    """Return whether this group is opened, and there is no field left that it could grow to."""
    if not state.players[owner].groups[colour].tiles:
        return False
    seen = outlook(state, owner)
    return not seen.reach[colour] and not seen.room[colour]


def _way_to_points(state: PatternsState, owner: Seat, colour: Colour) -> Way:
    group = state.players[owner].groups[colour]
    return Way(owner, ((colour, str(group.tiles.bit_count())),), Points(group_points(group)))


def final_ways(state: PatternsState, near: Seat) -> tuple[Way, ...]:
    """The groups of both players become points, in the order in which they were opened; the near player's last."""
    return tuple(
        Way(seat, tuple((colour, "") for colour in river(state.players[seat])), Points(points(state.players[seat])))
        for seat in (near.other, near)
    )
