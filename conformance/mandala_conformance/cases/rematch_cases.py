"""Cases of chapter 10.5: another game of the same two. They are tried if the implementation wants another game."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial
from typing import Final

import trio
from attrs import evolve

from mandala_conformance.case import ANY_GAME, CaseBook, Kind
from mandala_conformance.case_stage import SOFTWARE, Stage
from mandala_conformance.cases.end_cases import early
from mandala_conformance.expectations import Refusal, expect_alive
from mandala_conformance.findings import NotTried, Unmet
from mandala_conformance.implementation import PAUSE_SECONDS
from mandala_conformance.probe_game import ProbeGame
from mandala_conformance.probe_line import ProbeLine, answer_text
from mandala_conformance.puppet import Puppet, at, never
from mandala_net.link.handshake import Role
from mandala_net.trust.identity import Identity
from mandala_protocol.conversation.speaker import GameTerms
from mandala_protocol.errors import Code
from mandala_protocol.record.transcript import read
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import (
    PROTOCOL_VERSION,
    Busy,
    Bye,
    Chat,
    Commit,
    EntryMessage,
    First,
    Hello,
    Move,
    Propose,
    Rematch,
)

REMATCH = CaseBook()

_TOO_SOON: Final = Refusal(Code.OUT_OF_TURN, "RS10")
_OTHER_TERMS: Final = Refusal(Code.NOT_AGREED, "RS13")
_READY_SECONDS: Final = 10
_WANTING_SECONDS: Final = 10
_GRACE: Final = 600


async def _finished_game(stage: Stage) -> ProbeGame:
    """A game that the tester has resigned and both have signed."""
    game = await stage.play_to(early, grace=_GRACE)
    await game.end()
    stage.note("a game to its end")
    return game


async def _call_about(stage: Stage, game: ProbeGame) -> ProbeLine:
    """A connection about another game after this one. Raises ``NotTried`` if the implementation plays none.

    Just after the end of a game it may have to be called again.
    """
    about, until = game.puppet.referee.proposal, trio.current_time() + _READY_SECONDS
    while True:
        line = await stage.open_link()
        await line.send(Hello(PROTOCOL_VERSION, SOFTWARE, stage.name, about, None))
        heard = await line.next()
        if isinstance(heard, Hello) and (heard.game, heard.seat) == (about, None):
            return line
        await line.close()
        if isinstance(heard, Hello) and not heard.game:
            raise NotTried("the implementation plays no other game after one; ours does with --tireless")
        if trio.current_time() > until:
            raise Unmet("hello about the game that is over, and nil for the seat", answer_text(heard))
        await trio.sleep(PAUSE_SECONDS)


async def _agree(stage: Stage, line: ProbeLine) -> None:
    """Say that another game is wanted, and hear the same."""
    stage.note("hello about another game, and rematch")
    await line.send(Rematch())
    heard = await line.next(_WANTING_SECONDS)
    if isinstance(heard, Bye) or heard is None:
        raise NotTried("the implementation wants no other game")
    if not isinstance(heard, Rematch):
        raise Unmet("rematch", answer_text(heard))


def _puppet(stage: Stage, game: ProbeGame, change: Callable[[GameTerms], GameTerms]) -> Puppet:
    """The tester's side of the next game, with the terms of RS11 or others."""
    referee = game.puppet.referee
    first = First.GUEST if referee.first_player is Seat.HOST else First.HOST
    terms = change(GameTerms(referee.rules.name, first, referee.grace))
    return Puppet(
        stage.seat,
        stage.identity,
        stage.name,
        secrets.token_bytes(32),
        terms=terms if stage.role is Role.HOST else None,
    )


def _as_before(terms: GameTerms) -> GameTerms:
    return terms


async def _hear_proposal(line: ProbeLine, game: ProbeGame) -> EntryMessage:
    """The proposal of the implementation, which must have the terms of RS11."""
    heard = await line.next()
    if not isinstance(heard, EntryMessage):
        raise Unmet("a proposal", answer_text(heard))
    body, referee = read(heard).body, game.puppet.referee
    first = First.GUEST if referee.first_player is Seat.HOST else First.HOST
    wanted = (referee.rules.name, first.value, referee.grace)
    if not isinstance(body, Propose) or (body.game, body.first, body.grace) != wanted:
        raise Unmet(f"a proposal of {wanted[0]}, first {wanted[1]}, grace {wanted[2]}", answer_text(heard))
    return heard


@REMATCH.case("RS9/another-game", "Another game after one", games=ANY_GAME, also=("RS10", "RS11", "RS13"))
async def another_game(stage: Stage) -> None:
    before = await _finished_game(stage)
    line = await _call_about(stage, before)
    stage.note_expectation("rematch, the proposal of the same game with the other player first, and the game played")
    await _agree(stage, line)
    game = stage.new_game(_puppet(stage, before, _as_before), line)
    if stage.role is Role.GUEST:
        await game.take(await _hear_proposal(line, before))
    await game.go_to(at(Commit))
    await game.go_to(early)
    await game.line.send(game.puppet.resign())
    await game.go_to(never)
    if game.puppet.referee.first_player is before.puppet.referee.first_player:
        raise Unmet(stage.expected, "the same player first")
    stage.got = "another game, with the other player first"


