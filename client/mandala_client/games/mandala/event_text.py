"""Sentences about what happened at the table: the deeds of the players, and what followed from them."""

from __future__ import annotations

from typing import Final, assert_never

from mandala_client.games.colour_words import colour_name as colour_name
from mandala_client.games.endings import ended_early
from mandala_client.games.mandala.notation import side
from mandala_client.text.language import _, ngettext, pgettext
from mandala_client.text.lists import list_of
from mandala_client.text.numbers import cards
from mandala_client.text.player_names import Names, Perspective
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.counts import counted, union
from mandala_protocol.games.game import Counts, Dealt, EndOfGame, EndReason, Face, Moved, Revealed, Shuffled
from mandala_protocol.games.mandala import COLOURS, Build, Claim, Colour, Discard, Grow, MandalaMove
from mandala_protocol.games.mandala.flow import CUP_START, HAND_START, STALEMATE
from mandala_protocol.games.mandala.outlook import drawable
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
from mandala_protocol.sentence import marked

END_TRIGGER: Final = marked("The draw pile has run out: the next completed mandala is the LAST!")
"""The English of what is said the moment it happens (D1), and kept in sight from then on."""

LAST_MANDALA: Final = marked("The draw pile has run out: this mandala is the LAST!")


def is_loud(told: str) -> bool:
    """Return whether this sentence of the log announces the end of the game, and must not be missed."""
    return told in (_(END_TRIGGER), _(LAST_MANDALA))


def of_colour(count: int, colour: Face) -> str:
    """Return text such as "2 red"."""
    return pgettext("cards of a colour", "{count} {colour}").format(count=count, colour=colour_name(colour))


def drawn(counts: Counts) -> str:
    """The sentence about new cards in our hand, for us alone."""
    return _("You drew {cards}.").format(cards=list_of(_by_colour(counts)))


def drawn_at(snapshot: Snapshot, step: int) -> list[str]:
    """The cards that the step of this number, counted from 0, brought to our hand; the first hand is only shown."""
    before = snapshot.steps[step].before
    if isinstance(before, MandalaState) and isinstance(before.phase, Dealing):
        return []
    return [drawn(counted(one.faces, len(COLOURS))) for one in snapshot.drawn if one.step == step]


def events(step: Step, seat: Seat | None, names: Names) -> list[str]:
    """The sentences about one step: the deed itself first, then what followed from it.

    Seen from ``seat``, whose player is "you"; by someone who only looks on, if it is None.
    """
    told: list[str]
    perspective = Perspective(seat, names)
    before, after = step.before, step.after
    assert isinstance(before, MandalaState), "only Mandala is told here"
    assert isinstance(after, MandalaState), "only Mandala is told here"
    match step.event:
        case Shuffled():
            told = _shuffled(before, after)
        case Dealt(shown=shown):
            told = _dealt(before, shown)
        case Moved(seat=mover, move=move):
            told = [_moved(before, after, mover, move, perspective)]
        case EndOfGame() as ended:
            told = [ended_early(ended, perspective)]
        case Revealed():
            return [_("All cards are revealed, hands and cups included.")]
        case _:
            assert_never(step.event)
    return told + _what_followed(before, after, perspective)


# The deeds.


def _shuffled(before: MandalaState, after: MandalaState) -> list[str]:
    count = after.draw_pile
    if isinstance(before.phase, Shuffling):
        return [_("The {count} cards are shuffled.").format(count=count)]
    told = ngettext(
        "The discard pile is shuffled: its {count} card is the new draw pile.",
        "The discard pile is shuffled: its {count} cards are the new draw pile.",
        count,
    )
    return [told.format(count=count)]


