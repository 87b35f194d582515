"""Cases of chapter 9: the end of a game, by its rules, by a player, or by nobody's coming back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from attrs import evolve, frozen

from mandala_conformance.case import ANY_GAME, CaseBook, Extent
from mandala_conformance.case_stage import Stage
from mandala_conformance.expectations import Refusal, expect_end, expect_message, refusals_text
from mandala_conformance.findings import NotStrict, Unmet
from mandala_conformance.probe_game import ProbeGame
from mandala_conformance.probe_line import LineEnd, answer_text
from mandala_conformance.puppet import Puppet, Until, at, never
from mandala_net.link.handshake import Role
from mandala_protocol.errors import Code
from mandala_protocol.poker.group import ORDER
from mandala_protocol.record.steps import is_abandonment
from mandala_protocol.record.transcript import Entry
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import (
    Adjourn,
    Body,
    Chat,
    Commit,
    End,
    EntryMessage,
    Error,
    Key,
    Move,
    Ping,
    ResultBody,
    Resume,
    Shuffle,
    name_of_kind,
)

END = CaseBook()

_SETTLED_SECONDS: Final = 5.0

_LONG_GRACE: Final = 3_600
"""Long enough that the implementation does not call the game abandoned itself."""

_NOT_NOW: Final = Refusal(Code.OUT_OF_TURN, "OR1")
_WRONG_KEY: Final = Refusal(Code.WRONG_KEY, "EN4")
_WRONG_RESULT: Final = Refusal(Code.WRONG_RESULT, "EN5")
FALSE_STATEMENT: Final = Refusal(Code.BAD_SIGNATURE, "EN2")
_NO_GRACE: Final = Refusal(Code.NOT_AGREED, "EN14")
_NO_ABSENCE: Final = Refusal(Code.OUT_OF_TURN, "EN14")
_OTHER_TURN: Final = Refusal(Code.NOT_AGREED, "EN1")


def early(puppet: Puppet) -> bool:
    """Return whether the tester can end the game here."""
    return puppet.pending(Shuffle) or puppet.pending(Move)


async def play_to_end(stage: Stage, until: Until) -> ProbeGame:
    """A game that the tester resigns as soon as it can, and then honestly up to this place."""
    game = await stage.play_to(early)
    await game.say(End("resigned", game.puppet.referee.moves_made, b""))
    await game.go_to(until)
    return game


# Honest ends.


@END.case(
    "EN11/whole-game",
    "A whole game to its end, honestly",
    extent=Extent.QUICK,
    also=("CV4", "CV6", "CV7", "OR1", "EN5", "EN10"),
)
async def whole_game(stage: Stage) -> None:
    stage.note_expectation("every entry right, both keys, both results")
    game = await stage.whole_game()
    await game.go_to(never)
    result = game.puppet.referee.result
    if result is None:
        raise Unmet(stage.expected, "a game without a result")
    stage.got = f"{game.puppet.number} entries, {result.termination.value}"


@END.case("EN11/resigned", "Who resigns has lost, and the keys are opened", also=("EN10", "EN5"), extent=Extent.QUICK)
async def resigned(stage: Stage) -> None:
    stage.note("end, resigned")
    stage.note_expectation("both keys, and results in which the tester has lost")
    game = await play_to_end(stage, never)
    result = game.puppet.referee.result
    if result is None or result.winner is not game.puppet.seat.other:
        raise Unmet(stage.expected, str(result))
    stage.got = "the tester has lost"


# Wrong entries at the end.


@frozen
class _WrongEnd:
    """An entry that is wrong at a place. ``make`` gets the honest one that is due there."""

    name: str
    title: str
    refusal: Refusal
    until: Until
    make: Callable[[Puppet, Body], Body]
    extent: Extent = Extent.STANDARD
    ended: bool = False
    """The tester resigns before."""
    other_faults: tuple[Refusal, ...] = ()
    """The other faults that it has, which can be named instead (CV3)."""


def _end(reason: str, later: int = 0, statement: bytes = b"") -> Callable[[Puppet, Body], Body]:
    return lambda puppet, _: End(reason, puppet.referee.moves_made + later, statement)


def _adjourn(later: int = 0) -> Callable[[Puppet, Body], Body]:
    return lambda puppet, _: Adjourn(puppet.referee.moves_made + later, bytes(64))


def _with_own(kind: type[End | Adjourn], wish: str, reason: str = "") -> Callable[[Puppet, Body], Body]:
    """An end or an adjournment with the tester's own wish."""

    def made(puppet: Puppet, _: Body) -> Body:
        turn, statement = puppet.referee.moves_made, puppet.wish(wish).signature
        return Adjourn(turn, statement) if kind is Adjourn else End(reason, turn, statement)

    return made