@REMATCH.case("RS10/rematch-in-a-game", "A rematch in the middle of a game", games=ANY_GAME)
async def rematch_in_a_game(stage: Stage) -> None:
    game = await stage.play_to(at(Move))
    stage.note("rematch, twice")
    stage.note_expectation("the message ignored: a pong, and the game goes on")
    await game.line.send(Rematch(), Rematch())
    await expect_alive(game.line)
    entry = await game.say_and_hear()
    stage.got = f"a pong, and entry {entry.number}"


@REMATCH.case("RS10/entry-too-soon", "An entry before both want another game", games=ANY_GAME)
async def entry_too_soon(stage: Stage) -> None:
    before = await _finished_game(stage)
    line = await _call_about(stage, before)
    other = Puppet(
        Seat.HOST,
        stage.identity,
        stage.name,
        secrets.token_bytes(32),
        terms=GameTerms(before.puppet.referee.rules.name, First.LOT),
    )
    stage.note("hello about another game, and a proposal without a rematch")
    await line.send(await trio.to_thread.run_sync(other.say_next))
    await stage.expect_refusal(line, _TOO_SOON, passing=(Rematch,))


@REMATCH.case("RS14/chat", "Chat between two games, and rematch twice", games=ANY_GAME, also=("RS10",))
async def chat(stage: Stage) -> None:
    before = await _finished_game(stage)
    line = await _call_about(stage, before)
    stage.note("chat and two pings between two games, and rematch twice")
    stage.note_expectation("no error, and the next game")
    await line.send(Chat("again?"))
    await _agree(stage, line)
    await line.send(Rematch(), Chat("here we go"))
    game = stage.new_game(_puppet(stage, before, _as_before), line)
    if stage.role is Role.GUEST:
        await game.take(await _hear_proposal(line, before))
    await game.go_to(at(Commit))
    stage.got = f"the next game at entry {game.puppet.number}"


# Terms (RS13).


async def _propose_others(stage: Stage, change: Callable[[GameTerms], GameTerms]) -> None:
    before = await _finished_game(stage)
    line = await _call_about(stage, before)
    await _agree(stage, line)
    puppet = _puppet(stage, before, change)
    stage.note("a proposal with other terms than follow from the game before")
    await line.send(await trio.to_thread.run_sync(puppet.say_next))
    await stage.expect_refusal(line, _OTHER_TERMS, passing=(Rematch,))


def _same_first(terms: GameTerms) -> GameTerms:
    return evolve(terms, first=First.GUEST if terms.first is First.HOST else First.HOST)


def _other_grace(terms: GameTerms) -> GameTerms:
    return evolve(terms, grace=terms.grace + 60)


def _other_game(terms: GameTerms) -> GameTerms:
    return evolve(terms, game="patterns" if terms.game == "mandala" else "mandala")


for _word, _change in (("same-first", _same_first), ("other-grace", _other_grace), ("other-game", _other_game)):
    REMATCH.case(
        f"RS13/{_word}",
        f"Another game on other terms: {_word.replace('-', ' ')}",
        games=ANY_GAME,
        roles=(Role.HOST,),
    )(partial(_propose_others, change=_change))


# What a host says again (RS11), whom it lets in (RS9), and what follows a bye (RS12).


@REMATCH.case("RS11/same-proposal", "The proposal that a guest has lost", games=ANY_GAME, roles=(Role.GUEST,))
async def same_proposal(stage: Stage) -> None:
    before = await _finished_game(stage)
    line = await _call_about(stage, before)
    await _agree(stage, line)
    first = await _hear_proposal(line, before)
    stage.note("cut the connection at the proposal, and called about another game again")
    stage.note_expectation("rematch, and the same proposal, to the byte")
    await line.raw.cut()
    again = await _call_about(stage, before)
    await _agree(stage, again)
    second = await _hear_proposal(again, before)
    if first != second:
        raise Unmet(stage.expected, "another proposal")
    stage.got = "the same proposal"


@REMATCH.case("RS9/stranger", "A stranger who calls about another game", games=ANY_GAME, roles=(Role.GUEST,))
async def stranger(stage: Stage) -> None:
    before = await _finished_game(stage)
    await _call_about(stage, before)
    other = await stage.open_link(Identity.generate())
    stage.note("hello about another game, and the same from another identity")
    stage.note_expectation("busy for the stranger")
    await other.send(Hello(PROTOCOL_VERSION, SOFTWARE, f"{stage.name} 2", before.puppet.referee.proposal, None))
    heard = await other.next()
    if isinstance(heard, Hello):
        heard = await other.next()
    if not isinstance(heard, Busy):
        raise Unmet(stage.expected, answer_text(heard))
    stage.got = answer_text(heard)


@REMATCH.case("RS12/bye", "A bye instead of another game", games=ANY_GAME, roles=(Role.GUEST,), kind=Kind.SHOULD)
async def leave_instead(stage: Stage) -> None:
    before = await _finished_game(stage)
    line = await _call_about(stage, before)
    stage.note("hello about another game, then bye, and a call for a new game")
    stage.note_expectation("the proposal of a new game")
    await line.send(Bye(""))
    await line.close()
    try:
        again = await stage.begin()
    except NotTried as error:
        raise Unmet(stage.expected, str(error)) from error
    again.broken_off = True
    stage.got = "a new proposal"
