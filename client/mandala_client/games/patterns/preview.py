"""Previews of a move of Patterns, before it is made."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from attrs import frozen

from mandala_client.games.colour_words import colour_name
from mandala_client.games.patterns.chooser import MoveOnField, nearest_to_centre
from mandala_client.text.language import _, ngettext
from mandala_client.text.numbers import points as points_of
from mandala_protocol.games.colours import COLOURS, Colour
from mandala_protocol.games.game import Moved, View
from mandala_protocol.games.patterns import (
    PATTERNS,
    FlipTile,
    OpenGroup,
    PatternsMove,
    PatternsState,
    SwapTile,
    TakeStart,
)
from mandala_protocol.games.patterns.board import NO_FIELDS, FieldSet
from mandala_protocol.games.patterns.legality import can_move
from mandala_protocol.games.patterns.outlook import outlook, reachable
from mandala_protocol.games.patterns.scoring import points
from mandala_protocol.games.patterns.state import Stopped, all_front_up, colour_at
from mandala_protocol.seats import Seat

_KEPT: Final = 128
"""The number of prospects that are kept: each time that a table is drawn, it shows those of all moves."""


@frozen
class Prospect:
    """The prospect of a legal move of a turn.

    ``colour``: of the group that is opened or extended; ``value`` and ``tiles`` of it afterwards; ``points`` that the
    move scores. ``taken``: the colour that comes into the bowl, None for a flip. ``reach``: the tiles of its colour
    that flips could add to the group afterwards. ``closed``: by colour, how many tiles fewer flips could add to the
    other player's groups. ``stopped``: how the game ends by it, None if it goes on; ``scores`` are the points then,
    by seat. ``stuck``: the mover could do nothing more if it were still their turn.
    """

    colour: Colour
    value: int
    tiles: int
    points: int
    taken: Colour | None
    reach: int
    closed: tuple[tuple[Colour, int], ...]
    stopped: Stopped | None
    scores: tuple[int, int]
    stuck: bool


@lru_cache(maxsize=_KEPT)
def prospect(state: PatternsState, seat: Seat, move: MoveOnField) -> Prospect:
    """Look ahead by one legal move of this seat."""
    colour = group_colour(state, seat, move)
    after = PATTERNS.apply(state, Moved(seat, move))
    before = state.players[seat].groups[colour]
    group = after.players[seat].groups[colour]
    value = group.value
    theirs, left = outlook(state, seat.other), outlook(after, seat.other)
    closed = tuple((one, theirs.reach[one] - left.reach[one]) for one in COLOURS if theirs.reach[one] > left.reach[one])
    host, guest = map(points, after.players)
    return Prospect(
        colour=colour,
        value=value,
        tiles=before.tiles.bit_count() + 1,
        points=value if before.tiles else 0,
        taken=None if isinstance(move, FlipTile) else colour_at(state, move.field),
        reach=outlook(after, seat).reach[colour],
        closed=closed,
        stopped=after.stopped,
        scores=(host, guest),
        stuck=not can_move(after, seat),
    )


def closed_fields(state: PatternsState, seat: Seat, move: MoveOnField) -> FieldSet:
    """The fields whose tiles the other player could flip into groups, but no more after this legal move."""
    after = PATTERNS.apply(state, Moved(seat, move))
    return _flippable(state, seat.other) & ~_flippable(after, seat.other) & all_front_up(after)


def _flippable(state: PatternsState, seat: Seat) -> FieldSet:
    """The fields whose tiles flips of this player could add to groups, one after the other."""
    fields = NO_FIELDS
    for colour in COLOURS:
        group, theirs = state.players[seat].groups[colour], state.players[seat.other].groups[colour]
        fields |= reachable(group.border, state.front_up[colour] & ~theirs.border)
    return fields


def group_colour(state: PatternsState, seat: Seat, move: MoveOnField) -> Colour:
    """The colour of the group that this move opens or extends."""
    if isinstance(move, FlipTile):
        return colour_at(state, move.field)
    bowl = state.players[seat].bowl
    assert bowl is not None, "the bowls are empty only before the first turn"
    return bowl


def points_at_once(state: PatternsState, seat: Seat, move: PatternsMove) -> int:
    """The points that a legal move scores: the marker of the group that it extends, 0 if it extends none (rule G1)."""
    if isinstance(move, TakeStart):
        return 0
    return state.players[seat].groups[group_colour(state, seat, move)].value


def best_at_once(state: PatternsState, seat: Seat, moves: Sequence[PatternsMove]) -> list[PatternsMove]:
    """The legal moves that score most at once; none if none scores anything."""
    gains = {move: points_at_once(state, seat, move) for move in moves}
    most = max(gains.values(), default=0)
    return [move for move, brings in gains.items() if brings == most > 0]


def begins_with(state: PatternsState, seat: Seat, moves: Sequence[PatternsMove]) -> PatternsMove:
    """The legal move that arrow keys begin with: one that scores most at once, else the one nearest to the centre."""
    return nearest_to_centre(best_at_once(state, seat, moves) or moves)


def best_of_each_kind(
    state: PatternsState, seat: Seat, moves: Sequence[PatternsMove], taught: PatternsMove | None = None
) -> tuple[PatternsMove, ...]:
    """The legal move of each kind that scores most at once, of several the one that the arrow keys would begin with.

    ``taught``: the move that a lesson speaks of, which stands for its kind.
    """
    kinds = dict.fromkeys(type(move) for move in moves)
    best = (begins_with(state, seat, [move for move in moves if type(move) is kind]) for kind in kinds)
    return tuple(taught if taught is not None and type(move) is type(taught) else move for move in best)


def preview_sentences(state: PatternsState, seat: Seat, move: PatternsMove, other: str) -> list[str]:
    """The gains of the move, in sentences; ``other`` is the other player's name."""
    if isinstance(move, TakeStart):
        return [_start_taken(state, move, other)]
    seen = prospect(state, seat, move)
    sentences = [_deed(move, seen), *_reach(seen), *_closed(seen, other)]
    return [*sentences, *_end(seen, seat, other)]


