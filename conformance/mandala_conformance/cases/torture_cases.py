"""Cases across the chapters: what is legal and hard to take."""

from __future__ import annotations

import trio

from mandala_conformance.case import ANY_GAME, EVERY_GAME, CaseBook, Extent, Kind
from mandala_conformance.case_stage import Stage
from mandala_conformance.findings import PeerGone, Unmet
from mandala_conformance.probe_line import answer_text
from mandala_conformance.puppet import Puppet, Until, at, never
from mandala_conformance.raw_connection import HandshakeEnded
from mandala_net.link.handshake import Role
from mandala_net.link.noise import MAX_PLAINTEXT
from mandala_protocol.wire.messages import Busy, Commit, EntryMessage, Hello, Move

TORTURE = CaseBook()

_SLOW_SECONDS = 20
_CALLS = 10


def _at_number(number: int) -> Until:
    """The moment when the tester is to speak and the record has at least ``number`` entries."""

    def reached(puppet: Puppet) -> bool:
        return puppet.number >= number

    return reached


@TORTURE.case("LK9/one-byte-frames", "An entry in frames of one byte each", games=ANY_GAME, extent=Extent.QUICK)
async def one_byte_frames(stage: Stage) -> None:
    game = await stage.play_to(at(Commit))
    stage.note(f"entry {game.puppet.number} in frames of one byte")
    stage.note_expectation("the next entry of the game")
    game.line.in_frames_of = 1
    await game.say_next()
    game.line.in_frames_of = MAX_PLAINTEXT  # frames have a weight too (MS18)
    entry = await game.hear_entry()
    stage.got = f"entry {entry.number}"


@TORTURE.case("LK9/byte-by-byte", "An entry whose bytes come one at a time", games=ANY_GAME)
async def byte_by_byte(stage: Stage) -> None:
    game = await stage.play_to(at(Commit))
    entry = await trio.to_thread.run_sync(game.puppet.say_next)
    stage.note(f"entry {game.puppet.number - 1} in one frame, each byte in a segment of its own")
    stage.note_expectation("the next entry of the game")
    await game.line.send_byte_by_byte(entry)
    heard = await game.hear_entry()
    stage.got = f"entry {heard.number}"


@TORTURE.case("LK9/game-in-small-frames", "A whole game in frames of 100 bytes", games=EVERY_GAME)
async def game_in_small_frames(stage: Stage) -> None:
    game = await stage.begin()
    stage.note("every message in frames of 100 bytes")
    stage.note_expectation("the game played to its end")
    game.line.in_frames_of = 100
    await game.go_to(never)
    stage.got = f"{game.puppet.number} entries"


@TORTURE.case("OR6/slow-commit", f"An entry after {_SLOW_SECONDS} s", games=ANY_GAME)
async def slow_commit(stage: Stage) -> None:
    game = await stage.play_to(at(Commit))
    stage.note(f"signs of life for {_SLOW_SECONDS} s, then the commitment: less than the 30 s that it may take")
    stage.note_expectation("the next entry of the game")
    await trio.sleep(_SLOW_SECONDS)
    await game.say_next()
    entry = await game.hear_entry()
    stage.got = f"entry {entry.number}"


@TORTURE.case("RS3/lost-answer", "A connection cut right after a move", games=EVERY_GAME)
async def lost_answer(stage: Stage) -> None:
    game = await stage.play_to(at(Move))
    stage.note("a move, the connection cut at once, and the game resumed")
    stage.note_expectation("the game played to its end")
    await game.say_next()
    await game.line.raw.cut()
    await stage.resume(game)
    await game.go_to(never)
    stage.got = f"{game.puppet.number} entries"


@TORTURE.case("RS3/answer-again", "An answer that the tester has lost", games=EVERY_GAME, also=("TR11", "CV12"))
async def answer_again(stage: Stage) -> None:
    game = await stage.play_to(at(Move))
    await game.say_next()
    while game.puppet.is_to_speak:
        await game.say_next()
    number = game.puppet.number
    stage.note(f"heard entry {number}, cut the connection, and came back without it")
    stage.note_expectation("the same entry again, to the byte")
    lost = await game.line.next()
    if not isinstance(lost, EntryMessage):
        raise Unmet(f"entry {number}", answer_text(lost))
    await game.line.raw.cut()
    await stage.resume(game)
    again = game.puppet.referee.transcript.entries[number:]
    if not again or again[0].message() != lost:
        raise Unmet(stage.expected, "another entry" if again else "none, as its record is shorter")
    stage.got = "the same entry"


@TORTURE.case(
    "RS3/cut-before-every-entry", "A cut before each entry of the tester's", games=EVERY_GAME, extent=Extent.ALL
)
async def cut_before_every_entry(stage: Stage) -> None:
    game = await stage.play_to(at(Commit))
    stage.note("cut the connection before each entry, and resumed the game")
    stage.note_expectation("the game played to its end")
    cuts = 0
    while not game.puppet.over:
        if game.puppet.is_to_speak:
            await game.line.raw.cut()
            await stage.resume(game)
            cuts += 1
            await game.say_next()
        else:
            await game.hear_entry()
    stage.got = f"{game.puppet.number} entries, {cuts} cuts"


@TORTURE.case(
    "RS7/second-line",
    "A second connection for the game while the first stands",
    games=ANY_GAME,
    roles=(Role.GUEST,),
    kind=Kind.SHOULD,
)
async def second_line(stage: Stage) -> None:
    game = await stage.play_to(at(Move))
    first = game.line
    stage.note("another connection about the same game, without closing the first")
    stage.note_expectation("the first one closed, and the game gone on with on the second")
    await stage.resume(game)
    await game.go_to(_at_number(game.puppet.number + 3))
    if not await first.wait_end(10):
        raise Unmet(stage.expected, "the first connection is still open after 10 s")
    stage.got = "the game goes on on the second connection, and the first is closed"


@TORTURE.case(
    "MS14/call-after-end",
    "Calls right after the end of a game",
    games=ANY_GAME,
    roles=(Role.GUEST,),
    kind=Kind.SHOULD,
)
async def call_after_end(stage: Stage) -> None:
    game = await stage.play_to(at(Move))
    await game.end()
    await game.line.raw.cut()
    stage.note(f"{_CALLS} calls about a new game in one second, from the end of a game on")
    stage.note_expectation("each call not accepted, or answered with hello, and then busy or a proposal")
    answers = []
    for _ in range(_CALLS):
        answers.append(await _called(stage))
        await trio.sleep(1 / _CALLS)
    stage.got = ", ".join(f"{answers.count(answer)} × {answer}" for answer in dict.fromkeys(answers))
    if not set(answers) <= {"not accepted", "busy", "a proposal"}:
        raise Unmet(stage.expected, stage.got)


async def _called(stage: Stage) -> str:
    """Make one call, and return its outcome in words."""
    try:
        line = await stage.open_link()
    except HandshakeEnded:
        return "closed in the handshake"
    except PeerGone:
        return "not accepted"
    await line.send(stage.hello())
    answer = f"no hello, but {answer_text(heard := await line.next())}"
    if isinstance(heard, Hello):
        match await line.next():
            case EntryMessage():
                answer = "a proposal"
            case Busy():
                answer = "busy"
            case after:
                answer = f"hello, then {answer_text(after)}"
    await line.close()
    return answer
