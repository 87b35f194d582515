"""Why a move was better, for somebody who looks on: every player by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from mandala_client.games.mandala.event_text import Names, colour_name
from mandala_client.text.language import _
from mandala_net.bots.mandala import reasons
from mandala_net.bots.mandala.reasons import Clause
from mandala_protocol.games.mandala import Colour
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import marked

# {name} is who moved, {other} the other player; all other names are those of the clause.
_BY_NAME: Final[Mapping[str, str]] = {
    reasons.ADDS_POINTS: marked("{colour} adds {points} to the score of {name}"),
    reasons.DENIES: marked("nothing comes to {name}, but {other} does not get {colour}"),
    reasons.COMPLETES_FIRST: marked("completes mandala {mandala}, and {name} chooses first"),
    reasons.COMPLETES_SECOND: marked("completes mandala {mandala}, and {other} chooses first"),
    reasons.ENDS_AHEAD: marked("the game ends with {name} ahead"),
    reasons.OTHERWISE_BEHIND: marked("otherwise the game may end with {other} ahead"),
    reasons.FOOTHOLD: marked("gives {name} a share of mandala {mandala}"),
    reasons.TAKES_LEAD: marked("brings {name} into the lead in mandala {mandala}, to choose first there"),
    reasons.WIDENS_LEAD: marked("widens the lead of {name} in mandala {mandala}"),
    reasons.PROSPECTS: marked("makes mandala {mandala} better for {name} than for {other}"),
    reasons.COUNTS_IN_RIVER: marked(
        "each {colour} card counts {slot} for {name}, if it is claimed from mandala {mandala}"
    ),
    reasons.FILLS_HAND: marked("the hand of {name} comes to {cards} cards"),
}
"""The clauses that speak to whoever moves; all others are the same for everybody."""


def because(clauses: Sequence[Clause], mover: Seat, names: Names) -> str:
    """What a move does, then what comes of it, without a full stop."""
    deed, *outcome = (_clause(clause, mover, names) for clause in clauses)
    return f"{deed}: {'; '.join(outcome)}" if outcome else deed


def _clause(clause: Clause, mover: Seat, names: Names) -> str:
    values = {name: colour_name(value) if isinstance(value, Colour) else value for name, value in clause.values.items()}
    template = _BY_NAME.get(clause.template, clause.template)
    return _(template).format(**values, name=names[mover], other=names[mover.other])
