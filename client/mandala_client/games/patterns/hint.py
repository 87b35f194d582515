"""Reasons why a move of Patterns is good: in a hint, and in a review for an observer, every player by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from mandala_client.games.colour_words import colour_name
from mandala_client.games.forecast_text import chance_to_win
from mandala_client.games.game_words import Hint
from mandala_client.games.patterns.chooser import written
from mandala_client.text.language import _
from mandala_client.text.player_names import Names
from mandala_net.bots.patterns import motives
from mandala_net.bots.patterns.motives import Motive, Remark
from mandala_net.bots.patterns.teaching import patterns_teacher
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.games.colours import Colour
from mandala_protocol.games.patterns import PatternsMove
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


def hint(snapshot: Snapshot) -> Hint[PatternsMove] | None:
    """The teacher's move, from our own view alone; None if it is not our move. Raises ``BadWeights``."""
    view = snapshot.view
    if view is None or snapshot.pending is not Pending.MOVE:
        return None
    teacher = patterns_teacher()
    move = teacher.advise(view)
    remarks = teacher.reason(view, move).remarks
    because = _effects(_(remark.template).format(**_words_of(remark)) for remark in remarks)
    text = _("Hint: {move} ({chance}) – {reason}.")
    return Hint(move, text.format(move=written(move), chance=chance_to_win(teacher.forecast(view)), reason=because))


def because(motive: Motive, mover: Seat, names: Names) -> str:
    """The effect of a move, then what follows, without a full stop; players are called by name."""
    own, other = names[mover], names[mover.other]
    return _effects(
        _(_BY_NAME.get(remark.template, remark.template)).format(**_words_of(remark), name=own, other=other)
        for remark in motive.remarks
    )


def _effects(remarks: Iterable[str]) -> str:
    deed, *outcome = remarks
    return f"{deed}: {'; '.join(outcome)}" if outcome else deed


def _words_of(remark: Remark) -> dict[str, str | int]:
    """The values of a remark as people name them."""
    return {name: colour_name(value) if isinstance(value, Colour) else value for name, value in remark.values.items()}
