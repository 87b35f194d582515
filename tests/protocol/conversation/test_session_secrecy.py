"""The secrets of a game, looked at as someone would who gets hold of everything that is sent and shown.

``docs/threats.md`` lists the rules of secrecy with their tests.
"""

from __future__ import annotations

import gc
import itertools
from collections import Counter
from collections.abc import Iterator
from typing import cast

import attrs
import pytest

from mandala_protocol.conversation.events import Command, MakeOffer, Play, Speak
from mandala_protocol.conversation.session import Session
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.games.mandala import MANDALA, Claim, MandalaMove
from mandala_protocol.poker.ciphertexts import open_face
from mandala_protocol.poker.deck_errors import WrongFace
from mandala_protocol.poker.generators import position_generators_sum
from mandala_protocol.poker.group import Point, Scalar, base_mul, mul, point_sum, sub
from mandala_protocol.poker.hashing import tagged_hash
from mandala_protocol.record.card_values import opened, shuffled
from mandala_protocol.record.transcript import Entry, signed_by
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import (
    Body,
    Commit,
    EntryMessage,
    First,
    Key,
    Mix,
    Move,
    OfferKind,
    Open,
    Share,
    Shuffle,
    ShuffleBody,
)
from tests.narrowing import of_kind, present
from tests.protocol.conversation.conftest import Pair, Prepared, TestIdentity, spellings, told_secrets

CIPHERTEXT_BYTES = 64
LEAST_EXPECTED = 5
"""A value of chi-squared tells something from so many expected of each kind on."""

MOST_CHI_SQUARED = {2: 24.0, 3: 27.7, 4: 30.7, 5: 33.4, 6: 36.0}
"""By the number of kinds: what chance exceeds once in a million times."""


# CV12: no mask is answered twice.


def masks(entry: Entry, key: bytes) -> Iterator[tuple[bytes, bytes]]:
    """To what each proof of an entry committed first, which only its mask makes, and with which challenge it went on.

    Whoever finds the first of these twice with another challenge computes the secret of the key from both answers.
    """
    body = entry.body
    match body:
        case Open():
            proof = opened(body).proof
            yield committed(proof.challenge, proof.response, key), proof.challenge
        case Share() | Move(played=Share()):
            share = body if isinstance(body, Share) else body.played
            assert share is not None
            yield committed(share.challenge, share.response, key), share.challenge
        case ShuffleBody():
            count = len(body.cards) // CIPHERTEXT_BYTES
            _, shuffling = shuffled(body, count)
            row_sum = sub(point_sum(shuffling.commitments), position_generators_sum(count))
            yield committed(shuffling.challenge, shuffling.sums[0], row_sum), shuffling.challenge
        case _:
            pass


def committed(challenge: bytes, response: bytes, point: bytes) -> bytes:
    """response·G − challenge·point, as a verifier computes it."""
    return sub(base_mul(Scalar(response)), mul(Scalar(challenge), Point(point)))


def moves_of(session: Session) -> list[MandalaMove]:
    return sorted(MANDALA.legal_moves(session.referee.view(session.seat)), key=MANDALA.format_move)


def said_in(pair: Pair, *, turns: int, taste: int) -> list[Entry]:
    """The messages of both until so many more moves are made, the moves chosen by taste."""
    referee = pair.sessions[Seat.HOST].referee
    begin, until = referee.transcript.length, referee.moves_made + turns
    while (session := pair.speaker) is not None and referee.moves_made < until:
        if session.pending is Pending.MOVE:
            moves = moves_of(session)
            command: Command = Play(moves[taste % len(moves)])
        else:
            command = Speak()
        pair.deliver(session.seat, session.send(command))
    return list(referee.transcript.entries[begin:])


def from_copy(make_pair: type[Pair], past: list[EntryMessage]) -> Pair:
    """Both sides, made again from copies of this age."""
    pair = make_pair(1)
    pair.sessions = tuple(pair._session(seat, 1, First.LOT) for seat in Seat)
    for session in pair.sessions:
        session.restore(past)
    pair.resume()
    return pair


