"""Cases of chapter 7: true proofs about other cards, other keys and other places, and shares that are not due."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from attrs import evolve

from mandala_conformance.case import CaseBook, Extent
from mandala_conformance.case_stage import Stage
from mandala_conformance.cases.deck_cases import CARD_GAMES, FALSE_SHARES, FALSE_SHUFFLE, OTHER_LENGTH
from mandala_conformance.expectations import Refusal
from mandala_conformance.puppet import Puppet, at
from mandala_net.threads import shared_workers
from mandala_protocol.errors import Code
from mandala_protocol.poker.ciphertexts import Ciphertext, prove_shares
from mandala_protocol.poker.game_keys import KeyPair, make_key
from mandala_protocol.poker.group import SIZE, ZERO, base_mul, scalar_sub
from mandala_protocol.poker.hashing import Context
from mandala_protocol.poker.sampling import HashStream, Random
from mandala_protocol.poker.shuffle import shuffle
from mandala_protocol.poker.shuffle_proof import prove_shuffle
from mandala_protocol.record import card_values
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import Body, Mix, Move, Share, Shuffle

CARDS = CaseBook()

OTHER_CARDS: Final = Refusal(Code.WRONG_CARD, "PL2")


def chance() -> Random:
    """Fresh randomness for one proof."""
    return HashStream(secrets.token_bytes(SIZE), "tester")


# Shuffles and mixes with a true proof of something else.

CardsOf = Callable[[Sequence[Ciphertext]], Sequence[Ciphertext]]


def _shuffled(
    puppet: Puppet, kind: type[Shuffle] | type[Mix], inputs: Sequence[Ciphertext], context: Context
) -> Shuffle | Mix:
    """A true shuffle of these cards, proven in this context."""
    joint, random = puppet.referee.joint, chance()
    outputs, secret = shuffle(inputs, joint, random, shared_workers())
    proof = prove_shuffle(inputs, outputs, secret, joint, context, random, shared_workers())
    return card_values.shuffle_body(kind, outputs, proof)


async def _shuffle_others(
    stage: Stage, kind: type[Shuffle] | type[Mix], text: str, change: CardsOf, refusal: Refusal
) -> None:
    def changed(puppet: Puppet) -> Shuffle | Mix:
        inputs, _ = puppet.referee.shuffle_input()
        return _shuffled(puppet, kind, change(inputs), puppet.referee.context(puppet.seat))

    await _say_made(stage, kind, text, changed, refusal)


async def _shuffle_elsewhere(
    stage: Stage, kind: type[Shuffle] | type[Mix], text: str, context: Callable[[Puppet], Context]
) -> None:
    def changed(puppet: Puppet) -> Shuffle | Mix:
        inputs, _ = puppet.referee.shuffle_input()
        return _shuffled(puppet, kind, inputs, context(puppet))

    await _say_made(stage, kind, text, changed, FALSE_SHUFFLE)


async def _say_made(
    stage: Stage, kind: type[Body], text: str, make: Callable[[Puppet], Body], *refusals: Refusal
) -> None:
    game = await stage.play_to(at(kind))
    entry = game.puppet.sealed(make(game.puppet))
    await stage.cheat(game, entry, f"{kind.__name__.lower()} {text}", *refusals)


def _first_twice(cards: Sequence[Ciphertext]) -> Sequence[Ciphertext]:
    return [*cards[:-1], cards[0]]


def _one_left_out(cards: Sequence[Ciphertext]) -> Sequence[Ciphertext]:
    return cards[:-1]


def _one_added(cards: Sequence[Ciphertext]) -> Sequence[Ciphertext]:
    return [*cards, cards[0]]


def _parts_exchanged(cards: Sequence[Ciphertext]) -> Sequence[Ciphertext]:
    return [Ciphertext(card.b, card.a) for card in cards]


def for_other_seat(puppet: Puppet) -> Context:
    """The context of the other seat at this place."""
    return puppet.referee.context(puppet.seat.other)


def for_other_head(puppet: Puppet) -> Context:
    """The context of this seat one entry before."""
    return Context(puppet.referee.transcript.head_after(puppet.number - 1), puppet.seat)


OTHER_INPUTS: Final[tuple[tuple[str, str, CardsOf, Refusal], ...]] = (
    ("card-twice", "of cards among which one is twice and one is not", _first_twice, FALSE_SHUFFLE),
    ("exchanged", "of cards whose two points are exchanged", _parts_exchanged, FALSE_SHUFFLE),
    ("card-left-out", "of one card fewer", _one_left_out, OTHER_LENGTH),
    ("card-added", "of one card more", _one_added, OTHER_LENGTH),
)

OTHER_PLACES: Final[tuple[tuple[str, str, Callable[[Puppet], Context]], ...]] = (
    ("other-seat", "with a proof for the other seat", for_other_seat),
    ("other-head", "with a proof for the head before the last entry", for_other_head),
)


def _add_shuffles() -> None:
    kinds: tuple[tuple[str, type[Shuffle] | type[Mix]], ...] = (("shuffle", Shuffle), ("mix", Mix))
    for name, kind in kinds:
        for word, text, change, refusal in OTHER_INPUTS:
            CARDS.case(f"{refusal.requirement}/{name}-of-{word}", f"A {name} {text}", also=("DK9",), games=CARD_GAMES)(
                partial(_shuffle_others, kind=kind, text=text, change=change, refusal=refusal)
            )
        for word, text, context in OTHER_PLACES:
            CARDS.case(f"DK4/{name}-{word}", f"A {name} {text}", also=("CV8",), games=CARD_GAMES)(
                partial(_shuffle_elsewhere, kind=kind, text=text, context=context)
            )


_add_shuffles()


@CARDS.case("DK4/others-shuffle", "The last shuffle or mix of the other side, said again", games=CARD_GAMES)
async def others_shuffle(stage: Stage) -> None:
    """The host of a game shuffles first, so it has only a mix of the other to say again."""
    kind: type[Shuffle] | type[Mix] = Shuffle if stage.seat is Seat.GUEST else Mix

    def copied(puppet: Puppet) -> Body:
        said = [entry.body for entry in puppet.referee.transcript.entries if type(entry.body) is kind]
        return said[-1]

    until = at(kind) if kind is Shuffle else at(Mix, 2)
    game = await stage.play_to(until)
    entry = game.puppet.sealed(copied(game.puppet))
    await stage.cheat(game, entry, "the shuffle or mix of the other side", FALSE_SHUFFLE, OTHER_LENGTH)


# Shares with a true proof of something else, and of cards that are not due (PL2).


def own_key(puppet: Puppet) -> KeyPair:
    """The tester's key of this game."""
    return puppet.referee.keys.pair(puppet.seat)


