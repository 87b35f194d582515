"""Cases of chapter 5: who speaks, the proposal and its acceptance."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from attrs import evolve

from mandala_conformance.case import ANY_GAME, EVERY_GAME, CaseBook, Extent
from mandala_conformance.case_stage import Stage
from mandala_conformance.expectations import Refusal
from mandala_conformance.findings import Unmet
from mandala_conformance.puppet import at, never
from mandala_net.link.handshake import Role
from mandala_net.trust.identity import Identity
from mandala_protocol.errors import Code
from mandala_protocol.wire.messages import (
    Accept,
    Body,
    Bye,
    Commit,
    End,
    EntryMessage,
    Key,
    Mix,
    Move,
    Open,
    Propose,
    ResultBody,
    Share,
    Shuffle,
    name_of_kind,
)

ORDER = CaseBook()

NOT_DUE: Final = Refusal(Code.OUT_OF_TURN, "OR1")
OTHER_PLAYER: Final = Refusal(Code.WRONG_IDENTITY, "OR5")

_ITEM: Final = bytes(31) + b"\x01"

WELL_FORMED: Final[tuple[Body, ...]] = (
    Key(_ITEM),
    Commit(bytes(64)),
    Open(_ITEM, _ITEM, _ITEM, _ITEM),
    Shuffle(bytes(64), _ITEM, _ITEM, _ITEM, bytes(128), _ITEM, _ITEM),
    Share((0,), _ITEM, _ITEM, _ITEM),
    Mix(bytes(64), _ITEM, _ITEM, _ITEM, bytes(128), _ITEM, _ITEM),
    Move("S0", None, bytes(32)),
    ResultBody((0, 0), None, "stuck", bytes(32)),
)
"""An entry of each kind that has nothing of a game in it: well-formed, and wrong wherever it is not due."""


# Another kind than is due (OR1).


async def _say_instead(stage: Stage, due: type[Body], wrong: Body) -> None:
    what = f"replaced by {name_of_kind(type(wrong))}"
    await stage.tamper(at(due), what, lambda _: wrong, NOT_DUE)


async def _say_at_start(stage: Stage, due: type[Body], wrong: Body) -> None:
    """Say it in place of entry 0 or 1, which takes no place (TR12)."""
    game = await stage.begin()
    stage.note(f"{name_of_kind(due)} replaced by {name_of_kind(type(wrong))}")
    await game.send_forged(game.puppet.sealed(wrong))
    await stage.expect_refusal(game.line, NOT_DUE)


def _extent(due: type[Body], wrong: type[Body]) -> Extent:
    """The extent of a wrong kind in the place of a due one.

    The standard profile replaces each kind once, and a move and a commitment by each kind.
    """
    if due is Commit and wrong is Key:
        return Extent.QUICK
    return Extent.STANDARD if wrong is Key or due in (Commit, Move) else Extent.ALL


def _add_replacements() -> None:
    kinds_due: tuple[type[Body], ...] = (Commit, Open, Shuffle, Share, Mix, Move)
    for due in kinds_due:
        games = {Shuffle: ("mandala",), Share: ("mandala",), Mix: ("mandala",), Move: EVERY_GAME}.get(due, ANY_GAME)
        for wrong in WELL_FORMED:
            if type(wrong) is due:
                continue
            said, wanted = name_of_kind(type(wrong)), name_of_kind(due)
            ORDER.case(
                f"OR1/{said}-for-{wanted}",
                f"An entry {said} where {wanted} is due",
                games=ANY_GAME if due is Move and type(wrong) is not Key else games,
                extent=_extent(due, type(wrong)),
                also=("TR9", "TR12"),
            )(partial(_say_instead, due=due, wrong=wrong))
    starts: tuple[tuple[type[Body], Role], ...] = ((Propose, Role.HOST), (Accept, Role.GUEST))
    for first, role in starts:
        for wrong in WELL_FORMED[:2]:
            said, wanted = name_of_kind(type(wrong)), name_of_kind(first)
            ORDER.case(
                f"OR1/{said}-for-{wanted}",
                f"An entry {said} where {wanted} is due",
                roles=(role,),
                games=ANY_GAME,
            )(partial(_say_at_start, due=first, wrong=wrong))


_add_replacements()


@ORDER.case("OR1/resigned-before-play", "An end in place of a commitment", games=ANY_GAME, also=("EN7",))
async def resigned_before_play(stage: Stage) -> None:
    await stage.tamper(at(Commit), "replaced by end, resigned", lambda _: End("resigned", 0, b""), NOT_DUE)


async def _begin_again(stage: Stage, until: type[Body]) -> None:
    """Say the own proposal or acceptance of this game once more."""
    number = 0 if stage.role is Role.HOST else 1
    game = await stage.play_to(at(until))
    again = game.puppet.referee.transcript.entries[number].body
    forged = game.puppet.sealed(again)
    await stage.cheat(game, forged, f"{name_of_kind(type(again))} in place of {name_of_kind(until)}", NOT_DUE)


ORDER.case("OR1/begun-again", "The proposal or acceptance a second time, in a game", games=ANY_GAME)(
    partial(_begin_again, until=Commit)
)


# Who speaks (OR2), and what follows the end (OR3).


@ORDER.case("OR2/out-of-turn", "A second move right after one's own, in the other's place", games=ANY_GAME)
async def out_of_turn(stage: Stage) -> None:
    """The other may have spoken before it reads this: then the number is no longer that of the next entry."""
    game = await stage.play_to(at(Move))
    said = game.puppet.say_next()
    forged = game.puppet.sealed(Move("F0", None, bytes(32)))
    stage.note(f"entry {forged.number}, a move, right after the honest move before it")
    game.spoilt = True
    await game.line.send(said, forged.message())
    await stage.expect_refusal(
        game.line, Refusal(Code.OUT_OF_TURN, "OR2"), Refusal(Code.BROKEN_CHAIN, "TR5"), passing=(EntryMessage,)
    )
    game.broken_off = True


@ORDER.case("OR3/after-the-last", "An entry after the last of a game", also=("CV2",), games=ANY_GAME)
async def after_the_last(stage: Stage) -> None:
    game = await stage.play_to(at(Move))
    await game.say(End("resigned", game.puppet.referee.moves_made, b""))
    await game.go_to(at(ResultBody))
    said = game.puppet.say_next()
    if not game.puppet.over:
        game.line.answers_pings = False  # a pong after the last entry is what the implementation leaves after (LK18)
        await game.line.send(said)
        await game.hear_entry()
    forged = game.puppet.sealed(Key(_ITEM))
    stage.note(f"entry {forged.number}, a key, after the last result")
    messages = (forged.message(),) if stage.role is Role.HOST else (said, forged.message())
    await game.line.send(*messages)
    await stage.expect_refusal(game.line, Refusal(Code.OUT_OF_TURN, "OR3"), passing=(Bye,))


# The proposal and its acceptance (OR4, OR5, OR7, OR8).


async def _propose(stage: Stage, name: str) -> None:
    game = await stage.begin()
    body = await game.next_body()
    assert isinstance(body, Propose)
    stage.note(f"a proposal of the game “{name}”")
    await game.send_forged(game.puppet.sealed(evolve(body, game=name)))
    await stage.expect_refusal(game.line, Refusal(Code.NOT_AGREED, "OR4"))


for _word, _name in (("unknown-game", "mandolin"), ("no-game", ""), ("capital", "Mandala"), ("space", "mandala ")):
    ORDER.case(
        f"OR4/{_word}",
        f"A proposal of the game “{_name}”",
        roles=(Role.HOST,),
        games=ANY_GAME,
        extent=Extent.STANDARD if _word == "unknown-game" else Extent.ALL,
    )(partial(_propose, name=_name))


async def _introduce(stage: Stage, description: str, change: Callable[[Body], Body], stranger: Identity | None) -> None:
    game = await stage.begin()
    body = change(await game.next_body())
    stage.note(f"{name_of_kind(type(body))} with {description}")
    await game.send_forged(game.puppet.sealed(body, stranger))
    await stage.expect_refusal(game.line, OTHER_PLAYER)


def _renamed(body: Body) -> Body:
    assert isinstance(body, Propose | Accept)
    return evolve(body, name=f"{body.name}!")


def _as(identity: bytes) -> Callable[[Body], Body]:
    def change(body: Body) -> Body:
        assert isinstance(body, Propose | Accept)
        return evolve(body, identity=identity)

    return change


@ORDER.case("OR5/other-name", "A proposal or acceptance with another name than in hello", games=ANY_GAME)
async def other_name(stage: Stage) -> None:
    await _introduce(stage, "another name", _renamed, None)


@ORDER.case("OR5/other-identity", "A proposal or acceptance of another identity, signed by it", games=ANY_GAME)
async def other_identity(stage: Stage) -> None:
    stranger = Identity.generate()
    await _introduce(stage, "another identity, which signs it", _as(stranger.public), stranger)


@ORDER.case("OR5/foreign-identity", "A proposal or acceptance of another identity, signed by one's own", games=ANY_GAME)
async def foreign_identity(stage: Stage) -> None:
    await _introduce(stage, "another identity", _as(Identity.generate().public), None)


@ORDER.case("TR7/first-entry", "A proposal or acceptance that another key has signed", games=ANY_GAME)
async def first_entry(stage: Stage) -> None:
    game = await stage.begin()
    stage.note("the first own entry, signed by another key")
    await game.send_forged(game.puppet.sealed(await game.next_body(), Identity.generate()))
    await stage.expect_refusal(game.line, Refusal(Code.BAD_SIGNATURE, "TR7"))


@ORDER.case("OR7/who-it-says-it-is", "Identity and name in the first entry of the implementation", games=ANY_GAME)
async def who_it_says_it_is(stage: Stage) -> None:
    stage.note_expectation("the identity proven on the link, the name of hello, and a new nonce in a second game")
    first = await _introduced(stage)
    second = await _introduced(stage)
    if first.nonce == second.nonce:
        raise Unmet(stage.expected, "the same nonce in two games")
    stage.got = "the right identity and name, and two nonces"


async def _introduced(stage: Stage) -> Propose | Accept:
    """The first entry of the implementation in a new game, which ends at once."""
    game = await stage.play_to(at(Commit))
    number = 1 if stage.role is Role.HOST else 0
    body = game.puppet.referee.transcript.entries[number].body
    assert isinstance(body, Propose | Accept)
    if (body.identity, body.name) != (game.line.peer, game.line.name):
        raise Unmet(stage.expected, f"the name {body.name!r} and the identity {body.identity.hex()}")
    await game.go_to(at(Move))
    await game.end()
    return body


@ORDER.case("OR8/live-score", "A game for which the tester wants the live score", games=ANY_GAME, also=("OR6",))
async def live_score(stage: Stage) -> None:
    stage.note_expectation("the game played to its end, as ever")
    game = await stage.begin()
    body = await game.next_body()
    assert isinstance(body, Propose | Accept)
    stage.note(f"{name_of_kind(type(body))} with a live score")
    await game.say(evolve(body, live_score=True))
    await game.go_to(never)
    stage.got = f"{game.puppet.number} entries"
