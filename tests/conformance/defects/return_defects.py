"""Defects of coming back to a game."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from mandala_conformance.findings import CaseVerdict
from mandala_net.link.close_reasons import TAKEN
from mandala_net.link.hello import greet, turn_away
from mandala_net.link.secure_link import SecureLink
from mandala_net.link.timeouts import Timeouts
from mandala_net.match import host, reconnect
from mandala_net.match.match import Match
from mandala_net.match.reconnect import answer
from mandala_net.player.profile import Profile
from mandala_net.trust.known_players import KeyChanged
from mandala_protocol.conversation.connection import ConnectionMachine, ConnectionState
from mandala_protocol.conversation.greeting import Greeted
from mandala_protocol.conversation.kept_entries import Refusals
from mandala_protocol.conversation.resuming import CatchUp
from mandala_protocol.conversation.speaker import Speaker
from mandala_protocol.errors import Code, RemoteProtocolError
from mandala_protocol.record import referee, transcript
from mandala_protocol.record.transcript import Entry, RecordPlace, Transcript, signed_by
from mandala_protocol.sentence import Sentence
from mandala_protocol.wire.messages import Bye, EntryMessage, Message, Propose, Resume, encode
from tests.conformance.defects.defect import DefectBook, nothing, replace

RETURN = DefectBook()


@RETURN.defect("says-all-again", "Says all entries again", case="RS3/cut-and-resume", seen="entry")
def says_all_again() -> None:
    hear_past = CatchUp.hear_past

    def hear_nothing(self: CatchUp, past: Resume) -> None:
        hear_past(self, past)
        self.lacking = self._referee.transcript.entries[1:]

    replace(CatchUp, "hear_past", hear_nothing)


@RETURN.defect("resumes-elsewhere", "Counts one entry less of its past", case="RS3/cut-and-resume", seen="TR5")
def resumes_elsewhere() -> None:
    def one_less(self: CatchUp) -> Resume:
        transcript = self._referee.transcript
        return Resume(transcript.length - 1, transcript.head_after(transcript.length - 1))

    replace(CatchUp, "own_past", one_less)


@RETURN.defect(
    "says-another-head", "Says the head of another place", case="RS3/cut-and-resume", seen="another one", command="join"
)
def says_another_head() -> None:
    own_past = CatchUp.own_past

    def past_with_other_head(self: CatchUp) -> Resume:
        return evolve(own_past(self), head=self._referee.proposal)

    replace(CatchUp, "own_past", past_with_other_head)


@RETURN.defect(
    "says-nothing-missing", "Does not say what the other lacks", case="RS3/answer-again", seen="nothing within"
)
def says_nothing_missing() -> None:
    hear_past = CatchUp.hear_past

    def hear_and_keep(self: CatchUp, past: Resume) -> None:
        hear_past(self, past)
        self.lacking = ()

    replace(CatchUp, "hear_past", hear_and_keep)


RETURN.in_the_other_role("says-nothing-missing")


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
    def is_of_this_game(self: Match, greeted: Greeted) -> bool:
        return greeted.game == self.game

    replace(Match, "is_meant", is_of_this_game)


# Who may come back.


@RETURN.defect(
    "lets-anyone-come-back", "Compares no identity of who comes back", case="RS6/stranger", seen="^hello .*seat=0"
)
def lets_anyone_come_back() -> None:
    async def answer_all(link: SecureLink, home: Any, match: Match, *given: Any) -> None:
        replace(Match, "peer", property(lambda _: link.peer))
        await answer(link, home, match, *given)

    for module in (host, reconnect):
        replace(module, "answer", answer_all)


@RETURN.defect(
    "turns-only-known-names-away",
    "Sends busy to a stranger who wants a new game meanwhile only under a name that it knows (LK11)",
    case="RS6/new-game-meanwhile",
    seen="^bye",
)
def turns_only_known_names_away() -> None:
    async def leave_new_names(link: SecureLink, home: Profile, match: Match, *given: Any) -> None:
        if link.peer == match.peer:
            await answer(link, home, match, *given)
            return
        greeted = await greet(link, home.name, Timeouts())
        if isinstance(home.players.check(greeted.name, link.peer), KeyChanged):
            await turn_away(link, TAKEN, Timeouts())
        else:
            await link.send(encode(Bye("")))
            await link.aclose()

    for module in (host, reconnect):
        replace(module, "answer", leave_new_names)


@RETURN.defect(
    "keeps-the-older-connection",
    "Does not use a newer connection for the same game",
    case="RS7/newer-connection",
    seen="the connection closed",
    verdict=CaseVerdict.NON_STRICT,
)
def keeps_the_older_connection() -> None:
    take_line = Match.take_line

    async def take_first_line(self: Match, link: SecureLink, greeted: Greeted, **named: Any) -> bool:
        return self.lineless and await take_line(self, link, greeted, **named)

    replace(Match, "take_line", take_first_line)


# What comes back.


@RETURN.defect("proposes-the-same", "Makes the same proposal again", case="RS1/cut-before-accept", seen="of before")
def proposes_the_same() -> None:
    propose = Speaker._propose

    def propose_again(self: Speaker) -> Propose:
        return evolve(propose(self), nonce=bytes(32))

    replace(Speaker, "_propose", propose_again)


@RETURN.defect(
    "says-its-own-again", "Does not say the tester's own entries again", case="RS8/lost-past", seen="entry|nothing"
)
def says_its_own_again() -> None:
    hear_past = CatchUp.hear_past

    def hear_and_choose(self: CatchUp, past: Resume) -> None:
        hear_past(self, past)
        self.lacking = tuple(entry for entry in self.lacking if not signed_by(entry, self._peer))

    replace(CatchUp, "hear_past", hear_and_choose)


@RETURN.defect("ignores-a-second-resume", "Ignores a second resume", case="RS2/resume-twice", seen="nothing within")
def ignores_a_second_resume() -> None:
    takes = ConnectionMachine.takes

    def takes_first_resume(self: ConnectionMachine, kind: type[Message]) -> bool:
        return (kind is not Resume or self.state is ConnectionState.RESUMING) and takes(self, kind)

    replace(ConnectionMachine, "takes", takes_first_resume)


@RETURN.defect("takes-any-past", "Compares no heads of the past", case="RS4/false-head-of-more", seen="nothing within")
def takes_any_past() -> None:
    replace(CatchUp, "disputed", property(lambda _: False))
    replace(CatchUp, "require_same_head", nothing)


RETURN.in_the_other_role("takes-any-past")


@RETURN.defect(
    "compares-no-heads",
    "Compares no head with its own that is announced for its past",
    case="RS4/false-head",
    seen=r"(TR5|nothing within).*it said \d of its entries again; all from 1 to \d+ are due \(RS4\)",
)
def compares_no_heads() -> None:
    replace(CatchUp, "disputed", property(lambda _: False))


RETURN.in_the_other_role("compares-no-heads", case="RS4/false-head-of-less")


@RETURN.defect(
    "waits-for-another-proposal",
    "Waits for the entries of a game with another proposal",
    case="RS4/false-head-of-one",
    seen="nothing within",
)
def waits_for_another_proposal() -> None:
    def hear_past(self: CatchUp, past: Resume) -> None:
        self.past, self._had = past, self._referee.transcript.length
        self.lacking = self._referee.transcript.entries[1 if self.disputed else past.length :]

    replace(CatchUp, "hear_past", hear_past)


@RETURN.defect(
    "resumes-nothing", "Ignores a resume about a new game", case="RS2/nothing-to-resume", seen="nothing within"
)
def resumes_nothing() -> None:
    _ignore(Resume, ConnectionState.OPEN)


@RETURN.defect(
    "ignores-entries-before-resume",
    "Ignores an entry that comes before resume",
    case="RS3/entry-before-resume",
    seen="nothing within",
)
def ignores_entries_before_resume() -> None:
    _ignore(EntryMessage, ConnectionState.RESUMING)


RETURN.in_the_other_role("ignores-entries-before-resume")


def _ignore(ignored: type[Message], where: ConnectionState) -> None:
    """Ignore messages of a kind in a state of the connection."""
    takes = ConnectionMachine.takes

    def takes_others(self: ConnectionMachine, kind: type[Message]) -> bool:
        return (kind is not ignored or self.state is not where) and takes(self, kind)

    replace(ConnectionMachine, "takes", takes_others)


@RETURN.defect(
    "takes-known-entries-again",
    "Takes no notice of a known entry that comes twice",
    case="RS3/known-twice",
    seen="nothing within",
)
def takes_known_entries_again() -> None:
    compare = CatchUp.compare

    def compare_anew(self: CatchUp, theirs: Entry) -> None:
        self._compared = 0
        compare(self, theirs)

    replace(CatchUp, "compare", compare_anew)


@RETURN.defect(
    "takes-early-abandonments",
    "Sees no fork in an abandonment before an entry of the same player",
    case="EN18/abandoned-before",
    seen='requirement="RS4"',
)
def takes_early_abandonments() -> None:
    replace(transcript, "_calls_abandoned", lambda _: False)


RETURN.in_the_other_role("takes-early-abandonments")


@RETURN.defect(
    "refuses-otherwise-later",
    "Gives another reason when the game is broken off",
    case="RS15/same-again",
    seen='requirement="MS3"',
)
def refuses_otherwise_later() -> None:
    def another_refusal(self: Refusals) -> RemoteProtocolError:
        return RemoteProtocolError(Code.MALFORMED, "MS3", Sentence("this game is broken off"))

    replace(Refusals, "refusal_again", another_refusal)


@RETURN.defect(
    "compares-no-signatures",
    "Compares payloads without their signatures",
    case="TR8/signed-again",
    seen='requirement="RS4"',
    command="join",
)
def compares_no_signatures() -> None:
    require_no_fork = transcript.require_no_fork

    def require_other_payload(record: Transcript, identities: Any, place: RecordPlace, message: EntryMessage) -> None:
        if message.payload not in {entry.payload for entry in record.entries}:
            require_no_fork(record, identities, place, message)

    replace(referee, "require_no_fork", require_other_payload)


RETURN.in_the_other_role(
    "says-all-again",
    "takes-known-entries-again",
    "resumes-nothing",
    "ignores-a-second-resume",
    "says-its-own-again",
)
