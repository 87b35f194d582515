"""The scenes of a replay: its beginning, its middle, its end, where the record is wrong, and its other pages.

What is shown while a record is being checked is no screen but a line, which ``test_replay_command`` looks at.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from attrs import evolve, frozen

from mandala_client.replay.frames import Replay, frames_of
from mandala_client.replay.model import (
    Model,
    Page,
    at_frame,
    at_review,
    choosing,
    flipped,
    on_page,
    reviewed,
    stepped,
    typed,
)
from mandala_client.review.review import ReviewedMove, review_of
from mandala_protocol.games.mandala.state import Claiming
from mandala_protocol.messages import EntryMessage
from mandala_protocol.poker.workers import Serial
from tests.client.scenes import COMPACT, WIDE, Scene


@frozen
class Recorded:
    """The record of a game that was played to its end, the same as a replay, and one of a game that goes on."""

    messages: tuple[EntryMessage, ...]
    replay: Replay
    own: Replay


FAULTY: Final = 20
"""The step whose signature is wrong in the record with a fault."""

_MADE_ELSEWHERE: Final = ()
"""The golden files of these scenes are made by ``test_replay_screen``."""

_BESIDE_STANDARD: Final = (COMPACT, WIDE)
"""In the standard size ``test_replay_screen`` has them."""


def at_step(number: int) -> Callable[[Recorded], Model]:
    """At this frame, counted from 0; from the end if negative."""
    return lambda recorded: at_frame(Model(recorded.replay), number % len(recorded.replay.frames))


def in_mid_game(recorded: Recorded) -> Model:
    """A choice, in the midst of the game."""
    found = next(
        number
        for number, frame in enumerate(recorded.replay.frames)
        if frame.is_move and isinstance(frame.state.phase, Claiming) and all(one.river for one in frame.state.players)
    )
    return at_frame(reviewed(Model(recorded.replay)), found)


def before_a_fault(recorded: Recorded) -> Model:
    """The last step before an entry whose signature is wrong."""
    wrong = recorded.replay.frames[FAULTY].entry
    forged = list(recorded.messages)
    forged[wrong] = evolve(forged[wrong], signature=bytes(64))
    return at_frame(Model(frames_of(forged, Serial())), FAULTY - 1)


def in_own_game(recorded: Recorded) -> Model:
    """The last step of a game that goes on, with the own hand alone."""
    return at_frame(Model(recorded.own), len(recorded.own.frames) - 1)


def going_to_a_step(recorded: Recorded) -> Model:
    """The number of a step is being typed."""
    return typed(in_mid_game(recorded), "12")


def beyond_the_end(recorded: Recorded) -> Model:
    """There is no step further, and that is said."""
    return stepped(at_step(-1)(recorded), 1)


def where_much_was_given_away(recorded: Recorded) -> Model:
    """The move that gave away most of all, with what was better."""
    return at_frame(reviewed(Model(recorded.replay)), worst_of(recorded).at)


def worst_of(recorded: Recorded) -> ReviewedMove:
    """The move that gave away most of all."""
    return max(review_of(recorded.replay).moves, key=lambda move: move.given_away)


def in_review(recorded: Recorded) -> Model:
    """The list of all moves, at the one that gave away most."""
    return at_review(where_much_was_given_away(recorded))


def at_the_end_of_review(recorded: Recorded) -> Model:
    """The list of all moves, at the last one."""
    return choosing(in_review(recorded), recorded.replay.frames[-1].number)


def not_reviewed(recorded: Recorded) -> Model:
    """There is no review of a game that goes on, and that is said."""
    return at_review(in_own_game(recorded))


def looking_at(page: Page, where: Callable[[Recorded], Model]) -> Callable[[Recorded], Model]:
    """Another page."""
    return lambda recorded: on_page(where(recorded), page)


SCENES: Final = (
    Scene("replay-first", at_step(0), _BESIDE_STANDARD),
    Scene("replay-middle", in_mid_game, _MADE_ELSEWHERE),
    Scene("replay-flipped", lambda recorded: flipped(in_mid_game(recorded)), _BESIDE_STANDARD),
    Scene("replay-last", at_step(-1), _BESIDE_STANDARD),
    Scene("replay-fault", before_a_fault, _BESIDE_STANDARD),
    Scene("replay-own", in_own_game, _BESIDE_STANDARD),
    Scene("replay-number", going_to_a_step, (COMPACT,)),
    Scene("replay-beyond", beyond_the_end, (COMPACT,)),
    Scene("replay-judged", where_much_was_given_away),
    Scene("replay-review", in_review),
    Scene("replay-review-last", at_the_end_of_review, (COMPACT,)),
    Scene("replay-review-none", not_reviewed, (COMPACT,)),
    Scene("replay-log", looking_at(Page.LOG, at_step(-1)), _BESIDE_STANDARD),
    Scene("replay-help", looking_at(Page.HELP, at_step(0)), (WIDE,)),
    Scene("replay-review-help", looking_at(Page.HELP, in_review)),
)