def _dealt(before: MandalaState, shown: tuple[tuple[Face, ...] | None, ...]) -> list[str]:
    match before.phase:
        case Dealing():
            first, second = (list_of(_words(faces)) for faces in shown if faces is not None)
            dealt = _(
                "The cards are dealt: {first} to the left mountain, {second} to the right "
                "one; {hand} to each hand, {cup} face down to each cup."
            )
            return [dealt.format(first=first, second=second, hand=HAND_START, cup=CUP_START)]
        case Refilling(mandala=number):
            faces = shown[0] or ()
            told = _("The {mandala} mandala is refilled with {cards}.")
            return [told.format(mandala=side(number), cards=list_of(_words(faces)))]
        case _:
            return []  # what is drawn to a hand was told with the move


def _words(faces: tuple[Face, ...]) -> list[str]:
    return _by_colour(counted(faces, len(COLOURS)))


def _by_colour(counts: Counts) -> list[str]:
    """Return text such as "red" and "green", or "2 red" and "1 green": all with their number, or none."""
    colours = [colour for colour in COLOURS if counts[colour]]
    if all(counts[colour] == 1 for colour in colours):
        return list(map(colour_name, colours))
    return [of_colour(counts[colour], colour) for colour in colours]


def _moved(before: MandalaState, after: MandalaState, mover: Seat, move: MandalaMove, you: Perspective) -> str:
    match move:
        case Build(mandala=number, colour=colour):
            count = drawn_after(after)
            if not count:
                return you.say(
                    mover,
                    _("You build {colour} in the {mandala} mountain; nothing is left to draw."),
                    _("{name} builds {colour} in the {mandala} mountain; nothing is left to draw."),
                    colour=colour_name(colour),
                    mandala=side(number),
                )
            return you.say(
                mover,
                _("You build {colour} in the {mandala} mountain and draw {count}."),
                _("{name} builds {colour} in the {mandala} mountain and draws {count}."),
                colour=colour_name(colour),
                mandala=side(number),
                count=count,
            )
        case Grow(mandala=number, colour=colour, count=count):
            return you.say(
                mover,
                _("You grow your {mandala} field by {cards}."),
                _("{name} grows their {mandala} field by {cards}."),
                mandala=side(number),
                cards=of_colour(count, colour),
            )
        case Discard(colour=colour, count=count):
            return you.say(
                mover,
                _("You discard {cards} and draw {count}."),
                _("{name} discards {cards} and draws {count}."),
                cards=of_colour(count, colour),
                count=count,
            )
        case Claim(colour=colour):
            return _claimed(before, after, mover, colour, you)
        case _:
            assert_never(move)


def drawn_after(after: MandalaState) -> int:
    """The number of cards that come to the hand after a build, with those after a shuffle."""
    phase = after.phase
    return min(phase.count, drawable(after)) if isinstance(phase, Drawing) else 0


def _claimed(before: MandalaState, after: MandalaState, chooser: Seat, colour: Colour, you: Perspective) -> str:
    assert isinstance(before.phase, Claiming)
    mandala = before.mandalas[before.phase.mandala]
    count = mandala.mountain[colour]
    name, total = colour_name(colour), cards(count)
    if not any(mandala.fields[chooser]):
        return you.say(
            chooser,
            ngettext(
                "You take {colour}: your field there is empty, so {count} card goes to the discard pile.",
                "You take {colour}: your field there is empty, so {count} cards go to the discard pile.",
                count,
            ),
            ngettext(
                "{name} takes {colour}: their field there is empty, so {count} card goes to the discard pile.",
                "{name} takes {colour}: their field there is empty, so {count} cards go to the discard pile.",
                count,
            ),
            colour=name,
            count=count,
        )
    if colour in before.players[chooser].river:
        return you.say(
            chooser,
            _("You take {colour}: {cards} to the cup."),
            _("{name} takes {colour}: {cards} to the cup."),
            colour=name,
            cards=total,
        )
    slot = len(after.players[chooser].river)
    if count == 1:
        return you.say(
            chooser,
            _("You take {colour}: 1 card, to river slot {slot}."),
            _("{name} takes {colour}: 1 card, to river slot {slot}."),
            colour=name,
            slot=slot,
        )
    return you.say(
        chooser,
        _("You take {colour}: {cards}, one to river slot {slot}, {rest} to the cup."),
        _("{name} takes {colour}: {cards}, one to river slot {slot}, {rest} to the cup."),
        colour=name,
        cards=total,
        slot=slot,
        rest=count - 1,
    )


