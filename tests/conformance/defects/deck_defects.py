"""Defects of the opening and the deck: commitments, proofs, and hashes that others compute in another way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import evolve

from mandala_protocol.conversation import speaker
from mandala_protocol.games.game import Face, Holding
from mandala_protocol.poker import ciphertexts, game_keys, shuffle_proof
from mandala_protocol.poker.ciphertexts import Ciphertext, prove_shares
from mandala_protocol.poker.game_keys import KeyPair, make_key
from mandala_protocol.poker.generators import derived_point
from mandala_protocol.poker.group import SIZE, add
from mandala_protocol.poker.hashing import Context, challenge, challenge_128
from mandala_protocol.poker.sampling import below
from mandala_protocol.record import due_entries, opening, referee
from mandala_protocol.record.encrypted_cards import Cards
from mandala_protocol.record.opening import Agreed
from mandala_protocol.record.referee import Referee
from mandala_protocol.record.transcript import Entry
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import Mix, Share
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


DECK.in_the_other_role("takes-any-opening", seen="entry|nothing within")


@DECK.defect("takes-any-shuffle", "Checks no shuffle", case="DK4/shuffle-cards-twice", seen="entry", game="mandala")
def takes_any_shuffle() -> None:
    replace(referee, "verify_shuffle", nothing)


DECK.in_the_other_role("takes-any-shuffle")


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


DECK.in_the_other_role("takes-any-mix")


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


DECK.in_the_other_role("takes-any-shares")


@DECK.defect(
    "takes-shares-of-more-cards",
    "Takes shares of cards that are not dealt beside those that are",
    case="PL2/one-more",
    seen="entry|nothing within",
    game="mandala",
)
def takes_shares_of_more_cards() -> None:
    take_share = Referee._take_share

    def take_those_owed(self: Referee, body: Share, seat: Seat, entry: Entry, trusted: bool) -> None:
        owed = tuple(self.owed(seat))
        more = set(owed) < set(body.cards)
        kept = len(owed) * SIZE if more else len(body.shares)
        cut = evolve(body, cards=owed if more else body.cards, shares=body.shares[:kept])
        take_share(self, cut, seat, entry, trusted or more)

    replace(Referee, "_take_share", take_those_owed)


DECK.in_the_other_role("takes-shares-of-more-cards")


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
    "asks-for-no-mix",
    "Expects no mix of the other player's hand",
    case="DK11/no-mix",
    seen='requirement="(PL|OR2)',
    game="mandala",
)
def asks_for_no_mix() -> None:
    applies = due_entries._applies

    def applies_but_for_mixes_of_the_guest(row: Any, *given: Any) -> bool:
        return not (row.kind is Mix and row.speaker is Seat.GUEST) and applies(row, *given)

    replace(due_entries, "_applies", applies_but_for_mixes_of_the_guest)


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


DECK.in_the_other_role("asks-for-no-knowledge")


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
