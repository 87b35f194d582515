"""The reasons of the greedy bot for a move, in sentences that can be translated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, assert_never

from attrs import field, frozen

from mandala_net.bots.mandala.evaluation import Evaluation, fits
from mandala_protocol.games.game import View
from mandala_protocol.games.mandala.colours import Colour
from mandala_protocol.games.mandala.moves import Build, Claim, Discard, Grow
from mandala_protocol.games.mandala.outlook import after_play, chooser_if_completed, completes, drawn_by_build_now
from mandala_protocol.games.mandala.state import Claiming, MandalaState
from mandala_protocol.sentence import N_

# The clauses, to be translated; {colour} is a colour, every other name a number.
FILLS_SLOT: Final = N_("{colour} fills river slot {slot}")
ADDS_POINTS: Final = N_("{colour} adds {points} to your score")
DENIES: Final = N_("gains you nothing, but keeps {colour} from the other player")
ONLY_ONE: Final = N_("only {colour} is left")
COMPLETES_FIRST: Final = N_("completes the {mandala} mandala and you choose first")
COMPLETES_SECOND: Final = N_("completes the {mandala} mandala and the other player chooses first")
CLEARS: Final = N_("clears the {mandala} mandala, where both fields are empty")
ENDS_AHEAD: Final = N_("the game ends, and you are probably ahead")
OTHERWISE_BEHIND: Final = N_("otherwise the game may end with the other player ahead")
FOOTHOLD: Final = N_("gives you a share of the {mandala} mandala")
TAKES_LEAD: Final = N_("puts you ahead in the {mandala} mandala, to choose first there")
WIDENS_LEAD: Final = N_("widens your lead in the {mandala} mandala")
CATCHES_UP: Final = N_("catches up in the {mandala} mandala")
PROSPECTS: Final = N_("makes the {mandala} mandala better for you than for the other player")
COUNTS_IN_RIVER: Final = N_("each {colour} card you take from the {mandala} mandala scores {slot}")
FILLS_HAND: Final = N_("refills your hand to {cards} cards")
FITS_NOWHERE: Final = N_("{colour} fits nowhere now")
NEW_CARDS: Final = N_("{colour} makes room for new cards")
LEAST_BAD: Final = N_("every other move looks worse")
KEEPS_MORE: Final = N_("leaves you more cards in your hand")
KEEPS_FITTING: Final = N_("the cards you keep fit the mandalas better")
PAYS_LATER: Final = N_("leads to more in the turns that follow")

CLAUSES: Final = (
    *(FILLS_SLOT, ADDS_POINTS, DENIES, ONLY_ONE, COMPLETES_FIRST, COMPLETES_SECOND, CLEARS, FOOTHOLD),
    *(ENDS_AHEAD, OTHERWISE_BEHIND, TAKES_LEAD, WIDENS_LEAD, CATCHES_UP, PROSPECTS, COUNTS_IN_RIVER, FILLS_HAND),
    *(FITS_NOWHERE, NEW_CARDS, LEAST_BAD, KEEPS_MORE, KEEPS_FITTING, PAYS_LATER),
)

_DEEDS: Final = (COMPLETES_FIRST, COMPLETES_SECOND, CLEARS, FITS_NOWHERE, NEW_CARDS)
_ENDINGS: Final = (ENDS_AHEAD, OTHERWISE_BEHIND)


@frozen
class Clause:
    """One of ``CLAUSES``, and the values of its names. Mandalas are 0 and 1, as in the notation."""

    template: str
    values: Mapping[str, int | Colour] = field(factory=dict)

    def __str__(self) -> str:
        return self.template.format(**{name: _word(name, value) for name, value in self.values.items()})


def _word(name: str, value: int | Colour) -> str | int:
    if isinstance(value, Colour):
        return value.word
    return ("left", "right")[value] if name == "mandala" else value


@frozen
class MoveReason:
    """The reason for a move: what it does, then what follows. ``str`` is the English sentence, without a full stop."""

    clauses: tuple[Clause, ...]

    def __str__(self) -> str:
        return joined(self.clauses, tuple(map(str, self.clauses)))


def joined(clauses: Sequence[Clause], sentences: Sequence[str]) -> str:
    """The clauses as said in some language: a deed and its outcome, or reasons side by side."""
    first, *rest = sentences
    if not rest:
        return first
    leads = clauses[0].template in _DEEDS or clauses[1].template in _ENDINGS
    return f"{first}{':' if leads else ';'} {'; '.join(rest)}"


def reason_for(view: View[MandalaState], evaluation: Evaluation, instead: Evaluation | None = None) -> MoveReason:
    """The strongest of what speaks for a move, as it was evaluated in this view, and how the game ends by it, if so.

    ``instead``: the move that would be made otherwise; if that one may end the game behind, the reason says so.
    """
    move = evaluation.move
    ending = _ending(evaluation, instead)
    match move:
        case Claim():
            clauses = _claim(view, evaluation, move)
        case Build() | Grow() if completes(view.state, move):
            clauses = _completion(view, evaluation, move, least_bad=not ending)
        case Build():
            clauses = _build(view, evaluation, move)
        case Grow():
            clauses = (Clause(LEAST_BAD) if evaluation.prospects <= 0 else clause_of_grow(view, move),)
        case Discard():
            why = NEW_CARDS if fits(view.state.mandalas, view.seat, move.colour) else FITS_NOWHERE
            clauses = (Clause(why, {"colour": move.colour}), Clause(LEAST_BAD))
        case _:
            assert_never(move)
    return MoveReason((*clauses, *ending))


def _ending(evaluation: Evaluation, instead: Evaluation | None) -> tuple[Clause, ...]:
    """The reason in the end of the game: the move wins it; or without the move it may be lost, if that differs."""
    if evaluation.end > 0:
        return (Clause(ENDS_AHEAD),)
    return (Clause(OTHERWISE_BEHIND),) if instead is not None and instead.end < evaluation.end else ()


def _outcome(view: View[MandalaState], evaluation: Evaluation) -> tuple[Clause, ...]:
    """Return the gain of the first own choice, if there is any."""
    own = next((choice for choice in evaluation.choices if choice.seat is view.seat and choice.slot), None)
    if own is not None and own.is_new:
        return (Clause(FILLS_SLOT, {"colour": own.colour, "slot": own.slot}),)
    if own is not None:
        return (Clause(ADDS_POINTS, {"colour": own.colour, "points": own.points}),)
    return ()


def _claim(view: View[MandalaState], evaluation: Evaluation, move: Claim) -> tuple[Clause, ...]:
    phase = view.state.phase
    assert isinstance(phase, Claiming), "claims are legal only while a mountain is shared out"
    mandala = view.state.mandalas[phase.mandala]
    colours = sum(map(bool, mandala.mountain))
    if colours == 1:
        return (Clause(ONLY_ONE, {"colour": move.colour}),)
    if not any(mandala.fields[view.seat]):
        return (Clause(DENIES, {"colour": move.colour}),)
    return _outcome(view, evaluation)


def _completion(
    view: View[MandalaState], evaluation: Evaluation, move: Build | Grow, *, least_bad: bool
) -> tuple[Clause, ...]:
    """``least_bad``: nothing more will be said for the move."""
    mandala = after_play(view.state.mandalas[move.mandala], view.seat, move)
    if not evaluation.choices:
        deed = CLEARS
    elif chooser_if_completed(mandala, view.seat) is view.seat:
        deed = COMPLETES_FIRST
    else:
        deed = COMPLETES_SECOND
    outcome = _outcome(view, evaluation) or ((Clause(LEAST_BAD),) if least_bad else ())
    return (Clause(deed, {"mandala": move.mandala}), *outcome)


def _build(view: View[MandalaState], evaluation: Evaluation, move: Build) -> tuple[Clause, ...]:
    if evaluation.prospects >= max(evaluation.hand, 0.01):
        return (clause_of_build(view, move),)
    if evaluation.hand > 0:
        cards = view.state.players[view.seat].hand - 1 + drawn_by_build_now(view.state, view.seat)
        return (Clause(FILLS_HAND, {"cards": cards}),)
    return (Clause(LEAST_BAD),)


def clause_of_build(view: View[MandalaState], move: Build) -> Clause:
    """The clause about the effect of a build on the mandala."""
    state = view.state
    river = state.players[view.seat].river
    if move.colour in river and any(state.mandalas[move.mandala].fields[view.seat]):
        slot = river.index(move.colour) + 1
        return Clause(COUNTS_IN_RIVER, {"colour": move.colour, "slot": slot, "mandala": move.mandala})
    return Clause(PROSPECTS, {"mandala": move.mandala})


def clause_of_grow(view: View[MandalaState], move: Grow) -> Clause:
    """The clause about the effect of a grow in the field."""
    before = view.state.mandalas[move.mandala].fields
    own, other = sum(before[view.seat]), sum(before[view.seat.other])
    if not own:
        template = FOOTHOLD
    elif own > other:
        template = WIDENS_LEAD
    elif own + move.count > other:
        template = TAKES_LEAD
    else:
        template = CATCHES_UP
    return Clause(template, {"mandala": move.mandala})
