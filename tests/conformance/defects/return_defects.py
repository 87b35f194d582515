"""Defects of coming back to a game."""

from __future__ import annotations

from attrs import evolve

from mandala_net.match.match import Match
from mandala_protocol.conversation.resuming import CatchUp
from mandala_protocol.wire.messages import Resume
from tests.conformance.defects.defect import DefectBook, replace

RETURN = DefectBook()


@RETURN.defect("says-all-again", "Says all entries again", case="RS3/cut-and-resume", seen="entry")
def says_all_again() -> None:
    hear_past = CatchUp.hear_past

    def hear_nothing(self: CatchUp, past: Resume) -> None:
        hear_past(self, past)
        self.lacking = self._table.transcript.entries[1:]

    replace(CatchUp, "hear_past", hear_nothing)


@RETURN.defect("resumes-elsewhere", "Counts one entry less of its past", case="RS3/cut-and-resume", seen="TR5")
def resumes_elsewhere() -> None:
    def one_less(self: CatchUp) -> Resume:
        transcript = self._table.transcript
        return Resume(transcript.length - 1, transcript.head_after(transcript.length - 1))

    replace(CatchUp, "own_past", one_less)


@RETURN.defect(
    "says-another-head", "Says the head of another place", case="RS3/cut-and-resume", seen="another one", command="join"
)
def says_another_head() -> None:
    own_past = CatchUp.own_past
    replace(CatchUp, "own_past", lambda self: evolve(own_past(self), head=self._table.proposal))


@RETURN.defect(
    "says-nothing-missing", "Does not say what the other lacks", case="RS3/answer-again", seen="nothing within"
)
def says_nothing_missing() -> None:
    hear_past = CatchUp.hear_past

    def hear_and_keep(self: CatchUp, past: Resume) -> None:
        hear_past(self, past)
        self.lacking = ()

    replace(CatchUp, "hear_past", hear_and_keep)


@RETURN.defect("makes-entries-again", "Makes its last entry again", case="RS3/answer-again", seen="TR7")
def makes_entries_again() -> None:
    hear_past = CatchUp.hear_past

    def hear_and_change(self: CatchUp, past: Resume) -> None:
        hear_past(self, past)
        self.lacking = tuple(evolve(entry, signature=entry.signature[::-1]) for entry in self.lacking)

    replace(CatchUp, "hear_past", hear_and_change)


@RETURN.defect("opens-no-second-time", "Lets no player come back", case="RS3/cut-and-resume", seen="busy")
def opens_no_second_time() -> None:
    replace(Match, "is_meant", lambda *_: False)


@RETURN.defect("lets-come-to-any-seat", "Compares no seat in hello", case="RS5/other-seat", seen="resume")
def lets_come_to_any_seat() -> None:
    replace(Match, "is_meant", lambda self, greeted: greeted.game == self.game)