# What followed by itself.


def _what_followed(before: MandalaState, after: MandalaState, you: Perspective) -> list[str]:
    told = _triggered(before, after)
    if isinstance(after.phase, Claiming) and not isinstance(before.phase, Claiming):
        told += [_completes(after.phase.seat, after.phase.mandala, you), _chooses_first(after.phase, after, you)]
    for number, mandala in enumerate(after.mandalas):
        if mandala == EMPTY_MANDALA and before.mandalas[number] != EMPTY_MANDALA:
            told += _destroyed(before, after, number, you)
    if isinstance(after.phase, Revealing) and not isinstance(before.phase, Revealing):
        told += _over(after)
    return told


def _triggered(before: MandalaState, after: MandalaState) -> list[str]:
    if before.triggered or not after.triggered:
        return []
    phase = before.phase
    if isinstance(phase, Drawing) and phase.mandala is not None and is_complete(before.mandalas[phase.mandala]):
        return [_(LAST_MANDALA)]  # D3
    return [_(END_TRIGGER)]


def _completes(completer: Seat, number: int, you: Perspective) -> str:
    return you.say(
        completer,
        _("You complete the {mandala} mandala!"),
        _("{name} completes the {mandala} mandala!"),
        mandala=side(number),
    )


def _chooses_first(phase: Claiming, after: MandalaState, you: Perspective) -> str:
    fewer, more = sorted(map(sum, after.mandalas[phase.mandala].fields))
    if fewer == more:
        return you.say(
            phase.chooser,
            _("You choose first (a tie: the player who did not complete it goes first)."),
            _("{name} chooses first (a tie: the player who did not complete it goes first)."),
        )
    return you.say(
        phase.chooser,
        _("You choose first ({cards} in the field against {fewer})."),
        _("{name} chooses first ({cards} in the field against {fewer})."),
        cards=cards(more),
        fewer=fewer,
    )


def _destroyed(before: MandalaState, after: MandalaState, number: int, you: Perspective) -> list[str]:
    mandala = before.mandalas[number]
    if any(map(any, mandala.fields)):
        count = sum(union(*mandala.fields))
        told = ngettext(
            "The {mandala} mandala is destroyed; {count} card goes from its fields to the discard pile.",
            "The {mandala} mandala is destroyed; {count} cards go from its fields to the discard pile.",
            count,
        )
        return [told.format(mandala=side(number), count=count)]
    # K7: complete with both fields empty, so no one has been able to choose
    return [
        _completes(_completer(before, after), number, you),
        _("Both fields there are empty, so its whole mountain goes to the discard pile."),
    ]


def _completer(before: MandalaState, after: MandalaState) -> Seat:
    """Return whose move it was that completed a mandala, in the step in which it was destroyed at once."""
    phase = after.phase
    assert isinstance(phase, (Refilling, Revealing)), "a destruction is followed by a refill or by the end"
    return before.phase.seat if isinstance(before.phase, (Drawing, Claiming)) else phase.seat


def _over(after: MandalaState) -> list[str]:
    assert isinstance(after.phase, Revealing)
    match after.phase.termination:
        case MandalaEnd.DECK:
            return [_("The game is over: the draw pile had run out, and this was the last mandala.")]
        case MandalaEnd.RIVER:
            return [_("The game is over: a river has all six colours.")]
        case MandalaEnd.COLOUR:
            return [
                _("The game is over: all 18 cards of a colour are in rivers and cups, so no mandala can be completed.")
            ]
        case MandalaEnd.STALEMATE:
            return [_("The game is over: {times} turns in a row were only discards.").format(times=STALEMATE)]
        case EndReason():
            return []  # told by the deed itself
        case _:
            assert_never(after.phase.termination)
