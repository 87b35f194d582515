"""The scenes of a replay: its beginning, its middle, its end, where the record is wrong, and its other pages.

What is shown while a record is being checked is no screen but a line, which ``test_replay_command`` looks at.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from attrs import evolve, frozen

from mandala_client.records.replay import Replay, frames_of
from mandala_client.records.review import ReviewedMove, review_of
from mandala_client.screens.replay.replay_model import (
    ReplayModel,
    ReplayPage,
    at_frame,
    at_graph,
    at_review,
    choosing,
    flipped,
    on_page,
    reviewed,
    stepped,
    typed,
)
from mandala_protocol.games.mandala.state import Claiming
from mandala_protocol.poker.workers import Serial
from mandala_protocol.wire.messages import EntryMessage
from tests.client.scenes import COMPACT, SIZES, STANDARD, Scene
from tests.narrowing import present


@frozen
class Recorded:
    """The record of a game that was played to its end, the same as a replay, and one of a game that goes on."""

    messages: tuple[EntryMessage, ...]
    replay: Replay
    own: Replay


FAULTY: Final = 20
"""The step whose signature is wrong in the record with a fault."""


def at_step(number: int) -> Callable[[Recorded], ReplayModel]:
    """At this frame, counted from 0; from the end if negative."""
    return lambda recorded: at_frame(ReplayModel(recorded.replay), number % len(recorded.replay.frames))


def in_mid_game(recorded: Recorded) -> ReplayModel:
    """A choice, in the midst of the game."""
    found = next(
        number
        for number, frame in enumerate(recorded.replay.frames)
        if frame.is_move
        and isinstance(frame.state.phase, Claiming)
        and all(player.river for player in frame.state.players)
    )
    return at_frame(reviewed(ReplayModel(recorded.replay)), found)


def before_a_fault(recorded: Recorded) -> ReplayModel:
    """The last step before an entry whose signature is wrong."""
    wrong = recorded.replay.frames[FAULTY].entry
    forged = list(recorded.messages)
    forged[present(wrong)] = evolve(forged[present(wrong)], signature=bytes(64))
    return at_frame(ReplayModel(frames_of(forged, Serial())), FAULTY - 1)


def in_own_game(recorded: Recorded) -> ReplayModel:
    """The last step of a game that goes on, with the own hand alone."""
    return at_frame(ReplayModel(recorded.own), len(recorded.own.frames) - 1)


def going_to_a_step(recorded: Recorded) -> ReplayModel:
    """The number of a step is being typed."""
    return typed(in_mid_game(recorded), "12")


def beyond_the_end(recorded: Recorded) -> ReplayModel:
    """There is no step further, and that is said."""
    return stepped(at_step(-1)(recorded), 1)


def where_much_was_given_away(recorded: Recorded) -> ReplayModel:
    """The move that cost most of all, with what was better."""
    return at_frame(reviewed(ReplayModel(recorded.replay)), worst_of(recorded).at)


def worst_of(recorded: Recorded) -> ReviewedMove:
    """The move that cost most of all."""
    return max(review_of(recorded.replay).moves, key=lambda move: move.cost)


def in_review(recorded: Recorded) -> ReplayModel:
    """The list of all moves, at the one that cost most."""
    return at_review(where_much_was_given_away(recorded))


def at_the_end_of_review(recorded: Recorded) -> ReplayModel:
    """The list of all moves, at the last one."""
    return choosing(in_review(recorded), recorded.replay.frames[-1].number)


def waiting_for_review(recorded: Recorded) -> ReplayModel:
    """The teacher thinks about the moves."""
    return at_review(at_step(5)(recorded))


def not_reviewed(recorded: Recorded) -> ReplayModel:
    """There is no review of a game that goes on, and that is said."""
    return at_review(reviewed(in_own_game(recorded)))


def looking_at(page: ReplayPage, where: Callable[[Recorded], ReplayModel]) -> Callable[[Recorded], ReplayModel]:
    """Another page."""
    return lambda recorded: on_page(where(recorded), page)


SCENES: Final = (
    Scene("replay-first", at_step(0)),
    Scene("replay-middle", in_mid_game, SIZES),
    Scene("replay-flipped", lambda recorded: flipped(in_mid_game(recorded))),
    Scene("replay-last", at_step(-1)),
    Scene("replay-fault", before_a_fault, like="replay-last"),
    Scene("replay-own", in_own_game),
    Scene("replay-number", going_to_a_step, like="replay-middle"),
    Scene("replay-beyond", beyond_the_end, like="replay-last"),
    Scene("replay-judged", where_much_was_given_away),
    Scene("replay-review", in_review, (COMPACT, STANDARD)),
    Scene("replay-graph", lambda recorded: at_graph(in_review(recorded))),
    Scene("replay-review-last", at_the_end_of_review),
    Scene("replay-review-waiting", waiting_for_review, like="replay-review"),
    Scene("replay-review-none", not_reviewed, like="replay-own"),
    Scene("replay-log", looking_at(ReplayPage.LOG, at_step(-1))),
    Scene("replay-help", looking_at(ReplayPage.HELP, at_step(0))),
    Scene("replay-review-help", looking_at(ReplayPage.HELP, in_review)),
)
