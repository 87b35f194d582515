"""Defects of the record: signatures, heads, numbers, order, and what becomes of a refused entry."""

from __future__ import annotations

import itertools
from typing import Any

from attrs import evolve

from mandala_conformance.findings import CaseVerdict
from mandala_protocol.conversation import entry_checks, session
from mandala_protocol.conversation.entry_checks import require_in_turn, require_same_player
from mandala_protocol.conversation.events import PassedOver, SessionEvent
from mandala_protocol.conversation.kept_entries import Refusals
from mandala_protocol.conversation.session import Session
from mandala_protocol.conversation.speaker import Speaker
from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.poker.hashing import tagged_hash
from mandala_protocol.record import referee, transcript
from mandala_protocol.record.referee import Referee
from mandala_protocol.record.transcript import Entry, Transcript, require_signature
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import HEAD, Accept, EntryMessage, Propose
from tests.conformance.defects.defect import DefectBook, nothing, replace

RECORD = DefectBook()


# What is checked.


@RECORD.defect("takes-any-signature", "Checks no signature of an entry", case="TR7/false-signature", seen="entry")
def takes_any_signature() -> None:
    replace(transcript, "verify", lambda *_: True)


RECORD.in_the_other_role("takes-any-signature")


@RECORD.defect(
    "asks-for-no-first-signature",
    "Checks no signature of a proposal or an acceptance",
    case="TR7/first-entry",
    seen="entry",
)
def asks_for_no_first_signature() -> None:
    replace(referee, "require_signature", nothing)


RECORD.in_the_other_role("asks-for-no-first-signature")


def ignore_what_breaks(requirement: str) -> None:
    """Ignore entries that break a requirement, and do not fail. The wait for a right one ends after 30 s (OR6)."""
    hear_entry = Session._hear_entry

    def hear_or_ignore(self: Session, message: EntryMessage) -> SessionEvent:
        try:
            return hear_entry(self, message)
        except RemoteProtocolError as error:
            if error.requirement != requirement:
                raise
            return PassedOver()

    replace(Session, "_hear_entry", hear_or_ignore)


@RECORD.defect(
    "ignores-unknown-entries", "Ignores entries of unknown kinds", case="TR4/odd", seen="nothing within|resume"
)
def ignores_unknown_entries() -> None:
    ignore_what_breaks("TR4")


@RECORD.defect(
    "ignores-other-shares",
    "Ignores shares of other cards than those due",
    case="PL2/one-fewer",
    seen="nothing within|resume",
    game="mandala",
)
def ignores_other_shares() -> None:
    ignore_what_breaks("PL2")


@RECORD.defect("takes-any-head", "Checks no head before an entry", case="TR6/zeros", seen="entry")
def takes_any_head() -> None:
    require_next = Transcript.require_next

    def require_number(self: Transcript, entry: Entry) -> None:
        require_next(self, evolve(entry, previous=self.head))

    replace(Transcript, "require_next", require_number)


RECORD.in_the_other_role("takes-any-head")


@RECORD.defect("takes-any-number", "Checks no number of an entry", case="TR5/skipped-number", seen="entry")
def takes_any_number() -> None:
    require_next, take = Transcript.require_next, Session._take

    def require_head(self: Transcript, entry: Entry) -> None:
        require_next(self, evolve(entry, number=self.length))

    def take_as_next(self: Session, entry: Entry, *, own: bool = False) -> SessionEvent:
        return take(self, evolve(entry, number=self.referee.transcript.length), own=own)

    replace(Transcript, "require_next", require_head)
    replace(Session, "_take", take_as_next)


RECORD.in_the_other_role("takes-any-number")