def test_CV12_no_mask_meets_two_challenges_also_where_a_game_goes_on_from_an_older_copy(
    make_pair: type[Pair],
) -> None:
    """Both are made again from copies of all ages, and say something else from there on than they did before."""
    pair = make_pair(1)
    entries = said_in(pair, turns=6, taste=0)
    keys = [session._speaker._own_key.public for session in pair.sessions]
    past = [entry.message() for entry in entries]
    for length in range(8, len(past), 3):
        entries += said_in(from_copy(make_pair, past[:length]), turns=2, taste=length + 1)
    different = {entry.payload: entry for entry in entries}
    met: dict[bytes, set[bytes]] = {}
    for entry in different.values():
        speaker = next(seat for seat in Seat if signed_by(entry, pair.identities[seat].public))
        for mask, challenge in masks(entry, keys[speaker]):
            met.setdefault(mask, set()).add(challenge)
    assert len({entry.number for entry in entries}) < len(different), "other things were said than before"
    assert len(met) > 30
    assert not [challenges for challenges in met.values() if len(challenges) > 1]


def test_CV12_what_is_said_from_an_older_copy_as_before_is_the_same_to_the_byte(make_pair: type[Pair]) -> None:
    before = said_in(make_pair(1), turns=3, taste=1)
    again = from_copy(make_pair, [entry.message() for entry in before[:9]])
    assert said_in(again, turns=3, taste=1) == before[9:]


def test_CV12_nothing_secret_is_the_same_in_two_games_nor_on_both_sides(make_pair: type[Pair]) -> None:
    """The secrets of a game make all the points that only chance makes: keys, commitments, cards after a shuffle."""
    seen: Counter[bytes] = Counter()
    for seed in (1, 2):
        pair = make_pair(seed)
        said_in(pair, turns=1, taste=0)
        for entry in pair.sessions[0].referee.transcript.entries:
            match entry.body:
                case Commit():
                    seen[entry.body.commitment] += 1
                case Open():
                    seen.update((entry.body.nonce, entry.body.key))
                case Shuffle() | Mix():
                    body = entry.body
                    seen.update(rows(body.cards, CIPHERTEXT_BYTES))
                    seen.update(rows(body.commitments, 32))
                    seen.update(rows(body.chain, 32))
                case _:
                    pass
    assert len(seen) > 1000
    assert seen.most_common(1)[0][1] == 1


def rows(data: bytes, size: int) -> list[bytes]:
    return [data[start : start + size] for start in range(0, len(data), size)]


# OP1, OP2: nobody knows the other's key before the own one is chosen.


def test_OP1_what_was_committed_to_is_said_only_when_both_have_committed(make_pair: type[Pair]) -> None:
    pair = make_pair(1)
    pair.until_due(Open)
    entries = pair.sessions[Seat.HOST].referee.transcript.entries
    assert [type(entry.body) for entry in entries[-2:]] == [Commit, Commit]
    for session in pair.sessions:
        made = session._speaker._make_opened()
        for secret in (made.nonce, made.public, made.proof.challenge, made.proof.response):
            assert not [entry for entry in entries if bytes(secret) in entry.payload]


# PL7: which of equal cards.


