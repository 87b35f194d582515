"""Sentences about the score of a game of Patterns."""

from __future__ import annotations

from typing import assert_never

from mandala_client.games.colour_words import colour_name
from mandala_client.games.endings import why_ended_early, why_ended_early_for_all
from mandala_client.games.patterns.position_text import state_of
from mandala_client.games.standing import Standing
from mandala_client.text.language import _, ngettext
from mandala_client.text.numbers import points as points_of
from mandala_client.text.player_names import Names, player_name
from mandala_client.ui.blocks.values import NOTHING, Blocks, Cell, Compared, Comparison, Sign
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.colours import COLOURS
from mandala_protocol.games.game import EndReason, Result
from mandala_protocol.games.patterns import PatternsState
from mandala_protocol.games.patterns.scoring import GroupScore, group_scores, points
from mandala_protocol.games.patterns.scoring import result as result_of
from mandala_protocol.games.patterns.state import PatternsEnd, PatternsPlayer, PatternsTermination
from mandala_protocol.seats import Seat


def final_state(snapshot: Snapshot) -> PatternsState | None:
    """The state of a game that is over; None as long as it goes on."""
    state = snapshot.view.state if snapshot.view is not None else None
    if isinstance(state, PatternsState) and state.stopped is not None and state.stopped.revealed:
        return state
    return None


def game_over(snapshot: Snapshot) -> str | None:
    """The winner, the points if they count, and the reason for the end; None while the game goes on."""
    state = final_state(snapshot)
    if state is None:
        return None
    assert state.stopped is not None
    result = result_of(state)
    own, other = result.scores[snapshot.seat], result.scores[snapshot.seat.other]
    name = player_name(snapshot.seat.other, snapshot.names)
    we_won = result.winner is snapshot.seat
    termination = state.stopped.termination
    if termination is EndReason.RESIGNED:
        return why_ended_early(termination, name, we_won=we_won)
    if result.winner is None:
        line = _("Game over: a draw, {own} to {other}.")
    elif we_won:
        line = _("Game over: you win {own} to {other}.")
    else:
        line = _("Game over: {name} wins {other} to {own}.")
    if termination is EndReason.AGREED:
        why = why_ended_early(termination, name, we_won=we_won)
    elif state.to_move is snapshot.seat:
        why = _("You could do nothing.")
    else:
        why = _("{name} could do nothing.").format(name=name)
    return f"{line.format(own=own, other=other, name=name)} {why}"


def why_over(termination: PatternsTermination) -> str:
    """The reason for the end, for an observer who does not know who was to move."""
    match termination:
        case PatternsEnd.STUCK:
            return _("One player could do nothing.")
        case EndReason():
            return why_ended_early_for_all(termination, "")
        case _:
            assert_never(termination)


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
    """The points of both players by group and who won, for someone who reads the record of the game."""
    result = result_of(state)
    decided = f"{_who_won(result, names)} {_why_for_all(state, result, names)}"
    flips = _final_flips(state, None, names[state.to_move.other])
    return [_by_marker(state, Seat.HOST, names[Seat.GUEST], names[Seat.HOST]), *flips, decided]


def _who_won(result: Result, names: Names) -> str:
    if result.winner is None:
        host, guest = result.scores
        return _("A draw, {host} to {guest}.").format(host=host, guest=guest)
    winner, loser = result.scores[result.winner], result.scores[result.winner.other]
    text = _("{name} wins {points} to {other}.")
    return text.format(name=names[result.winner], points=winner, other=loser)


def _why_for_all(state: PatternsState, result: Result, names: Names) -> str:
    assert state.stopped is not None
    if state.stopped.termination is PatternsEnd.STUCK:
        return _("{name} could do nothing.").format(name=names[state.to_move])
    loser = "" if result.winner is None else names[result.winner.other]
    return why_ended_early_for_all(state.stopped.termination, loser)


def standing(snapshot: Snapshot) -> Standing:
    """The points as they stand."""
    state = state_of(snapshot)
    return Standing(*(points(state.players[seat]) for seat in (snapshot.seat, snapshot.seat.other)))


def points_now(snapshot: Snapshot) -> str:
    """The points as they stand, in a sentence."""
    stands, name = standing(snapshot), player_name(snapshot.seat.other, snapshot.names)
    text = _("You have {own} now; {name} has {other}.")
    return text.format(own=points_of(stands.own), name=name, other=points_of(stands.other))
