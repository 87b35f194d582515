"""Cases of chapter 10: coming back to a game."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

import trio
from attrs import evolve, field, frozen

from mandala_conformance.case import CaseBook, Extent, Kind
from mandala_conformance.case_stage import SOFTWARE, Stage
from mandala_conformance.cases.end_cases import early
from mandala_conformance.expectations import Refusal, expect_end, expect_message
from mandala_conformance.findings import NotStrict, Unmet
from mandala_conformance.implementation import PAUSE_SECONDS
from mandala_conformance.odd_signatures import OddSigner, second_signature
from mandala_conformance.probe_game import ProbeGame
from mandala_conformance.probe_line import LineEnd, ProbeLine, answer_text
from mandala_conformance.puppet import Until, at
from mandala_net.link.handshake import Role
from mandala_net.trust.identity import Identity
from mandala_protocol.errors import Code
from mandala_protocol.poker.hashing import tagged_hash
from mandala_protocol.record.transcript import Entry, read, seal, signed_by
from mandala_protocol.wire.messages import (
    PROTOCOL_VERSION,
    Body,
    Busy,
    Commit,
    End,
    EntryMessage,
    Hello,
    Key,
    Mix,
    Move,
    Open,
    ResultBody,
    Resume,
    Share,
    Shuffle,
)

RESUMING = CaseBook()

_GUEST: Final = (Role.GUEST,)
_READY_SECONDS: Final = 5.0
_NOT_ANNOUNCED: Final = Refusal(Code.OUT_OF_TURN, "RS3")
_FORK: Final = Refusal(Code.FORK, "TR8")
_OTHER_PAST: Final = Refusal(Code.OTHER_PAST, "RS4")


# Cuts.


@RESUMING.case("RS3/cut-and-resume", "A connection cut before a move, and the game resumed", extent=Extent.QUICK)
async def cut_and_resume(stage: Stage) -> None:
    game = await stage.play_to(at(Move))
    stage.note(f"cut the connection before entry {game.puppet.number}, and came back")
    stage.note_expectation("resume with the same past, and the game played on")
    await game.line.raw.cut()
    await stage.resume(game)
    entry = await game.say_and_hear()
    stage.got = f"the game went on to entry {entry.number}"


async def _cut_before_saying(game: ProbeGame) -> None:
    """Cut, with an entry due from the tester that nobody has said."""
    await game.line.raw.cut()


async def _cut_unsaid(game: ProbeGame) -> None:
    """Cut with an entry in the tester's record that it did not send: the implementation lacks it."""
    await trio.to_thread.run_sync(game.puppet.say_next)
    await game.line.raw.cut()


async def _cut_after_saying(game: ProbeGame) -> None:
    """Cut right behind an entry: the tester lacks what the implementation says to it, if it has come."""
    await game.say_next()
    await game.confirm()
    await game.line.raw.cut()


Cut = Callable[[ProbeGame], Awaitable[None]]

_CUTS: Final[tuple[tuple[str, str, Cut], ...]] = (
    ("before", "before the tester's {kind}", _cut_before_saying),
    ("unsent", "with the tester's {kind} signed and not sent", _cut_unsaid),
    ("after", "right behind the tester's {kind}", _cut_after_saying),
)

_CARDS_ONLY: Final = (Shuffle, Share, Mix)

_STANDARD_CUTS: Final = {("before", Commit), ("unsent", Open), ("after", Open), ("unsent", Move), ("after", Move)} | {
    ("after", Key),
    ("unsent", Shuffle),
    ("after", Share),
}


async def _cut_here(until: Until, cut: Cut, stage: Stage) -> None:
    game = await stage.play_to(until)
    stage.note(f"cut the connection at entry {game.puppet.number}, and came back")
    stage.note_expectation("both records made equal, and the game played on")
    await cut(game)
    await stage.resume(game)
    if not game.puppet.over and not game.puppet.is_to_speak:
        await game.hear_entry()
    stage.got = f"the game went on at entry {game.puppet.number}"


