"""The events of Mandala, and their wording: the deeds of the players, and what followed from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import evolve

from mandala_client.games.endings import ended_early
from mandala_client.games.mandala.notation import SIDES, CardCount, Pile, cards_of_colour, number_on
from mandala_client.games.table_events import (
    EventValues,
    Loud,
    Plural,
    Points,
    TableEvent,
    Way,
    Wording,
    wording_for_all,
)
from mandala_client.text.language import InContext, Label
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.counts import counted, union
from mandala_protocol.games.game import Counts, Dealt, EndOfGame, EndReason, Face, Moved, Revealed, Shuffled
from mandala_protocol.games.mandala import COLOURS, Build, Claim, Colour, Discard, Grow, MandalaMove
from mandala_protocol.games.mandala.colours import NO_CARDS
from mandala_protocol.games.mandala.flow import CUP_START, HAND_START, RIVER_SLOTS, STALEMATE
from mandala_protocol.games.mandala.outlook import drawable
from mandala_protocol.games.mandala.scoring import score_sheet
from mandala_protocol.games.mandala.state import (
    EMPTY_MANDALA,
    Claiming,
    Dealing,
    Drawing,
    MandalaEnd,
    MandalaState,
    Refilling,
    Revealing,
    Shuffling,
    is_complete,
)
from mandala_protocol.record.steps import Step
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import N_

END_TRIGGER: Final = N_("The draw pile has run out: the next completed mandala is the LAST!")
"""The English of what is said the moment it happens (D1), and kept in sight from then on."""

LAST_MANDALA: Final = N_("The draw pile has run out: this mandala is the LAST!")

SHUFFLED: Final = wording_for_all(N_("The {count} cards are shuffled."))
RESHUFFLED: Final = wording_for_all(
    Plural(
        "The discard pile is shuffled: its {count} card is the new draw pile.",
        "The discard pile is shuffled: its {count} cards are the new draw pile.",
    )
)
DEALT: Final = wording_for_all(
    N_(
        "The cards are dealt: {first} to the left mountain, {second} to the right "
        "one; {hand} to each hand, {cup} face down to each cup."
    )
)
REFILLED: Final = wording_for_all(N_("The {mandala} mandala is refilled with {cards}."), N_("new, {mandala}: {cards}"))
REVEALED: Final = wording_for_all(N_("All cards are revealed: hands and cups, too."))

BUILT: Final = Wording(
    N_("You build {colour} in the {mandala} mountain and draw {count}."),
    N_("{name} builds {colour} in the {mandala} mountain and draws {count}."),
    N_("{name} {cards} → {mandala}, {count} drawn"),
)
BUILT_WITHOUT_DRAWING: Final = Wording(
    N_("You build {colour} in the {mandala} mountain; nothing is left to draw."),
    N_("{name} builds {colour} in the {mandala} mountain; nothing is left to draw."),
    BUILT.brief,
)
GREW: Final = Wording(
    N_("You grow your {mandala} field by {cards}."),
    N_("{name} grows their {mandala} field by {cards}."),
    N_("{name} {cards} → {mandala} field"),
)
DISCARDED: Final = Wording(
    N_("You discard {cards} and draw {count}."),
    N_("{name} discards {cards} and draws {count}."),
    N_("{name} {cards} discarded, {count} drawn"),
)
TOOK_FOR_NOTHING: Final = Wording(
    Plural(
        "You take {colour}: your field there is empty, so {count} card goes to the discard pile.",
        "You take {colour}: your field there is empty, so {count} cards go to the discard pile.",
    ),
    Plural(
        "{name} takes {colour}: their field there is empty, so {count} card goes to the discard pile.",
        "{name} takes {colour}: their field there is empty, so {count} cards go to the discard pile.",
    ),
    N_("{name} {cards} → discard pile"),
)
TOOK_TO_CUP: Final = Wording(
    N_("You take {colour}: {cards} to the cup."),
    N_("{name} takes {colour}: {cards} to the cup."),
    N_("{name} {cards} → cup"),
)
TOOK_TO_SLOT: Final = Wording(
    N_("You take {colour}: 1 card, to river slot {slot}."),
    N_("{name} takes {colour}: 1 card, to river slot {slot}."),
    N_("{name} {cards} → slot {slot}"),
)
TOOK_TO_SLOT_AND_CUP: Final = Wording(
    N_("You take {colour}: {cards}, one to river slot {slot}, {rest} to the cup."),
    N_("{name} takes {colour}: {cards}, one to river slot {slot}, {rest} to the cup."),
    N_("{name} {cards} → slot {slot} and cup"),
)
DREW: Final = Wording(N_("You drew {cards}."), N_("{name} drew {cards}."), "  {cards}")

TRIGGERED: Final = wording_for_all(END_TRIGGER, loud=Loud.ALL)
TRIGGERED_BY_LAST: Final = wording_for_all(LAST_MANDALA, loud=Loud.ALL)
RIVER_FILLED: Final = Wording(
    N_("Your river has all six colours: the game ends after this mandala!"),
    N_("{name}'s river has all six colours: the game ends after this mandala!"),
    loud=Loud.ALL,
)
COMPLETED: Final = Wording(N_("You complete the {mandala} mandala!"), N_("{name} completes the {mandala} mandala!"))
CHOOSES_FIRST: Final = Wording(
    N_("You choose first ({cards} in the field against {fewer})."),
    N_("{name} chooses first ({cards} in the field against {fewer})."),
    N_("{name} first, {more}:{fewer}"),
)
CHOOSES_FIRST_IN_A_TIE: Final = Wording(
    N_("You choose first (a tie: the player who did not complete it goes first)."),
    N_("{name} chooses first (a tie: the player who did not complete it goes first)."),
    CHOOSES_FIRST.brief,
)
DESTROYED: Final = wording_for_all(
    Plural(
        "The {mandala} mandala is destroyed; {count} card goes from its fields to the discard pile.",
        "The {mandala} mandala is destroyed; {count} cards go from its fields to the discard pile.",
    ),
    left_out=True,
)
NOTHING_TO_CHOOSE: Final = wording_for_all(
    N_("The whole mountain goes to the discard pile: both fields there are empty.")
)
OVER: Final = {
    MandalaEnd.DECK: wording_for_all(N_("The game is over: the draw pile had run out, and this was the last mandala.")),
    MandalaEnd.RIVER: wording_for_all(N_("The game is over: a river has all six colours.")),
    MandalaEnd.COLOUR: wording_for_all(
        N_("The game is over: all 18 cards of a colour are in rivers and cups, so no mandala can be completed.")
    ),
    MandalaEnd.STALEMATE: wording_for_all(N_("The game is over: {times} turns in a row were only discards.")),
}

_MOUNTAIN: Final = N_("mountain")
_FIELDS: Final = N_("fields")
_DISCARD_PILE: Final = N_("discard pile")
_RIVER: Final = InContext("place of cards", "river")
_CUP: Final = InContext("place of cards", "cup")


def events(step: Step) -> tuple[TableEvent, ...]:
    """The deed itself first, then what followed from it."""
    before, after = step.before, step.after
    assert isinstance(before, MandalaState), "a step of Mandala"
    assert isinstance(after, MandalaState), "a step of Mandala"
    first: tuple[TableEvent, ...]
    match step.event:
        case Shuffled():
            first = (_shuffled(before, after),)
        case Dealt(shown=shown):
            first = _dealt(before, shown)
        case Moved(seat=mover, move=move):
            first = (evolve(_moved(before, after, mover, move), is_deed=True),)
        case EndOfGame() as ended:
            first = (ended_early(ended),)
        case Revealed():
            first = (TableEvent(REVEALED),)
    return (*first, *_what_followed(before, after))


def drawn(snapshot: Snapshot, step: int) -> tuple[TableEvent, ...]:
    """The cards that the step of this number, counted from 0, brought to our hand; the first hand is only shown."""
    before = snapshot.steps[step].before
    if isinstance(before, MandalaState) and isinstance(before.phase, Dealing):
        return ()
    return tuple(drew(cards.seat, _pile(cards.faces)) for cards in snapshot.drawn if cards.step == step)


def drew(seat: Seat, cards: Pile) -> TableEvent:
    """The cards that came to the hand of a player, for whoever may see them."""
    return TableEvent(DREW, seat, {"cards": cards})


def final_ways(state: MandalaState, near: Seat) -> tuple[Way, ...]:
    """The rivers of both players become points; the near player's last."""
    sheet = score_sheet(state)
    return tuple(
        Way(seat, tuple((colour, "") for colour in state.players[seat].river), Points(sheet.seats[seat].total))
        for seat in (near.other, near)
    )


