"""Entries that were refused: they hold their places in the game, and show others what is wrong with them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, TypeAlias

import attrs
import pytest
from nacl.bindings import crypto_core_ed25519_scalar_add, crypto_scalarmult_ed25519_base_noclamp
from nacl.signing import SigningKey

from mandala_protocol.conversation import evidence
from mandala_protocol.conversation.events import Play, Resign, Speak
from mandala_protocol.conversation.evidence import (
    Doubt,
    Evidence,
    EvidenceJudgement,
    ProvenBreach,
    ProvenFork,
    Unproven,
)
from mandala_protocol.conversation.kept_entries import SHOWN_BY_THE_RECORD, KeptEntry, hidden_cards
from mandala_protocol.conversation.session import Session
from mandala_protocol.errors import Code, LocalProtocolError, RemoteProtocolError
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.games.game import Moved
from mandala_protocol.games.mandala import COLOURS, MANDALA, Discard
from mandala_protocol.poker.ciphertexts import Purpose, prove_shares
from mandala_protocol.poker.game_keys import commit, prove_knowledge
from mandala_protocol.poker.group import Point, Scalar, add, base_mul
from mandala_protocol.poker.hashing import Context, tagged_hash
from mandala_protocol.poker.sampling import HashStream
from mandala_protocol.poker.workers import Serial
from mandala_protocol.record import card_values, referee
from mandala_protocol.record.opening import Opened
from mandala_protocol.record.statements import offer_statement
from mandala_protocol.record.transcript import Entry, read, seal, signed_by
from mandala_protocol.seats import Seat
from mandala_protocol.wire import codec
from mandala_protocol.wire.messages import (
    Accept,
    Adjourn,
    Body,
    Chat,
    Commit,
    End,
    EntryMessage,
    First,
    Key,
    MessageReader,
    Mix,
    Move,
    Offer,
    Open,
    Propose,
    ResultBody,
    Resume,
    Share,
    Shuffle,
    encode,
)
from tests.hearing import hear
from tests.narrowing import of_kind, present
from tests.protocol.conversation.conftest import Pair, Prepared, copied

OTHER_SCALAR = (7).to_bytes(32, "little")
OTHER_POINT = base_mul(Scalar(OTHER_SCALAR))
NOT_BELOW_ORDER = (2**252 + 27742317777372353535851937790883648493).to_bytes(32, "little")
GRACE = 600


# Every cheat that others can see: whoever is to say it, and the bytes of it.

Made: TypeAlias = tuple[Pair, Session, bytes]
"""A pair, the one in it who cheats, and what that one says."""

Make: TypeAlias = Callable[[type[Pair]], Made]
Change: TypeAlias = Callable[..., Any]


def at(kind: type[Body], change: Change, **due: Any) -> Make:
    """The due entry, changed."""

    def make(_: type[Pair]) -> Made:
        pair, session = copied(kind, first=First.HOST)
        if due:
            session = pair.until_due(kind, **due)
        body = a_move(session) if kind is Move else session._speaker.next_body()
        return pair, session, pair.forge(session, change(body, session, pair))

    return make


def fields(kind: type[Body], **changes: Any) -> Make:
    return at(kind, lambda body, *_: attrs.evolve(body, **changes))


def instead(kind: type[Body], body: Change) -> Make:
    return at(kind, lambda _, session, pair: body(session, pair))


def payload(change: Change) -> Make:
    """The payload that is due, changed: ``change`` gets its four items."""

    def make(make_pair: type[Pair]) -> Made:
        pair = make_pair(1, First.HOST)
        session = pair.until_due(Commit)
        transcript = session.referee.transcript
        items = [transcript.length, transcript.head, 2, codec.unstructure(session._speaker.next_body())]
        return pair, session, pair.forge_payload(session, change(items))

    return make


def at_end(kind: type[Body], change: Change) -> Make:
    def make(make_pair: type[Pair]) -> Made:
        pair = make_pair(1, First.HOST, moves=0)
        session = pair.until_due(kind)
        return pair, session, pair.forge(session, change(session._speaker.next_body()))

    return make


def entry_in(data: bytes) -> EntryMessage:
    """The one message in these bytes, which is an entry."""
    (message,) = MessageReader().feed(data)
    return of_kind(EntryMessage, message)


def a_move(session: Session) -> Move:
    (move, *_) = MANDALA.legal_moves(session.referee.view(session.seat))
    return session._speaker.move_body(move)[0]


def forbidden(body: Move, session: Session, _: Pair) -> Move:
    colour = next(colour for colour in COLOURS if session.referee.state.mandalas[0].mountain[colour])
    return attrs.evolve(body, move=f"B0{colour.letter}1")


def false_face(_: Move, session: Session, __: Pair) -> Move:
    held = session.referee.cards.faces(session.seat)[0]
    body = session._speaker.move_body(Discard(COLOURS[present(held)], 1))[0]
    other = next(colour for colour in COLOURS if colour != held)
    after = session.referee.rules.apply(session.referee.state, moved(session, f"C{other.letter}1"))
    return attrs.evolve(body, move=f"C{other.letter}1", digest=MANDALA.digest(after))


def moved(session: Session, notation: str) -> Moved[Any]:
    return Moved(session.seat, MANDALA.parse_move(notation))


def fewer_cards(body: Move, _: Session, __: Pair) -> Move:
    return attrs.evolve(body, played=attrs.evolve(present(body.played), cards=(), shares=b""))


def other_card(body: Share, _: Session, __: Pair) -> Share:
    return attrs.evolve(body, cards=(*body.cards[:-1], body.cards[-1] + 1))


def other_share(body: Share, _: object, __: object) -> Share:
    return attrs.evolve(body, shares=OTHER_POINT + body.shares[32:])


def out_of_turn(_: type[Pair]) -> Made:
    pair, mover = copied(Move, first=First.HOST)
    other = pair.sessions[mover.seat.other]
    return pair, other, pair.forge(other, Move("A0r", None, bytes(32)))


def after_the_end(make_pair: type[Pair]) -> Made:
    pair = make_pair(1, First.HOST, moves=0)
    pair.play_to_end()
    session = pair.sessions[Seat.GUEST]
    return pair, session, pair.forge(session, Key(OTHER_SCALAR))


def opened_with(change: Change) -> Make:
    """A guest who commits to an opening that is false, and then opens just that."""

    def make(make_pair: type[Pair]) -> Made:
        pair = make_pair(1, First.HOST)
        session = pair.until_due(Commit, speaker=Seat.GUEST)
        opened = change(session._speaker._make_opened(), pair)
        pair.deliver(session.seat, pair.forge(session, Commit(commit(opened.nonce, opened.public, opened.proof))))
        pair.sessions[Seat.GUEST]._speaker.take_own(pair.sessions[Seat.HOST].referee.transcript.entries[-1])
        pair.say_next()
        proof = opened.proof
        return pair, session, pair.forge(session, Open(opened.nonce, opened.public, proof.challenge, proof.response))

    return make


def unknown_secret(opened: Opened, _: Pair) -> Opened:
    return attrs.evolve(opened, proof=attrs.evolve(opened.proof, response=Scalar(OTHER_SCALAR)))


def copied_key(opened: Opened, pair: Pair) -> Opened:
    """The host's own key, by a guest who knows its secret."""
    key = pair.sessions[Seat.HOST]._speaker._own_key
    game = pair.sessions[Seat.HOST].referee.game_id
    return attrs.evolve(
        opened, public=key.public, proof=prove_knowledge(key, Context(game, Seat.GUEST), HashStream(b"x", "test"))
    )


