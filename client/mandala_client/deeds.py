"""What happened at the table, told in sentences: who did what, and what followed by itself."""

from __future__ import annotations

from typing import Final, assert_never

from mandala_protocol.games.counts import counted, union
from mandala_protocol.games.game import HAND, Counts, Dealt, Ended, EndReason, Face, Moved, Revealed, Shuffled
from mandala_protocol.games.mandala import COLOURS, MANDALA, Build, Claim, Colour, Discard, Grow, MandalaMove
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
from mandala_protocol.happenings import Step
from mandala_protocol.names import clean_name
from mandala_protocol.seats import Seat
from mandala_protocol.snapshot import Snapshot

Names = tuple[str, str]

END_TRIGGER: Final = "The draw pile has run out: the next mandala to be completed is the LAST!"
"""Said the moment it happens (D1), and kept in sight from then on."""

LAST_MANDALA: Final = "The draw pile has run out: this mandala is the LAST!"


def colour_name(colour: Face) -> str:
    """The word for a colour, inside a sentence."""
    return Colour(colour).word


def cards(count: int) -> str:
    """Such as "1 card" or "3 cards"."""
    return "1 card" if count == 1 else f"{count} cards"


def list_of(items: list[str]) -> str:
    """Such as "red, green and black"."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} and {items[-1]}"


def player_name(seat: Seat, names: Names | None) -> str:
    """The name at a seat, fit to be shown."""
    return "The other player" if names is None else clean_name(names[seat])


def drawn(counts: Counts) -> str:
    """What has come into the own hand; nobody else hears this."""
    return f"You drew {list_of(_by_colour(counts))}."


def new_cards(known: Snapshot | None, now: Snapshot) -> str | None:
    """What has come into the own hand since ``known``: all that is there now and did not stay there."""
    if known is None or known.view is None or now.view is None or HAND not in known.view.holdings:
        return None
    stayed = list(known.view.holdings[HAND])
    for step in now.steps[len(known.steps) :]:
        if isinstance(step.event, Moved) and step.event.seat is now.seat:
            for face in MANDALA.played(step.before, step.event.move):
                stayed[face] -= 1
    came = tuple(map(int.__sub__, now.view.holdings[HAND], stayed))
    return drawn(came) if any(came) else None


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
        case Ended(reason=reason, seat=resigned):
            told = [_ended(reason, resigned, _You(seat, names))]
        case Revealed():
            return ["All cards are open now: both keys, and with them hands and cups."]
        case _:
            assert_never(step.event)
    return told + _what_followed(before, after, _You(seat, names))


class _You:
    """Says a sentence about a player: one way about yourself, another about the other player."""

    def __init__(self, seat: Seat | None, names: Names) -> None:
        self._seat, self._names = seat, names

    def say(self, who: Seat, about_you: str, about_other: str) -> str:
        """``{name}`` is the player's name in the sentence about the other."""
        if who is self._seat:
            return about_you
        return about_other.replace("{name}", player_name(who, self._names))


# The deeds.


def _shuffled(before: MandalaState, after: MandalaState) -> list[str]:
    if isinstance(before.phase, Shuffling):
        return [f"Both players have shuffled the {cards(after.draw_pile)}."]
    return [f"The discard pile is shuffled: its {cards(after.draw_pile)} are the new draw pile."]


def _dealt(before: MandalaState, shown: tuple[tuple[Face, ...] | None, ...]) -> list[str]:
    match before.phase:
        case Dealing():
            mountains = [f"{list_of(_words(faces))} to mountain {number}" for number, faces in _face_up(shown)]
            return [
                f"The cards are dealt: {', '.join(mountains)}; "
                f"{HAND_START} to each hand, {CUP_START} hidden in each cup."
            ]
        case Refilling(mandala=number):
            faces = shown[0] or ()
            return [f"Mandala {number} is refilled with {list_of(_words(faces))}."]
        case _:
            return []  # what is drawn to a hand was told with the move


def _face_up(shown: tuple[tuple[Face, ...] | None, ...]) -> list[tuple[int, tuple[Face, ...]]]:
    return list(enumerate(faces for faces in shown if faces is not None))


def _words(faces: tuple[Face, ...]) -> list[str]:
    return _by_colour(counted(faces, len(COLOURS)))


def _by_colour(counts: Counts) -> list[str]:
    """Such as "red" and "green", or "2 red"."""
    return [
        colour.word if counts[colour] == 1 else f"{counts[colour]} {colour.word}"
        for colour in COLOURS
        if counts[colour]
    ]


