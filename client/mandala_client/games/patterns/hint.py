"""Reasons why a move of Patterns is good: in a hint, and in a review for an observer, every player by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from mandala_client.games.colour_words import colour_name
from mandala_client.games.forecast_text import told_hint, told_line
from mandala_client.games.game_words import Hint
from mandala_client.games.patterns.chooser import written
from mandala_client.text.language import _
from mandala_client.text.player_names import Names, player_name
from mandala_net.bots.patterns import motives
from mandala_net.bots.patterns.motives import Motive, Remark
from mandala_net.bots.patterns.teaching import patterns_teacher
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.games.colours import Colour
from mandala_protocol.games.game import Moved, View
from mandala_protocol.games.patterns import PATTERNS, PatternsMove
from mandala_protocol.games.patterns.legality import fields_to_flip, fields_to_open, fields_to_swap
from mandala_protocol.games.patterns.state import PatternsState
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import N_

# {name} is who moved, {other} the other player; all other names are those of the remark.
_BY_NAME: Final[Mapping[str, str]] = {
    motives.TAKES: N_("{colour} can be {name}'s first group"),
    motives.ADDS: N_("{colour} adds {points} to {name}'s score"),
    motives.MAKES_ROOM: N_("{name}'s groups get more room"),
    motives.FITS_GROUP: N_("{colour} in {name}'s bowl can extend a group"),
    motives.OPENS_NEXT: N_("{colour} in {name}'s bowl can open the next group"),
    motives.HINDERS: N_("{other}'s groups can grow less"),
    motives.STOPS_AHEAD: N_("the game ends with {name} ahead"),
    motives.BEHIND_OTHERWISE: N_("otherwise the game may end with {other} ahead"),
}
"""The remarks that speak to whoever moves; all others are the same for everyone."""


_TELLS_NOTHING: Final = frozenset({motives.NOTHING_BETTER, motives.LEADS_ON})
"""The remarks that say no more than that the move is good."""

_FEW: Final = 6
"""The number of possible moves from which on they are worth counting: who has none left at their turn ends the game."""


def hint(snapshot: Snapshot) -> Hint[PatternsMove] | None:
    """The teacher's move, from our own view alone; None if it is not our move. Raises ``BadWeights``."""
    view = snapshot.view
    if view is None or snapshot.pending is not Pending.MOVE:
        return None
    teacher, name = patterns_teacher(), player_name(view.seat.other, snapshot.names)
    line = teacher.line(view)
    move = line[0].move
    remarks = _telling(teacher.reason(view, move))
    because = _effects(_(remark.template).format(**_words_of(remark)) for remark in remarks)
    told = [told_hint(written(move), teacher.forecast(view), because)]
    left = moves_left(view, move)
    if left is not None and min(left) <= _FEW:
        text = _("Possible moves after that: you {own}, {name} {other}.")
        told.append(text.format(own=left[view.seat], name=name, other=left[view.seat.other]))
    if line[1:]:
        told.append(told_line(line[1:], view.seat, name, PATTERNS.format_move))
    return Hint(move, " ".join(told))


def _telling(motive: Motive) -> tuple[Remark, ...]:
    """The deed, and the outcome that explains something."""
    deed, *outcome = motive.remarks
    return deed, *(remark for remark in outcome if remark.template not in _TELLS_NOTHING)


def moves_left(view: View[PatternsState], move: PatternsMove) -> tuple[int, int] | None:
    """The number of moves that each player could make after this one, by seat; None if it ends the game."""
    after = PATTERNS.apply(view.state, Moved(view.seat, move))
    if after.stopped is not None:
        return None
    host, guest = (
        sum(fields(after, seat).bit_count() for fields in (fields_to_open, fields_to_flip, fields_to_swap))
        for seat in Seat
    )
    return host, guest


def because(motive: Motive, mover: Seat, names: Names) -> str:
    """The effect of a move, then what follows, without a full stop; players are called by name."""
    own, other = names[mover], names[mover.other]
    return _effects(
        _(_BY_NAME.get(remark.template, remark.template)).format(**_words_of(remark), name=own, other=other)
        for remark in _telling(motive)
    )


def _effects(remarks: Iterable[str]) -> str:
    deed, *outcome = remarks
    return f"{deed}: {'; '.join(outcome)}" if outcome else deed


def _words_of(remark: Remark) -> dict[str, str | int]:
    """The values of a remark as people name them."""
    return {name: colour_name(value) if isinstance(value, Colour) else value for name, value in remark.values.items()}