def adjourned_twice(_: type[Pair]) -> Made:
    pair, mover = copied(Move, first=First.HOST)
    wish = pair.identities[mover.seat.other].sign(offer_statement(mover.referee.game_id, "adjourn", 0))
    pair.deliver(mover.seat.other, encode(Offer("adjourn", 0, wish)))
    once = seal(mover.referee.transcript.length, mover.referee.transcript.head, Adjourn(0, wish), pair.identities[0])
    for session in pair.sessions:
        session.referee.take(once)
    return pair, mover, pair.forge(mover, Adjourn(0, wish))


def abandoned_without_grace(_: type[Pair]) -> Made:
    """It comes back on a new line, where it could be heard if a grace had been agreed."""
    pair, mover = copied(Move, first=First.HOST)
    pair.cut()
    pair.open_lines()
    transcript = mover.referee.transcript
    entry = seal(transcript.length, transcript.head, End("abandoned", 0, b""), pair.identities[mover.seat])
    resume = encode(Resume(transcript.length + 1, entry.head))
    return pair, mover, resume + encode(entry.message())


CHEATS: dict[str, list[Make]] = {
    "MS3": [payload(lambda items: codec.pack(items)[:-3])],
    "MS4": [payload(lambda items: b"\xdc\x00\x04" + codec.pack(items)[1:])],
    "MS5": [payload(lambda items: codec.pack([*items[:3], {}]))],
    "MS6": [payload(lambda items: codec.pack([*items[:3], {"commitment": b"short"}]))],
    "TR1": [payload(lambda items: codec.pack(items[:3])), payload(lambda items: codec.pack([*items, None]))],
    "TR4": [payload(lambda items: codec.pack([*items[:2], 98, {}]))],
    "OR1": [
        instead(Commit, lambda *_: Key(OTHER_SCALAR)),
        instead(Move, lambda *_: Accept(True, b"x" * 32, "", b"y" * 32)),
    ],
    "OR2": [out_of_turn],
    "OR3": [after_the_end],
    "OP2": [fields(Open, nonce=bytes(32))],
    "OP3": [opened_with(unknown_secret)],
    "OP4": [opened_with(copied_key)],
    "DK1": [
        fields(Open, key=bytes(32)),
        at(Share, lambda body, *_: attrs.evolve(body, shares=bytes(len(body.shares)))),
    ],
    "DK2": [fields(Open, challenge=NOT_BELOW_ORDER), at_end(Key, lambda _: Key(NOT_BELOW_ORDER))],
    "DK3": [at(Shuffle, lambda body, *_: attrs.evolve(body, cards=body.cards[:-64]))],
    "DK4": [fields(Shuffle, challenge=OTHER_SCALAR), fields(Mix, challenge=OTHER_SCALAR)],
    "DK5": [
        at(Share, other_share),
        at(Move, lambda body, *_: attrs.evolve(body, played=other_share(body.played, 0, 0))),
    ],
    "PL1": [fields(Move, move="Z")],
    "PL2": [at(Share, other_card)],
    "PL3": [at(Move, forbidden)],
    "PL4": [at(Move, fewer_cards)],
    "PL5": [at(Move, false_face)],
    "PL6": [fields(Move, digest=bytes(32))],
    "PL8": [fields(Move, played=None)],
    "EN1": [instead(Move, lambda *_: End("resigned", 9, b""))],
    "EN2": [instead(Move, lambda *_: End("resigned", 0, bytes(64)))],
    "EN3": [instead(Move, lambda *_: End("agreed", 0, b""))],
    "EN4": [at_end(Key, lambda _: Key(OTHER_SCALAR))],
    "EN5": [at_end(ResultBody, lambda body: attrs.evolve(body, scores=(99, 0)))],
    "EN13": [adjourned_twice],
    "EN14": [abandoned_without_grace],
}
ALL_CHEATS = [
    pytest.param(number, make, id=f"{number}-{at}") for number, all_ in CHEATS.items() for at, make in enumerate(all_)
]