for _kind in (Commit, Open, Shuffle, Share, Mix, Move, Key, ResultBody):
    for _word, _title, _cut in _CUTS:
        if _kind is ResultBody and _word != "before":
            continue  # the last entry: whether it has arrived is another matter
        _name = "result" if _kind is ResultBody else _kind.__name__.lower()
        RESUMING.case(
            f"RS3/cut-{_word}-{_name}",
            "A connection cut " + _title.format(kind=_name),
            games=("mandala",) if _kind in _CARDS_ONLY else ("mandala", "patterns"),
            extent=Extent.STANDARD if (_word, _kind) in _STANDARD_CUTS else Extent.ALL,
            also=("RS8",),
        )(partial(_cut_here, at(_kind), _cut))


@RESUMING.case("RS3/cut-at-every-entry", "A connection cut at every entry of a game", extent=Extent.ALL)
async def cut_at_every_entry(stage: Stage) -> None:
    game = await stage.begin()
    stage.note("a cut before and behind each entry of the tester's")
    stage.note_expectation("each time both records made equal, and the game played to its end")
    cuts = 0
    while not game.puppet.over:
        if not game.puppet.is_to_speak:
            await game.hear_entry()
            continue
        if game.puppet.number > 2 and not game.puppet.pending(ResultBody):
            cut = (_cut_before_saying, _cut_unsaid, _cut_after_saying)[cuts % 3]
            await cut(game)
            await stage.resume(game)
            cuts += 1
        if game.puppet.is_to_speak:
            await game.say_next()
    stage.got = f"{cuts} cuts, {game.puppet.number} entries"


@RESUMING.case("RS1/cut-before-accept", "A connection cut before the proposal is accepted", roles=_GUEST)
async def cut_before_accept(stage: Stage) -> None:
    game = await stage.begin()
    stage.note("cut the connection before accept, and called about a new game")
    stage.note_expectation("a new proposal")
    game.broken_off = True
    await game.line.raw.cut()
    again = await stage.begin()
    again.broken_off = True
    if again.puppet.referee.proposal == game.puppet.referee.proposal:
        raise Unmet(stage.expected, "the proposal of before")
    stage.got = "a new proposal"


# What comes back.


@RESUMING.case("RS8/lost-past", "The tester has lost its own last entries", also=("RS3",), extent=Extent.QUICK)
async def lost_past(stage: Stage) -> None:
    game = await stage.play_to(at(Move, 2))
    await game.line.raw.cut()
    entries = game.puppet.referee.transcript.entries
    length = 4
    stage.note(f"came back with a record of {length} entries only, instead of {len(entries)}")
    stage.note_expectation("all entries from there on sent again, byte for byte, of both seats")
    line = await stage.come_back(game)
    await line.send(Resume(length, entries[length - 1].head))
    heard = await line.next()
    if not isinstance(heard, Resume) or (heard.length, heard.head) != (len(entries), entries[-1].head):
        raise Unmet(f"resume with {len(entries)} entries", answer_text(heard))
    for entry in entries[length:]:
        again = await line.next()
        if again != entry.message():
            raise Unmet(f"entry {entry.number} as it was", answer_text(again))
    await game.say_next()
    await game.go_to(at(Move, 3))
    stage.got = f"{len(entries) - length} entries as they were, and the game went on"


# Pasts that are wrong.

Say = Callable[[Stage, ProbeGame, ProbeLine], Awaitable[None]]


@frozen
class _FalsePast:
    """A past that is wrong, told after hello about a game."""

    name: str
    title: str
    say: Say
    refusals: tuple[Refusal, ...]
    extent: Extent = Extent.STANDARD
    differs: bool = False
    """The head announced is not the one that the implementation has there, so it must say all its entries (RS4)."""


async def _say_past(stage: Stage, line: ProbeLine, *past: Resume | Entry) -> None:
    """Say these in one piece, and note each."""
    told = (
        f"resume length={said.length} head={said.head.hex()}" if isinstance(said, Resume) else f"entry {said.number}"
        for said in past
    )
    stage.note(", ".join(told))
    await line.send(*(said if isinstance(said, Resume) else said.message() for said in past))


async def _entry_first(stage: Stage, game: ProbeGame, line: ProbeLine) -> None:
    await _say_past(stage, line, game.puppet.referee.transcript.entries[-1])


async def _resume_twice(stage: Stage, game: ProbeGame, line: ProbeLine) -> None:
    await _say_past(stage, line, game.puppet.past, game.puppet.past)


async def _false_head(stage: Stage, game: ProbeGame, line: ProbeLine) -> None:
    entries = game.puppet.referee.transcript.entries
    await _say_past(stage, line, Resume(len(entries), bytes(32)), *entries[1:])