@RECORD.defect(
    "checks-signatures-first",
    "Checks the signature of an entry before its number",
    case="TR9/number-and-signature",
    seen='requirement="TR7"',
)
def checks_signatures_first() -> None:
    def require_signature_first(table: Referee, entry: Entry, speaker: Seat, identity: bytes, name: str) -> None:
        if entry.number > referee.ACCEPTANCE:
            require_signature(entry, identity)
        require_in_turn(table, entry, speaker, identity, name)

    replace(session, "require_in_turn", require_signature_first)


@RECORD.defect(
    "ignores-entries-after-the-last",
    "Ignores an entry after the last of a game",
    case="OR3/after-the-last",
    seen="the connection closed without an error",
    verdict=CaseVerdict.NON_STRICT,
)
def ignores_entries_after_the_last() -> None:
    ignore_what_breaks("OR3")


RECORD.in_the_other_role("ignores-entries-after-the-last")


@RECORD.defect("takes-any-kind", "Takes entries in any order", case="OR1/key-for-move", seen='requirement="EN4"')
def takes_any_kind() -> None:
    replace(referee, "not_due", lambda entry, due: None)

    def take_any(self: Referee, entry: Entry, speaker: Any) -> Any:
        return self.due

    replace(Referee, "_require_due", take_any)


RECORD.in_the_other_role("takes-any-kind")


_require_signed = Referee._require_signed


def signed_for_who_is_due(self: Referee, entry: Entry) -> Seat:
    """Take an entry of either player for one of who is to speak."""
    speaker = _require_signed(self, entry)
    return speaker if self.due is None else self.due.speaker


@RECORD.defect(
    "hears-out-of-turn",
    "Lets the other speak when it is to speak itself",
    case="OR2/out-of-turn",
    seen='requirement="PL[1-8]"',
)
def hears_out_of_turn() -> None:
    def require_next(table: Referee, entry: Entry, _speaker: Seat, identity: bytes, name: str) -> None:
        require_same_player(table, entry, identity, name)

    replace(session, "require_in_turn", require_next)
    replace(Referee, "_require_signed", signed_for_who_is_due)


@RECORD.defect(
    "plays-any-game",
    "Takes a game that it does not know for its own",
    case="OR4/unknown-game",
    seen="accept",
    game="mandala",
    command="join",
)
def plays_any_game() -> None:
    take_proposal = Referee._take_proposal

    def take_known(self: Referee, body: Propose, entry: Entry) -> None:
        take_proposal(self, body if body.game in self._games else evolve(body, game="mandala"), entry)

    replace(Referee, "_take_proposal", take_known)


@RECORD.defect(
    "forgets-what-it-refused",
    "Takes another entry for a refused one",
    case="PL1/no-move",
    seen="resume",
    heard="RS15",
)
def forgets_what_it_refused() -> None:
    replace(Refusals, "keep", nothing)


@RECORD.defect(
    "forgives-at-the-third-call",
    "Lets a refused entry go when the other comes back for the third time",
    case="TR12/again-and-again",
    seen="resume|entry",
)
def forgives_at_the_third_call() -> None:
    judge_again, calls = Refusals.judge_again, itertools.count(1)

    def judge_twice(self: Refusals, kept: Any) -> None:
        if next(calls) < 3:
            judge_again(self, kept)

    replace(Refusals, "judge_again", judge_twice)


@RECORD.defect(
    "keeps-what-it-refuses",
    "Takes a refused entry into the record",
    case="PL6/other-digest",
    seen="busy",
    heard="RS15",
)
def keeps_what_it_refuses() -> None:
    hear_entry = Session._hear_entry

    def hear_and_keep(self: Session, message: Any) -> Any:
        try:
            return hear_entry(self, message)
        except RemoteProtocolError:
            entry = transcript.read(message)
            self.referee.transcript.append(entry)
            self._new_entries.append(entry)
            raise

    replace(Session, "_hear_entry", hear_and_keep)
    replace(Refusals, "keep", nothing)


# What it makes itself.


@RECORD.defect("signs-another-tag", "Signs entries under another tag", case="EN11/whole-game", seen="TR7")
def signs_another_tag() -> None:
    replace(transcript, "_signed", lambda payload: tagged_hash("entries", payload))