def caught(make_pair: type[Pair], number: str, make: Make) -> tuple[Pair, Session, Session, KeptEntry]:
    """A pair in which this cheat was refused: the cheat, the one who refused it, and what that one keeps."""
    pair, cheat, data = make(make_pair)
    hearer = pair.sessions[cheat.seat.other]
    before = hearer.referee.transcript.entries
    error = pair.refused(cheat, data)
    assert error.requirement == number
    assert hearer.referee.transcript.entries == before
    kept = hearer.refusals.refused
    assert kept is not None
    assert (kept.number, kept.code, kept.requirement) == (len(before), error.code, number)
    return pair, cheat, hearer, kept


def judged(found: Evidence) -> EvidenceJudgement:
    return evidence.judge(evidence.read_file(evidence.write(found)), GAMES, Serial())


def test_every_requirement_that_others_can_see_broken_has_a_cheat_here() -> None:
    assert set(CHEATS) | {"DK6"} == SHOWN_BY_THE_RECORD


@pytest.mark.parametrize(("number", "make"), ALL_CHEATS)
def test_TR12_a_refused_entry_proves_to_anybody_what_is_wrong_with_it(
    make_pair: type[Pair], number: str, make: Make
) -> None:
    pair, cheat, hearer, kept = caught(make_pair, number, make)
    assert kept.proves
    verdict = judged(evidence.of_kept(hearer.referee.transcript.entries, kept))
    assert isinstance(verdict, ProvenBreach)
    assert (verdict.seat, verdict.number, verdict.error.requirement) == (cheat.seat, kept.number, number)
    assert verdict.error.code is kept.code
    assert [player.identity for player in verdict.players] == [identity.public for identity in pair.identities]