def test_PL7_which_of_equal_cards_is_opened_is_left_to_chance(make_pair: type[Pair]) -> None:
    """Of m equal cards in a hand each choice of k is as likely as any other, whatever else is in the hand.

    In four courses of a game, the choice is counted for every move that leaves equal cards in the hand.
    """
    counts: dict[tuple[int, int], Counter[tuple[int, ...]]] = {}
    for course in range(4):
        pair = make_pair(1)
        for turn in range(12):
            said_in(pair, turns=1, taste=5 * course + turn)
            mover = pair.until_due(Move)
            for move in moves_of(mover):
                equal = places_of(mover, move)
                if not isinstance(move, Claim) and getattr(move, "count", 1) < len(equal):
                    chosen = tuple(map(equal.index, present(mover._speaker.move_body(move)[0].played).cards))
                    counts.setdefault((len(equal), len(chosen)), Counter())[chosen] += 1
    told = [kind for kind in counts if tells_something(kind, counts[kind])]
    assert {(2, 1), (3, 1), (3, 2)} <= set(told)
    for among, count in told:
        assert_uniform(counts[among, count], list(itertools.combinations(range(among), count)))


def places_of(session: Session, move: MandalaMove) -> list[int]:
    """The places in hand of the cards that have the colour of a move."""
    return [place for place, held in enumerate(session.referee.cards.faces(session.seat)) if held == move.colour]


def tells_something(kind: tuple[int, int], counted: Counter[tuple[int, ...]]) -> bool:
    kinds = len(list(itertools.combinations(range(kind[0]), kind[1])))
    return kinds in MOST_CHI_SQUARED and counted.total() >= LEAST_EXPECTED * kinds


def assert_uniform(counted: Counter[tuple[int, ...]], kinds: list[tuple[int, ...]]) -> None:
    expected = counted.total() / len(kinds)
    chi_squared = sum((counted[kind] - expected) ** 2 / expected for kind in kinds)
    assert chi_squared < MOST_CHI_SQUARED[len(kinds)], counted


# CV11: what an identity signs.


class Recorded:
    """An identity that keeps all that it signs."""

    def __init__(self, identity: TestIdentity) -> None:
        self._identity = identity
        self.signed: list[bytes] = []
        self.public = identity.public

    def sign(self, data: bytes) -> bytes:
        self.signed.append(data)
        return self._identity.sign(data)


def test_CV11_in_a_game_an_identity_signs_entries_and_wishes_alone_each_under_its_tag(make_pair: type[Pair]) -> None:
    pair = make_pair(1)
    recorded = tuple(map(Recorded, pair.identities))
    pair.identities = cast("tuple[TestIdentity, TestIdentity]", recorded)
    pair.sessions = tuple(pair._session(seat, 1, pair._first) for seat in Seat)
    pair.open_lines()
    pair.until_due(Move, occurrence=3)
    waiting = pair.sessions[pair.to_speak.seat.other]
    pair.deliver(waiting.seat, waiting.send(MakeOffer(OfferKind.END)))
    pair.deliver(pair.to_speak.seat, pair.to_speak.send(MakeOffer(OfferKind.END)))
    pair.play_to_end()
    referee = pair.sessions[0].referee
    entries = [tagged_hash("entry", entry.payload) for entry in referee.transcript.entries]
    wishes = 2 * [tagged_hash("wish", referee.game_id, b"end", (2).to_bytes(2, "big"))]
    signed = [data for identity in recorded for data in identity.signed]
    assert sorted(signed) == sorted(entries + wishes)
    assert {len(data) for data in signed} == {64}


# MS16, EN10 and what can be printed: keys, seeds, orders.


def test_no_text_that_python_makes_of_anything_in_a_game_shows_a_secret(prepared: Prepared) -> None:
    """Everything that a session holds is printed, as a traceback or a log would do it, in the middle of a game."""
    pair, _ = prepared(Move)
    pair.until_due(Move, occurrence=4)
    for session in pair.sessions:
        own_key = session._speaker._own_key
        secrets = {text for secret in (session._speaker._seed, own_key.secret) for text in spellings(present(secret))}
        shown = [*all_within(session), own_key, session.snapshot(), *session.referee.transcript.entries]
        ours = [one for one in shown if type(one).__module__.startswith("mandala_")]
        assert len({type(one) for one in ours}) > 20
        for one in ours:
            text = f"{one!r} {one}"
            assert not [secret for secret in secrets if secret in text], type(one)


