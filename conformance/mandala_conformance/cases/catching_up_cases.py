"""Cases of chapter 10.2: wrong entries among those that the implementation lacks, for which all checks hold too."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import trio
from attrs import evolve, frozen

from mandala_conformance.case import ANY_GAME, EVERY_GAME, CaseBook
from mandala_conformance.case_stage import Stage
from mandala_conformance.cases.deck_cases import CARD_GAMES, FALSE_SHARES, FALSE_SHUFFLE, TWICE, with_row
from mandala_conformance.cases.end_cases import early, play_to_end
from mandala_conformance.expectations import Refusal
from mandala_conformance.item_changes import OTHER_POINTS, with_last_item
from mandala_conformance.probe_game import ProbeGame
from mandala_conformance.puppet import Puppet, Until, at
from mandala_net.trust.identity import Identity
from mandala_protocol.errors import Code
from mandala_protocol.poker.group import ORDER, SIZE
from mandala_protocol.record.transcript import Entry
from mandala_protocol.wire.messages import (
    Body,
    End,
    EntryMessage,
    Key,
    Move,
    Open,
    Resume,
    Share,
    Shuffle,
)

CATCHING_UP = CaseBook()


@frozen
class _Missing:
    """A wrong entry that the implementation is said to lack. ``make`` gets the honest one that is due at this place."""

    title: str
    until: Until
    make: Callable[[Puppet, Body], Entry]
    refusal: Refusal
    games: tuple[str, ...] = ANY_GAME
    ended: bool = False
    """The tester resigns before."""


def _changed(change: Callable[[Body], Body]) -> Callable[[Puppet, Body], Entry]:
    return lambda puppet, due: puppet.sealed(change(due))


def _other_nonce(due: Body) -> Body:
    assert isinstance(due, Open)
    return evolve(due, nonce=bytes(len(due.nonce)))


def _card_twice(due: Body) -> Body:
    return with_row(due, "cards", TWICE.change(2 * SIZE))


def _share_moved(due: Body) -> Body:
    return with_row(due, "shares", partial(with_last_item, change=OTHER_POINTS[0].change))


def _other_digest(due: Body) -> Body:
    assert isinstance(due, Move)
    return evolve(due, digest=bytes(len(due.digest)))


def _other_key(due: Body) -> Body:
    assert isinstance(due, Key)
    return Key(((int.from_bytes(due.secret, "little") + 1) % ORDER).to_bytes(SIZE, "little"))


def _by_a_stranger(puppet: Puppet, due: Body) -> Entry:
    return puppet.sealed(due, Identity.generate())


def _agreed_alone(puppet: Puppet, _: Body) -> Entry:
    return puppet.sealed(End("agreed", puppet.referee.moves_made, b""))


_MISSING: Final = (
    _Missing(
        "An opening with another nonce than was committed to",
        at(Open),
        _changed(_other_nonce),
        Refusal(Code.BAD_COMMITMENT, "OP2"),
    ),
    _Missing(
        "A shuffle with one card twice",
        at(Shuffle),
        _changed(_card_twice),
        FALSE_SHUFFLE,
        CARD_GAMES,
    ),
    _Missing(
        "A share with its last point moved",
        at(Share),
        _changed(_share_moved),
        FALSE_SHARES,
        CARD_GAMES,
    ),
    _Missing(
        "A move that another key has signed",
        at(Move),
        _by_a_stranger,
        Refusal(Code.BAD_SIGNATURE, "TR7"),
    ),
    _Missing(
        "A move with a digest of zeros",
        at(Move),
        _changed(_other_digest),
        Refusal(Code.STATE_MISMATCH, "PL6"),
        EVERY_GAME,
    ),
    _Missing(
        "An end by agreement to which nobody agreed",
        early,
        _agreed_alone,
        Refusal(Code.NOT_AGREED, "EN3"),
    ),
    _Missing(
        "Another key than was opened",
        at(Key),
        _changed(_other_key),
        Refusal(Code.WRONG_KEY, "EN4"),
        ended=True,
    ),
)


async def _say_missing(stage: Stage, missing: _Missing) -> None:
    game = await play_to_end(stage, missing.until) if missing.ended else await stage.play_to(missing.until)
    wrong = missing.make(game.puppet, await game.next_body())
    await _come_back_with(stage, game, missing.title, [wrong.message()], wrong, missing.refusal)


async def _come_back_with(
    stage: Stage, game: ProbeGame, title: str, said: list[EntryMessage], last: Entry, refusal: Refusal
) -> None:
    """Cut the connection, come back with more entries than the implementation has, and expect to be refused."""
    stage.note(f"cut the connection, came back with entry {last.number}, and said it: {title}")
    await game.line.raw.cut()
    line = await stage.come_back(game)
    game.spoilt = game.broken_off = True
    await line.send(Resume(last.number + 1, last.head), *said)
    await stage.expect_refusal(line, refusal, passing=(Resume,))


for _missing in _MISSING:
    CATCHING_UP.case(
        f"{_missing.refusal.requirement}/missing",
        f"{_missing.title}, among the entries that the implementation lacks",
        also=("RS3",),
        games=_missing.games,
    )(partial(_say_missing, missing=_missing))


@CATCHING_UP.case(
    "OR2/missing",
    "A move in the place of the implementation, among the entries that it lacks",
    also=("RS3",),
    games=ANY_GAME,
)
async def in_its_place(stage: Stage) -> None:
    game = await stage.play_to(at(Move))
    said = []
    while game.puppet.is_to_speak:
        said.append(await trio.to_thread.run_sync(game.puppet.say_next))
    forged = game.puppet.sealed(Move("F0", None, bytes(32)))
    what = "a move where the other is to speak"
    await _come_back_with(stage, game, what, [*said, forged.message()], forged, Refusal(Code.OUT_OF_TURN, "OR2"))
