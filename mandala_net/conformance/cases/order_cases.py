"""Cases of chapter 5: who speaks, the proposal and its acceptance."""

from __future__ import annotations

from attrs import evolve

from mandala_net.conformance.case import EVERY_GAME, CaseBook, Extent
from mandala_net.conformance.case_stage import Stage
from mandala_net.conformance.expectations import Refusal
from mandala_net.conformance.puppet import at
from mandala_net.link.handshake import Role
from mandala_protocol.errors import Code
from mandala_protocol.wire.messages import Commit, Key, Move, Propose

ORDER = CaseBook()


@ORDER.case("OR1/key-for-commit", "A key where a commitment is due", extent=Extent.QUICK)
async def key_for_commit(stage: Stage) -> None:
    await stage.tamper(
        at(Commit), "replaced by a key", lambda _: Key(bytes(31) + b"\x01"), Refusal(Code.OUT_OF_TURN, "OR1")
    )


@ORDER.case("OR1/key-for-move", "A key where a move is due")
async def key_for_move(stage: Stage) -> None:
    await stage.tamper(
        at(Move), "replaced by a key", lambda _: Key(bytes(31) + b"\x01"), Refusal(Code.OUT_OF_TURN, "OR1")
    )


@ORDER.case("OR4/unknown-game", "A game that nobody knows", roles=(Role.HOST,), games=EVERY_GAME[:1])
async def unknown_game(stage: Stage) -> None:
    game = await stage.begin()
    body = await game.next_body()
    assert isinstance(body, Propose)
    stage.note("a proposal of the game “mandolin”")
    await game.send_forged(game.puppet.sealed(evolve(body, game="mandolin")))
    await stage.expect_refusal(game.line, Refusal(Code.NOT_AGREED, "OR4"))