def on_top(steps: Sequence[Step]) -> Counts:
    """The cards that were discarded together last, by colour; none if nothing was discarded since the last shuffle.

    ``steps`` are all of the game, the oldest first. The pile itself is public as counts alone (S8), so which of
    several colours lies above the others is not said.
    """
    for step in reversed(steps):
        now, before = step.after.discard, step.before.discard
        if not any(now):
            return NO_CARDS
        if sum(now) > sum(before):
            return tuple(more - less for more, less in zip(now, before, strict=True))
    return NO_CARDS


# The deeds.


def _shuffled(before: MandalaState, after: MandalaState) -> TableEvent:
    wording = SHUFFLED if isinstance(before.phase, Shuffling) else RESHUFFLED
    return TableEvent(wording, values={"count": after.draw_pile})


def _dealt(before: MandalaState, shown: tuple[tuple[Face, ...] | None, ...]) -> tuple[TableEvent, ...]:
    match before.phase:
        case Dealing():
            first, second = (_pile(faces) for faces in shown if faces is not None)
            values: EventValues = {"first": first, "second": second, "hand": HAND_START, "cup": CUP_START}
            return (TableEvent(DEALT, values=values),)
        case Refilling(mandala=number):
            return (TableEvent(REFILLED, values={"mandala": SIDES[number], "cards": _pile(shown[0] or ())}),)
        case _:
            return ()  # the number of cards drawn to a hand is an event of the move