def brief_preview(state: PatternsState, seat: Seat, move: PatternsMove, other: str) -> list[str]:
    """The effects of a move in one short sentence or two."""
    if isinstance(move, TakeStart):
        return [_start_taken(state, move, other)]
    seen = prospect(state, seat, move)
    if isinstance(move, OpenGroup):
        sentence = _("{colour}: {value} a tile").format(colour=colour_name(seen.colour), value=seen.value)
    else:
        sentence = _("{colour}: +{points}, {tiles} tiles").format(
            colour=colour_name(seen.colour), points=seen.points, tiles=seen.tiles
        )
    if seen.taken is not None:
        sentence = _("{told}; takes {taken}").format(told=sentence, taken=colour_name(seen.taken))
    closed = sum(count for _colour, count in seen.closed)
    if closed:
        sentence = _("{told}; closes {count}").format(told=sentence, count=closed)
    if seen.stopped is not None:
        sentence = _("{told}; ENDS {own} to {other}").format(
            told=sentence, own=seen.scores[seat], other=seen.scores[seat.other]
        )
    return [sentence]


def question_before(view: View[PatternsState], move: PatternsMove) -> str | None:
    """The question before a move that ends the game without winning it, although another one does not end it."""
    if isinstance(move, TakeStart):
        return None
    seen = prospect(view.state, view.seat, move)
    own, other = seen.scores[view.seat], seen.scores[view.seat.other]
    if seen.stopped is None or own > other:
        return None
    if own == other:
        return _("This ends the game in a draw, {own} to {other}. Play anyway?").format(own=own, other=other)
    return _("This ends the game, and you lose {own} to {other}. Play anyway?").format(own=own, other=other)


def start_left(state: PatternsState, taken: Colour) -> Colour:
    """The start tile that is left for the first player."""
    one, other = state.start
    return other if taken is one else one


def _start_taken(state: PatternsState, move: TakeStart, other: str) -> str:
    text = _("You begin with {colour} in your bowl, and {name} with {left}. Then {name} has the first turn.")
    left = start_left(state, move.colour)
    return text.format(colour=colour_name(move.colour), name=other, left=colour_name(left))


def _deed(move: MoveOnField, seen: Prospect) -> str:
    colour = colour_name(seen.colour)
    match move:
        case OpenGroup():
            assert seen.taken is not None
            text = _(
                "Opens {colour} with marker {value}: each further tile scores {points}. {taken} comes into your bowl."
            )
            return text.format(
                colour=colour, value=seen.value, points=seen.value, taken=_capital(colour_name(seen.taken))
            )
        case FlipTile():
            text = _("{points}: your {colour} group will have {tiles} tiles.")
            return text.format(points=points_of(seen.points), colour=colour, tiles=seen.tiles)
        case SwapTile():
            assert seen.taken is not None
            text = _("{points}: your {colour} group will have {tiles} tiles. {taken} comes into your bowl.")
            return text.format(
                points=points_of(seen.points),
                colour=colour,
                tiles=seen.tiles,
                taken=_capital(colour_name(seen.taken)),
            )


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:]


def _reach(seen: Prospect) -> list[str]:
    if not seen.reach or seen.stopped is not None:
        return []
    text = ngettext(
        "A later flip can add {count} {colour} tile.", "Later flips can add {count} {colour} tiles.", seen.reach
    )
    return [text.format(count=seen.reach, colour=colour_name(seen.colour))]


def _closed(seen: Prospect, other: str) -> list[str]:
    if seen.stopped is not None:
        return []
    lines = []
    for colour, count in seen.closed:
        text = ngettext(
            "{name} can flip {count} {colour} tile fewer.", "{name} can flip {count} {colour} tiles fewer.", count
        )
        lines.append(text.format(name=other, count=count, colour=colour_name(colour)))
    return lines


def _end(seen: Prospect, seat: Seat, other: str) -> list[str]:
    if seen.stopped is None:
        return [_("Then you can do nothing more, but {name} has a turn.").format(name=other)] if seen.stuck else []
    text = _("Then {name} can do nothing: the game ends {own} to {theirs}.")
    lines = [text.format(name=other, own=seen.scores[seat], theirs=seen.scores[seat.other])]
    return [*lines, _("That counts your final flips.")] if seen.stopped.final_flips else lines
