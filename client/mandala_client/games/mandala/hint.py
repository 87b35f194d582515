"""A hint: the move that the teacher advises in our place, and why; and why a move was better, for an observer.

The consequences of a move are told as ``preview_sentences`` tells them; the teacher says what speaks for it besides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from mandala_client.games.colour_words import colour_name
from mandala_client.games.forecast_text import chance_to_win
from mandala_client.games.game_words import Hint
from mandala_client.games.mandala.notation import side, written
from mandala_client.games.mandala.preview import Completion, completion
from mandala_client.text.language import _
from mandala_client.text.player_names import Names
from mandala_net.bots.mandala import reasons
from mandala_net.bots.mandala.reasons import Clause, MoveReason, joined
from mandala_net.bots.mandala.teaching import mandala_teacher
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.games.game import View
from mandala_protocol.games.mandala import Build, Colour, Grow, MandalaMove
from mandala_protocol.games.mandala.colours import NO_CARDS
from mandala_protocol.games.mandala.state import MandalaState
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import N_


def hint(snapshot: Snapshot) -> Hint[MandalaMove] | None:
    """The teacher's move, from our own view alone; None if it is not our move. Raises ``BadWeights``."""
    view = snapshot.view
    if view is None or snapshot.pending is not Pending.MOVE:
        return None
    teacher = mandala_teacher()
    move = teacher.advise(view)
    found = clauses(view, move, teacher.reason(view, move))
    why = joined(found, [_(clause.template).format(**_words_of(clause)) for clause in found])
    text = _("Hint: {move} ({chance}) – {reason}.")
    return Hint(move, text.format(move=written(move), chance=chance_to_win(teacher.forecast(view)), reason=why))


def clauses(view: View[MandalaState], move: MandalaMove, reason: MoveReason) -> tuple[Clause, ...]:
    """The reasons for this move: what it does, then what follows.

    The bot thinks ahead how a mountain will be shared out; here it is told what is foreseen of the first choice.
    """
    follows = completion(view.state, view.seat, move, view.holdings.get("cup", NO_CARDS))
    if follows is None or not isinstance(move, (Build, Grow)):
        return reason.clauses
    if follows.first is None:
        deed = reasons.CLEARS
    else:
        deed = reasons.COMPLETES_FIRST if follows.first is view.seat else reasons.COMPLETES_SECOND
    ends = tuple(
        clause for clause in reason.clauses if clause.template in (reasons.ENDS_AHEAD, reasons.OTHERWISE_BEHIND)
    )
    outcome = (*_first_choice(view.seat, follows), *ends) or (Clause(reasons.LEAST_BAD),)
    return (Clause(deed, {"mandala": move.mandala}), *outcome)


def _first_choice(seat: Seat, follows: Completion) -> tuple[Clause, ...]:
    """The gain of our first choice, if it is ours."""
    best = follows.best
    if follows.first is not seat or best is None or best.slot is None:
        return ()
    if best.points:
        return (Clause(reasons.ADDS_POINTS, {"colour": best.colour, "points": best.points}),)
    return (Clause(reasons.FILLS_SLOT, {"colour": best.colour, "slot": best.slot}),)


def _words_of(clause: Clause) -> dict[str, str | int]:
    """The values of a clause as people name them."""
    return {name: _named(name, value) for name, value in clause.values.items()}


def _named(name: str, value: int | Colour) -> str | int:
    if isinstance(value, Colour):
        return colour_name(value)
    return side(value) if name == "mandala" else value


# In a review, every player is called by name.

# {name} is who moved, {other} the other player; all other names are those of the clause.
_BY_NAME: Final[Mapping[str, str]] = {
    reasons.ADDS_POINTS: N_("{colour} adds {points} to {name}'s score"),
    reasons.DENIES: N_("gains {name} nothing, but keeps {colour} from {other}"),
    reasons.COMPLETES_FIRST: N_("completes the {mandala} mandala, and {name} chooses first"),
    reasons.COMPLETES_SECOND: N_("completes the {mandala} mandala, and {other} chooses first"),
    reasons.ENDS_AHEAD: N_("the game ends with {name} ahead"),
    reasons.OTHERWISE_BEHIND: N_("otherwise the game may end with {other} ahead"),
    reasons.FOOTHOLD: N_("gives {name} a share of the {mandala} mandala"),
    reasons.TAKES_LEAD: N_("puts {name} ahead in the {mandala} mandala, to choose first there"),
    reasons.WIDENS_LEAD: N_("widens {name}'s lead in the {mandala} mandala"),
    reasons.PROSPECTS: N_("makes the {mandala} mandala better for {name} than for {other}"),
    reasons.COUNTS_IN_RIVER: N_("each {colour} card taken from the {mandala} mandala scores {slot} for {name}"),
    reasons.FILLS_HAND: N_("refills {name}'s hand to {cards} cards"),
    reasons.KEEPS_MORE: N_("leaves {name} more cards in hand"),
    reasons.KEEPS_FITTING: N_("the cards {name} keeps fit the mandalas better"),
}
"""The clauses that speak to whoever moves; all others are the same for everyone."""


def because(clauses: Sequence[Clause], mover: Seat, names: Names) -> str:
    """The effect of a move, then what follows, without a full stop."""
    return joined(clauses, [_clause(clause, mover, names) for clause in clauses])


def _clause(clause: Clause, mover: Seat, names: Names) -> str:
    template = _BY_NAME.get(clause.template, clause.template)
    return _(template).format(**_words_of(clause), name=names[mover], other=names[mover.other])