def shares_of(
    puppet: Puppet, cards: Mapping[int, Ciphertext], *, key: KeyPair | None = None, context: Context | None = None
) -> Share:
    """True shares of these cards by number; ``key`` and ``context``: other than those of the seat at this place."""
    context = context or puppet.referee.context(puppet.seat)
    shown = prove_shares(key or own_key(puppet), list(cards.values()), context, chance())
    return card_values.share_body(tuple(cards), shown)


def _elsewhere(puppet: Puppet, context: Context) -> Share:
    return shares_of(puppet, puppet.referee.owed(puppet.seat), context=context)


def _one_fewer(puppet: Puppet) -> Share:
    owed = puppet.referee.owed(puppet.seat)
    return shares_of(puppet, dict(list(owed.items())[:-1]))


def _no_cards(_: Puppet) -> Share:
    return Share((), b"", bytes(31) + b"\x01", bytes(31) + b"\x01")


def _one_more(puppet: Puppet) -> Share:
    """A share that includes the next card of the pile, which is not dealt."""
    owed = puppet.referee.owed(puppet.seat)
    others = puppet.referee.owed(puppet.seat.other)
    number = max((*owed, *others)) + 1
    return shares_of(puppet, {**owed, number: puppet.referee.cards.at_top(number + 1)[number]})