@pytest.mark.parametrize(("number", "make"), ALL_CHEATS)
def test_RS15_after_a_restart_the_game_stays_broken_off_for_the_same_reason(
    make_pair: type[Pair], number: str, make: Make
) -> None:
    pair, _, hearer, kept = caught(make_pair, number, make)
    length = hearer.referee.transcript.length
    again = pair.rebuild(hearer.seat, kept=[kept])
    again.open_line("anything")
    with pytest.raises(LocalProtocolError):
        again.send(Speak())
    for data in (b"", encode(Chat("hello"))):
        again = pair.rebuild(hearer.seat, kept=[kept])
        again.open_line("anything")
        with pytest.raises(RemoteProtocolError) as caught_again:
            hear(again, data)
        assert (caught_again.value.code, caught_again.value.requirement) == (kept.code, number)
    assert again.referee.transcript.length == length
    assert again.new_entries() == ()


# A caught cheat that says something else in the same place.


def right_entry(cheat: Session) -> Entry:
    """The entry that the cheat should have sent there."""
    due = cheat.referee.due
    body = a_move(cheat) if present(due).kind is Move else cheat._speaker.next_body()
    transcript = cheat.referee.transcript
    return seal(transcript.length, transcript.head, body, cheat._signer)


@pytest.mark.parametrize("number", ["PL5", "DK4", "OR1", "MS5", "TR4"])
def test_TR8_a_cheat_that_was_refused_cannot_say_the_right_thing_instead(make_pair: type[Pair], number: str) -> None:
    """It says the entry that it should have said, at once with its hello on the next line."""
    pair, cheat, hearer, kept = caught(make_pair, number, CHEATS[number][0])
    again = pair.rebuild(hearer.seat, kept=[kept])
    again.open_line("anything")
    right = right_entry(cheat)
    with pytest.raises(RemoteProtocolError) as refused:
        hear(again, encode(right.message()))
    assert (refused.value.code, refused.value.requirement) == (Code.FORK, "TR8")
    fork = again.refusals.refused
    assert fork is not None
    assert fork.is_fork
    verdict = judged(evidence.of_kept(again.referee.transcript.entries, fork, kept))
    assert isinstance(verdict, ProvenFork)
    assert (verdict.seat, verdict.number, verdict.other) == (cheat.seat, kept.number, right.body)
    assert verdict.said == (None if number in ("MS5", "TR4") else _body(kept.message))


def _body(message: EntryMessage) -> Body:
    return read(message).body


