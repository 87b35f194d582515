"""A hint: the move that the teacher advises in our place, and why; and why a move was better, for an observer.

The consequences of a move are told as ``preview_sentences`` tells them; the teacher says what speaks for it besides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from attrs import evolve, frozen

from mandala_client.games.colour_words import colour_name
from mandala_client.games.forecast_text import told_hint, told_line
from mandala_client.games.game_words import Hint
from mandala_client.games.mandala.notation import of_colour, side, written
from mandala_client.games.mandala.preview import Completion, Gain, completion
from mandala_client.text.language import _
from mandala_client.text.numbers import points
from mandala_client.text.player_names import Names, player_name
from mandala_net.bots.mandala import reasons
from mandala_net.bots.mandala.reasons import Clause, MoveReason, joined
from mandala_net.bots.mandala.teaching import mandala_teacher
from mandala_net.bots.mandala.worlds import hidden_cards
from mandala_net.bots.teacher import expected_line
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.games.game import View
from mandala_protocol.games.mandala import MANDALA, Build, Claim, Colour, Grow, MandalaMove
from mandala_protocol.games.mandala.colours import NO_CARDS
from mandala_protocol.games.mandala.outlook import after_play, completes
from mandala_protocol.games.mandala.state import MandalaState, missing_colours
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import N_


def hint(snapshot: Snapshot) -> Hint[MandalaMove] | None:
    """The teacher's move, from our own view alone; None if it is not our move. Raises ``BadWeights``."""
    view = snapshot.view
    if view is None or snapshot.pending is not Pending.MOVE:
        return None
    teacher, name = mandala_teacher(), player_name(view.seat.other, snapshot.names)
    line = expected_line(MANDALA, teacher, view)
    move = line[0].move
    found = _telling(clauses(view, move, teacher.reason(view, move)))
    why = joined(found, [_(clause.template).format(**_words_of(clause)) for clause in found]) if found else ""
    told = [told_hint(written(move), teacher.forecast(view), why)]
    threatened = threat(view, move)
    if threatened is not None:
        told.append(_told_threat(threatened, name))
    if line[1:]:
        told.append(told_line(line[1:], view.seat, name, written))
    return Hint(move, " ".join(told))


def _telling(clauses: Sequence[Clause]) -> tuple[Clause, ...]:
    """The reasons that explain something."""
    return tuple(clause for clause in clauses if clause.template not in _TELLS_NOTHING)


_LEAST_THREAT: Final = 3
"""The points from which on a gain of the other player is worth a sentence."""


@frozen
class Threat:
    """A mandala that the other player could complete next and choose first in.

    ``colour`` is the missing one; ``best`` is their best gain then.
    """

    mandala: int
    colour: Colour
    best: Gain


def threat(view: View[MandalaState], move: MandalaMove) -> Threat | None:
    """The threat after this legal move by which the other player would gain most; None if there is none.

    A mandala that the move itself completes is shared out first. A colour of which we see every card is no threat, and
    neither is what brings less than ``_LEAST_THREAT``.
    """
    state, other = view.state, view.seat.other
    if isinstance(move, Claim) or (isinstance(move, Build | Grow) and completes(state, move)):
        return None
    if isinstance(move, Build | Grow):
        laid = after_play(state.mandalas[move.mandala], view.seat, move)
        mandalas = (laid, state.mandalas[1]) if move.mandala == 0 else (state.mandalas[0], laid)
        state = evolve(state, mandalas=mandalas)
    hidden, found = hidden_cards(view), list[Threat]()
    for number, mandala in enumerate(state.mandalas):
        missing = missing_colours(mandala)
        if len(missing) != 1 or not hidden[missing[0]] or not state.players[other].hand:
            continue
        for play in (Build(number, missing[0]), Grow(number, missing[0], 1)):
            follows = completion(state, other, play)
            if follows is None or follows.first is not other or follows.best is None:
                continue
            if follows.best.points >= _LEAST_THREAT:
                found.append(Threat(number, missing[0], follows.best))
    return max(found, key=lambda one: one.best.points, default=None)


def _told_threat(threatened: Threat, name: str) -> str:
    text = _("{name} could then complete the {mandala} mandala with {colour}, and take {cards} for {points}.")
    best = threatened.best
    return text.format(
        name=name,
        mandala=side(threatened.mandala),
        colour=colour_name(threatened.colour),
        cards=of_colour(best.count, best.colour),
        points=points(best.points),
    )


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


_TELLS_NOTHING: Final = frozenset({reasons.LEAST_BAD, reasons.PAYS_LATER})
"""The clauses that say no more than that the move is good."""

# In a review, every player is called by name.

# {name} is who moved, {other} the other player; all other names are those of the clause.
_BY_NAME: Final[Mapping[str, str]] = {
    reasons.ADDS_POINTS: N_("{colour} adds {points} to {name}'s score"),
    reasons.DENIES: N_("gains {name} nothing, but keeps {colour} from {other}"),
    reasons.COMPLETES_FIRST: N_("completes the {mandala} mandala, and {name} chooses first"),
    reasons.COMPLETES_SECOND: N_("completes the {mandala} mandala, and {other} chooses first"),
    reasons.ENDS_AHEAD: N_("the game ends, and {name} is probably ahead"),
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
    """The effect of a move, then what follows, without a full stop; empty if no clause explains anything."""
    told = _telling(clauses)
    return joined(told, [_clause(clause, mover, names) for clause in told]) if told else ""


def _clause(clause: Clause, mover: Seat, names: Names) -> str:
    template = _BY_NAME.get(clause.template, clause.template)
    return _(template).format(**_words_of(clause), name=names[mover], other=names[mover.other])