def _key(change: Callable[[int], int]) -> Callable[[Puppet, Body], Body]:
    def made(_: Puppet, due: Body) -> Body:
        assert isinstance(due, Key)
        return Key((change(int.from_bytes(due.secret, "little")) % 2**256).to_bytes(32, "little"))

    return made


def _result(change: Callable[[ResultBody], ResultBody]) -> Callable[[Puppet, Body], Body]:
    def made(_: Puppet, due: Body) -> Body:
        assert isinstance(due, ResultBody)
        return change(due)

    return made


def _a_key(_puppet: Puppet, _due: Body) -> Body:
    return Key(b"\x01" + bytes(31))


_AT_MOVE, _AT_KEY, _AT_RESULT, _AT_COMMIT = at(Move), at(Key), at(ResultBody), at(Commit)

_WRONG_ENDS: Final = (
    _WrongEnd("EN1/later-turn", "A resignation at the turn after this one", _OTHER_TURN, early, _end("resigned", 1)),
    _WrongEnd(
        "EN1/earlier-turn", "A resignation at the turn before this one", _OTHER_TURN, at(Move, 2), _end("resigned", -1)
    ),
    _WrongEnd("EN1/adjourn-later-turn", "An adjournment at another turn", _OTHER_TURN, early, _adjourn(1)),
    _WrongEnd(
        "EN2/agreed-false",
        "An end by agreement whose statement nobody signed",
        FALSE_STATEMENT,
        early,
        _end("agreed", 0, bytes(64)),
        Extent.QUICK,
    ),
    _WrongEnd(
        "EN2/agreed-own",
        "An end by agreement with one's own wish",
        FALSE_STATEMENT,
        early,
        _with_own(End, "end", "agreed"),
    ),
    _WrongEnd(
        "EN2/resigned-for-other",
        "The other's resignation, with one's own signature",
        FALSE_STATEMENT,
        early,
        _with_own(End, "resign", "resigned"),
    ),
    _WrongEnd("EN2/adjourn-false", "An adjournment to which nobody agreed", FALSE_STATEMENT, early, _adjourn()),
    _WrongEnd(
        "EN2/adjourn-own",
        "An adjournment with one's own wish",
        FALSE_STATEMENT,
        early,
        _with_own(Adjourn, "adjourn"),
    ),
    _WrongEnd(
        "EN2/resigned-own-adjourn",
        "The other's resignation, with one's own offer to adjourn",
        FALSE_STATEMENT,
        early,
        _with_own(End, "adjourn", "resigned"),
    ),
    _WrongEnd(
        "EN2/agreed-own-resign",
        "An end by agreement with one's own wish to resign",
        FALSE_STATEMENT,
        early,
        _with_own(End, "resign", "agreed"),
    ),
    _WrongEnd(
        "EN2/adjourn-own-end",
        "An adjournment with one's own offer to end",
        FALSE_STATEMENT,
        early,
        _with_own(Adjourn, "end"),
    ),
    _WrongEnd(
        "EN3/agreed-alone",
        "An end by agreement to which nobody agreed",
        Refusal(Code.NOT_AGREED, "EN3"),
        early,
        _end("agreed"),
    ),
    _WrongEnd("EN7/resigned-in-opening", "A resignation in the opening", _NOT_NOW, _AT_COMMIT, _end("resigned")),
    _WrongEnd("EN7/adjourn-in-opening", "An adjournment in the opening", _NOT_NOW, _AT_COMMIT, _adjourn()),
    _WrongEnd(
        "EN7/resigned-twice", "A second resignation instead of the key", _NOT_NOW, _AT_KEY, _end("resigned"), ended=True
    ),
    _WrongEnd("EN7/adjourn-at-key", "An adjournment instead of the key", _NOT_NOW, _AT_KEY, _adjourn(), ended=True),
    _WrongEnd(
        "EN14/no-result-abandoned",
        "The game called abandoned when both keys are open",
        _NOT_NOW,
        _AT_RESULT,
        _end("abandoned"),
        ended=True,
        other_faults=(_NO_ABSENCE, _NO_GRACE),
    ),
    _WrongEnd("EN10/key-in-opening", "A key in the opening", _NOT_NOW, _AT_COMMIT, _a_key),
    _WrongEnd("EN10/key-in-play", "A key in the midst of the game", _NOT_NOW, _AT_MOVE, _a_key),
    _WrongEnd("EN10/key-twice", "The key again, instead of the result", _NOT_NOW, _AT_RESULT, _a_key, ended=True),
    _WrongEnd(
        "EN4/another-key",
        "Another key than was opened",
        _WRONG_KEY,
        _AT_KEY,
        _key(lambda secret: (secret + 1) % ORDER),
        Extent.QUICK,
        ended=True,
    ),
    _WrongEnd("EN4/zero", "A key of zero", _WRONG_KEY, _AT_KEY, _key(lambda _: 0), ended=True),
    _WrongEnd(
        "EN4/negated",
        "The negation of the key that was opened",
        _WRONG_KEY,
        _AT_KEY,
        _key(lambda secret: ORDER - secret),
        ended=True,
    ),
    _WrongEnd(
        "DK2/key-not-reduced",
        "The right key, not reduced",
        Refusal(Code.BAD_SCALAR, "DK2"),
        _AT_KEY,
        _key(lambda secret: secret + ORDER),
        ended=True,
    ),
    _WrongEnd(
        "EN5/other-winner",
        "A result in which the loser has won",
        _WRONG_RESULT,
        _AT_RESULT,
        _result(lambda due: evolve(due, winner=1 - (due.winner or 0))),
        Extent.QUICK,
        ended=True,
    ),
    _WrongEnd(
        "EN5/draw",
        "A result in which nobody has won",
        _WRONG_RESULT,
        _AT_RESULT,
        _result(lambda due: evolve(due, winner=None)),
        ended=True,
    ),
    _WrongEnd(
        "EN5/points",
        "A result with a point more",
        _WRONG_RESULT,
        _AT_RESULT,
        _result(lambda due: evolve(due, scores=(due.scores[0] + 1, due.scores[1]))),
        ended=True,
    ),
    _WrongEnd(
        "EN5/reason",
        "A result with another reason",
        _WRONG_RESULT,
        _AT_RESULT,
        _result(lambda due: evolve(due, reason="agreed")),
        ended=True,
    ),
    _WrongEnd(
        "EN5/digest",
        "A result of another position",
        _WRONG_RESULT,
        _AT_RESULT,
        _result(lambda due: evolve(due, digest=bytes(32))),
        ended=True,
    ),
    _WrongEnd(
        "EN5/whole-game",
        "A false result after a whole game",
        _WRONG_RESULT,
        _AT_RESULT,
        _result(lambda due: evolve(due, scores=(due.scores[1], due.scores[0] + 1))),
    ),
)


