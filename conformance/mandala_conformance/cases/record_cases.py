"""Cases of chapter 4: the chain of entries, and two entries for one place."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from attrs import evolve, frozen

from mandala_conformance.case import ANY_GAME, CaseBook, Extent
from mandala_conformance.case_stage import Stage
from mandala_conformance.cheating import items_of, refused_without_place, signed_payload
from mandala_conformance.expectations import Refusal
from mandala_conformance.findings import Unmet
from mandala_conformance.probe_game import ProbeGame
from mandala_conformance.probe_line import SMALL_TALK, answer_text
from mandala_conformance.puppet import at
from mandala_net.link.handshake import Role
from mandala_net.trust.identity import Identity
from mandala_protocol.errors import Code
from mandala_protocol.record.transcript import Entry, seal, signed_by
from mandala_protocol.wire import codec
from mandala_protocol.wire.messages import Accept, Body, Commit, EntryMessage, Key, Move, Open, Resume

RECORD = CaseBook()

FORK: Final = Refusal(Code.FORK, "TR8")
OTHER_NUMBER: Final = Refusal(Code.BROKEN_CHAIN, "TR5")
OTHER_HEAD: Final = Refusal(Code.BROKEN_CHAIN, "TR6")
FALSE_SIGNATURE: Final = Refusal(Code.BAD_SIGNATURE, "TR7")
UNKNOWN_KIND: Final = Refusal(Code.UNKNOWN_MESSAGE, "TR4")


# The chain, and the order of checks. Whoever breaks these has said nothing in this game.

Forge = Callable[[ProbeGame, Body, Identity], EntryMessage]


@frozen
class ChainChange:
    """A change of where an entry stands, or of who has signed it: ``forge`` makes the wrong entry."""

    name: str
    text: str
    forge: Forge
    refusal: Refusal
    extent: Extent = Extent.STANDARD


def _numbered(step: int) -> Forge:
    def forge(game: ProbeGame, body: Body, signer: Identity) -> EntryMessage:
        return seal(game.puppet.number + step, game.puppet.referee.transcript.head, body, signer).message()

    return forge


def _after(previous: Callable[[ProbeGame], bytes]) -> Forge:
    return lambda game, body, signer: seal(game.puppet.number, previous(game), body, signer).message()


def _head_before(game: ProbeGame) -> bytes:
    return game.puppet.referee.transcript.head_after(game.puppet.number - 1)


def _proposal(game: ProbeGame) -> bytes:
    return game.puppet.referee.proposal


def _unsigned(forge: Forge) -> Forge:
    """Return a forger that makes the same entry as ``forge``, signed by a stranger."""
    return lambda game, body, _: forge(game, body, Identity.generate())


def _of_no_kind(number: Callable[[ProbeGame], int]) -> Forge:
    def forge(game: ProbeGame, body: Body, signer: Identity) -> EntryMessage:
        _, previous, _, fields = items_of(game, body)
        return signed_payload(codec.pack([number(game), previous, 13, fields]), signer)

    return forge


def _key(game: ProbeGame, _: Body, signer: Identity) -> EntryMessage:
    return game.puppet.sealed(Key(bytes(31) + b"\x01"), signer).message()


CHAIN: Final = (
    ChainChange("TR5/skipped-number", "with the number of the one after it", _numbered(1), OTHER_NUMBER),
    ChainChange("TR5/far-number", "with a number far ahead", _numbered(9_000), OTHER_NUMBER, Extent.ALL),
    ChainChange("TR5/number-of-before", "with the number of the one before it", _numbered(-1), OTHER_NUMBER),
    ChainChange("TR6/zeros", "after a head of zeros", _after(lambda _: bytes(32)), OTHER_HEAD, Extent.QUICK),
    ChainChange("TR6/head-of-before", "after the head before the last entry", _after(_head_before), OTHER_HEAD),
    ChainChange("TR6/proposal", "after the head of the proposal", _after(_proposal), OTHER_HEAD, Extent.ALL),
    ChainChange("TR9/number-and-signature", "with another number and signer", _unsigned(_numbered(1)), OTHER_NUMBER),
    ChainChange("TR9/head-and-signature", "with another head and signer", _unsigned(_after(_proposal)), OTHER_HEAD),
    ChainChange("TR9/signature-and-turn", "replaced by a key of another signer", _unsigned(_key), FALSE_SIGNATURE),
    ChainChange(
        "TR9/form-and-number",
        "of kind 13 and with the number of the one after it",
        _of_no_kind(lambda game: game.puppet.number + 1),
        UNKNOWN_KIND,
    ),
    ChainChange(
        "TR9/form-and-signature",
        "of kind 13 and of another signer",
        _unsigned(_of_no_kind(lambda game: game.puppet.number)),
        UNKNOWN_KIND,
    ),
)


async def _break_chain(stage: Stage, change: ChainChange) -> None:
    game = await stage.play_to(at(Commit))
    wrong = change.forge(game, await game.next_body(), stage.identity)
    goes_on = change.name.startswith(("TR5", "TR6"))
    await refused_without_place(stage, game, wrong, f"commit {change.text}", change.refusal, goes_on=goes_on)


for _change in CHAIN:
    RECORD.case(_change.name, f"An entry {_change.text}", also=("CV1",), games=ANY_GAME, extent=_change.extent)(
        partial(_break_chain, change=_change)
    )


@RECORD.case("TR5/said-again", "The same entry a second time", games=ANY_GAME)
async def said_again(stage: Stage) -> None:
    game = await stage.play_to(at(Commit))
    said = await game.say_next()
    await game.hear_entry()
    await refused_without_place(
        stage, game, said, "the commit of before again, byte for byte", OTHER_NUMBER, goes_on=True
    )


@RECORD.case("TR5/sent-back", "The last entry of the implementation, sent back to it", games=ANY_GAME)
async def sent_back(stage: Stage) -> None:
    game = await stage.play_to(at(Move))
    entries = game.puppet.referee.transcript.entries
    theirs = [entry for entry in entries if not signed_by(entry, stage.identity.public)][-1]
    what = f"entry {theirs.number} of the implementation, byte for byte"
    await refused_without_place(stage, game, theirs, what, OTHER_NUMBER, goes_on=True)


@RECORD.case("TR6/other-game", "An acceptance of another game", roles=(Role.GUEST,), games=ANY_GAME)
async def accept_of_another_game(stage: Stage) -> None:
    before = await stage.begin()
    accepted = before.puppet.sealed(await before.next_body())
    before.broken_off = True
    await before.line.raw.cut()
    game = await stage.begin()
    stage.note("the acceptance of an earlier proposal, which was never answered")
    await game.send_forged(accepted)
    await stage.expect_refusal(game.line, OTHER_HEAD)


# Two entries for one place (TR8, TR11, TR12).

SecondEntry = Callable[[Entry, Identity], EntryMessage]


def _other_body(body: Body) -> SecondEntry:
    return lambda said, signer: seal(said.number, said.previous, body, signer).message()


def _unreadable(said: Entry, signer: Identity) -> EntryMessage:
    return signed_payload(codec.pack([said.number, said.previous, 99, "?"]), signer)


FORKS: Final[tuple[tuple[str, str, type[Body], SecondEntry, Extent], ...]] = (
    ("TR8/other-commit", "another commitment", Commit, _other_body(Commit(bytes(64))), Extent.QUICK),
    ("TR8/other-kind", "a key", Commit, _other_body(Key(bytes(31) + b"\x01")), Extent.STANDARD),
    ("TR8/other-open", "another opening", Open, _other_body(Open(*[bytes(32)] * 4)), Extent.ALL),
    ("TR8/other-move", "another move", Move, _other_body(Move("Zz", None, bytes(32))), Extent.STANDARD),
    ("TR8/unreadable", "an entry that nobody can read", Commit, _unreadable, Extent.STANDARD),
)


async def _fork(stage: Stage, kind: type[Body], what: str, second: SecondEntry) -> None:
    game = await stage.play_to(at(kind))
    said = await game.say_next()
    await game.hear_until_due()
    await stage.cheat(game, second(said, stage.identity), f"{what} in the place of entry {said.number}", FORK)


for _name, _what, _kind, _second, _extent in FORKS:
    RECORD.case(
        _name,
        f"A second entry for a place: {_what}",
        also=("TR9", "TR12", "RS15"),
        games=ANY_GAME,
        extent=_extent,
    )(partial(_fork, kind=_kind, what=_what, second=_second))


@RECORD.case("TR8/other-accept", "A second acceptance for the same place", roles=(Role.GUEST,), games=ANY_GAME)
async def other_accept(stage: Stage) -> None:
    game = await stage.play_to(at(Accept))
    said = await game.say_next()
    assert isinstance(said.body, Accept)
    await game.hear_entry()
    second = seal(said.number, said.previous, evolve(said.body, nonce=bytes(32)), stage.identity)
    await stage.cheat(game, second, "another accept in the place of entry 1", FORK)


@RECORD.case("TR11/same-again", "The last entry of the implementation, asked for again", games=ANY_GAME, also=("RS3",))
async def same_again(stage: Stage) -> None:
    game = await stage.play_to(at(Move))
    transcript = game.puppet.referee.transcript
    last, length = transcript.entries[-1], transcript.length - 1
    stage.note(f"cut the connection, and came back with a record of {length} entries")
    stage.note_expectation(f"entry {last.number} again, byte for byte")
    await game.line.raw.cut()
    line = await stage.come_back(game)
    game.spoilt = True
    await line.send(Resume(length, transcript.head_after(length)))
    heard = await line.next(without=(Resume, *SMALL_TALK))
    if heard != last.message():
        raise Unmet(stage.expected, answer_text(heard))
    stage.got = stage.expected


@RECORD.case(
    "TR12/again-and-again",
    "A refused entry, itself again, another one, and the honest one",
    also=("RS15",),
    roles=(Role.GUEST,),
    games=ANY_GAME,
)
async def again_and_again(stage: Stage) -> None:
    game = await stage.play_to(at(Commit))
    refusal = Refusal(Code.OUT_OF_TURN, "OR1")
    refused = game.puppet.sealed(Key(bytes(31) + b"\x01"))
    await stage.cheat(game, refused, "commit replaced by a key", refusal)
    for what, entry in (
        ("the refused key", refused),
        ("another key", game.puppet.sealed(Key(bytes(31) + b"\x02"))),
        ("a commitment of zeros", game.puppet.sealed(Commit(bytes(64)))),
    ):
        stage.note(f"came back with {what}")
        line = await stage.come_back(game)
        await line.send(Resume(entry.number + 1, entry.head), entry.message())
        await stage.expect_refusal(line, refusal, FORK)
