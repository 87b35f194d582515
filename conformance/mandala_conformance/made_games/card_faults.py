"""Faults in what is proven about cards, and in moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from attrs import evolve

from mandala_conformance.made_games.described_games import letters_of
from mandala_conformance.made_games.form_faults import OTHER_SCALAR
from mandala_conformance.made_games.record_faults import FaultMaker, WrongEntry
from mandala_protocol.games.game import IllegalMove, Moved
from mandala_protocol.poker.ciphertexts import prove_shares
from mandala_protocol.poker.game_keys import KeyPair, commit, prove_knowledge
from mandala_protocol.poker.group import IDENTITY, ORDER, Point, Scalar, base_mul, scalar_sub, sub
from mandala_protocol.poker.hashing import Context
from mandala_protocol.poker.sampling import HashStream
from mandala_protocol.record import card_values
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import Commit, EntryMessage, Mix, Move, Open, Share, Shuffle

POINT: Final = base_mul(Scalar(OTHER_SCALAR))
NOT_BELOW_ORDER: Final = ORDER.to_bytes(32, "little")
ZERO: Final = bytes(32)
_ROWS: Final = {"cards": 64, "commitments": 32, "chain": 32, "chain_responses": 32, "order_responses": 32}


def opening_proofs(make: FaultMaker) -> Iterator[WrongEntry]:
    """The faults in the opening of a guest who has committed to something false."""
    game = make.game
    place = game.place(Commit, seat=Seat.GUEST)
    right = card_values.opened(game.body(game.place(Open, seat=Seat.GUEST)))
    host = game.keys[Seat.HOST]
    negative = KeyPair(scalar_sub(Scalar(ZERO), host.secret), Point(sub(IDENTITY, host.public)))
    context = Context(game.known(2).game_id, Seat.GUEST)

    def proven(key: KeyPair) -> Any:
        return evolve(right, public=key.public, proof=prove_knowledge(key, context, HashStream(b"fault", "mask")))

    elsewhere = prove_knowledge(game.keys[Seat.GUEST], Context(context.head, Seat.HOST), HashStream(b"fault", "mask"))
    for name, requirement, opened in (
        ("a secret that is not known", "OP3", evolve(right, proof=evolve(right.proof, response=Scalar(OTHER_SCALAR)))),
        ("a proof of the other seat", "OP3", evolve(right, proof=elsewhere)),
        ("the key of the host", "OP4", proven(host)),
        ("the negative of the host's key", "OP4", proven(negative)),
    ):
        committed = game.said(place, Commit(commit(opened.nonce, opened.public, opened.proof)), Seat.GUEST)
        then: tuple[EntryMessage, ...] = (committed,)
        then = (*then, game.said(place, game.body(game.place(Open)), Seat.HOST, then))
        entry = game.said(place, card_values.open_body(opened), Seat.GUEST, then)
        yield make.fault(name, requirement, place, entry, then=then, by=Seat.GUEST)
    opening = game.place(Open)
    yield make.changed("a key that is no point", "DK1", opening, key=ZERO)
    yield make.changed("the identity as a key", "DK1", opening, key=bytes(IDENTITY))
    yield make.changed("an opening with a challenge not below the order", "DK2", opening, challenge=NOT_BELOW_ORDER)
    yield make.changed("an opening with a response not below the order", "DK2", opening, response=NOT_BELOW_ORDER)


def shuffle_faults(make: FaultMaker) -> Iterator[WrongEntry]:
    """A mix stands for shuffles too: it is the same step with fewer cards. Of the large one there are two."""
    game = make.game
    shuffle, mix = game.place(Shuffle), game.place(Mix)
    yield make.changed("a shuffle with another challenge", "DK4", shuffle, challenge=OTHER_SCALAR)
    yield make.changed("a shuffle of one card less", "DK3", shuffle, cards=game.body(shuffle).cards[:-64])
    body = game.body(mix)
    yield make.changed("another challenge", "DK4", mix, challenge=OTHER_SCALAR)
    for name, size in {**_ROWS, "sums": 32}.items():
        row = getattr(body, name)
        yield make.changed(f"{name}: the first two changed places", "DK4", mix, **{name: swapped(row, size)})
    yield make.changed("a card twice", "DK4", mix, cards=body.cards[64:128] + body.cards[64:])
    held = game.known(mix).cards.held(game.speakers[mix])
    before = b"".join(bytes(card.a) + bytes(card.b) for card in held)
    yield make.changed("the cards as they were", "DK4", mix, cards=before)
    for name, size in _ROWS.items():
        row = getattr(body, name)
        yield make.changed(f"{name}: one is missing", "DK3", mix, **{name: row[:-size]})
    for name in ("cards", "commitments", "chain"):
        row = getattr(body, name)
        yield make.changed(f"{name}: no point", "DK1", mix, **{name: ZERO + row[32:]})
    for name in ("chain_responses", "order_responses", "sums"):
        row = getattr(body, name)
        yield make.changed(f"{name}: not below the order", "DK2", mix, **{name: NOT_BELOW_ORDER + row[32:]})
    yield make.changed("challenge: not below the order", "DK2", mix, challenge=NOT_BELOW_ORDER)


def swapped(row: bytes, size: int) -> bytes:
    return row[size : 2 * size] + row[:size] + row[2 * size :]


def share_faults(make: FaultMaker) -> Iterator[WrongEntry]:
    """Shares of dealt cards."""
    game = make.game
    place = game.place(Share)
    body: Share = game.body(place)
    yield make.changed("another share", "DK5", place, shares=bytes(POINT) + body.shares[32:])
    yield make.changed("shares of each other's cards", "DK5", place, shares=swapped(body.shares, 32))
    yield make.changed("another response", "DK5", place, response=OTHER_SCALAR)
    yield make.changed("another challenge", "DK5", place, challenge=OTHER_SCALAR)
    yield make.changed("a share that is no point", "DK1", place, shares=ZERO + body.shares[32:])
    yield make.changed("a response not below the order", "DK2", place, response=NOT_BELOW_ORDER)
    yield make.changed("a response of zero", "DK2", place, response=ZERO)
    yield make.changed("a share is missing", "DK3", place, shares=body.shares[:-32])
    yield make.changed("a card too few", "PL2", place, cards=list(body.cards[1:]), shares=body.shares[32:])
    yield make.changed("another card", "PL2", place, cards=[*body.cards[:-1], body.cards[-1] + 1])
    referee = game.known(place)
    seat = game.speakers[place]
    owed = referee.owed(seat)
    elsewhere = prove_shares(
        game.keys[seat], list(owed.values()), Context(bytes(32), seat), HashStream(b"fault", "mask")
    )
    moved = card_values.share_body(tuple(owed), elsewhere)
    yield make.fault("a proof for another place", "DK5", place, game.said(place, moved, seat))


def played_faults(make: FaultMaker) -> Iterator[WrongEntry]:
    """Moves that play cards from the hand."""
    game = make.game
    place = game.place(Move)
    body: Move = game.body(place)
    played, referee, seat = body.played, game.known(place), game.speakers[place]
    assert played is not None
    shown: dict[str, object] = {
        "cards": list(played.cards),
        "shares": played.shares,
        "challenge": played.challenge,
        "response": played.response,
    }

    def changed(name: str, requirement: str, **fields: object) -> WrongEntry:
        return make.changed(name, requirement, place, played={**shown, **fields})

    yield changed("a card is not opened", "PL4", cards=[], shares=b"")
    yield changed("a place outside the hand", "PL4", cards=[len(referee.cards.held(seat))])
    yield changed("another share for a card", "DK5", shares=bytes(POINT) + played.shares[32:])
    yield changed("another response for a card", "DK5", response=OTHER_SCALAR)
    yield changed("no point for a card", "DK1", shares=ZERO + played.shares[32:])
    yield make.changed("cards are not opened", "PL8", place, played=None)
    false = game.said(place, false_colour(make, place), seat)
    yield evolve(make.fault("another colour", "PL5", place, false), after=game.ended_after(place, false))


def false_colour(make: FaultMaker, place: int) -> Move:
    """A card of one colour, opened as it is, and called by another."""
    game = make.game
    referee, seat = game.known(place), game.speakers[place]
    hand = referee.cards.held(seat)
    letters = letters_of(referee)
    own = letters[referee.keys.open(hand[0], len(letters))]
    for letter in letters:
        text = f"C{letter}1"
        if letter == own:
            continue
        try:
            after = referee.rules.apply(referee.state, Moved(seat, referee.rules.parse_move(text)))
        except IllegalMove:
            continue
        shares = prove_shares(game.keys[seat], [hand[0]], referee.context(seat), HashStream(b"fault", "mask"))
        return Move(text, card_values.share_body((0,), shares), referee.rules.digest(after))
    raise AssertionError("any colour may be discarded")


def move_faults(make: FaultMaker, wrong: tuple[str, ...], forbidden: tuple[str, ...]) -> Iterator[WrongEntry]:
    """Moves that are not in the notation, and moves that the rules forbid at the second move."""
    game = make.game
    place = game.place(Move, 2)
    body: Move = game.body(place)
    for text in wrong:
        yield make.changed(f"{text!r} as a move", "PL1", place, move=text)
    for text in forbidden:
        yield make.changed(f"{text} as a move", "PL3", place, move=text)
    yield make.changed("another digest", "PL6", place, digest=bytes(32))
    yield make.changed("the digest before the move", "PL6", place, digest=game.body(game.place(Move)).digest)
    if body.played is None:
        shares = Share((0,), bytes(POINT), OTHER_SCALAR, OTHER_SCALAR)
        entry = game.said(place, Move(body.move, shares, body.digest), game.speakers[place])
        yield make.fault("cards are opened that are not played", "PL8", place, entry)


def forbidden_moves(make: FaultMaker, texts: tuple[str, ...], most: int = 4) -> tuple[str, ...]:
    """The moves of these that the rules forbid at the second move."""
    place = make.game.place(Move, 2)
    referee, seat = make.game.known(place), make.game.speakers[place]
    found = []
    for text in texts:
        try:
            referee.rules.apply(referee.state, Moved(seat, referee.rules.parse_move(text)))
        except IllegalMove:
            found.append(text)
    return tuple(found[:most])