async def _say_wrong_end(wrong: _WrongEnd, stage: Stage) -> None:
    game = await play_to_end(stage, wrong.until) if wrong.ended else await stage.play_to(wrong.until)
    body = wrong.make(game.puppet, await game.next_body())
    what = f"{name_of_kind(type(body))}: {wrong.title}"
    if isinstance(body, ResultBody) and game.puppet.seat is Seat.GUEST:
        await _say_wrong_last_entry(stage, game, game.puppet.sealed(body), "a wrong result", wrong.refusal)
    elif is_abandonment(body):
        await _say_abandoned(stage, game, body, what, wrong.refusal, *wrong.other_faults)
    else:
        await stage.cheat(game, game.puppet.sealed(body), what, wrong.refusal, *wrong.other_faults)


async def _say_wrong_last_entry(stage: Stage, game: ProbeGame, entry: Entry, what: str, *refusals: Refusal) -> None:
    """Say a wrong last entry. A connection is closed without a word behind a right one too: a pong tells (LK18)."""
    stage.note(f"entry {entry.number}: {what}, and a ping in the same frame")
    game.line.pings = False
    await game.confirm()
    game.spoilt = game.broken_off = True
    await game.line.send(entry.message(), Ping())
    stage.note_expectation(refusals_text(refusals))
    heard = await game.line.next(without=(Ping, Chat))
    if isinstance(heard, LineEnd) and not heard.fault:
        raise NotStrict(stage.expected, "the connection closed without an error")
    if not isinstance(heard, Error) or heard.code not in {refusal.code for refusal in refusals}:
        raise Unmet(stage.expected, answer_text(heard))
    if (heard.code, heard.requirement) not in {(refusal.code, refusal.requirement) for refusal in refusals}:
        raise NotStrict(stage.expected, answer_text(heard))
    await expect_end(game.line)
    stage.got = answer_text(heard)


async def _say_abandoned(stage: Stage, game: ProbeGame, body: Body, what: str, *refusals: Refusal) -> None:
    """Call the game abandoned wrongly. Where the tester cannot come back, a pong shows who takes that for the end."""
    entry = game.puppet.sealed(body)
    if stage.role is Role.GUEST:
        await stage.cheat(game, entry, what, *refusals)
    else:
        await _say_wrong_last_entry(stage, game, entry, what, *refusals)