@RECORD.defect(
    "chains-without-signatures",
    "Leaves the signature out of the head",
    case="EN11/whole-game",
    seen="TR6",
    command="join",
)
def chains_without_signatures() -> None:
    replace(Entry, "head", property(lambda entry: tagged_hash("chain", entry.payload)[:HEAD]))


@RECORD.defect(
    "chains-longer-heads", "Takes the last bytes of a head", case="EN11/whole-game", seen='requirement="TR6"'
)
def chains_longer_heads() -> None:
    replace(Entry, "head", property(lambda entry: tagged_hash("chain", entry.payload, entry.signature)[HEAD:]))


@RECORD.defect(
    "knows-no-names", "Compares no players with those of the connection", case="OR5/other-name", seen="entry"
)
def knows_no_names() -> None:
    def require_next(referee: Referee, entry: Entry, _identity: bytes, _name: str | None) -> None:
        referee.transcript.require_next(entry)

    replace(entry_checks, "require_same_player", require_next)


RECORD.in_the_other_role("knows-no-names")


@RECORD.defect(
    "knows-no-identities",
    "Compares the names of players alone",
    case="OR5/other-identity",
    seen="entry",
)
def knows_no_identities() -> None:
    def require_same_name(table: Referee, entry: Entry, identity: bytes, name: str | None) -> None:
        named = entry.body.identity if isinstance(entry.body, Propose | Accept) else identity
        require_same_player(table, entry, named, name)

    replace(entry_checks, "require_same_player", require_same_name)


RECORD.in_the_other_role("knows-no-identities")


@RECORD.defect(
    "says-another-name",
    "Accepts by another name than in hello",
    case="OR7/who-it-says-it-is",
    seen="it names 'Nobody'",
    command="join",
)
def says_another_name() -> None:
    accept = Speaker._accept

    def accept_otherwise(self: Speaker) -> Accept:
        return evolve(accept(self), name="Nobody")

    replace(Speaker, "_accept", accept_otherwise)


@RECORD.defect(
    "knows-no-forks", "Takes no notice of a second entry", case="TR8/second-signature", seen='requirement="TR5"'
)
def knows_no_forks() -> None:
    replace(referee, "require_no_fork", nothing)


RECORD.in_the_other_role("knows-no-forks")


@RECORD.defect(
    "knows-no-unreadable-forks",
    "Takes no notice of a second entry that it cannot read",
    case="TR8/unreadable",
    seen='requirement="TR4"',
)
def knows_no_unreadable_forks() -> None:
    replace(session, "place_of", lambda _: None)


RECORD.in_the_other_role("knows-no-unreadable-forks")


@RECORD.defect(
    "takes-its-own-entries-back",
    "Ignores entries that it knows already",
    case="TR5/sent-back",
    seen="nothing within",
)
def takes_its_own_entries_back() -> None:
    hear_entry = Session._hear_entry

    def hear_new(self: Session, message: EntryMessage) -> SessionEvent:
        known = [entry.message() for entry in self.referee.transcript.entries]
        return PassedOver() if message in known else hear_entry(self, message)

    replace(Session, "_hear_entry", hear_new)


@RECORD.defect(
    "takes-any-accept", "Takes an acceptance of another proposal", case="TR6/other-game", seen="entry|nothing within"
)
def takes_any_accept() -> None:
    require_next = Transcript.require_next

    def require_next_but_accept(self: Transcript, entry: Entry) -> None:
        require_next(self, evolve(entry, previous=self.head) if isinstance(entry.body, Accept) else entry)

    replace(Transcript, "require_next", require_next_but_accept)


RECORD.in_the_other_role(
    "ignores-unknown-entries",
    "checks-signatures-first",
    "hears-out-of-turn",
    "takes-its-own-entries-back",
)
