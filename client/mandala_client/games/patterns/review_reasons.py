"""Reasons why a move of Patterns was better, for an observer: every player by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mandala_client.games.patterns.hint import words_of
from mandala_client.text.language import _
from mandala_client.text.player_names import Names
from mandala_net.bots.patterns import motives
from mandala_net.bots.patterns.motives import Motive, Remark
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import N_

# {name} is who moved, {other} the other player; all other names are those of the remark.
_BY_NAME: Final[Mapping[str, str]] = {
    motives.TAKES: N_("{colour} can be the first group of {name}"),
    motives.ADDS: N_("{colour} adds {points} to the score of {name}"),
    motives.MAKES_ROOM: N_("the groups of {name} get more room"),
    motives.FITS_GROUP: N_("{colour} in the bowl of {name} can extend a group"),
    motives.OPENS_NEXT: N_("{colour} in the bowl of {name} can open the next group"),
    motives.HINDERS: N_("the groups of {other} can grow less"),
    motives.STOPS_AHEAD: N_("the game ends with {name} ahead"),
    motives.BEHIND_OTHERWISE: N_("otherwise the game may end with {other} ahead"),
}
"""The remarks that speak to whoever moves; all others are the same for everyone."""


def because(motive: Motive, mover: Seat, names: Names) -> str:
    """The effect of a move, then what follows, without a full stop."""
    deed, *outcome = (_remark(remark, mover, names) for remark in motive.remarks)
    return f"{deed}: {'; '.join(outcome)}" if outcome else deed


def _remark(remark: Remark, mover: Seat, names: Names) -> str:
    template = _BY_NAME.get(remark.template, remark.template)
    return _(template).format(**words_of(remark), name=names[mover], other=names[mover.other])
