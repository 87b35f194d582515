"""Reasons why a move was better, for an observer: every player by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from mandala_client.games.mandala.hint import words_of
from mandala_client.text.language import _
from mandala_client.text.player_names import Names
from mandala_net.bots.mandala import reasons
from mandala_net.bots.mandala.reasons import Clause, joined
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import N_

# {name} is who moved, {other} the other player; all other names are those of the clause.
_BY_NAME: Final[Mapping[str, str]] = {
    reasons.ADDS_POINTS: N_("{colour} adds {points} to the score of {name}"),
    reasons.DENIES: N_("gains {name} nothing, but keeps {colour} from {other}"),
    reasons.COMPLETES_FIRST: N_("completes the {mandala} mandala, and {name} chooses first"),
    reasons.COMPLETES_SECOND: N_("completes the {mandala} mandala, and {other} chooses first"),
    reasons.ENDS_AHEAD: N_("the game ends with {name} ahead"),
    reasons.OTHERWISE_BEHIND: N_("otherwise the game may end with {other} ahead"),
    reasons.FOOTHOLD: N_("gives {name} a share of the {mandala} mandala"),
    reasons.TAKES_LEAD: N_("puts {name} ahead in the {mandala} mandala, to choose first there"),
    reasons.WIDENS_LEAD: N_("widens the lead of {name} in the {mandala} mandala"),
    reasons.PROSPECTS: N_("makes the {mandala} mandala better for {name} than for {other}"),
    reasons.COUNTS_IN_RIVER: N_("each {colour} card taken from the {mandala} mandala scores {slot} for {name}"),
    reasons.FILLS_HAND: N_("refills the hand of {name} to {cards} cards"),
    reasons.KEEPS_MORE: N_("leaves {name} more cards in hand"),
    reasons.KEEPS_FITTING: N_("the cards that {name} keeps fit the mandalas better"),
}
"""The clauses that speak to whoever moves; all others are the same for everyone."""


def because(clauses: Sequence[Clause], mover: Seat, names: Names) -> str:
    """The effect of a move, then what follows, without a full stop."""
    return joined(clauses, [_clause(clause, mover, names) for clause in clauses])


def _clause(clause: Clause, mover: Seat, names: Names) -> str:
    template = _BY_NAME.get(clause.template, clause.template)
    return _(template).format(**words_of(clause), name=names[mover], other=names[mover.other])
