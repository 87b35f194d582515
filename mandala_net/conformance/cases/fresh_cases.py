"""Cases about what is drawn afresh even in a test game, in which all else follows from the name."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from mandala_net.conformance.case import CaseBook
from mandala_net.conformance.case_stage import Stage
from mandala_net.conformance.findings import NotTried, Unmet
from mandala_net.conformance.probe_line import told
from mandala_net.conformance.puppet import at
from mandala_net.link.handshake import Role
from mandala_protocol.games.fixed_chance import FixedChance
from mandala_protocol.poker.ciphertexts import split_cards
from mandala_protocol.poker.group import Point, Scalar, base_mul, mul, sub
from mandala_protocol.poker.shuffle import draw_permutation
from mandala_protocol.record.transcript import Entry
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import EntryMessage, Error, First, Open, Share, Shuffle

FRESH = CaseBook()

_NAME: Final = "mandala-test-0"
_CARDS: Final = 108


@frozen
class _FreshValues:
    """What the implementation has drawn in one game: ``mask`` and ``randomness`` as points."""

    nonce: bytes
    key: bytes
    mask: Point
    randomness: Point


@FRESH.case(
    "TG6/twice",
    "The same test game twice, with other masks and other randomness",
    also=("TG4", "CV12"),
    roles=(Role.HOST,),
    games=("mandala",),
)
async def twice(stage: Stage) -> None:
    """The guest's nonce and key are those of the name; a mask that comes twice would give away any other key."""
    stage.note(f"the test game “{_NAME}”, twice")
    stage.note_expectation("the nonce of its name, the same key, another mask, other randomness of the shuffle")
    first, second = await _values_of_a_game(stage), await _values_of_a_game(stage)
    nonce = FixedChance(_NAME).opening(Seat.GUEST)(len(first.nonce))
    if {first.nonce, second.nonce} != {nonce}:
        raise Unmet(stage.expected, f"the nonces {first.nonce.hex()} and {second.nonce.hex()}")
    if first.key != second.key:
        raise Unmet(stage.expected, "another key in the second game")
    if first.mask == second.mask:
        raise Unmet(stage.expected, "the same mask in both proofs of knowledge")
    if first.randomness == second.randomness:
        raise Unmet(stage.expected, "the same randomness in both shuffles")
    stage.got = stage.expected


async def _values_of_a_game(stage: Stage) -> _FreshValues:
    game = await stage.begin(first=First.HOST, game=_NAME)
    await game.say_next()
    heard = await game.line.next()
    if isinstance(heard, Error) and heard.requirement == "OR4":
        raise NotTried("the implementation takes no test games; ours does with --test-games")
    if not isinstance(heard, EntryMessage):
        raise Unmet("accept", told(heard))
    await game.take(heard)
    await game.go_to(at(Share))
    drawn = _seen(game.puppet.table.transcript.entries)
    await game.end()
    return drawn


def _seen(entries: tuple[Entry, ...]) -> _FreshValues:
    """What the guest's opening and its shuffle show: the mask is s·G − c·Y, the randomness of a card a' − a."""
    (_, opened) = [entry.body for entry in entries if isinstance(entry.body, Open)]
    (inputs, outputs) = [split_cards(entry.body.cards, _CARDS) for entry in entries if isinstance(entry.body, Shuffle)]
    response, challenge = Scalar(opened.response), Scalar(opened.challenge)
    order = draw_permutation(_CARDS, FixedChance(_NAME).shuffle(Seat.GUEST, 0))
    return _FreshValues(
        nonce=opened.nonce,
        key=opened.key,
        mask=sub(base_mul(response), mul(challenge, Point(opened.key))),
        randomness=sub(outputs[0].a, inputs[order[0]].a),
    )
