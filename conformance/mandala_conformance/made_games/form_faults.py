"""Faults of form, chain, signature and order, which every game can have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from mandala_conformance.made_games.given_identity import GivenIdentity
from mandala_conformance.made_games.record_faults import FaultMaker, WrongEntry, unsigned
from mandala_protocol.poker.group import ORDER
from mandala_protocol.poker.hashing import tagged_hash
from mandala_protocol.record.statements import offer_statement
from mandala_protocol.record.transcript import read
from mandala_protocol.seats import Seat
from mandala_protocol.wire import codec
from mandala_protocol.wire.messages import (
    Accept,
    Adjourn,
    Commit,
    End,
    EntryMessage,
    Key,
    Move,
    Open,
    ResultBody,
    Share,
)

STRANGER: Final = GivenIdentity(bytes([9]) * 32)
OTHER_SCALAR: Final = (7).to_bytes(32, "little")


def form_faults(make: FaultMaker) -> Iterator[WrongEntry]:
    """The faults that the payload of an entry can have, whatever it says."""
    game = make.game
    place = game.place(Commit)
    number, previous, kind, body = payload_of(game.entries[place])

    def items(name: str, requirement: str, value: object) -> WrongEntry:
        return make.fault(name, requirement, place, game.items(place, value))

    def packed(name: str, requirement: str, data: bytes) -> WrongEntry:
        return make.fault(name, requirement, place, game.sign(game.speakers[place], data))

    whole = game.entries[place].payload
    yield packed("cut", "MS3", whole[:-3])
    yield packed("a byte more", "MS3", whole + b"\0")
    yield packed("empty", "MS3", b"")
    yield packed("an extension type", "MS3", b"\x94" + codec.pack(number) + codec.pack(previous) + b"\x02\xc7\x00\x05")
    yield packed("a long header", "MS4", b"\xdc\x00\x04" + whole[1:])
    yield packed("a long number", "MS4", b"\x94\xcc" + bytes([number]) + whole[2:])
    yield items("no fields", "MS5", [number, previous, kind, {}])
    yield items("a field more", "MS5", [number, previous, kind, {**body, "more": 1}])
    yield items("a body that is no map", "MS6", [number, previous, kind, []])
    yield items("a short commitment", "MS6", [number, previous, kind, {"commitment": b"short"}])
    yield items("a commitment as text", "MS6", [number, previous, kind, {"commitment": "a" * 64}])
    yield items("three items", "TR1", [number, previous, kind])
    yield items("five items", "TR1", [number, previous, kind, body, None])
    yield items("a map", "TR1", {"number": number})
    yield items("number -1", "TR2", [-1, previous, kind, body])
    yield items("number 10,000", "TR2", [10_000, previous, kind, body])
    yield items("number true", "TR2", [True, previous, kind, body])
    yield items("a head of 31 bytes", "TR3", [number, previous[:31], kind, body])
    yield items("a head of nil", "TR3", [number, None, kind, body])
    for unknown in (12, 13, 98, -1, True, None, "2"):
        yield items(f"kind {unknown!r}", "TR4", [number, previous, unknown, body])


def payload_of(message: EntryMessage) -> Any:
    """The four items of a payload."""
    return codec.unpack(message.payload)


def chain_faults(make: FaultMaker) -> Iterator[WrongEntry]:
    """The faults of number, previous head and signature."""
    game = make.game
    place = game.place(Move, 2)
    number, previous, kind, body = payload_of(game.entries[place])
    speaker = game.speakers[place]
    for name, wrong_number in (("one too high", number + 1), ("one too low", number - 1), ("zero", 0)):
        yield make.fault(name, "TR5", place, game.items(place, [wrong_number, previous, kind, body]))
    yield make.fault("an entry left out", "TR5", place, game.entries[place + 1], by=game.speakers[place + 1])
    last = game.entries[place - 1]
    yield make.fault("an entry twice", "TR5", place, last, by=game.speakers[place - 1])
    for name, wrong_head in (
        ("another head", bytes(32)),
        ("the head before", game.head(place - 1)),
        ("the head of the proposal", game.head(1)),
    ):
        yield make.fault(name, "TR6", place, game.items(place, [number, wrong_head, kind, body]))

    right = game.entries[place]

    def signed(name: str, signature: bytes) -> WrongEntry:
        return unsigned(make.fault(name, "TR7", place, EntryMessage(right.payload, signature)))

    yield signed("one bit of R", bytes([right.signature[0] ^ 1]) + right.signature[1:])
    yield signed("one bit of S", right.signature[:63] + bytes([right.signature[63] ^ 1]))
    yield signed("zeros", bytes(64))
    scalar = int.from_bytes(right.signature[32:], "little") + ORDER
    yield signed("S and the order", right.signature[:32] + scalar.to_bytes(32, "little"))
    yield signed("by a stranger", STRANGER.sign(tagged_hash("entry", right.payload)))
    yield signed("over the payload itself", game.identities[speaker].sign(right.payload))
    yield signed("under another tag", game.identities[speaker].sign(tagged_hash("chain", right.payload)))
    yield signed("of the entry before", last.signature)
    changed = game.changed(place, digest=bytes(32))
    yield unsigned(
        make.fault("changed and not signed again", "TR7", place, EntryMessage(changed.payload, right.signature))
    )
    for start in (0, 1):
        other = EntryMessage(
            game.entries[start].payload, STRANGER.sign(tagged_hash("entry", game.entries[start].payload))
        )
        yield unsigned(make.fault(f"entry {start} by a stranger", "TR7", start, other))


def order_faults(make: FaultMaker) -> Iterator[WrongEntry]:
    """The faults of order: entries by the wrong speaker, or of a kind that is not due."""
    game = make.game

    def instead(name: str, place: int, body: Any) -> WrongEntry:
        return make.fault(name, "OR1", place, game.said(place, body, game.speakers[place]))

    commit, opening, move, key = (game.place(kind) for kind in (Commit, Open, Move, Key))
    result = game.place(ResultBody)
    yield instead("a key instead of a commitment", commit, Key(OTHER_SCALAR))
    yield instead("a move before the opening", opening, game.body(move))
    yield instead("an acceptance instead of a move", move, Accept(True, bytes(32), "", bytes(32)))
    yield instead("a share instead of a move", move, Share((), b"", OTHER_SCALAR, OTHER_SCALAR))
    yield instead("a key instead of a move", move, Key(OTHER_SCALAR))
    yield instead("a result instead of a key", key, game.body(result))
    yield instead("a key instead of a result", result, Key(OTHER_SCALAR))
    yield instead("a resignation when the keys are due", key, End("resigned", game.known(key).moves_made, b""))
    yield instead("a resignation before the opening", commit, End("resigned", 0, b""))
    for kind in (Commit, Open, Move, Key, ResultBody):
        place = game.place(kind)
        other = game.speakers[place].other
        body = game.body(place)
        yield make.fault(
            f"a {read(game.entries[place]).body.__class__.__name__.lower()} by the other player",
            "OR2",
            place,
            game.said(place, body, other),
            by=other,
        )
    end = len(game.entries)
    for seat in Seat:
        yield make.fault(
            f"after the end, by seat {int(seat)}", "OR3", end, game.said(end, Key(OTHER_SCALAR), seat), by=seat
        )
    yield make.fault("an unknown game", "OR4", 0, game.changed(0, game="chess"))


def opening_and_end_faults(make: FaultMaker) -> Iterator[WrongEntry]:
    """Commitments, and the ways to end a game."""
    game = make.game
    opening = game.place(Open)
    other_open = game.body(game.place(Open, 2))
    for name in ("nonce", "key", "challenge", "response"):
        yield make.changed(f"another {name}", "OP2", opening, **{name: getattr(other_open, name)})
    move = game.place(Move, 2)
    speaker, turn = game.speakers[move], game.known(move).moves_made
    other = game.identities[speaker.other]

    def wish(text: str, at: int = turn) -> bytes:
        return other.sign(offer_statement(game.known(move).game_id, text, at))

    def said(name: str, requirement: str, body: Any, then: tuple[EntryMessage, ...] = ()) -> WrongEntry:
        return make.fault(name, requirement, move, game.said(move, body, speaker, then), then=then)

    yield said("resigned at another turn", "EN1", End("resigned", turn + 1, b""))
    yield said("agreed at the turn before", "EN1", End("agreed", turn - 1, wish("end", turn - 1)))
    yield said("adjourned at another turn", "EN1", Adjourn(turn + 1, wish("adjourn", turn + 1)))
    yield said("a statement of zeros", "EN2", End("resigned", turn, bytes(64)))
    yield said("the statement of another wish", "EN2", End("agreed", turn, wish("resign")))
    yield said("the statement of another turn", "EN2", End("agreed", turn, wish("end", turn + 1)))
    own = game.identities[speaker].sign(offer_statement(game.known(move).game_id, "end", turn))
    yield said("the own statement", "EN2", End("agreed", turn, own))
    yield said("adjourned with the wish to end", "EN2", Adjourn(turn, wish("end")))
    yield said("agreed without a statement", "EN3", End("agreed", turn, b""))
    adjourned = game.said(move, Adjourn(turn, wish("adjourn")), speaker)
    yield said("adjourned twice in one turn", "EN13", Adjourn(turn, wish("adjourn")), (adjourned,))
    grace = game.known(move).grace
    if grace:
        yield said("abandoned with a statement", "EN14", End("abandoned", turn, wish("end")))
    else:
        yield said("abandoned without a grace", "EN14", End("abandoned", turn, b""))
    key, result = game.place(Key), game.place(ResultBody)
    yield make.changed("the key of somebody else", "EN4", key, secret=OTHER_SCALAR)
    yield make.changed("a key of zero", "EN4", key, secret=bytes(32))
    yield make.changed("a key not below the order", "DK2", key, secret=ORDER.to_bytes(32, "little"))
    scores = list(game.body(result).scores)
    yield make.changed("other points", "EN5", result, scores=[scores[0] + 1, scores[1]])
    yield make.changed("a draw", "EN5", result, winner=None if game.body(result).winner is not None else 0)
    yield make.changed("another reason", "EN5", result, reason="agreed")
    yield make.changed("another digest", "EN5", result, digest=bytes(32))