def _pile(faces: tuple[Face, ...]) -> Pile:
    return Pile(counted(faces, len(COLOURS)))


def _moved(before: MandalaState, after: MandalaState, mover: Seat, move: MandalaMove) -> TableEvent:
    values: EventValues
    match move:
        case Build(mandala=number, colour=colour):
            count = _drawn_after(after)
            wording = BUILT if count else BUILT_WITHOUT_DRAWING
            cards = cards_of_colour(1, colour)
            values = {"colour": colour, "cards": cards, "mandala": SIDES[number], "count": count}
            return TableEvent(wording, mover, values)
        case Grow(mandala=number, colour=colour, count=count):
            values = {"mandala": SIDES[number], "cards": cards_of_colour(count, colour)}
            return TableEvent(GREW, mover, values)
        case Discard(colour=colour, count=count):
            values = {"cards": cards_of_colour(count, colour), "count": count}
            return TableEvent(DISCARDED, mover, values)
        case Claim(colour=colour):
            return _claimed(before, after, mover, colour)


def _drawn_after(after: MandalaState) -> int:
    """The number of cards that come to the hand after a build, with those after a shuffle."""
    phase = after.phase
    return min(phase.count, drawable(after)) if isinstance(phase, Drawing) else 0


def _claimed(before: MandalaState, after: MandalaState, chooser: Seat, colour: Colour) -> TableEvent:
    """One card goes to the river if its colour is new there, the others to the cup; all are lost without a field."""
    assert isinstance(before.phase, Claiming), "colours are claimed from a completed mandala"
    mandala = before.mandalas[before.phase.mandala]
    count = mandala.mountain[colour]
    goals: list[tuple[Label, int]]
    if not any(mandala.fields[chooser]):
        wording, goals = TOOK_FOR_NOTHING, [(_DISCARD_PILE, count)]
    elif colour in before.players[chooser].river:
        wording, goals = TOOK_TO_CUP, [(_CUP, count)]
    elif count == 1:
        wording, goals = TOOK_TO_SLOT, [(_RIVER, 1)]
    else:
        wording, goals = TOOK_TO_SLOT_AND_CUP, [(_RIVER, 1), (_CUP, count - 1)]
    cards, slot = CardCount(count, colour), len(after.players[chooser].river)
    values: EventValues = {"colour": colour, "cards": cards, "count": count, "rest": count - 1, "slot": slot}
    ways = tuple(Way(_MOUNTAIN, ((colour, number_on(some)),), goal) for goal, some in goals)
    return TableEvent(wording, chooser, values, ways=ways)


