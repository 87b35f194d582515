"""Sentences about the score of a game of Patterns."""

from __future__ import annotations

from mandala_client.games.colour_words import colour_name
from mandala_client.games.game_words import Standing
from mandala_client.games.patterns.position_text import state_of
from mandala_client.text.language import _, ngettext
from mandala_client.text.numbers import points as points_of
from mandala_client.text.player_names import Names, player_name
from mandala_client.ui.blocks.values import NOTHING, Blocks, Cell, Compared, Comparison, Sign
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.colours import COLOURS
from mandala_protocol.games.patterns import PatternsState
from mandala_protocol.games.patterns.scoring import GroupScore, group_scores, points
from mandala_protocol.games.patterns.state import PatternsPlayer
from mandala_protocol.seats import Seat


def final_state(snapshot: Snapshot) -> PatternsState | None:
    """The state of a game that is over; None as long as it goes on."""
    state = snapshot.view.state if snapshot.view is not None else None
    if isinstance(state, PatternsState) and state.stopped is not None and state.stopped.revealed:
        return state
    return None


def why_it_ended(state: PatternsState, names: Names | None, seat: Seat | None) -> str:
    """The reason why the rules ended the game: who could do nothing."""
    if state.to_move is seat:
        return _("You could do nothing.")
    return _("{name} could do nothing.").format(name=player_name(state.to_move, names))


def score(snapshot: Snapshot) -> Blocks:
    """The points of both players by group; nothing as long as the game goes on."""
    state = final_state(snapshot)
    if state is None:
        return []
    name = player_name(snapshot.seat.other, snapshot.names)
    return [_by_marker(state, snapshot.seat, name), *_final_flips(state, snapshot.seat, name)]


def _by_marker(state: PatternsState, near: Seat, other: str, one: str | None = None) -> Comparison:
    """The points as they are added up, marker by marker; ``one`` is None for you."""
    players = state.players[near], state.players[near.other]
    mine, theirs = ({group.value: group for group in group_scores(player)} for player in players)
    lines = [
        Compared(_("Marker {value}").format(value=value), _group(mine.get(value)), _group(theirs.get(value)))
        for value in range(1, len(COLOURS) + 1)
    ]
    lines.append(Compared(_("Points"), _sum(players[0]), _sum(players[1]), is_sum=True))
    return Comparison(other, tuple(lines), one, corner=_("(tiles − 1) × marker"))


def _group(group: GroupScore | None) -> Cell:
    """The colour of a group, its tiles but the one under the marker, the value of each, and the points."""
    if group is None:
        return Cell(_("no group"), ((NOTHING,),))
    said = ngettext("{points} for {tiles} {colour} tile", "{points} for {tiles} {colour} tiles", group.tiles)
    return Cell(
        said.format(points=points_of(group.points), tiles=group.tiles, colour=colour_name(group.colour)),
        ((Sign(group.colour.letter), f" {group.tiles - 1:>2}×{group.value} = {group.points:>2}"),),
    )


def _sum(player: PatternsPlayer) -> Cell:
    """Return text such as "3 + 4 + 0 = 7", the points of the groups in the order of their markers."""
    summands = " + ".join(str(group.points) for group in group_scores(player)) or "0"
    return Cell(f"{summands} = {points(player)}", brief=str(points(player)))


def _final_flips(state: PatternsState, seat: Seat | None, name: str) -> list[str]:
    """The number of tiles that the final flips brought."""
    assert state.stopped is not None
    count = len(state.stopped.final_flips)
    if not count:
        return []
    if state.to_move.other is seat:
        text = ngettext("Your final flip is included.", "Your {count} final flips are included.", count)
    else:
        text = ngettext("{name}'s final flip is included.", "{name}'s {count} final flips are included.", count)
    return [text.format(count=count, name=name)]


def onlooker_score(state: PatternsState, names: Names) -> Blocks:
    """The points of both players by group, for someone who reads the record of the game."""
    flips = _final_flips(state, None, names[state.to_move.other])
    return [_by_marker(state, Seat.HOST, names[Seat.GUEST], names[Seat.HOST]), *flips]


def standing(snapshot: Snapshot) -> Standing:
    """The points as they stand."""
    state = state_of(snapshot)
    return Standing(*(points(state.players[seat]) for seat in (snapshot.seat, snapshot.seat.other)))