def test_TR8_an_entry_that_cannot_be_read_contradicts_the_one_in_the_record(make_pair: type[Pair]) -> None:
    pair = make_pair(1)
    pair.until_due(Commit, speaker=Seat.GUEST)
    host, guest = pair.sessions
    said = guest.referee.transcript.entries[2]
    unreadable = codec.pack([2, said.previous, 98, {}])
    error = pair.refused(host, pair.forge_payload(host, unreadable))
    assert (error.code, error.requirement) == (Code.FORK, "TR8")
    verdict = judged(evidence.of_kept(guest.referee.transcript.entries, present(guest.refusals.refused)))
    assert isinstance(verdict, ProvenFork)
    assert (verdict.seat, verdict.said, verdict.other) == (Seat.HOST, said.body, None)


def other_signature(key: SigningKey, data: bytes) -> bytes:
    """A second signature over the same bytes: valid, with a nonce of its own in place of that of RFC 8032."""
    order = 2**252 + 27742317777372353535851937790883648493
    secret = bytearray(hashlib.sha512(bytes(key)).digest()[:32])
    secret[0] &= 248
    secret[31] &= 63
    secret[31] |= 64
    nonce = (12345).to_bytes(32, "little")
    commitment = crypto_scalarmult_ed25519_base_noclamp(nonce)
    hashed = int.from_bytes(hashlib.sha512(commitment + bytes(key.verify_key) + data).digest(), "little") % order
    product = (hashed * int.from_bytes(secret, "little") % order).to_bytes(32, "little")
    return commitment + crypto_core_ed25519_scalar_add(nonce, product)


def test_TR8_a_second_signature_of_one_entry_is_a_fork(make_pair: type[Pair]) -> None:
    """Signing is deterministic (RFC 8032), and the signature is part of the head: two of them are two pasts."""
    pair = make_pair(1)
    pair.until_due(Commit, speaker=Seat.GUEST)
    host, guest = pair.sessions
    said = guest.referee.transcript.entries[2]
    signature = other_signature(pair.identities[0]._key, tagged_hash("entry", said.payload))
    assert signature != said.signature
    twice = EntryMessage(said.payload, signature)
    error = pair.refused(host, encode(twice))
    assert (error.code, error.requirement) == (Code.FORK, "TR8")
    verdict = judged(evidence.of_kept(guest.referee.transcript.entries, present(guest.refusals.refused)))
    assert isinstance(verdict, ProvenFork)
    assert verdict.seat is Seat.HOST


def test_TR8_the_entry_of_the_record_contradicts_nothing_when_it_comes_again_after_a_fork(
    make_pair: type[Pair],
) -> None:
    pair = make_pair(1)
    pair.until_due(Commit, speaker=Seat.GUEST)
    host, guest = pair.sessions
    said = guest.referee.transcript.entries[2]
    other = seal(2, said.previous, Commit(bytes(64)), pair.identities[0])
    pair.refused(host, encode(other.message()))
    again = pair.rebuild(Seat.GUEST, kept=[present(guest.refusals.refused)])
    again.open_line("Anna")
    with pytest.raises(RemoteProtocolError) as refused:
        hear(again, encode(said.message()))
    assert refused.value.requirement == "TR8"
    assert again.refusals.refused is None, "what is kept proves it already"


# What was our own fault.


def test_RS15_what_the_program_of_today_finds_right_is_taken(prepared: Prepared) -> None:
    """An earlier program refused a right move; the entry is kept, and judged once more."""
    pair, mover = prepared(Move, first=First.HOST, moves=2)
    hearer = pair.sessions[mover.seat.other]
    message = entry_in(mover.send(Play(MANDALA.parse_move(a_move(mover).move))))
    kept = KeptEntry(hearer.referee.transcript.length, message, Code.ILLEGAL_MOVE, "PL3")
    again = pair.rebuild(hearer.seat, kept=[kept])
    assert again.refusals.locked is None
    assert again.refusals.pardoned == mover.referee.transcript.entries[-1]
    pair.cut()
    pair.resume()
    assert {session.referee.transcript.length for session in pair.sessions} == {kept.number + 1}
    pair.play_to_end()


# What shows nothing to others, or no more than this.