async def _false_head_of_more(stage: Stage, game: ProbeGame, line: ProbeLine) -> None:
    entry = game.puppet.sealed(await game.next_body())
    await _say_past(stage, line, Resume(entry.number + 1, bytes(32)), entry)


async def _false_head_of_less(stage: Stage, game: ProbeGame, line: ProbeLine) -> None:
    entries = game.puppet.referee.transcript.entries[:4]
    await _say_past(stage, line, Resume(4, bytes(32)), *entries[1:])


async def _false_first_head(stage: Stage, _: ProbeGame, line: ProbeLine) -> None:
    """Announce another proposal alone: no entry could show how that differs."""
    await _say_past(stage, line, Resume(1, bytes(32)))


async def _known_entry(stage: Stage, game: ProbeGame, line: ProbeLine) -> None:
    """Announce an entry, and send one that both know before it, twice."""
    announced = game.puppet.sealed(await game.next_body())
    known = game.puppet.referee.transcript.entries[-1]
    await _say_past(stage, line, Resume(announced.number + 1, announced.head), known, known)


async def _not_announced(stage: Stage, game: ProbeGame, line: ProbeLine) -> None:
    """Announce an entry, and send one of a higher number before it."""
    puppet = game.puppet
    announced = puppet.sealed(await game.next_body())
    higher = seal(announced.number + 1, announced.head, End("resigned", 0, b""), puppet.identity)
    await _say_past(stage, line, Resume(announced.number + 1, announced.head), higher)


def _other_past(body: Callable[[ProbeGame], Body], *, own: bool) -> Say:
    """A past with another last entry: in the place of the tester's own last one, or of the one before it."""

    async def said(stage: Stage, game: ProbeGame, line: ProbeLine) -> None:
        puppet, entries = game.puppet, game.puppet.referee.transcript.entries
        place = max(entry.number for entry in entries if signed_by(entry, puppet.identity.public))
        if not own:
            theirs = [entry.number for entry in entries[2:place] if not signed_by(entry, puppet.identity.public)]
            place = max(theirs)
        other = seal(place, entries[place].previous, body(game), puppet.identity)
        await _say_past(stage, line, Resume(place + 1, other.head), *entries[1:place], other)

    return said


def _resigned(game: ProbeGame) -> Body:
    return End("resigned", game.puppet.referee.moves_made, b"")


def _abandoned(game: ProbeGame) -> Body:
    return End("abandoned", game.puppet.referee.moves_made, b"")


_FALSE_PASTS: Final = (
    _FalsePast("RS3/entry-before-resume", "An entry before resume", _entry_first, (_NOT_ANNOUNCED,), Extent.QUICK),
    _FalsePast(
        "RS3/not-announced",
        "An entry beyond the announced past",
        _not_announced,
        (_NOT_ANNOUNCED, Refusal(Code.BROKEN_CHAIN, "TR5")),
    ),
    _FalsePast("RS3/known-twice", "A known entry twice, while one is missing", _known_entry, (_NOT_ANNOUNCED,)),
    _FalsePast("RS2/resume-twice", "A second resume", _resume_twice, (Refusal(Code.OUT_OF_TURN, "RS2"),)),
    _FalsePast(
        "RS4/false-head",
        "A past of the same length with a false head",
        _false_head,
        (_OTHER_PAST,),
        Extent.QUICK,
        differs=True,
    ),
    _FalsePast("RS4/false-head-of-more", "A longer past with a false head", _false_head_of_more, (_OTHER_PAST,)),
    _FalsePast(
        "RS4/false-head-of-less",
        "A shorter past with a false head",
        _false_head_of_less,
        (_OTHER_PAST,),
        differs=True,
    ),
    _FalsePast(
        "RS4/false-head-of-one",
        "A past of the proposal alone, with a false head",
        _false_first_head,
        (_OTHER_PAST,),
    ),
    _FalsePast(
        "RS4/their-entry",
        "A past with an entry of the tester's in the place of the implementation's",
        _other_past(_resigned, own=False),
        (_OTHER_PAST, Refusal(Code.BAD_SIGNATURE, "TR7")),
        differs=True,
    ),
    _FalsePast(
        "TR8/entry-taken-back",
        "A past in which the tester's last entry is another one",
        _other_past(_resigned, own=True),
        (_FORK,),
        Extent.QUICK,
        differs=True,
    ),
    _FalsePast(
        "TR8/abandoned-own",
        "The game called abandoned in the place of the tester's own last entry",
        _other_past(_abandoned, own=True),
        (_FORK,),
        differs=True,
    ),
    _FalsePast(
        "EN18/abandoned-before",
        "The game called abandoned before an entry that the tester has signed",
        _other_past(_abandoned, own=False),
        (Refusal(Code.FORK, "EN18"),),
        Extent.QUICK,
        differs=True,
    ),
)


