"""What happened at the table, told in sentences: who did what, and what followed by itself."""

from __future__ import annotations

from typing import Final, assert_never

from mandala_client.games.mandala.notation import side
from mandala_client.text.language import _, ngettext, pgettext
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
    MandalaState,
    Refilling,
    Revealing,
    Shuffling,
    is_complete,
)
from mandala_protocol.names import clean_name
from mandala_protocol.record.steps import Step
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import marked

Names = tuple[str, str]

END_TRIGGER: Final = marked("The draw pile has run out: the next completed mandala is the LAST!")
"""The English of what is said the moment it happens (D1), and kept in sight from then on."""

LAST_MANDALA: Final = marked("The draw pile has run out: this mandala is the LAST!")


def is_loud(told: str) -> bool:
    """Whether this sentence of the log announces the end of the game, and must not be missed."""
    return told in (_(END_TRIGGER), _(LAST_MANDALA))


def colour_name(colour: Face) -> str:
    """The word for a colour, as it stands by itself in a sentence or after a number: "2 red"."""
    match Colour(colour):
        case Colour.RED:
            return pgettext("colour", "red")
        case Colour.ORANGE:
            return pgettext("colour", "orange")
        case Colour.YELLOW:
            return pgettext("colour", "yellow")
        case Colour.GREEN:
            return pgettext("colour", "green")
        case Colour.PURPLE:
            return pgettext("colour", "purple")
        case Colour.BLACK:
            return pgettext("colour", "black")


def cards(count: int) -> str:
    """Such as "1 card" or "3 cards"."""
    return ngettext("{count} card", "{count} cards", count).format(count=count)


def of_colour(count: int, colour: Face) -> str:
    """Such as "2 red"."""
    return pgettext("cards of a colour", "{count} {colour}").format(count=count, colour=colour_name(colour))


def list_of(items: list[str]) -> str:
    """Such as "red, green and black"."""
    if len(items) < 2:
        return "".join(items)
    return pgettext("list", "{items} and {last}").format(items=", ".join(items[:-1]), last=items[-1])


def player_name(seat: Seat, names: Names | None) -> str:
    """The name at a seat, fit to be shown."""
    return _("The other player") if names is None else clean_name(names[seat])


def drawn(counts: Counts) -> str:
    """What has come into the own hand; nobody else hears this."""
    return _("You drew {cards}.").format(cards=list_of(_by_colour(counts)))


def drawn_at(snapshot: Snapshot, step: int) -> list[str]:
    """What came into the own hand by the step of this number, counted from 0; the first hand is shown, and not told."""
    before = snapshot.steps[step].before
    if isinstance(before, MandalaState) and isinstance(before.phase, Dealing):
        return []
    return [drawn(counted(one.faces, len(COLOURS))) for one in snapshot.drawn if one.step == step]


def events(step: Step, seat: Seat | None, names: Names) -> list[str]:
    """What happened in one step, the deed itself first, then what followed of it.

    Seen from ``seat``, whose player is "you"; by somebody who only looks on, if it is None.
    """
    told: list[str]
    before, after = step.before, step.after
    assert isinstance(before, MandalaState), "only Mandala is told here"
    assert isinstance(after, MandalaState), "only Mandala is told here"
    match step.event:
        case Shuffled():
            told = _shuffled(before, after)
        case Dealt(shown=shown):
            told = _dealt(before, shown)
        case Moved(seat=mover, move=move):
            told = [_moved(before, after, mover, move, _You(seat, names))]
        case EndOfGame(reason=reason, seat=resigned):
            told = [_ended(reason, resigned, _You(seat, names))]
        case Revealed():
            return [_("All cards are revealed, hands and cups included.")]
        case _:
            assert_never(step.event)
    return told + _what_followed(before, after, _You(seat, names))


class _You:
    """Says a sentence about a player: one way about yourself, another about the other player."""

    def __init__(self, seat: Seat | None, names: Names) -> None:
        self._seat, self._names = seat, names

    def say(self, who: Seat, about_you: str, about_other: str, **values: object) -> str:
        """One of the two whole sentences, with these values; ``{name}`` is the player's name in the second."""
        if who is self._seat:
            return about_you.format(**values)
        return about_other.format(name=player_name(who, self._names), **values)


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
    """Such as "red" and "green", or "2 red" and "1 green": all with their number, or none."""
    colours = [colour for colour in COLOURS if counts[colour]]
    if all(counts[colour] == 1 for colour in colours):
        return list(map(colour_name, colours))
    return [of_colour(counts[colour], colour) for colour in colours]


def _moved(before: MandalaState, after: MandalaState, mover: Seat, move: MandalaMove, you: _You) -> str:
    match move:
        case Build(mandala=number, colour=colour):
            count = _drawn_after(after)
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


def _drawn_after(after: MandalaState) -> int:
    """How many cards come into the hand after a build; all of them, also if a shuffle is needed between."""
    phase = after.phase
    return min(phase.count, drawable(after)) if isinstance(phase, Drawing) else 0


def _claimed(before: MandalaState, after: MandalaState, chooser: Seat, colour: Colour, you: _You) -> str:
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


def _ended(reason: EndReason, resigned: Seat | None, you: _You) -> str:
    match reason:
        case EndReason.RESIGNED:
            assert resigned is not None
            return you.say(resigned, _("You resign."), _("{name} resigns."))
        case EndReason.AGREED:
            return _("Both players agree to end the game now and score it.")
        case _:
            assert_never(reason)


# What followed by itself.


def _what_followed(before: MandalaState, after: MandalaState, you: _You) -> list[str]:
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


def _completes(completer: Seat, number: int, you: _You) -> str:
    return you.say(
        completer,
        _("You complete the {mandala} mandala!"),
        _("{name} completes the {mandala} mandala!"),
        mandala=side(number),
    )


def _chooses_first(phase: Claiming, after: MandalaState, you: _You) -> str:
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


def _destroyed(before: MandalaState, after: MandalaState, number: int, you: _You) -> list[str]:
    mandala = before.mandalas[number]
    if any(map(any, mandala.fields)):
        count = sum(union(*mandala.fields))
        told = ngettext(
            "The {mandala} mandala is destroyed; {count} card goes from its fields to the discard pile.",
            "The {mandala} mandala is destroyed; {count} cards go from its fields to the discard pile.",
            count,
        )
        return [told.format(mandala=side(number), count=count)]
    # K7: complete with both fields empty, so nobody has been able to choose
    return [
        _completes(_completer(before, after), number, you),
        _("Both fields there are empty, so its whole mountain goes to the discard pile."),
    ]


def _completer(before: MandalaState, after: MandalaState) -> Seat:
    """Whose move it was that completed a mandala, in the step in which it was destroyed at once."""
    phase = after.phase
    assert isinstance(phase, (Refilling, Revealing)), "a destruction is followed by a refill or by the end"
    return before.phase.seat if isinstance(before.phase, (Drawing, Claiming)) else phase.seat


def _over(after: MandalaState) -> list[str]:
    assert isinstance(after.phase, Revealing)
    match after.phase.reason:
        case "deck":
            return [_("The game is over: the draw pile had run out, and this was the last mandala.")]
        case "river":
            return [_("The game is over: a river has all six colours.")]
        case "colour":
            return [
                _("The game is over: all 18 cards of a colour are in rivers and cups, so no mandala can be completed.")
            ]
        case "stalemate":
            return [_("The game is over: {times} turns in a row were only discards.").format(times=STALEMATE)]
        case "resigned" | "agreed":
            return []  # told by the deed itself
        case _:
            assert_never(after.phase.reason)
