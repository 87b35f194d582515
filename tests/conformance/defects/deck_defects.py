"""Defects of the opening and the deck: commitments, proofs, and hashes that others compute in another way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import evolve

from mandala_protocol.conversation import speaker
from mandala_protocol.games.game import Face, Holding
from mandala_protocol.poker import ciphertexts, game_keys, group, shuffle_proof
from mandala_protocol.poker.ciphertexts import Ciphertext, prove_shares
from mandala_protocol.poker.game_keys import KeyPair, make_key
from mandala_protocol.poker.generators import derived_point
from mandala_protocol.poker.group import IDENTITY, SIZE, Point, Scalar, add
from mandala_protocol.poker.hashing import Context, challenge, challenge_128
from mandala_protocol.poker.sampling import below
from mandala_protocol.record import card_values, due_entries, opening, referee
from mandala_protocol.record.encrypted_cards import Cards
from mandala_protocol.record.opening import Agreed
from mandala_protocol.record.referee import Referee
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import Mix
from tests.conformance.defects.defect import DefectBook, nothing, replace

DECK = DefectBook()


# What is checked.


@DECK.defect(
    "takes-any-opening",
    "Compares no opening with its commitment",
    case="OP2/other-nonce",
    seen="entry",
    command="join",
)
def takes_any_opening() -> None:
    replace(opening, "open_commitment", nothing)


@DECK.defect("takes-any-shuffle", "Checks no shuffle", case="DK4/shuffle-cards-twice", seen="entry", game="mandala")
def takes_any_shuffle() -> None:
    replace(referee, "verify_shuffle", nothing)


@DECK.defect(
    "takes-any-mix",
    "Checks shuffles, and no mix",
    case="DK4/mix-cards-twice",
    seen="entry|nothing within",
    game="mandala",
)
def takes_any_mix() -> None:
    take_mix = Referee._take_mix

    def take_unchecked(self: Referee, body: Mix, seat: Any, trusted: bool) -> None:
        take_mix(self, body, seat, True)

    replace(Referee, "_take_mix", take_unchecked)


@DECK.defect(
    "takes-any-shares",
    "Checks no shares",
    case="DK5/share-shares-turned",
    seen='requirement="DK6"',
    game="mandala",
    command="join",
)
def takes_any_shares() -> None:
    replace(referee, "verify_shares", nothing)


# What it makes itself.


@DECK.defect(
    "numbers-little-endian",
    "Hashes numbers in the other byte order",
    case="EN11/whole-game",
    seen="DK5",
    game="mandala",
)
def numbers_little_endian() -> None:
    replace(ciphertexts, "number", lambda value: value.to_bytes(4, "little"))


@DECK.defect(
    "names-another-proof",
    "Hashes the challenge of a shuffle under another tag",
    case="EN11/whole-game",
    seen="DK4",
    game="mandala",
)
def names_another_proof() -> None:
    replace(shuffle_proof, "challenge", lambda tag, *items: challenge(f"{tag}-proof", *items))


@DECK.defect(
    "weighs-alike",
    "Takes the same weight for all cards of a shuffle",
    case="EN11/whole-game",
    seen="DK4",
    game="mandala",
)
def weighs_alike() -> None:
    replace(shuffle_proof, "challenge_128", lambda tag, seed, _number: challenge_128(tag, seed))


@DECK.defect(
    "proves-for-the-other",
    "Has the other seat in the context of its proofs",
    case="EN11/whole-game",
    seen="DK4",
    game="mandala",
)
def proves_for_the_other() -> None:
    def other_context(self: Referee, seat: Seat) -> Context:
        return Context(self.transcript.head, seat.other)

    replace(Referee, "context", other_context)


@DECK.defect("knows-without-game", "Leaves the game out of its proof of knowledge", case="EN11/whole-game", seen="OP3")
def knows_without_game() -> None:
    replace(game_keys, "_challenge", lambda public, mask, _: challenge("knowledge", public, mask))


@DECK.defect(
    "names-games-otherwise",
    "Takes the proposal for the game id",
    case="PL13/whole-game",
    seen="OP3",
    command="join",
)
def names_games_otherwise() -> None:
    def proposal_of(self: Referee) -> bytes:
        return self.proposal

    replace(Referee, "game_id", property(proposal_of))


@DECK.defect(
    "derives-other-points",
    "Derives the points of the faces under another label",
    case="DK9/honest-deal",
    seen="DK4",
    game="mandala",
)
def derives_other_points() -> None:
    replace(ciphertexts, "face_point", lambda face: derived_point("faces", face))


@DECK.defect(
    "begins-with-another-deck",
    "Has the fresh deck in another order",
    case="DK9/honest-deal",
    seen="DK4",
    game="mandala",
)
def begins_with_another_deck() -> None:
    shuffle_input = Referee.shuffle_input

    def turned_input(self: Referee) -> tuple[tuple[Ciphertext, ...], None]:
        cards, fresh = shuffle_input(self)
        return (cards if fresh is None else cards[::-1]), None

    replace(Referee, "shuffle_input", turned_input)


@DECK.defect(
    "holds-new-cards-first",
    "Puts new cards before those in the hand",
    case="PL9/some-turns",
    seen="DK4",
    game="mandala",
)
def holds_new_cards_first() -> None:
    receive = Cards.receive

    def receive_before(self: Cards, place: Holding, cards: Sequence[Ciphertext], faces: Sequence[Face | None]) -> None:
        held, shown = self.held(place.seat, place.name), self.faces(place.seat, place.name)
        self._holdings[place.seat, place.name] = self._faces[place.seat, place.name] = ()
        receive(self, place, (*cards, *held), (*faces, *shown))

    replace(Cards, "receive", receive_before)


@DECK.defect(
    "mixes-no-hand",
    "Mixes no hand after a deal",
    case="DK9/honest-deal",
    seen="OR1|nothing within|requirement",
    game="mandala",
)
def mixes_no_hand() -> None:
    applies = due_entries._applies
    replace(due_entries, "_applies", lambda row, *given: row.kind is not Mix and applies(row, *given))


@DECK.defect(
    "shares-in-another-order", "Says its shares in another order", case="EN11/whole-game", seen="DK5", game="mandala"
)
def shares_in_another_order() -> None:

    def prove_turned(*given: Any, **named: Any) -> Any:
        shares = prove_shares(*given, **named)
        return evolve(shares, points=shares.points[::-1])

    replace(speaker, "prove_shares", prove_turned)
    replace(referee, "verify_shares", nothing)


@DECK.defect("asks-for-no-knowledge", "Checks no knowledge of keys", case="OP3/other-seat", seen="entry|nothing within")
def asks_for_no_knowledge() -> None:
    replace(opening, "verify_knowledge", nothing)


@DECK.defect(
    "takes-related-keys",
    "Does not compare the keys of both",
    case="OP4/negative-key",
    seen="entry|nothing within",
    game="patterns-test-0",
    options=("--test-games",),
)
def takes_related_keys() -> None:
    replace(opening, "joint_key", add)


@DECK.defect(
    "takes-large-scalars",
    "Takes scalars that are not reduced",
    case="DK2/open-response-plus-order",
    seen="entry|nothing within",
)
def takes_large_scalars() -> None:
    replace(card_values, "parse_scalar", bytes)


@DECK.defect(
    "takes-any-point",
    "Takes points that are not in the subgroup",
    case="DK1/open-key-plus-order-8",
    seen='requirement="OP3"',
)
def takes_any_point() -> None:
    def mul_unchecked(scalar: Scalar, point: Point) -> Point:
        product = IDENTITY
        for bit in f"{int.from_bytes(scalar, 'little'):b}":
            product = add(product, product)
            product = add(product, point) if bit == "1" else product
        return product

    replace(card_values, "parse_point", Point)
    replace(game_keys, "mul", mul_unchecked)


@DECK.defect(
    "takes-longer-rows",
    "Takes no notice of what follows the items of a row",
    case="DK3/shuffle-cards-longer",
    seen="entry",
    game="mandala",
)
def takes_longer_rows() -> None:
    def split_first(data: bytes, count: int, _what: Any) -> list[bytes]:
        return [data[start : start + SIZE] for start in range(0, SIZE * count, SIZE)]

    replace(group, "_split", split_first)


@DECK.defect("keeps-one-key", "Has one key for all games", case="OP5/new-keys", seen="the same key")
def keeps_one_key() -> None:
    made: list[KeyPair] = []

    def make_once(random: Any) -> KeyPair:
        made.append(make_key(random))
        return made[0]

    replace(speaker, "make_key", make_once)


@DECK.defect(
    "draws-lots-otherwise", "Draws the other lot", case="OP6/lot", seen="TR5|OR2|nothing within", command="join"
)
def draws_lots_otherwise() -> None:
    replace(opening, "below", lambda stream, most: most - 1 - below(stream, most))


@DECK.defect("plays-second", "Always lets the host play first", case="OP6/guest", seen="TR5", command="join")
def plays_second() -> None:
    replace(Agreed, "first_player", lambda _agreed, _wanted: Seat.HOST)


@DECK.defect(
    "checks-the-first-shuffles-alone",
    "Checks no proof of a shuffle once a move was made",
    case="DK4/later-shuffle",
    seen="entry|nothing within|share",
    game="mandala",
)
def checks_the_first_shuffles_alone() -> None:
    checked = Referee._checked_shuffle

    def checked_before_play(self: Referee, body: Any, seat: Seat, trusted: bool) -> tuple[Ciphertext, ...]:
        return checked(self, body, seat, trusted or self.moves_made > 0)

    replace(Referee, "_checked_shuffle", checked_before_play)