async def _tell_false_past(false: _FalsePast, stage: Stage) -> None:
    game = await stage.play_to(at(Open))
    await game.say_next()
    await game.go_to(early)
    await game.line.raw.cut()
    stage.note(f"cut the connection, and came back: {false.title}")
    line = await stage.come_back(game)
    game.spoilt = True
    before = game.puppet.number
    await false.say(stage, game, line)
    try:
        await stage.expect_refusal(line, *false.refusals, passing=(Resume, EntryMessage))
    except NotStrict:
        raise
    except Unmet as error:
        if not false.differs:
            raise
        told = f"it said {line.entries_heard} of its entries again; all from 1 to {before - 1} are due (RS4)"
        raise Unmet(error.expected, f"{error.got}; {told}") from error


for _false in _FALSE_PASTS:
    RESUMING.case(_false.name, _false.title, extent=_false.extent, also=("RS4",))(partial(_tell_false_past, _false))


@RESUMING.case("TR8/signed-again", "A past with another true signature of the tester's last entry", also=("TR7", "RS4"))
async def signed_again(stage: Stage) -> None:
    signer = OddSigner()
    stage.identity = signer.identity
    game = await stage.play_to(early)
    await game.line.raw.cut()
    stage.note("cut the connection, and came back with another signature of the last own entry")
    line = await stage.come_back(game)
    game.spoilt = game.broken_off = True
    entries = game.puppet.referee.transcript.entries
    own = [entry for entry in entries if signed_by(entry, stage.identity.public)][-1]
    other = evolve(own, signature=second_signature(signer, tagged_hash("entry", own.payload)))
    await _say_past(stage, line, Resume(own.number + 1, other.head), *entries[1 : own.number], other)
    await stage.expect_refusal(line, _FORK, passing=(Resume, EntryMessage))


@RESUMING.case("RS4/shows-its-own", "The own entry is shown where the pasts differ", kind=Kind.SHOULD)
async def shows_its_own(stage: Stage) -> None:
    game = await stage.play_to(early)
    await game.line.raw.cut()
    stage.note("cut the connection, and came back with another last entry")
    stage.note_expectation("the implementation's entry of that number, and then fork")
    line = await stage.come_back(game)
    await _other_past(_resigned, own=True)(stage, game, line)
    puppet = game.puppet
    shown = max(e.number for e in puppet.referee.transcript.entries if signed_by(e, puppet.identity.public))
    await expect_message(line, Resume)
    heard, came = await line.next(), []
    while isinstance(heard, EntryMessage):
        came.append(read(heard).number)
        heard = await line.next()
    stage.got = f"entries {came}, {answer_text(heard)}"
    if shown not in came:
        raise Unmet(stage.expected, stage.got)


@RESUMING.case("RS2/nothing-to-resume", "A resume on a connection about a new game", also=("MS8",))
async def nothing_to_resume(stage: Stage) -> None:
    line = await stage.greet()
    stage.note("resume on a connection about a new game")
    await line.send(Resume(1, bytes(32)))
    await stage.expect_refusal(line, Refusal(Code.OUT_OF_TURN, "RS2"))


@RESUMING.case("RS15/same-again", "A refused entry, and the same once more", roles=_GUEST)
async def refused_twice(stage: Stage) -> None:
    game = await stage.play_to(early)
    puppet = game.puppet
    wrong = puppet.sealed(End("agreed", puppet.referee.moves_made, b""))
    refusal = Refusal(Code.NOT_AGREED, "EN3")
    stage.note("a wrong entry, and on the next connection the same one")
    await game.send_forged(wrong)
    await stage.expect_refusal(game.line, refusal)
    game.broken_off = True
    until = trio.current_time() + _READY_SECONDS
    while True:
        line = await stage.come_back(game)
        await line.send(Resume(wrong.number + 1, wrong.head), wrong.message())
        try:
            await stage.expect_refusal(line, refusal)
        except NotStrict:  # it may just be closing the game
            if trio.current_time() > until:
                raise
            await trio.sleep(PAUSE_SECONDS)
        else:
            return