@pytest.mark.parametrize("number", ["PL5"])
def test_RF9_without_the_receivers_shares_nobody_sees_that_a_colour_was_false(
    make_pair: type[Pair], number: str
) -> None:
    _, __, hearer, kept = caught(make_pair, number, CHEATS[number][0])
    assert kept.help is not None
    alone = attrs.evolve(kept, help=None)
    assert judged(evidence.of_kept(hearer.referee.transcript.entries, alone)) == Unproven(Doubt.RIGHT)


def test_RF9_the_help_opens_the_cards_of_the_entry_and_no_others_and_shows_no_key(make_pair: type[Pair]) -> None:
    _, cheat, hearer, kept = caught(make_pair, "PL5", CHEATS["PL5"][0])
    data = evidence.write(evidence.of_kept(hearer.referee.transcript.entries, kept))
    assert present(kept.help).cards == present(of_kind(Move, _body(kept.message)).played).cards
    assert len(present(kept.help).shares) == 32 * len(present(kept.help).cards)
    assert bytes(hearer._speaker._own_key.secret) not in data
    others = [
        card
        for place, card in enumerate(hearer.referee.cards.held(cheat.seat))
        if place not in present(kept.help).cards
    ]
    assert others
    for card in (*others, *hearer.referee.cards.held(hearer.seat)):
        assert bytes(hearer.referee.keys.share(hearer.seat, card)) not in data


@pytest.mark.parametrize(
    "change",
    [
        lambda lent: attrs.evolve(lent, cards=(lent.cards[0] + 1,)),
        lambda lent: attrs.evolve(lent, shares=OTHER_POINT),
        lambda lent: attrs.evolve(lent, response=OTHER_SCALAR),
        lambda lent: attrs.evolve(lent, shares=bytes(32)),
        lambda lent: attrs.evolve(lent, cards=(), shares=b""),
    ],
)
def test_RF9_false_shares_of_the_one_who_accuses_prove_nothing(
    make_pair: type[Pair], change: Callable[[Share], Share]
) -> None:
    _, __, hearer, kept = caught(make_pair, "PL5", CHEATS["PL5"][0])
    false = attrs.evolve(kept, help=change(present(kept.help)))
    assert judged(evidence.of_kept(hearer.referee.transcript.entries, false)) == Unproven(Doubt.HELP)


def test_RF9_the_proof_of_a_share_in_play_is_no_proof_of_one_for_evidence(make_pair: type[Pair]) -> None:
    """Each has a tag of its own, so nothing said in a game can be put under an accusation."""
    _, __, hearer, kept = caught(make_pair, "PL5", CHEATS["PL5"][0])
    accused = read(kept.message)
    cards = hidden_cards(hearer.referee, accused.body, hearer.seat.other)
    context, stream = Context(accused.head, hearer.seat), HashStream(b"x", "test")
    for purpose, expected in ((Purpose.PLAY, Unproven), (Purpose.EVIDENCE, ProvenBreach)):
        shown = prove_shares(hearer._speaker._own_key, list(cards.values()), context, stream, purpose=purpose)
        lent = attrs.evolve(kept, help=card_values.share_body(tuple(cards), shown))
        assert isinstance(judged(evidence.of_kept(hearer.referee.transcript.entries, lent)), expected)