def _moved(before: MandalaState, after: MandalaState, mover: Seat, move: MandalaMove, you: _You) -> str:
    colour = colour_name(move.colour)
    match move:
        case Build(mandala=number):
            drawn = _drawn_after(after)
            where = f"{colour} in the mountain of mandala {number}"
            if not drawn:
                return you.say(
                    mover,
                    f"You build {where}; nothing is left to draw.",
                    f"{{name}} builds {where}; nothing is left to draw.",
                )
            return you.say(mover, f"You build {where} and draw {drawn}.", f"{{name}} builds {where} and draws {drawn}.")
        case Grow(mandala=number, count=count):
            what = f"{count} {colour}"
            return you.say(
                mover,
                f"You grow your field of mandala {number} by {what}.",
                f"{{name}} grows their field of mandala {number} by {what}.",
            )
        case Discard(count=count):
            what = f"{count} {colour}"
            return you.say(
                mover, f"You discard {what} and draw {count}.", f"{{name}} discards {what} and draws {count}."
            )
        case Claim():
            return _claimed(before, after, mover, move.colour, you)
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
    claimed = you.say(chooser, f"You claim {colour.word}: ", f"{{name}} claims {colour.word}: ")
    if not any(mandala.fields[chooser]):
        field = you.say(chooser, "your field there is empty", "their field there is empty")
        return f"{claimed}{field}, so {_goes(count)} to the discard pile."
    if colour in before.players[chooser].river:
        return f"{claimed}{cards(count)} to the cup."
    slot = len(after.players[chooser].river)
    if count == 1:
        return f"{claimed}1 card, to river slot {slot}."
    return f"{claimed}{cards(count)}, one to river slot {slot}, {count - 1} to the cup."


def _goes(count: int) -> str:
    return "1 card goes" if count == 1 else f"{count} cards go"


def _ended(reason: EndReason, resigned: Seat | None, you: _You) -> str:
    match reason:
        case EndReason.RESIGNED:
            assert resigned is not None
            return you.say(resigned, "You resign.", "{name} resigns.")
        case EndReason.AGREED:
            return "Both players agree to end the game as it stands."
        case _:
            assert_never(reason)


# What followed by itself.


def _what_followed(before: MandalaState, after: MandalaState, you: _You) -> list[str]:
    told = _triggered(before, after)
    if isinstance(after.phase, Claiming) and not isinstance(before.phase, Claiming):
        told += _completed(after.phase, after, you)
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
        return [LAST_MANDALA]  # D3
    return [END_TRIGGER]


def _completed(phase: Claiming, after: MandalaState, you: _You) -> list[str]:
    number = phase.mandala
    fields = after.mandalas[number].fields
    done = you.say(phase.seat, f"You complete mandala {number}!", f"{{name}} completes mandala {number}!")
    if sum(fields[0]) == sum(fields[1]):
        why = "the fields have equally many cards, so the one who did not complete it is first"
    else:
        why = f"{cards(max(map(sum, fields)))} in the field against {min(map(sum, fields))}"
    first = you.say(phase.chooser, f"You choose first ({why}).", f"{{name}} chooses first ({why}).")
    return [done, first]


def _destroyed(before: MandalaState, after: MandalaState, number: int, you: _You) -> list[str]:
    mandala = before.mandalas[number]
    if any(map(any, mandala.fields)):
        count = sum(union(*mandala.fields))
        return [f"Mandala {number} is destroyed; {_goes(count)} from its fields to the discard pile."]
    # K7: complete with both fields empty, so nobody has been able to choose
    completer = _completer(before, after)
    done = you.say(completer, f"You complete mandala {number}!", f"{{name}} completes mandala {number}!")
    return [done, "Both fields there are empty, so its whole mountain goes to the discard pile."]


def _completer(before: MandalaState, after: MandalaState) -> Seat:
    """Whose move it was that completed a mandala, in the step in which it was destroyed at once."""
    phase = after.phase
    assert isinstance(phase, (Refilling, Revealing)), "a destruction is followed by a refill or by the end"
    return before.phase.seat if isinstance(before.phase, (Drawing, Claiming)) else phase.seat


def _over(after: MandalaState) -> list[str]:
    assert isinstance(after.phase, Revealing)
    match after.phase.reason:
        case "deck":
            return ["The game is over: the draw pile had run out, and this was the last mandala."]
        case "river":
            return ["The game is over: a river has all six colours."]
        case "colour":
            return [
                "The game is over: all 18 cards of a colour lie in rivers and cups, so no mandala can be completed."
            ]
        case "stalemate":
            return [f"The game is over: {STALEMATE} times in a row cards were only discarded."]
        case "resigned" | "agreed":
            return []  # told by the deed itself
        case _:
            assert_never(after.phase.reason)