# Who may come back.


@frozen
class _Somebody:
    """Someone other than the tester: another identity, under another name, which nobody knows (LK11)."""

    identity: Identity = field(factory=Identity.generate)
    name: str = field(factory=lambda: f"Stranger {secrets.token_hex(4)}")


async def _call(stage: Stage, game: bytes, seat: int, somebody: _Somebody | None = None) -> str:
    """The reason why a call about a game is refused: by the tester, or by somebody else. Raises ``Unmet``."""
    until = trio.current_time() + _READY_SECONDS
    identity, name = (None, stage.name) if somebody is None else (somebody.identity, somebody.name)
    while True:
        line = await stage.open_link(identity)
        await line.send(Hello(PROTOCOL_VERSION, SOFTWARE, name, game, seat if game else None))
        heard = await line.next()
        if isinstance(heard, LineEnd) and not heard.fault and trio.current_time() < until:
            await line.close()
            await trio.sleep(PAUSE_SECONDS)
            continue
        if not isinstance(heard, Hello) or (identity is not None and heard.game):
            raise Unmet(stage.expected, answer_text(heard))
        heard = await line.next()
        await line.close()
        if not isinstance(heard, Busy):
            raise Unmet(stage.expected, answer_text(heard))
        return heard.reason


@RESUMING.case("RS6/unknown-game", "A call about a game that nobody knows", roles=_GUEST, extent=Extent.QUICK)
async def unknown_game(stage: Stage) -> None:
    stage.note("hello about a game that there is not")
    stage.note_expectation("hello and busy")
    stage.got = await _call(stage, secrets.token_bytes(32), 1)


@RESUMING.case("RS6/stranger", "A stranger who calls about a game", roles=_GUEST, also=("RS5",), extent=Extent.QUICK)
async def stranger(stage: Stage) -> None:
    game = await stage.play_to(early)
    await game.line.raw.cut()
    somebody = _Somebody()
    stage.note(
        f"cut the connection; the game is one of the identity {stage.identity.public.hex()}, and one that proves "
        f"{somebody.identity.public.hex()} calls about it"
    )
    stage.note_expectation("hello that names no game, and busy, as it is not the identity of the other seat")
    known = await _call(stage, game.puppet.referee.proposal, int(game.puppet.seat), somebody)
    stage.note("the same identity calls about a game that there is not")
    stage.note_expectation(f"busy with the same reason: {known!r}")
    unknown = await _call(stage, secrets.token_bytes(32), int(game.puppet.seat), somebody)
    if known != unknown:
        raise Unmet(stage.expected, f"busy with another one: {unknown!r}")
    await stage.resume(game)
    stage.got = known


@RESUMING.case("RS6/new-game-meanwhile", "A call about a new game while one is to be resumed", roles=_GUEST)
async def new_game_meanwhile(stage: Stage) -> None:
    game = await stage.play_to(early)
    await game.line.raw.cut()
    stage.note("cut the connection; another identity, under another name, wants a new game")
    stage.note_expectation("hello that names no game, and busy")
    stage.got = await _call(stage, b"", 0, _Somebody())
    await stage.resume(game)


@RESUMING.case("RS5/other-seat", "A call about the game at the implementation's own seat", roles=_GUEST)
async def other_seat(stage: Stage) -> None:
    game = await stage.play_to(early)
    await game.line.raw.cut()
    stage.note("cut the connection, and called about the game at the other seat")
    stage.note_expectation("hello and busy")
    stage.got = await _call(stage, game.puppet.referee.proposal, int(game.puppet.seat.other))
    await stage.resume(game)


@RESUMING.case("RS7/newer-connection", "A second connection while the first stands", roles=_GUEST, kind=Kind.SHOULD)
async def newer_connection(stage: Stage) -> None:
    game = await stage.play_to(early)
    older = game.line
    stage.note("a second connection about the game, while the first one stands")
    stage.note_expectation("the game goes on on the newer one, and the older one is closed")
    await stage.resume(game)
    await game.say_next()
    if not game.puppet.over and not game.puppet.is_to_speak:
        await game.hear_entry()
    await expect_end(older)
    stage.got = "the game goes on, and the older connection is closed"