def test_RF9_a_card_without_a_face_is_shown_by_the_one_whom_it_was_dealt(
    make_pair: type[Pair], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A proof of a shuffle that lets a false card in cannot be made; here it is not looked at, on any side."""
    monkeypatch.setattr(referee, "verify_shuffle", lambda *_, **__: None)
    pair = make_pair(1, First.HOST)
    guest = pair.until_due(Shuffle, speaker=Seat.GUEST)
    body = of_kind(Shuffle, guest._speaker.next_body())
    falsified = attrs.evolve(body, cards=with_false_card(body.cards, 5))
    data = pair.forge(guest, falsified)
    pair.deliver(Seat.GUEST, data)
    guest.referee.take(pair.sessions[Seat.HOST].referee.transcript.entries[-1])
    guest = pair.until_due(Share, speaker=Seat.GUEST)
    host = pair.sessions[Seat.HOST]
    error = pair.refused(guest, guest.send(Speak()))
    assert (error.code, error.requirement) == (Code.FALSE_FACE, "DK6")
    kept = host.refusals.refused
    assert present(present(kept).help).cards == (5,)
    entries = host.referee.transcript.entries
    verdict = judged(evidence.of_kept(entries, present(kept)))
    assert isinstance(verdict, ProvenBreach)
    assert (verdict.seat, verdict.error.requirement) == (Seat.GUEST, "DK6")
    assert judged(evidence.of_kept(entries, attrs.evolve(present(kept), help=None))) == Unproven(Doubt.RIGHT)


def with_false_card(cards: bytes, number: int) -> bytes:
    start = 64 * number + 32
    return cards[:start] + add(Point(cards[start : start + 32]), OTHER_POINT) + cards[start + 32 :]


def test_TR12_an_entry_for_another_place_or_by_somebody_else_is_not_kept(prepared: Prepared) -> None:
    for change in (
        lambda place, head: (place + 1, head, True),
        lambda place, head: (place, bytes(32), True),
        lambda place, head: (place, head, False),
    ):
        pair, session = prepared(Commit)
        hearer = pair.sessions[session.seat.other]
        transcript = session.referee.transcript
        number, previous, own = change(transcript.length, transcript.head)
        signer = pair.identities[session.seat if own else session.seat.other]
        entry = seal(number, previous, Key(OTHER_SCALAR), signer)
        error = pair.refused(session, encode(entry.message()))
        assert error.requirement in ("TR5", "TR6", "TR7")
        assert hearer.refusals.refused is None


@pytest.mark.parametrize(("kind", "number"), [(Propose, "OR4"), (Accept, "OR5")])
def test_TR12_before_both_have_agreed_to_play_nothing_is_kept(
    prepared: Prepared, kind: type[Body], number: str
) -> None:
    pair, session = prepared(kind)
    changes = {"game": "chess"} if kind is Propose else {"name": "Somebody Else"}
    error = pair.refused(session, pair.forge(session, pair.body_due(session, **changes)))
    assert error.requirement == number
    assert pair.sessions[session.seat.other].refusals.refused is None


def test_EN14_an_abandonment_on_an_open_line_is_kept_but_shows_nothing_to_others(make_pair: type[Pair]) -> None:
    pair = make_pair(1, grace=GRACE)
    session = pair.until_due(Commit)
    hearer = pair.sessions[session.seat.other]
    pair.refused(session, pair.forge(session, End("abandoned", 0, b"")))
    kept = hearer.refusals.refused
    assert present(kept).requirement == "EN14"
    verdict = judged(evidence.of_kept(hearer.referee.transcript.entries, present(kept)))
    assert verdict == Unproven(Doubt.RIGHT)


@pytest.mark.parametrize("signer", ["other", "stranger"])
def test_RF9_a_wrong_entry_that_somebody_else_signed_proves_nothing_against_a_player(
    make_pair: type[Pair], signer: str
) -> None:
    pair, cheat, data = CHEATS["PL6"][0](make_pair)
    message = entry_in(data)
    identity = type(pair.identities[0])(9)
    if signer == "stranger":
        forged = EntryMessage(message.payload, identity.sign(tagged_hash("entry", message.payload)))
        expected = Unproven(Doubt.OTHER_SIGNER)
        found = Evidence(tuple(entry.message() for entry in cheat.referee.transcript.entries), forged)
        assert judged(found) == expected
    else:
        # The other seat signing it has spoken out of turn, which is its own fault and nobody else's.
        other = pair.identities[cheat.seat.other]
        forged = EntryMessage(message.payload, other.sign(tagged_hash("entry", message.payload)))
        found = Evidence(tuple(entry.message() for entry in cheat.referee.transcript.entries), forged)
        verdict = judged(found)
        assert isinstance(verdict, ProvenBreach)
        assert (verdict.seat, verdict.error.requirement) == (cheat.seat.other, "OR2")


def test_RF9_a_right_entry_proves_nothing(make_pair: type[Pair]) -> None:
    pair = make_pair(1)
    session = pair.until_due(Commit)
    before = tuple(entry.message() for entry in session.referee.transcript.entries)
    message = entry_in(session.send(Speak()))
    assert judged(Evidence(before, message)) == Unproven(Doubt.RIGHT)


# A game that is called abandoned by the one who played on (EN18).


@pytest.mark.parametrize("more", [1, 3])
def test_EN18_a_player_who_cuts_the_record_and_calls_the_game_abandoned_has_signed_what_it_denies(
    prepared: Prepared, more: int
) -> None:
    pair, _ = prepared(Move, grace=GRACE)
    mover = pair.until_due(Move, occurrence=2)
    place = mover.referee.transcript.length
    hearer = pair.sessions[mover.seat.other]
    while sum(_signed(entry, pair, mover.seat) for entry in hearer.referee.transcript.entries[place:]) < more:
        pair.say_next()
    pair.cut()
    liar = pair.rebuild(mover.seat, place)
    liar._speaker.say(End("abandoned", 1, b""))
    errors = pair.resume_in_dispute()
    assert errors[hearer.seat].code is Code.FORK
    verdict = judged(evidence.of_kept(hearer.referee.transcript.entries, present(hearer.refusals.refused)))
    assert isinstance(verdict, ProvenFork)
    assert (verdict.seat, verdict.number) == (mover.seat, place)


def test_EN18_it_is_found_when_the_first_entry_cut_was_the_others(prepared: Prepared) -> None:
    """The loser cuts the winner's entry, and its own after that."""
    pair, _ = prepared(Move, grace=GRACE)
    mover = pair.until_due(Move, occurrence=2)
    liar, hearer = mover.seat.other, mover
    place = mover.referee.transcript.length
    while not any(_signed(entry, pair, liar) for entry in hearer.referee.transcript.entries[place:]):
        pair.say_next()
    later = hearer.referee.transcript.length - 1
    pair.cut()
    pair.rebuild(liar, place)._speaker.say(End("abandoned", 1, b""))
    errors = pair.resume_in_dispute()
    assert (errors[hearer.seat].code, errors[hearer.seat].requirement) == (Code.FORK, "EN18")
    verdict = judged(evidence.of_kept(hearer.referee.transcript.entries, present(hearer.refusals.refused)))
    assert isinstance(verdict, ProvenFork)
    assert (verdict.seat, verdict.requirement) == (liar, "EN18")
    assert (verdict.number, verdict.said_number) == (place, later)


def _signed(entry: Entry, pair: Pair, seat: Seat) -> bool:
    return signed_by(entry, pair.identities[seat].public)


def test_a_resignation_is_worth_more_than_a_game_that_was_broken_off(make_pair: type[Pair]) -> None:
    """Nothing of a game that is broken off can be ended any more: neither by us nor by the other."""
    pair, _, hearer, kept = caught(make_pair, "PL6", CHEATS["PL6"][0])
    again = pair.rebuild(hearer.seat, kept=[kept])
    again.open_line("anything")
    for command in (Resign(),):
        with pytest.raises(LocalProtocolError) as refused:
            again.send(command)
        assert refused.value.requirement == "RS15"
    assert again.referee.result is None


def test_RF9_a_false_head_hides_no_false_colour(make_pair: type[Pair]) -> None:
    """On the next line the cheat announces another head than its entry leads to: that is what is found first."""
    pair, cheat, data = CHEATS["PL5"][0](make_pair)
    hearer = pair.sessions[cheat.seat.other]
    pair.cut()
    pair.open_lines()
    length = cheat.referee.transcript.length
    error = pair.refused(cheat, encode(Resume(length + 1, bytes(32))) + data)
    assert error.requirement == "RS4"
    kept = hearer.refusals.refused
    assert (present(kept).number, present(kept).requirement, present(kept).proves) == (length, "RS4", False)
    verdict = judged(evidence.of_kept(hearer.referee.transcript.entries, present(kept)))
    assert isinstance(verdict, ProvenBreach)
    assert verdict.error.requirement == "PL5"
    again = pair.rebuild(hearer.seat, kept=[present(kept)])
    assert again.refusals.locked == kept