def _own_cards(puppet: Puppet) -> Share:
    """A share of the cards for which the other seat owes its share."""
    return shares_of(puppet, puppet.referee.owed(puppet.seat.other))


def _exchanged_numbers(puppet: Puppet) -> Share:
    """True shares, but the numbers of another card in place of the last."""
    body = shares_of(puppet, puppet.referee.owed(puppet.seat))
    free = next(number for number in range(119, 0, -1) if number not in body.cards)
    return evolve(body, cards=(*body.cards[:-1], free))


def _two_exchanged(puppet: Puppet) -> Share:
    """The first two cards in the place of each other, with a true proof for that order."""
    owed = list(puppet.referee.owed(puppet.seat).items())
    (first, a), (second, b), *others = owed
    return shares_of(puppet, {first: b, second: a, **dict(others)})


def _of_other_key(puppet: Puppet) -> Share:
    return shares_of(puppet, puppet.referee.owed(puppet.seat), key=make_key(chance()))


def _of_negative_key(puppet: Puppet) -> Share:
    secret = scalar_sub(ZERO, own_key(puppet).secret)
    return shares_of(puppet, puppet.referee.owed(puppet.seat), key=KeyPair(secret, base_mul(secret)))


SHARES: Final[tuple[tuple[str, str, Callable[[Puppet], Share], Refusal], ...]] = (
    ("PL2/one-fewer", "without the last card that is due", _one_fewer, OTHER_CARDS),
    ("PL2/one-more", "with a card that is not dealt", _one_more, OTHER_CARDS),
    ("PL2/own-cards", "of the cards that the other seat owes", _own_cards, OTHER_CARDS),
    ("PL2/other-number", "with another number for the last card", _exchanged_numbers, OTHER_CARDS),
    ("PL2/no-cards", "of no cards", _no_cards, OTHER_CARDS),
    ("DK5/two-exchanged", "of two cards in the place of each other", _two_exchanged, FALSE_SHARES),
    ("DK5/other-key", "under another key", _of_other_key, FALSE_SHARES),
    ("DK5/negative-key", "under the negative of the key", _of_negative_key, FALSE_SHARES),
    (
        "DK5/other-seat",
        "proven for the other seat",
        lambda puppet: _elsewhere(puppet, for_other_seat(puppet)),
        FALSE_SHARES,
    ),
    (
        "DK5/other-head",
        "proven for another head",
        lambda puppet: _elsewhere(puppet, for_other_head(puppet)),
        FALSE_SHARES,
    ),
)


async def _share(stage: Stage, text: str, make: Callable[[Puppet], Share], refusal: Refusal) -> None:
    await _say_made(stage, Share, text, make, refusal)


for _name, _description, _make, _refusal in SHARES:
    CARDS.case(_name, f"Shares {_description}", also=("DK10",), games=CARD_GAMES)(
        partial(_share, text=_description, make=_make, refusal=_refusal)
    )


# What is due, and honest.


@CARDS.case("DK11/no-mix", "A move where the own hand is to be mixed", games=CARD_GAMES, also=("OR1",))
async def no_mix(stage: Stage) -> None:
    move = Move("A0r", None, bytes(32))
    await stage.tamper(at(Mix), "replaced by a move", lambda _: move, Refusal(Code.OUT_OF_TURN, "OR1"))


@CARDS.case(
    "DK9/honest-deal",
    "An honest shuffle, deal and mix, and those of the implementation",
    games=CARD_GAMES,
    also=("DK7", "DK8", "DK10", "DK11"),
    extent=Extent.QUICK,
)
async def honest_deal(stage: Stage) -> None:
    stage.note_expectation("every shuffle, share and mix right")
    game = await stage.play_to(at(Move))
    stage.got = f"{game.puppet.number} right entries"
