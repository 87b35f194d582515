"""Sentences about what happened at the table of Patterns: the deeds of the players, and what followed from them."""

from __future__ import annotations

from typing import assert_never

from mandala_client.games.colour_words import colour_name
from mandala_client.games.endings import ended_early
from mandala_client.games.patterns.preview import start_left
from mandala_client.text.language import _
from mandala_client.text.numbers import points
from mandala_client.text.player_names import Names, Perspective
from mandala_protocol.games.game import Dealt, EndOfGame, Moved, Revealed, Shuffled
from mandala_protocol.games.patterns import FlipTile, OpenGroup, PatternsMove, PatternsState, SwapTile, TakeStart
from mandala_protocol.games.patterns.state import colour_at
from mandala_protocol.record.steps import Step
from mandala_protocol.seats import Seat


def events(step: Step, seat: Seat | None, names: Names) -> list[str]:
    """The sentences about one step: the deed itself first, then what followed from it."""
    you = Perspective(seat, names)
    before, after = step.before, step.after
    assert isinstance(before, PatternsState), "only Patterns is told here"
    assert isinstance(after, PatternsState), "only Patterns is told here"
    match step.event:
        case Moved(seat=mover, move=move):
            return [_moved(before, after, mover, move, you), *_what_followed(after, you)]
        case EndOfGame() as ended:
            return [ended_early(ended, you)]
        case Revealed():
            return []  # nothing was hidden
        case Shuffled() | Dealt():
            raise AssertionError("Patterns has nothing to shuffle or to deal")
        case _:
            assert_never(step.event)


def _moved(before: PatternsState, after: PatternsState, mover: Seat, move: PatternsMove, you: Perspective) -> str:
    match move:
        case TakeStart(colour=colour):
            return you.say(
                mover,
                _("You take the start tile {colour} into your bowl; the first player gets {left}."),
                _("{name} takes the start tile {colour}; the first player gets {left}."),
                colour=colour_name(colour),
                left=colour_name(start_left(before, colour)),
            )
        case OpenGroup(field=field):
            colour = colour_at(after, field)
            return you.say(
                mover,
                _("You open {colour} on field {field} with marker {value} and take {taken}."),
                _("{name} opens {colour} on field {field} with marker {value} and takes {taken}."),
                colour=colour_name(colour),
                field=field,
                value=after.players[mover].groups[colour].value,
                taken=colour_name(colour_at(before, field)),
            )
        case FlipTile(field=field):
            colour = colour_at(after, field)
            return you.say(
                mover,
                _("You flip {colour} on field {field}: {points}."),
                _("{name} flips {colour} on field {field}: {points}."),
                colour=colour_name(colour),
                field=field,
                points=points(after.players[mover].groups[colour].value),
            )
        case SwapTile(field=field):
            colour = colour_at(after, field)
            return you.say(
                mover,
                _("You swap {colour} for {taken} on field {field}: {points}."),
                _("{name} swaps {colour} for {taken} on field {field}: {points}."),
                colour=colour_name(colour),
                taken=colour_name(colour_at(before, field)),
                field=field,
                points=points(after.players[mover].groups[colour].value),
            )
        case _:
            assert_never(move)


def _what_followed(after: PatternsState, you: Perspective) -> list[str]:
    """The end, and the final flips one after another, in an order in which each is allowed (E2)."""
    stopped = after.stopped
    if stopped is None:
        return []
    told = [
        you.say(
            after.to_move,
            _("The game is over: you can do nothing."),
            _("The game is over: {name} can do nothing."),
        )
    ]
    flipper = after.to_move.other
    for field in stopped.final_flips:
        colour = colour_at(after, field)
        told.append(
            you.say(
                flipper,
                _("Final flip: you get {colour} on field {field}, {points}."),
                _("Final flip: {name} gets {colour} on field {field}, {points}."),
                colour=colour_name(colour),
                field=field,
                points=points(after.players[flipper].groups[colour].value),
            )
        )
    return told


def is_loud(told: str) -> bool:
    """Return whether this sentence announces that we could do nothing."""
    return told == _("The game is over: you can do nothing.")