for _each in _WRONG_ENDS:
    END.case(_each.name, _each.title, extent=_each.extent)(partial(_say_wrong_end, _each))


# What comes after the end.


@END.case("RS17/call-after-end", "A call right after the end of a game", roles=(Role.GUEST,), also=("RS16",))
async def call_after_end(stage: Stage) -> None:
    game = await play_to_end(stage, never)
    stage.note("the last result and bye, and a call for a new game at once")
    stage.note_expectation("a new proposal, perhaps after busy")
    await game.end()
    before = game.puppet.referee.proposal
    again = await stage.begin()
    if again.puppet.referee.proposal == before:
        raise Unmet(stage.expected, "the proposal of the game before")
    again.broken_off = True
    stage.got = "a new proposal"


# Abandoning.


@END.case("EN14/no-grace", "A game called abandoned without a grace, on a connection", extent=Extent.QUICK)
async def no_grace(stage: Stage) -> None:
    game = await stage.play_to(early)
    body = End("abandoned", game.puppet.referee.moves_made, b"")
    await _say_abandoned(stage, game, body, "end, abandoned", _NO_ABSENCE, _NO_GRACE)


@END.case("EN14/on-a-connection", "A game called abandoned while there is a connection", roles=(Role.HOST,))
async def on_a_connection(stage: Stage) -> None:
    game = await stage.play_to(early, grace=_LONG_GRACE)
    body = End("abandoned", game.puppet.referee.moves_made, b"")
    await _say_abandoned(stage, game, body, "end, abandoned", _NO_ABSENCE)


@END.case("EN14/statement", "A game called abandoned with a statement", roles=(Role.HOST,))
async def with_statement(stage: Stage) -> None:
    game = await stage.play_to(early, grace=_LONG_GRACE)
    body = End("abandoned", game.puppet.referee.moves_made, game.puppet.wish("end").signature)
    await _say_abandoned(stage, game, body, "end, abandoned, with a wish", _NO_GRACE, _NO_ABSENCE)


@END.case("EN14/came-back", "A game abandoned while the connection was lost", roles=(Role.HOST,), also=("RS3",))
async def abandoned_meanwhile(stage: Stage) -> None:
    game = await stage.play_to(early, grace=_LONG_GRACE)
    stage.note("cut the connection, and came back with end, abandoned; nobody can check how long it took")
    stage.note_expectation("no error, and nothing more of this game: such an end can come back by RS3")
    puppet = game.puppet
    known = puppet.number
    await game.line.raw.cut()
    entry = puppet.say(End("abandoned", puppet.referee.moves_made, b""))
    line = await stage.come_back(game)
    await line.send(puppet.past)
    heard = await line.next()
    if not isinstance(heard, Resume) or heard.length != known:
        raise Unmet(f"a resume of {known} entries", answer_text(heard))
    await line.send(entry)
    heard = await line.next(_SETTLED_SECONDS)
    if isinstance(heard, Error | EntryMessage):
        raise Unmet(stage.expected, answer_text(heard))
    stage.got = answer_text(heard, _SETTLED_SECONDS)


async def _abandon_meanwhile(stage: Stage, grace: int, statement: Callable[[Puppet], bytes]) -> None:
    """Come back with an ``end`` that calls the game abandoned, which was not possible so."""
    game = await stage.play_to(early, grace=grace)
    entry = game.puppet.sealed(End("abandoned", game.puppet.referee.moves_made, statement(game.puppet)))
    stage.note("cut the connection, and came back with end, abandoned")
    await game.line.raw.cut()
    line = await stage.come_back(game)
    await line.send(Resume(entry.number + 1, entry.head))
    await expect_message(line, Resume)
    await _say_wrong_last_entry(stage, game, entry, "end, abandoned", _NO_GRACE)


END.case(
    "EN14/came-back-without-grace",
    "A game without a grace, abandoned while the connection was lost",
    roles=(Role.HOST,),
    games=ANY_GAME,
    also=("RS3",),
)(partial(_abandon_meanwhile, grace=0, statement=lambda _: b""))

END.case(
    "EN14/came-back-with-statement",
    "A game abandoned with a statement while the connection was lost",
    roles=(Role.HOST,),
    games=ANY_GAME,
    also=("RS3",),
)(partial(_abandon_meanwhile, grace=_LONG_GRACE, statement=lambda puppet: puppet.wish("end").signature))