# What followed by itself.


def _what_followed(before: MandalaState, after: MandalaState) -> list[TableEvent]:
    followed = _triggered(before, after)
    followed += [event for event in filled_rivers(after) if event not in filled_rivers(before)]
    if isinstance(after.phase, Claiming) and not isinstance(before.phase, Claiming):
        followed += [_completed(after.phase.seat, after.phase.mandala, ()), _chooses_first(after.phase, after)]
    for number, mandala in enumerate(after.mandalas):
        if mandala == EMPTY_MANDALA and before.mandalas[number] != EMPTY_MANDALA:
            followed += _destroyed(before, after, number)
    if isinstance(after.phase, Revealing) and not isinstance(after.phase.termination, EndReason):
        followed.append(TableEvent(OVER[after.phase.termination], values={"times": STALEMATE}))
    return followed


def _triggered(before: MandalaState, after: MandalaState) -> list[TableEvent]:
    if before.triggered or not after.triggered:
        return []
    phase = before.phase
    is_last = isinstance(phase, Drawing) and phase.mandala is not None and is_complete(before.mandalas[phase.mandala])
    return [TableEvent(TRIGGERED_BY_LAST if is_last else TRIGGERED, ways=())]  # D3


def filled_rivers(state: MandalaState) -> list[TableEvent]:
    """The rivers with six colours while the last mandala is shared out (E1); none if the end is known already (D3)."""
    if state.triggered or not isinstance(state.phase, Claiming):
        return []
    return [TableEvent(RIVER_FILLED, seat) for seat in Seat if len(state.players[seat].river) == RIVER_SLOTS]


def _completed(completer: Seat, number: int, ways: tuple[Way, ...]) -> TableEvent:
    return TableEvent(COMPLETED, completer, {"mandala": SIDES[number]}, ways=ways)


def _chooses_first(phase: Claiming, after: MandalaState) -> TableEvent:
    fewer, more = sorted(map(sum, after.mandalas[phase.mandala].fields))
    wording = CHOOSES_FIRST_IN_A_TIE if fewer == more else CHOOSES_FIRST
    return TableEvent(wording, phase.chooser, {"cards": CardCount(more), "more": more, "fewer": fewer})


def _destroyed(before: MandalaState, after: MandalaState, number: int) -> list[TableEvent]:
    mandala = before.mandalas[number]
    fields = union(*mandala.fields)
    if any(fields):
        values: EventValues = {"mandala": SIDES[number], "count": sum(fields)}
        return [TableEvent(DESTROYED, values=values, ways=(_to_discard_pile(_FIELDS, fields),))]
    # K7: complete with both fields empty, so no one has been able to choose
    ways = (_to_discard_pile(_MOUNTAIN, mandala.mountain),)
    return [_completed(_completer(before, after), number, ways), TableEvent(NOTHING_TO_CHOOSE)]


def _to_discard_pile(origin: str, counts: Counts) -> Way:
    cards = tuple((colour, number_on(counts[colour])) for colour in COLOURS if counts[colour])
    return Way(origin, cards, _DISCARD_PILE)


def _completer(before: MandalaState, after: MandalaState) -> Seat:
    """Return whose move it was that completed a mandala, in the step in which it was destroyed at once."""
    phase = after.phase
    assert isinstance(phase, (Refilling, Revealing)), "a destruction is followed by a refill or by the end"
    return before.phase.seat if isinstance(before.phase, (Drawing, Claiming)) else phase.seat
