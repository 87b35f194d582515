"""The scenes after a game: the result in all its kinds, and the pages beside it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from attrs import evolve

from mandala_client.games.deal import Deal, GameOfDeal, Practised
from mandala_client.games.series import Series
from mandala_client.play.frontend import Opponent
from mandala_client.table import edits, updates
from mandala_client.table.table_model import EndPage, Helping, Question, TableModel, evolve_ended
from mandala_client.text.language import _
from mandala_net.link.close_reasons import REFUSALS, TAKEN, heard
from mandala_net.match.news import (
    Declined,
    GameAbandoned,
    GameAdjourned,
    GameEnded,
    GameFinished,
    LineLost,
    NoRematch,
    NotSaved,
    Outcome,
    OwnFork,
    PeerBroke,
    PeerComplained,
    PeerLeft,
    RematchWanted,
    Talked,
    WeLeft,
)
from mandala_protocol.conversation.kept_entries import KeptEntry
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.errors import Code, RemoteProtocolError
from mandala_protocol.games.game import EndReason
from mandala_protocol.games.mandala.state import MandalaEnd, MandalaTermination
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import Sentence
from mandala_protocol.wire.messages import EntryMessage
from tests.client.at_table import Moments, played, typed
from tests.client.scenes import COMPACT, SIZES, STANDARD, Scene
from tests.positions import ANNA, BEN, EQUAL_POINTS, at_the_end, owned

RECORD: Final = Path("/home/anna/.local/share/mandala-lan/records/Anna-Ben-1f2e3d4c.mandala")
EARLY: Final = 40
"""So many moments into the game of the tests some moves have been made."""

WON: Final = (owned("gpyk/gppyyk/or"), owned("or/orr/kk"))
"""Anna owns more than Ben."""


def finished(moments: Moments) -> TableModel:
    """The game of the tests, the fourth of an evening; another can be played."""
    result = moments[-1].result
    assert result is not None
    series = Series((2, 1), 1, (145, 120))
    return updates.with_end(played(moments), GameEnded(GameFinished(result), RECORD), series, rematch=True)


def reviewable(moments: Moments) -> TableModel:
    """The same; it can be reviewed."""
    return evolve_ended(finished(moments), reviewable=True)


def checking(moments: Moments) -> TableModel:
    """The review is wanted, and the record is being checked for it."""
    percent = _("Checking the record: {percent} %").format(percent=42)
    return updates.with_progress(reviewable(moments), percent, 42, 100)


def after_chat(moments: Moments) -> TableModel:
    """The other has said something after the end."""
    return updates.with_news(finished(moments), Talked("good game!"))


def practised(moments: Moments) -> TableModel:
    """A game for practice, the second with its cards: now from the other side."""
    result = moments[-1].result
    assert result is not None
    games = (GameOfDeal(Seat.GUEST, (45, 30), True), GameOfDeal(Seat.HOST, (result.scores[0], result.scores[1]), True))
    table = evolve(played(moments), opponent=Opponent.PRACTICE)
    ended, series = GameEnded(GameFinished(result), None), Series((1, 1), 0, (54, 66))
    return updates.with_end(
        table, ended, series, rematch=True, practised=Practised("greedy", Deal(4711), games, game="mandala")
    )


def on_page(page: EndPage) -> Callable[[Moments], TableModel]:
    """Another page of the end."""
    return lambda moments: edits.at_end_page(finished(moments), page)


def scrolled(moments: Moments) -> TableModel:
    """The result, scrolled down as far as it goes."""
    return edits.scrolled_to(finished(moments), 100)


def rematch_wanted(moments: Moments) -> TableModel:
    """The other wants to play again."""
    return updates.with_news(finished(moments), RematchWanted())


def no_rematch(moments: Moments) -> TableModel:
    """The other has gone, and there will be no other game."""
    return updates.with_news(rematch_wanted(moments), NoRematch())


def waiting_for_another(moments: Moments) -> TableModel:
    """We want to play again, and the other has not answered."""
    return updates.awaiting(finished(moments))


def leaving_while_waiting(moments: Moments) -> TableModel:
    """We want to leave after all."""
    return edits.asking(waiting_for_another(moments), Question.LEAVE)


def writing(moments: Moments) -> TableModel:
    """Something is being written to the other player."""
    return edits.drafted(after_chat(moments), "/thank you, it was")


def nobody_to_talk_to(moments: Moments) -> TableModel:
    """The other has gone, and something was to be said."""
    return typed(no_rematch(moments), "/")[0]


def helping(moments: Moments) -> TableModel:
    """The help of the end."""
    return edits.overlaid(finished(moments), Helping())


def decided(snapshot: Snapshot) -> Callable[[Moments], TableModel]:
    """A game that has ended like this; its moves are not told."""

    def model(_moments: Moments) -> TableModel:
        assert snapshot.result is not None
        table = updates.with_snapshot(TableModel(), snapshot)
        return updates.with_end(table, GameEnded(GameFinished(snapshot.result), RECORD, snapshot), rematch=True)

    return model


def ended_as(termination: MandalaTermination, resigned: Seat | None = None) -> Callable[[Moments], TableModel]:
    """A game that Anna would have won by points has ended for this reason."""
    return decided(at_the_end(WON, termination=termination, resigned=resigned))


def broken_off(outcome: Outcome, *, resumable: bool = False) -> Callable[[Moments], TableModel]:
    """A game has ended without a result."""
    ended = GameEnded(outcome, RECORD, resumable=resumable)
    return lambda moments: updates.with_end(played(moments, EARLY), ended)


def never_begun(_moments: Moments) -> TableModel:
    """There was no game at all."""
    return updates.with_end(TableModel(), GameEnded(Declined(heard(TAKEN, REFUSALS)), None))


BROKEN: Final = RemoteProtocolError(Code.FAILED_PROOF, "DK4", Sentence("the proof is not valid"), b"evidence")

REFUSED: Final = KeptEntry(42, EntryMessage(b"payload", bytes(64)), Code.FAILED_PROOF, "DK4")

RESULTS: Final = (
    Scene("page-end", after_chat, SIZES),
    Scene("page-end-won", ended_as(MandalaEnd.RIVER), like="page-end"),
    Scene("page-end-by-cup", decided(at_the_end(EQUAL_POINTS["anna by cup"])), like="page-end"),
    Scene("page-end-by-cup-lost", decided(at_the_end(EQUAL_POINTS["ben by cup"])), like="page-end"),
    Scene("page-end-draw", decided(at_the_end(EQUAL_POINTS["draw"])), like="page-end"),
    Scene("page-end-resigned", ended_as(EndReason.RESIGNED, ANNA), like="page-end"),
    Scene("page-end-they-resigned", ended_as(EndReason.RESIGNED, BEN), like="page-end"),
    Scene("page-end-agreed", ended_as(EndReason.AGREED), like="page-end"),
    Scene("page-end-colour", ended_as(MandalaEnd.COLOUR), like="page-end"),
    Scene("page-end-stalemate", ended_as(MandalaEnd.STALEMATE), like="page-end"),
)

WITHOUT_RESULT: Final = (
    Scene("page-end-lost", broken_off(LineLost("No word from the other program for 15 seconds."))),
    Scene("page-end-abandoned", broken_off(GameAbandoned(ANNA)), like="page-end"),
    Scene("page-end-abandoned-by-us", broken_off(GameAbandoned(BEN, 8)), like="page-end"),
    Scene("page-end-adjourned", broken_off(GameAdjourned(), resumable=True), like="page-end"),
    Scene("page-end-broke", broken_off(PeerBroke(BROKEN)), like="page-end"),
    Scene("page-end-refused", broken_off(PeerBroke(BROKEN, REFUSED)), like="page-end"),
    Scene(
        "page-end-complained",
        broken_off(PeerComplained(34, "DK4", Sentence("the proof is not valid"))),
        like="page-end",
    ),
    Scene("page-end-left", broken_off(PeerLeft("dinner is ready"), resumable=True), like="page-end"),
    Scene("page-end-we-left", broken_off(WeLeft(), resumable=True), like="page-end"),
    Scene("page-end-not-saved", broken_off(NotSaved("The disk is full.")), like="page-end"),
    Scene("page-end-fork", broken_off(OwnFork()), like="page-end"),
    Scene("page-end-declined", never_begun, like="page-end"),
)
"""They differ by their sentence alone; the first stands for all in the larger sizes."""

BESIDE: Final = (
    Scene("page-end-scrolled", scrolled, (COMPACT,)),  # everything fits into the others
    Scene("page-end-practised", practised, like="page-end"),
    Scene("page-end-reviewable", reviewable, like="page-end"),
    Scene("page-end-checking", checking, like="page-end"),
    Scene("page-end-rematch-wanted", rematch_wanted, like="page-end"),
    Scene("page-end-no-rematch", no_rematch, like="page-end"),
    Scene("page-rematch", waiting_for_another, like="page-end"),
    Scene("page-rematch-leaving", leaving_while_waiting, like="page-end"),
    Scene("page-end-writing", writing, like="page-end"),
    Scene("page-end-nobody", nobody_to_talk_to, like="page-end"),
    Scene("page-end-help", helping),
    Scene("page-statistics", on_page(EndPage.STATISTICS)),
    Scene("page-log", on_page(EndPage.LOG), (COMPACT, STANDARD)),
    Scene("page-log-empty", lambda moments: edits.at_end_page(never_begun(moments), EndPage.LOG), like="page-end"),
    Scene("page-last-table", on_page(EndPage.TABLE)),
)

SCENES: Final = (*RESULTS, *WITHOUT_RESULT, *BESIDE)
