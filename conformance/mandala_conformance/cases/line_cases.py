"""Cases of chapter 2: frames after the handshake, signs of life, and who is known."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import trio

from mandala_conformance.case import ANY_GAME, NO_GAME, CaseBook, Extent
from mandala_conformance.case_stage import Stage
from mandala_conformance.expectations import expect_alive, expect_end
from mandala_conformance.findings import NotStrict, Unmet
from mandala_conformance.probe_game import ProbeGame
from mandala_conformance.probe_line import answer_text
from mandala_conformance.puppet import at
from mandala_conformance.timings import GAP_OF_PINGS
from mandala_net.link.handshake import Role
from mandala_net.trust.identity import Identity
from mandala_protocol.wire.messages import (
    Busy,
    Chat,
    Commit,
    End,
    EntryMessage,
    Error,
    Move,
    Ping,
    Pong,
    encode,
)

LINE = CaseBook()

_LONG_TURN_SECONDS: Final = 35
"""More than every other entry may take (OR6)."""


# Frames.


async def _lost_and_found(stage: Stage, game: ProbeGame) -> None:
    """Expect the connection closed, and the game gone on with on the next one: nobody is to blame (LK8)."""
    game.spoilt = True
    closed = await expect_end(game.line, silent=True)
    await stage.resume(game)
    entry = await game.say_and_hear()
    stage.got = f"{closed}; when the tester came back, the game went on to entry {entry.number}"


_LOST = "the connection closed, and the game gone on with on the next one"


@LINE.case("LK8/garbage", "A frame that cannot be decrypted", games=ANY_GAME, extent=Extent.QUICK)
async def garbage(stage: Stage) -> None:
    game = await stage.play_to(at(Move))
    stage.note("a frame of 40 bytes that are not encrypted")
    stage.note_expectation(_LOST)
    await game.line.send_frame(bytes(40))
    await _lost_and_found(stage, game)


@LINE.case("LK8/no-content", "A frame without content", games=ANY_GAME)
async def no_content(stage: Stage) -> None:
    game = await stage.play_to(at(Move))
    stage.note("a frame of 16 bytes: a tag, and no content")
    stage.note_expectation(_LOST)
    await game.line.send_frame(game.line.encrypted(b""))
    await _lost_and_found(stage, game)


@LINE.case("LK8/too-short", "A frame of five bytes", games=ANY_GAME)
async def too_short(stage: Stage) -> None:
    game = await stage.play_to(at(Move))
    stage.note("a frame of 5 bytes")
    stage.note_expectation(_LOST)
    await game.line.send_frame(bytes(5))
    await _lost_and_found(stage, game)


@LINE.case("LK8/replayed", "A frame that came before", games=ANY_GAME)
async def replayed(stage: Stage) -> None:
    game = await stage.play_to(at(Move))
    stage.note("a ping, and the same frame once more")
    stage.note_expectation(_LOST)
    ping = game.line.encrypted(encode(Ping()))
    await game.line.send_frame(ping)
    await game.line.send_frame(ping)
    await _lost_and_found(stage, game)


@LINE.case("LK9/split-anywhere", "Messages cut into frames at every place", games=ANY_GAME)
async def split_anywhere(stage: Stage) -> None:
    game = await stage.play_to(at(Commit))
    stage.note("pings and chat in frames of 3, 7 and 64 bytes")
    stage.note_expectation("pongs, and the game goes on")
    for size in (3, 7, 64):
        game.line.in_frames_of = size
        await game.line.send(Chat("one line"), Ping(), Chat("another one"))
        await expect_alive(game.line)
    await game.say_next()
    await game.hear_entry()
    stage.got = "the game goes on"


@LINE.case("LK9/many-in-one", "Many messages in one frame", games=ANY_GAME, extent=Extent.QUICK)
async def many_in_one(stage: Stage) -> None:
    game = await stage.play_to(at(Commit))
    stage.note("20 pings, a line of chat and an entry in one frame")
    stage.note_expectation("20 pongs, and the next entry")
    entry = await trio.to_thread.run_sync(game.puppet.say_next)
    await game.line.send(*[Ping()] * 20, Chat("all at once"), entry)
    pongs, answered = 0, False
    while pongs < 20 or not answered:
        heard = await game.line.next(without=(Ping, Chat))
        pongs += isinstance(heard, Pong)
        if isinstance(heard, EntryMessage):
            await game.take(heard)
            answered = True
        elif not isinstance(heard, Pong):
            raise Unmet(stage.expected, f"{pongs} pongs, then {answer_text(heard)}")
    stage.got = f"{pongs} pongs and an entry"


# Signs of life.


@LINE.case("LK13/pong", "Each ping is answered", games=NO_GAME, extent=Extent.QUICK)
async def pong(stage: Stage) -> None:
    line = await stage.greet()
    stage.note("a ping after hello")
    stage.note_expectation("a pong")
    await line.send(Ping())
    heard = await line.next(without=(EntryMessage, Ping, Chat))
    if not isinstance(heard, Pong):
        raise Unmet(stage.expected, answer_text(heard))
    stage.got = "a pong"


@LINE.case("LK13/ping-every-5-s", "Pings while it is the tester's turn", games=ANY_GAME)
async def ping_every_5_s(stage: Stage) -> None:
    game = await stage.play_to(at(Move))
    stage.note("nothing but answers to pings, until three pings have come, for at most 17 s")
    stage.note_expectation("a ping every 5 s")
    times: list[float] = []
    with trio.move_on_after(17):
        while len(times) < 3:
            heard = await game.line.next(without=(Pong, Chat))
            if not isinstance(heard, Ping):
                raise Unmet(stage.expected, answer_text(heard))
            times.append(trio.current_time())
    gaps = [later - earlier for earlier, later in pairwise(times)]
    stage.got = f"{len(times)} pings, {GAP_OF_PINGS} at most {max(gaps, default=0):.2f} s"
    if not times:
        raise Unmet(stage.expected, "no ping in 17 s")
    if len(times) < 2 or max(gaps) > 7.5:
        raise NotStrict(stage.expected, stage.got)


@LINE.case("LK13/silence", "A peer that falls silent", games=ANY_GAME, also=("LK22",))
async def silence(stage: Stage) -> None:
    game = await stage.play_to(at(Move))
    stage.note("nothing at all, not even pongs")
    stage.note_expectation("the connection closed after 15 s, and the game gone on with on the next one")
    game.line.answers_pings = game.line.pings = False
    began = trio.current_time()
    game.spoilt = True
    await expect_end(game.line, 40)
    seconds = trio.current_time() - began
    if seconds < 12:
        raise Unmet(stage.expected, f"the connection closed after {seconds:.1f} s")
    await stage.resume(game)
    stage.got = f"the connection closed after {seconds:.1f} s; the game went on"


@LINE.case("LK13/slow-move", f"A legal move after {_LONG_TURN_SECONDS} s", games=ANY_GAME, also=("OR6",))
async def slow_move(stage: Stage) -> None:
    game = await stage.play_to(at(Move))
    stage.note(f"signs of life for {_LONG_TURN_SECONDS} s, then a move")
    stage.note_expectation("the next entry of the game: a move has no time limit")
    await trio.sleep(_LONG_TURN_SECONDS)
    await game.say_next()
    await game.go_to(at(Move, 2))
    stage.got = "the game goes on"


@LINE.case(
    "LK18/no-pong-after-refusal", "A ping behind a wrong entry", games=ANY_GAME, also=("CV2",), extent=Extent.QUICK
)
async def no_pong_after_refusal(stage: Stage) -> None:
    game = await stage.play_to(at(Move))
    entry = game.puppet.sealed(End("agreed", game.puppet.referee.moves_made, b""))
    stage.note("an end by agreement to which nobody agreed, and a ping, in one frame")
    stage.note_expectation("an error, and no pong")
    game.spoilt = game.broken_off = True
    await game.line.send(entry.message(), Ping())
    heard = await game.line.next(without=(Ping, Chat))
    if not isinstance(heard, Error):
        raise Unmet(stage.expected, answer_text(heard))
    stage.got = answer_text(heard)


@LINE.case("LK18/pong-after-entry", "A ping behind an entry", games=ANY_GAME, extent=Extent.QUICK)
async def pong_after_entry(stage: Stage) -> None:
    game = await stage.play_to(at(Move))
    stage.note("a move and a ping, and when the pong has come the connection cut")
    stage.note_expectation("a resume in which the move is known")
    await game.say_next()
    length = game.puppet.number
    if not await game.confirm():
        raise Unmet("a pong", "none")
    await game.line.raw.cut()
    line = await stage.come_back(game)
    await line.send(game.puppet.past)
    past = await line.next()
    known = getattr(past, "length", 0)
    if known < length:
        raise Unmet(f"a resume of at least {length} entries", answer_text(past))
    await game.hear_missing(known)
    stage.got = answer_text(past)


# Who is known.


@LINE.case(
    "LK11/known-name",
    "A known name with another identity",
    games=ANY_GAME,
    roles=(Role.HOST,),
    extent=Extent.QUICK,
)
async def known_name(stage: Stage) -> None:
    game = await stage.play_to(at(Move))
    await game.end()
    stage.note("a game by this name, and then another identity that says the same name")
    stage.note_expectation("busy or the connection closed, and no acceptance")
    stage.identity = Identity.generate()
    again = await stage.begin()
    await again.say_next()
    heard = await again.line.next()
    again.broken_off = True
    if not isinstance(heard, Busy) and answer_text(heard) != "the connection closed":
        raise Unmet(stage.expected, answer_text(heard))
    stage.got = answer_text(heard)
