"""Cases of chapters 2.5 and 3.14: how much the implementation says, and how long it says nothing."""

from __future__ import annotations

from typing import Final

import trio

from mandala_conformance.case import ANY_GAME, NO_GAME, CaseBook, Extent
from mandala_conformance.case_stage import Stage
from mandala_conformance.expectations import expect_alive
from mandala_conformance.findings import Unmet
from mandala_conformance.probe_game import ProbeGame
from mandala_conformance.probe_line import ProbeLine
from mandala_conformance.puppet import Until, at, never
from mandala_net.link.handshake import Role
from mandala_protocol.wire.messages import Chat, Move, Ping

PACE = CaseBook()

_WITHIN_LIMITS: Final = "never more than a receiver must accept (MS19)"

_LONGEST_WITHOUT_PING: Final = 10.0
_LATE_SECONDS: Final = 2.5
"""The seconds by which a ping may arrive late that was sent in time."""


# How much (MS18).


def _require_bearable(stage: Stage, line: ProbeLine, what: str) -> None:
    """Require that never more came on this line than a receiver may accept: the implementation sent too much then."""
    if line.meter.has_too_much:
        raise Unmet(stage.expected, f"more than that in {what}")
    stage.got = f"{what}, and {_WITHIN_LIMITS}"


@PACE.case("MS18/whole-game", "The weight of all that comes in a whole game", extent=Extent.QUICK)
async def whole_game(stage: Stage) -> None:
    stage.note("a whole game")
    stage.note_expectation(_WITHIN_LIMITS)
    game = await stage.whole_game()
    try:
        await game.go_to(never)
    except Unmet:
        _require_bearable(stage, game.line, f"{game.puppet.number} entries")
        raise
    _require_bearable(stage, game.line, f"{game.puppet.number} entries")


@PACE.case("MS18/answers", "The weight of the answers to pings, chat and a resumed game", games=ANY_GAME)
async def answers(stage: Stage) -> None:
    game = await stage.play_to(at(Move))
    stage.note("40 times chat and a ping, the connection cut, and the same again in the resumed game")
    stage.note_expectation(_WITHIN_LIMITS)
    await _talk(game.line)
    _require_bearable(stage, game.line, "the game")
    await game.line.raw.cut()
    await stage.resume(game)
    await _talk(game.line)
    _require_bearable(stage, game.line, "the game, also when it was resumed")


async def _talk(line: ProbeLine) -> None:
    for _ in range(40):
        await line.send(Chat("well"), Ping())
    await expect_alive(line)


@PACE.case("MS18/stranger", "The weight of what comes before a proposal", games=NO_GAME, roles=(Role.HOST,))
async def stranger(stage: Stage) -> None:
    """A host that implementations call can let them wait: as long as it proposes nothing, both are strangers."""
    line = await stage.greet()
    stage.note("hello, and no proposal for 12 s")
    stage.note_expectation(_WITHIN_LIMITS)
    await trio.sleep(12)
    _require_bearable(stage, line, "12 s")


# How long nothing comes (LK23).


async def _play_with_pings(stage: Stage, game: ProbeGame, until: Until) -> None:
    stage.note_expectation(f"no more than {_LONGEST_WITHOUT_PING:g} s without a ping")
    try:
        await game.go_to(until)
    except Unmet:
        _require_pings(stage, game)
        raise
    _require_pings(stage, game)


def _require_pings(stage: Stage, game: ProbeGame) -> None:
    longest = game.line.meter.longest_without_ping(game.over_at or trio.current_time())
    stage.got = f"at most {longest:.1f} s without a ping, in {game.puppet.number} entries"
    if longest > _LONGEST_WITHOUT_PING + _LATE_SECONDS:
        raise Unmet(stage.expected, stage.got)


@PACE.case("LK23/shuffle", "Pings while the first deck is shuffled", games=("mandala",), extent=Extent.QUICK)
async def shuffle(stage: Stage) -> None:
    stage.note("a game up to the first move")
    await _play_with_pings(stage, await stage.begin(), at(Move))


@PACE.case("LK23/whole-game", "Pings while a whole game is played")
async def pings_in_a_game(stage: Stage) -> None:
    stage.note("a whole game")
    await _play_with_pings(stage, await stage.whole_game(), never)
