"""The counts of one game of Patterns, for each player and for both."""

from __future__ import annotations

from mandala_client.games.patterns.position_text import state_of
from mandala_client.text.language import _, ngettext
from mandala_client.ui.blocks.values import Blocks, Compared, Comparison
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.game import Moved
from mandala_protocol.games.patterns import FlipTile, OpenGroup, PatternsMove, PatternsState, SwapTile
from mandala_protocol.games.patterns.scoring import group_scores
from mandala_protocol.seats import Seat


def statistics(snapshot: Snapshot, other: str) -> Blocks:
    """Everything counted as far as the game has come; ``other`` is the other player's name."""
    state = state_of(snapshot)
    seats = (snapshot.seat, snapshot.seat.other)
    made = [_made_by(snapshot, seat) for seat in seats]
    groups = [group_scores(state.players[seat]) for seat in seats]
    flips = [_final_flips(state, seat) for seat in seats]
    lines = (
        _line(_("Groups opened"), [_count(moves, OpenGroup) for moves in made]),
        _line(_("Tiles flipped"), [_count(moves, FlipTile) for moves in made]),
        _line(_("Tiles swapped"), [_count(moves, SwapTile) for moves in made]),
        _line(_("Final flips"), flips),
        _line(_("Tiles in all groups"), [sum(group.tiles for group in own) for own in groups]),
        _line(_("Tiles in the largest group"), [max((group.tiles for group in own), default=0) for own in groups]),
        _line(_("Most points of one group"), [max((group.points for group in own), default=0) for own in groups]),
        _line(_("Groups without points"), [sum(not group.points for group in own) for own in groups]),
    )
    turns = sum(len(moves) for moves in made)
    text = ngettext("There was {count} turn in total.", "There were {count} turns in total.", turns)
    left = sum(fields.bit_count() for fields in state.front_up)
    rest = ngettext("{count} tile is still front up.", "{count} tiles are still front up.", left)
    return [Comparison(other, lines), text.format(count=turns), rest.format(count=left)]


def _made_by(snapshot: Snapshot, seat: Seat) -> list[PatternsMove]:
    """The moves of the turns of a seat; taking a start tile is no turn."""
    moves = [step.event.move for step in snapshot.steps if isinstance(step.event, Moved) and step.event.seat is seat]
    return [move for move in moves if isinstance(move, OpenGroup | FlipTile | SwapTile)]


def _count(moves: list[PatternsMove], kind: type[PatternsMove]) -> int:
    return sum(isinstance(move, kind) for move in moves)


def _final_flips(state: PatternsState, seat: Seat) -> int:
    flipped = state.stopped is not None and state.to_move.other is seat
    return len(state.stopped.final_flips) if flipped and state.stopped is not None else 0


def _line(label: str, counts: list[int]) -> Compared:
    own, other = counts
    return Compared(label, str(own), str(other))
