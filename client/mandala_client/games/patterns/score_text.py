"""Sentences about the score of a game of Patterns, and what is counted in it."""

from __future__ import annotations

from mandala_client.games.colour_words import colour_name
from mandala_client.games.game_words import Standing, moves_by
from mandala_client.games.patterns.events import state_of
from mandala_client.text.language import _, ngettext
from mandala_client.text.numbers import points as points_of
from mandala_client.text.player_names import Names, player_name
from mandala_client.ui.blocks.values import NOTHING, Blocks, Cell, Compared, Comparison, Sign, compared
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.colours import COLOURS
from mandala_protocol.games.patterns import FlipTile, OpenGroup, PatternsMove, PatternsState, SwapTile, TakeStart
from mandala_protocol.games.patterns.scoring import GroupScore, group_scores, points
from mandala_protocol.games.patterns.state import PatternsPlayer
from mandala_protocol.seats import Seat


def why_it_ended(state: PatternsState, names: Names | None, seat: Seat | None) -> str:
    """The reason why the rules ended the game: who had no move left."""
    if state.to_move is seat:
        return _("You had no move left.")
    return _("{name} had no move left.").format(name=player_name(state.to_move, names))


def score(snapshot: Snapshot) -> Blocks:
    """The points of both players by group; nothing as long as the game goes on."""
    state: PatternsState | None = None if snapshot.view is None else snapshot.view.state
    if state is None or state.stopped is None or not state.stopped.revealed:
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
    """Return text such as "3 + 4 + 0 = 7", the points of the groups in the order of their markers; one number alone."""
    summands, total = [str(group.points) for group in group_scores(player)], str(points(player))
    return Cell(f"{' + '.join(summands)} = {total}" if len(summands) > 1 else total, brief=total)


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


# What is counted.


def statistics(snapshot: Snapshot, other: str) -> Blocks:
    """Everything counted as far as the game has come; ``other`` is the other player's name."""
    state = state_of(snapshot)
    seats = (snapshot.seat, snapshot.seat.other)
    # Taking a start tile is no turn.
    made = [[move for move in moves_by(snapshot, seat) if not isinstance(move, TakeStart)] for seat in seats]
    groups = [group_scores(state.players[seat]) for seat in seats]
    flips = [_flips_at_end(state, seat) for seat in seats]
    lines = (
        compared(_("Groups opened"), [_count(moves, OpenGroup) for moves in made]),
        compared(_("Tiles flipped"), [_count(moves, FlipTile) for moves in made]),
        compared(_("Tiles swapped"), [_count(moves, SwapTile) for moves in made]),
        compared(_("Final flips"), flips),
        compared(_("Tiles in all groups"), [sum(group.tiles for group in own) for own in groups]),
        compared(_("Tiles in the largest group"), [max((group.tiles for group in own), default=0) for own in groups]),
        compared(_("Most points of one group"), [max((group.points for group in own), default=0) for own in groups]),
        compared(_("Groups without points"), [sum(not group.points for group in own) for own in groups]),
    )
    turns = sum(len(moves) for moves in made)
    text = ngettext("There was {count} turn in total.", "There were {count} turns in total.", turns)
    left = sum(fields.bit_count() for fields in state.front_up)
    rest = ngettext("{count} tile is still front up.", "{count} tiles are still front up.", left)
    return [Comparison(other, lines), text.format(count=turns), rest.format(count=left)]


def _count(moves: list[PatternsMove], kind: type[PatternsMove]) -> int:
    return sum(isinstance(move, kind) for move in moves)


def _flips_at_end(state: PatternsState, seat: Seat) -> int:
    flipped = state.stopped is not None and state.to_move.other is seat
    return len(state.stopped.final_flips) if flipped and state.stopped is not None else 0
