"""Targets: files that hold what was said, a record or evidence, and what they prove to anybody."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgpack  # type: ignore[import-untyped]

from fuzz.choices import Choices
from fuzz.conversation import IDENTITIES, STRANGER, short_conversation
from fuzz.edits import edited, flip
from fuzz.sessions import other_field
from fuzz.standard import require_lawful
from fuzz.target import Target, require
from mandala_client.records.verdict import judgement_lines, told_game, verdict_lines
from mandala_protocol.conversation import evidence
from mandala_protocol.conversation.evidence import Evidence, NotEvidence, ProvenBreach, ProvenFork, Unproven
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.poker.hashing import tagged_hash
from mandala_protocol.poker.workers import Serial
from mandala_protocol.record import verification
from mandala_protocol.record.transcript import Entry, seal
from mandala_protocol.record.verification import NotARecord
from mandala_protocol.sentence import Sentence
from mandala_protocol.wire.messages import Commit, EntryMessage

_CHEAP: Final = 6
"""The number of entries that are verified in a blink: after them come the shuffles."""


def _require_sentences(lines: Sequence[str]) -> None:
    for line in lines:
        require(
            not any(unicodedata.category(character)[0] == "C" for character in line),
            f"a line that cannot be shown: {line!r}",
        )


def _require_reason(error: NotARecord | NotEvidence) -> None:
    require(len(error.args) == 1 and isinstance(error.args[0], Sentence), "no sentence says what is wrong")
    _require_sentences([str(error)])


# Reading.


def _read(data: bytes) -> None:
    try:
        messages = verification.read_messages(data)
    except NotARecord as error:
        _require_reason(error)
    else:
        require(verification.read_messages(verification.write(messages)) == messages, "a record reads back as another")
        verification.opened_keys(messages)
    try:
        found = evidence.read_file(data)
    except NotEvidence as error:
        _require_reason(error)
    else:
        require(evidence.read_file(evidence.write(found)) == found, "evidence reads back as other evidence")


def _small(count: int) -> list[Entry]:
    """Some small entries of one game, the last ones in the place of a shuffle."""
    said = list(short_conversation().entries[:6])
    for number in range(6, count):
        said.append(seal(number, said[-1].head, Commit(bytes(64)), IDENTITIES[number % 2]))
    return said[:count]


def _evidence(count: int, accused: int, second: int | None = None) -> bytes:
    messages = [entry.message() for entry in _small(8)]
    return evidence.write(
        Evidence(tuple(messages[:count]), messages[accused], None if second is None else messages[second])
    )


def _read_seeds() -> Mapping[str, bytes]:
    six = verification.write(_small(6))
    return {
        "nothing": verification.write([]),
        "six": six,
        "cut": six[:-40],
        "version": six.replace(b"record\x01", b"record\x02", 1),
        "large": b"\x93" + six[1:20] + b"\x01\xdd\xff\xff\xff\xff",
        "evidence": _evidence(6, 6),
        "evidence-cut": _evidence(3, 2)[:-70],
        "evidence-two": _evidence(5, 5, 4),
        "fork": msgpack.packb(["mandala-lan fork", 1, [[b"a", bytes(64)]], [b"b", bytes(64)]]),
    }


# Verifying.


def _verify(data: bytes) -> None:
    choices = Choices(data)
    honest = short_conversation().entries
    with_keys = choices.byte() % 2 == 1
    file = _rewritten(choices) if with_keys else edited(verification.write(honest), choices)
    try:
        verdict = verification.verify(file, GAMES, Serial())
    except NotARecord as error:
        _require_reason(error)
        return
    referee = verdict.referee
    taken = referee.transcript.entries
    if verdict.fault is not None:
        require_lawful(verdict.fault.error)
        require(verdict.fault.number == len(taken), "the fault is not at the first entry that was not taken")
        require(not verdict.complete, "a record with a fault is complete")
    else:
        require(len(taken) == verdict.entries, "without a fault, yet not all was taken")
    if not with_keys:
        require(taken == tuple(honest[: len(taken)]), "something that nobody signed was taken")
        require(not verdict.complete or len(taken) == len(honest), "a record is complete, and something is missing")
    _require_sentences(told_game(verdict))
    _require_sentences(verdict_lines(verdict))


def _rewritten(choices: Choices) -> bytes:
    """The record with one entry changed, and it and all after it signed and chained again by those who were to."""
    entries = short_conversation().entries
    # Half of them before the shuffles, as to verify those takes long.
    changed = choices.number(len(entries)) if choices.byte() % 2 else choices.number(_CHEAP)
    resealed, chained = choices.byte() % 8 != 0, choices.byte() % 4 != 0
    said: list[EntryMessage] = []
    head = bytes(32)
    for number, entry in enumerate(entries):
        signer: Any = next(identity for identity in IDENTITIES if _signed(entry, identity))
        payload: bytes = entry.payload
        value = msgpack.unpackb(payload)
        if number == changed:
            value[3] = other_field(value[3], choices)
            signer = STRANGER if choices.byte() % 16 == 0 else signer
        elif number < changed or not chained:
            said.append(entry.message())
            head = entry.head
            continue
        value[1] = head
        payload = msgpack.packb(value)
        signature = signer.sign_entry(payload) if resealed else entry.signature
        said.append(EntryMessage(payload, signature))
        head = tagged_hash("chain", payload, signature)[:32]
    match choices.byte() % 16:
        case 0:
            del said[choices.number(len(said))]
        case 1:
            said.insert(choices.number(len(said)), choices.one_of(said))
        case 2:
            del said[choices.number(len(said)) :]
        case _:
            pass
    return verification.write(said)


def _signed(entry: Entry, identity: Any) -> bool:
    return bool(identity.sign_entry(entry.payload) == entry.signature)


def _at(file: bytes, every: int, edit: Callable[[int], bytes]) -> Sequence[bytes]:
    return [b"\0" + edit(place) for place in range(0, len(file), every)]


def _verify_sweep() -> Sequence[bytes]:
    """Each entry changed by those who said it, and every 16th byte of the file by somebody else."""
    count = len(short_conversation().entries)
    by_players = [
        bytes([1, 1, number, 1, 1, field, 2, kind])
        for number in range(count)
        for field in range(4)
        for kind in range(5)
    ]
    return [
        *by_players,
        *_at(verification.write(short_conversation().entries), 16, lambda place: flip(place, 1 << place // 16 % 8)),
    ]


def _verify_seeds() -> Mapping[str, bytes]:
    file = verification.write(short_conversation().entries)
    return {
        "honest": b"\0",
        "bit": b"\0" + flip(len(file) - 30, 4),
        "cut": b"\0\3" + (len(file) // 2).to_bytes(3, "big"),
        **{f"entry-{number:02}": bytes([1, 1, number, 1, 1, number % 4, 2, 1]) for number in (0, 1, 2, 3, 4, 5, 24)},
    }


# Forks.


def _judge(data: bytes) -> None:
    """Judge an entry against the record with an honest one in its place, or as the next one, or against a third."""
    choices = Choices(data)
    entries = short_conversation().entries
    number = choices.number(_CHEAP) if choices.byte() % 16 else choices.number(min(len(entries), 16))
    said, form = entries[number], choices.byte() % 3
    signer: Any = (*IDENTITIES, STRANGER)[choices.byte() % 3]
    value = msgpack.unpackb(said.payload)
    match choices.byte() % 4:
        case 0:
            other = EntryMessage(choices.rest(), bytes(64))
        case 1:
            value[2], value[3] = 7, {"move": "Kg", "played": None, "digest": bytes(32)}
            payload: bytes = msgpack.packb(value)
            other = EntryMessage(payload, signer.sign_entry(payload))
        case _:
            value[3] = other_field(value[3], choices)
            payload = msgpack.packb(value)
            other = EntryMessage(payload, signer.sign_entry(payload))
    before = tuple(entry.message() for entry in entries[: number + (form == 0)])
    file = edited(evidence.write(Evidence(before, other, said.message() if form == 2 else None)), choices)
    try:
        judgement = evidence.judge(evidence.read_file(file), GAMES, Serial())
    except NotEvidence as error:
        _require_reason(error)
        return
    _require_sentences(judgement_lines(judgement))
    match judgement:
        case ProvenFork():
            require(_signed(said, signer) and other != said.message(), "a fork that is none is proven")
            require(IDENTITIES[judgement.seat] is signer, "a fork is proven of the other player")
        case ProvenBreach():
            require_lawful(judgement.error)
            require(other != said.message(), "a right entry is proven wrong")
            require(IDENTITIES[judgement.seat] is signer, "a breach is proven of the other player")
        case Unproven(error=reason):
            if reason is not None:
                require_lawful(reason)


def _judge_seeds() -> Mapping[str, bytes]:
    by_hand = {
        f"entry-{number:02}-by-{seat}-{form}": bytes([1, number, form, seat, 2, 1, 2, 1, 0, 3, 0])
        for number in range(6)
        for seat in range(3)
        for form in range(3)
    }
    return {**by_hand, "move": bytes([0, 12, 0, 0, 1]), "nothing": bytes([1, 3, 0, 0, 0])}


TARGETS: Final = (
    Target(
        "record-read",
        "the entries of a record or of evidence, that read back as themselves, or one sentence",
        _read,
        _read_seeds,
        longest=4096,
        share=2,
    ),
    Target(
        "record-verify",
        "a verdict of what was really signed, with a lawful error for the first fault, or one sentence",
        _verify,
        _verify_seeds,
        _verify_sweep,
        longest=300,
        share=6,
        quick=4,
    ),
    Target(
        "evidence-verify",
        "nothing is proven but of who has signed it: two entries for one place, or a wrong one; else a doubt",
        _judge,
        _judge_seeds,
        longest=300,
        share=4,
        quick=10,
    ),
)
