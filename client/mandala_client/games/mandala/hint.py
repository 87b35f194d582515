"""A hint: the move that the teacher advises in our place, and why.

The consequences of a move are told as ``preview_sentences`` tells them; the teacher says what speaks for it besides.
"""

from __future__ import annotations

from mandala_client.games.colour_words import colour_name
from mandala_client.games.forecast_text import expected
from mandala_client.games.game_words import Hint
from mandala_client.games.mandala.notation import side, written
from mandala_client.games.mandala.preview import Completion, completion
from mandala_client.text.language import _
from mandala_net.bots.mandala.reasons import (
    ADDS_POINTS,
    CLEARS,
    COMPLETES_FIRST,
    COMPLETES_SECOND,
    ENDS_AHEAD,
    FILLS_SLOT,
    LEAST_BAD,
    OTHERWISE_BEHIND,
    Clause,
    MoveReason,
    joined,
)
from mandala_net.bots.mandala.teaching import mandala_teacher
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.games.game import View
from mandala_protocol.games.mandala import Build, Colour, Grow, MandalaMove
from mandala_protocol.games.mandala.colours import NO_CARDS
from mandala_protocol.games.mandala.state import MandalaState
from mandala_protocol.seats import Seat


def hint(snapshot: Snapshot) -> Hint[MandalaMove] | None:
    """The teacher's move, from our own view alone; None if it is not our move. Raises ``BadWeights``."""
    view = snapshot.view
    if view is None or snapshot.pending is not Pending.MOVE:
        return None
    teacher = mandala_teacher()
    move = teacher.advise(view)
    found = clauses(view, move, teacher.reason(view, move))
    because = joined(found, [_(clause.template).format(**words_of(clause)) for clause in found])
    text = _("Hint: {move} ({expected}) – {reason}.")
    return Hint(move, text.format(move=written(move), expected=expected(teacher.forecast(view)), reason=because))


def clauses(view: View[MandalaState], move: MandalaMove, reason: MoveReason) -> tuple[Clause, ...]:
    """The reasons for this move: what it does, then what follows.

    The bot thinks ahead how a mountain will be shared out; here it is told what is foreseen of the first choice.
    """
    follows = completion(view.state, view.seat, move, view.holdings.get("cup", NO_CARDS))
    if follows is None or not isinstance(move, (Build, Grow)):
        return reason.clauses
    if follows.first is None:
        deed = CLEARS
    else:
        deed = COMPLETES_FIRST if follows.first is view.seat else COMPLETES_SECOND
    ends = tuple(clause for clause in reason.clauses if clause.template in (ENDS_AHEAD, OTHERWISE_BEHIND))
    outcome = (*_first_choice(view.seat, follows), *ends) or (Clause(LEAST_BAD),)
    return (Clause(deed, {"mandala": move.mandala}), *outcome)


def _first_choice(seat: Seat, follows: Completion) -> tuple[Clause, ...]:
    """The gain of our first choice, if it is ours."""
    best = follows.best
    if follows.first is not seat or best is None or best.slot is None:
        return ()
    if best.points:
        return (Clause(ADDS_POINTS, {"colour": best.colour, "points": best.points}),)
    return (Clause(FILLS_SLOT, {"colour": best.colour, "slot": best.slot}),)


def words_of(clause: Clause) -> dict[str, str | int]:
    """The values of a clause as people name them."""
    return {name: _named(name, value) for name, value in clause.values.items()}


def _named(name: str, value: int | Colour) -> str | int:
    if isinstance(value, Colour):
        return colour_name(value)
    return side(value) if name == "mandala" else value