def all_within(root: object) -> list[object]:
    """Everything that is reached from an object and is no module, class or function."""
    seen, found, left = {id(root)}, [], [root]
    while left:
        one = left.pop()
        found.append(one)
        for other in gc.get_referents(one):
            if id(other) not in seen and not isinstance(other, type) and not callable(other):
                seen.add(id(other))
                if type(other).__name__ != "module":
                    left.append(other)
    return found


def rotated(data: bytes) -> bytes:
    return data[32:] + data[:32]


FALSE = {
    Shuffle: lambda body: attrs.evolve(body, cards=rotated(body.cards)),
    Share: lambda body: attrs.evolve(body, shares=rotated(body.shares)),
    Mix: lambda body: attrs.evolve(body, chain=rotated(body.chain)),
    Move: lambda body: attrs.evolve(body, digest=rotated(body.digest + bytes(32))[:32]),
    Key: lambda body: attrs.evolve(body, secret=bytes([1]).ljust(32, bytes(1))),
}


@pytest.mark.parametrize("kind", FALSE, ids=lambda kind: kind.__name__)
def test_MS16_an_error_names_no_card_and_no_key_of_the_one_who_tells_it(prepared: Prepared, kind: type[Body]) -> None:
    """Every refusal in the other tests of conversations is looked at like this too, by ``Pair.refused``."""
    pair, session = prepared(kind, moves=4)
    refuser = pair.sessions[session.seat.other]
    body = session._speaker.move_body(moves_of(session)[0])[0] if kind is Move else pair.body_due(session)
    pair.refused(session, pair.forge(session, FALSE[kind](body)))
    complaint = refuser.complaint()
    assert not told_secrets(refuser, repr(complaint))
    assert present(refuser._speaker._seed) not in complaint
    assert bytes(refuser._speaker._own_key.secret) not in complaint


def test_EN10_before_the_end_nobody_says_a_key_nor_what_opens_a_card_of_the_own_hand(make_pair: type[Pair]) -> None:
    pair = make_pair(1)
    entries = pair.until_due(Move, occurrence=6).referee.transcript.entries
    for session in pair.sessions:
        own = [entry for entry in entries if signed_by(entry, session.identity)]
        secret = session._speaker._own_key.secret
        assert not [entry for entry in own if bytes(secret) in entry.payload]
        said = {point for entry in own for point in shares_in(entry)}
        cards = [card for name in ("hand", "cup") for card in session.referee.cards.held(session.seat, name)]
        assert len(cards) > 2
        assert len(said) > 10
        assert not said & {mul(secret, card.a) for card in cards}


def shares_in(entry: Entry) -> list[bytes]:
    share = entry.body.played if isinstance(entry.body, Move) else entry.body
    return rows(share.shares, 32) if isinstance(share, Share) else []


def test_PL2_a_share_opens_nothing_but_what_lies_open_and_the_cards_of_the_one_who_hears_it(
    make_pair: type[Pair],
) -> None:
    """The host says its share of the first deal first: with it the guest can see its hand, before it says its own."""
    pair = make_pair(1)
    guest = pair.until_due(Share, speaker=Seat.GUEST)
    share = of_kind(Share, guest.referee.transcript.entries[-1].body)
    pile, secret = guest.referee.cards.at_top(20), guest._speaker._own_key.secret
    hers = {4, 5, 6, 7, 8, 9, 10, 11} if guest.referee.first_player is Seat.HOST else set(range(12, 20))
    assert set(share.cards) == set(range(20)) - hers
    for number, point in zip(share.cards, rows(share.shares, 32), strict=True):
        assert open_face(pile[number], Point(point), mul(secret, pile[number].a), MANDALA.faces) in range(MANDALA.faces)
    for number, point in itertools.product(hers, rows(share.shares, 32)):
        with pytest.raises(WrongFace):
            open_face(pile[number], Point(point), mul(secret, pile[number].a), MANDALA.faces)
