"""The vectors of files: records, and evidence that proves something or nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgpack  # type: ignore[import-untyped]

from mandala_conformance.made_games.described_games import NEXT, described_due
from mandala_conformance.made_games.finished_game import FinishedGame
from mandala_conformance.made_games.record_faults import WrongEntry
from mandala_conformance.made_games.records import NOT_A_RECORD, faults_of, made_records, mandala_game, patterns_game
from mandala_conformance.vectors.form.making import invalid, valid, vector_file
from mandala_conformance.vectors.form.vector_case import VectorCase, VectorFile
from mandala_conformance.vectors.form.vector_fields import SEAT, exactly, hexadecimal, integer, one_of, or_null, text
from mandala_conformance.vectors.form.vector_kinds import (
    CaseRefused,
    Computed,
    FileRecords,
    Given,
    RefusedBy,
    VectorKind,
    refusal_of,
    unhex,
)
from mandala_net.threads import shared_workers
from mandala_protocol.conversation import evidence
from mandala_protocol.conversation.evidence import Evidence, NotEvidence, ProvenFork, Unproven
from mandala_protocol.errors import UNKNOWN_GAME, Code
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.poker.ciphertexts import Purpose, prove_shares
from mandala_protocol.poker.hashing import Context
from mandala_protocol.poker.sampling import HashStream
from mandala_protocol.record import card_values, verification
from mandala_protocol.record.transcript import read
from mandala_protocol.record.verification import NotARecord, UnknownGame, Verdict, verify
from mandala_protocol.wire.messages import MAX_ENTRIES, Commit, End, EntryMessage, Move, Share

NO_RECORD: Final = RefusedBy(None, "RF2")
GAME_NOT_KNOWN: Final = RefusedBy(Code.NOT_AGREED.wire_name, UNKNOWN_GAME)


def run_record_file(given: Given, _: FileRecords) -> Computed:
    try:
        verdict = verify(unhex(given["file"]), GAMES, shared_workers())
    except UnknownGame as error:
        raise CaseRefused(GAME_NOT_KNOWN) from error
    except NotARecord as error:
        raise CaseRefused(NO_RECORD) from error
    return judged(verdict)


def judged(verdict: Verdict) -> dict[str, object]:
    """The verdict on a record, as vectors and verdicts.json have it."""
    fault = verdict.fault
    refusal = None if fault is None else refusal_of(fault.error)
    return {
        "entries": verdict.referee.transcript.length,
        "complete": verdict.complete,
        "due": described_due(verdict.referee.due),
        "unseen_plays": verdict.unseen_plays,
        "wrong_entry": None if fault is None else fault.number,
        "code": None if refusal is None else refusal.code,
        "requirement": None if refusal is None else refusal.requirement,
    }


def run_evidence(given: Given, _: FileRecords) -> Computed:
    try:
        judgement = evidence.judge(evidence.read_file(unhex(given["file"])), GAMES, shared_workers())
    except NotEvidence as error:
        raise CaseRefused(RefusedBy(None, "RF9")) from error
    if isinstance(judgement, Unproven):
        return {"proves": "nothing", "seat": None, "identity": None, "number": None, "code": None, "requirement": None}
    if isinstance(judgement, ProvenFork):
        proves, refusal = "a fork", RefusedBy("fork", judgement.requirement)
    else:
        proves, refusal = "a wrong entry", refusal_of(judgement.error)
    return {
        "proves": proves,
        "seat": int(judgement.seat),
        "identity": judgement.players[judgement.seat].identity.hex(),
        "number": judgement.number,
        "code": refusal.code,
        "requirement": refusal.requirement,
    }


_NUMBER: Final = integer(0, MAX_ENTRIES)
_CODE: Final = or_null(text(20))

RECORD_FILE_KIND: Final = VectorKind(
    "record-file",
    "A record as a file (11.1), with the verdict on it: how many entries are right, whether the record is "
    "complete, and which entry is wrong and why. What is no record at all, or of an unknown game, is invalid.",
    {"file": hexadecimal()},
    {
        "entries": _NUMBER,
        "complete": one_of(True, False),
        "due": NEXT,
        "unseen_plays": _NUMBER,
        "wrong_entry": or_null(_NUMBER),
        "code": _CODE,
        "requirement": _CODE,
    },
    run_record_file,
    (
        "RF1",
        "RF3",
        "RF5",
    ),
)

EVIDENCE_KIND: Final = VectorKind(
    "evidence",
    "A file of evidence (11.2), with what it proves against whom. What is no such file is invalid.",
    {"file": hexadecimal()},
    {
        "proves": one_of("nothing", "a wrong entry", "a fork"),
        "seat": or_null(SEAT),
        "identity": or_null(exactly(32)),
        "number": or_null(_NUMBER),
        "code": _CODE,
        "requirement": _CODE,
    },
    run_evidence,
    (
        "RF8",
        "RF9",
    ),
)

FILE_KINDS: Final = (
    RECORD_FILE_KIND,
    EVIDENCE_KIND,
)


# The making of its cases.

ABOUT: Final = (
    "Whole files (chapter 11): records with the verdict on each, and evidence with what it proves against whom; the "
    "form of earlier programs for forks (RF6) is among them."
)


def case(name: str, data: bytes, note: str = "", *, shows: Sequence[str] = ()) -> VectorCase:
    return valid(EVIDENCE_KIND, f"evidence/{name}", {"file": data.hex()}, note, shows=shows)


def wrong_entries(game: FinishedGame) -> Iterator[VectorCase]:
    """One wrong entry for each requirement that has one, whether others can see it or not."""
    seen: set[str] = set()
    for fault in faults_of(game):
        if fault.requirement not in seen and fault.number > 1:
            seen.add(fault.requirement)
            found = Evidence((*game.entries[: fault.length], *fault.then), fault.entry)
            yield case(f"{game.name}: {fault.name}", evidence.write(found))


def forks(game: FinishedGame) -> Iterator[VectorCase]:
    place = game.place(Move, 3)
    speaker, turn = game.speakers[place], game.known(place).moves_made
    end = game.said(place, End("abandoned", turn, b""), speaker)
    resigned = game.said(place, End("resigned", turn, b""), speaker)
    upto = game.entries[: place + 1]
    yield case("a fork with the record", evidence.write(Evidence(upto, resigned)), "TR8")
    yield case("a fork with the record, abandoned", evidence.write(Evidence(upto, end)), "TR8")
    yield case("a fork with a longer record", evidence.write(Evidence(game.entries, resigned)), "TR8")
    unreadable = game.items(place, [place, game.head(place), 98, {}])
    yield case("a fork with an entry that nobody can read", evidence.write(Evidence(upto, unreadable)), "TR8")
    yield case("a fork of two outside the record", evidence.write(Evidence(upto[:-1], end, resigned)), "TR8")
    yield case("a fork in the form of earlier programs", fork_file(upto, resigned), "RF6", shows=["RF6", "RF7"])
    cut = game.said(place, End("abandoned", turn, b""), speaker.other)
    yield case(
        "a game called abandoned by a player who had signed more",
        evidence.write(Evidence(game.entries[: place + 2], cut)),
        "EN18",
    )
    waiting = game.said(place, End("abandoned", turn, b""), speaker.other)
    yield case(
        "a game called abandoned by a player who had signed nothing more",
        evidence.write(Evidence(upto, waiting)),
        "the records differ, and nobody is to blame",
    )


def fork_file(record: tuple[EntryMessage, ...], other: EntryMessage) -> bytes:
    entries = [[message.payload, message.signature] for message in record]
    packed: bytes = msgpack.packb([evidence.FORMAT_OF_FORKS, 1, entries, [other.payload, other.signature]])
    return packed


def nothing(game: FinishedGame) -> Iterator[VectorCase]:
    place = game.place(Move, 2)
    before, entry = game.entries[:place], game.entries[place]
    yield case("nothing: a right entry", evidence.write(Evidence(before, entry)))
    yield case("nothing: the entry of the record", evidence.write(Evidence(game.entries, entry)))
    wrong = game.changed(place, digest=bytes(32))
    yield case("nothing: the record is wrong", evidence.write(Evidence((*before[:-1], before[0]), wrong)))
    yield case("nothing: another place", evidence.write(Evidence(before[:-1], wrong)))
    other = EntryMessage(wrong.payload, bytes(64))
    yield case("nothing: signed by nobody", evidence.write(Evidence(before, other)))
    yield case("nothing: twice the same", evidence.write(Evidence(before, wrong, wrong)))
    early = game.changed(1, name="Somebody")
    yield case("nothing: before both have agreed", evidence.write(Evidence(game.entries[:1], early)))


def false_colour(game: FinishedGame) -> Iterator[VectorCase]:
    """A false colour is seen with the shares of the other player for these cards, and only then."""
    (fault,) = [entry for entry in faults_of(game) if entry.requirement == "PL5"]
    before = game.entries[: fault.length]
    yield case("mandala: a false colour, without help", evidence.write(Evidence(before, fault.entry)))
    for name, purpose in (("with help", Purpose.EVIDENCE), ("with shares that were said in play", Purpose.PLAY)):
        data = evidence.write(Evidence(before, fault.entry, help=lent(game, fault, purpose)))
        yield case(f"mandala: a false colour, {name}", data)


def lent(game: FinishedGame, fault: WrongEntry, purpose: Purpose) -> Share:
    """The shares of the player who accuses."""
    assert fault.seat is not None
    helper = fault.seat.other
    played = read(fault.entry).body
    assert isinstance(played, Move)
    assert played.played is not None
    hand = game.known(fault.length).cards.held(fault.seat)
    cards = [hand[place] for place in played.played.cards]
    context = Context(read(fault.entry).head, helper)
    shares = prove_shares(game.keys[helper], cards, context, HashStream(b"evidence", "mask"), purpose=purpose)
    return card_values.share_body(played.played.cards, shares)


def no_files(game: FinishedGame) -> Iterator[VectorCase]:
    place = game.place(Commit)
    whole = evidence.write(Evidence(game.entries[:place], game.changed(place, more=1)))
    for name, data in {
        "empty": b"",
        "cut": whole[:-10],
        "a byte more": whole + b"\0",
        "another version": whole.replace(b"evidence\x01", b"evidence\x02"),
        "a record": verification.write(game.entries[:place]),
        "help that is no share": whole[:-1] + b"\xc4\x01\x80",
    }.items():
        yield invalid(EVIDENCE_KIND, f"evidence/no file: {name}", {"file": data.hex()}, None, "RF9")


def record_files() -> Iterator[VectorCase]:
    """Records of Patterns as files: whole, cut, wrong, and no records at all."""
    seen: set[str] = set()
    for made in made_records("patterns"):
        verdict = made.verdict
        name, given = f"record-file/{verdict.file.partition('.')[0]}", {"file": made.content.hex()}
        if verdict.requirement == NOT_A_RECORD:
            yield invalid(RECORD_FILE_KIND, name, given, None, NOT_A_RECORD, verdict.about)
        elif verdict.requirement == UNKNOWN_GAME:
            yield invalid(RECORD_FILE_KIND, name, given, Code.NOT_AGREED, UNKNOWN_GAME, verdict.about)
        elif verdict.valid or verdict.code not in seen:
            seen.add(str(verdict.code))
            yield valid(RECORD_FILE_KIND, name, given, verdict.about)


def make() -> VectorFile:
    """The file."""
    patterns = patterns_game()
    return vector_file(
        "files",
        ABOUT,
        [
            *record_files(),
            *wrong_entries(patterns),
            *forks(patterns),
            *nothing(patterns),
            *no_files(patterns),
            *false_colour(mandala_game()),
        ],
    )
