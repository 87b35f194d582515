"""The motions of Patterns: a group that can grow no more, and the end."""

from __future__ import annotations

from mandala_client.games.colour_signs import card_class, sign_of
from mandala_client.games.colour_words import colour_name
from mandala_client.games.patterns import score_text
from mandala_client.text.language import _
from mandala_client.text.numbers import points
from mandala_client.text.player_names import Names, player_name
from mandala_client.ui.motion import Lane, Motion
from mandala_client.ui.rows import Fragment, Row, row
from mandala_client.ui.style import Look
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.colours import COLOURS, Colour
from mandala_protocol.games.game import Moved
from mandala_protocol.games.patterns import PatternsState
from mandala_protocol.games.patterns.outlook import outlook
from mandala_protocol.games.patterns.scoring import group_points
from mandala_protocol.games.patterns.scoring import points as points_of
from mandala_protocol.games.patterns.state import PatternsPlayer, river
from mandala_protocol.record.steps import Step
from mandala_protocol.seats import Seat


def motion(step: Step, seat: Seat, names: Names, look: Look) -> Motion | None:  # noqa: ARG001 - as ``GameTable`` has it
    """The motion of a move that closes a group, whoever owns it, as long as the game goes on; otherwise None."""
    before, after = step.before, step.after
    assert isinstance(before, PatternsState), "only Patterns moves here"
    assert isinstance(after, PatternsState), "only Patterns moves here"
    if not isinstance(step.event, Moved) or after.stopped is not None:
        return None
    closed = [
        (owner, colour)
        for owner in Seat
        for colour in COLOURS
        if _is_closed(after, owner, colour) and not _is_closed(before, owner, colour)
    ]
    if not closed:
        return None
    lanes = tuple(_lane(after, owner, colour, names, look) for owner, colour in closed)
    owner, colour = closed[0]
    told = _("Closed: {name} can extend {colour} no further.")
    return Motion(told.format(colour=colour_name(colour), name=player_name(owner, names)), lanes)


def _is_closed(state: PatternsState, owner: Seat, colour: Colour) -> bool:
    """Return whether this group is opened, and there is no field left that it could grow to."""
    if not state.players[owner].groups[colour].tiles:
        return False
    seen = outlook(state, owner)
    return not seen.reach[colour] and not seen.room[colour]


def _lane(state: PatternsState, owner: Seat, colour: Colour, names: Names, look: Look) -> Lane:
    group = state.players[owner].groups[colour]
    tiles = row(Fragment(f"{sign_of(look, colour)}{group.tiles.bit_count()}", card_class(colour)))
    return Lane(player_name(owner, names), tiles, points(group_points(group)))


def final_motion(snapshot: Snapshot, look: Look) -> Motion | None:
    """The motion of the end: the groups of each player become points."""
    told, state = score_text.game_over(snapshot), score_text.final_state(snapshot)
    if told is None or state is None:
        return None
    lanes = tuple(
        Lane(
            player_name(seat, snapshot.names),
            _groups(state.players[seat], look),
            points(points_of(state.players[seat])),
        )
        for seat in (snapshot.seat.other, snapshot.seat)
    )
    return Motion(told, lanes)


def _groups(player: PatternsPlayer, look: Look) -> Row:
    """The tile of each group, in the order in which they were opened."""
    return row(*(Fragment(sign_of(look, colour), card_class(colour)) for colour in river(player)))
