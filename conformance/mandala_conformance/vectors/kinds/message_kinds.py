"""The vectors of messages, of the payloads of entries, and of signatures."""

from __future__ import annotations

from typing import Final

from mandala_conformance.vectors.form.vector_fields import (
    HASH,
    anything,
    exactly,
    hexadecimal,
    integer,
    mapping,
    one_of,
    or_null,
    text,
)
from mandala_conformance.vectors.form.vector_kinds import (
    CaseRefused,
    Computed,
    FileRecords,
    Given,
    RefusedBy,
    VectorKind,
    as_json,
    unhex,
)
from mandala_protocol.poker.hashing import tagged_hash
from mandala_protocol.record.signatures import verify
from mandala_protocol.record.statements import offer_statement
from mandala_protocol.record.transcript import read
from mandala_protocol.wire import codec
from mandala_protocol.wire.messages import (
    HEAD,
    MAX_ENTRIES,
    MAX_KIND,
    MAX_MESSAGE_BYTES,
    EntryMessage,
    MessageReader,
    UnknownMessage,
    name_of_kind,
)

FALSE_SIGNATURE: Final = RefusedBy("bad-signature", "CV10")
_FIELDS: Final = mapping(anything())


def run_message(given: Given, _: FileRecords) -> Computed:
    reader = MessageReader()
    reader.add(unhex(given["bytes"]))
    message = reader.next_message()
    if message is None:
        raise CaseRefused(RefusedBy(None, "MS1"))  # the rest of it has still to come
    if isinstance(message, UnknownMessage):
        return {"kind": None, "name": None, "fields": None}
    name, fields = name_of_kind(type(message)), as_json(codec.unstructure(message))
    return {"kind": message.kind_number, "name": name, "fields": fields}


def run_payload(given: Given, _: FileRecords) -> Computed:
    entry = read(EntryMessage(unhex(given["bytes"]), bytes(64)))
    kind = type(entry.body)
    return {
        "number": entry.number,
        "previous": entry.previous.hex(),
        "kind": kind.kind_number,
        "name": name_of_kind(kind),
        "fields": as_json(codec.unstructure(entry.body)),
    }


def run_signature(given: Given, _: FileRecords) -> Computed:
    if not verify(unhex(given["identity"]), unhex(given["signature"]), unhex(given["signed"])):
        raise CaseRefused(FALSE_SIGNATURE)
    return {}


def run_signed_entry(given: Given, _: FileRecords) -> Computed:
    payload, signature = unhex(given["payload"]), unhex(given["signature"])
    signed = tagged_hash("entry", payload)
    if not verify(unhex(given["identity"]), signature, signed):
        raise CaseRefused(RefusedBy("bad-signature", "TR7"))
    return {"signed": signed.hex(), "head": tagged_hash("chain", payload, signature)[:HEAD].hex()}


def run_signed_wish(given: Given, _: FileRecords) -> Computed:
    signed = offer_statement(unhex(given["game_id"]), given["wish"], given["turn"])
    if not verify(unhex(given["identity"]), unhex(given["signature"]), signed):
        raise CaseRefused(RefusedBy("bad-signature", "EN6"))
    return {"signed": signed.hex()}


MESSAGE_KINDS_OF_VECTORS: Final = (
    VectorKind(
        "message",
        "A message with its length (3.1). A message of a kind that is not known and odd is to be ignored: kind, name "
        "and fields are null then. All are to be treated alike whether they come in one piece, byte by byte, or with "
        "the next message after them.",
        {"bytes": hexadecimal(0, MAX_MESSAGE_BYTES + 2)},
        {"kind": or_null(integer(0, MAX_KIND)), "name": or_null(text(16)), "fields": or_null(_FIELDS)},
        run_message,
    ),
    VectorKind(
        "payload",
        "The payload of an entry (4.1). What it says follows the form of the standard; proofs in it are made up. The "
        "invalid ones are to be refused whatever their signature.",
        {"bytes": hexadecimal(0, MAX_MESSAGE_BYTES)},
        {
            "number": integer(0, MAX_ENTRIES),
            "previous": exactly(HEAD),
            "kind": integer(0, MAX_KIND),
            "name": text(16),
            "fields": _FIELDS,
        },
        run_payload,
    ),
    VectorKind(
        "signature",
        "A signature of an identity (CV10) over the bytes in signed.",
        {"identity": exactly(32), "signed": hexadecimal(0, 1_000), "signature": exactly(64)},
        {},
        run_signature,
    ),
    VectorKind(
        "signed-entry",
        "An entry with its signature: the 64 bytes that are signed (TR7), and the head after it (TR10).",
        {"identity": exactly(32), "payload": hexadecimal(0, MAX_MESSAGE_BYTES), "signature": exactly(64)},
        {"signed": HASH, "head": exactly(HEAD)},
        run_signed_entry,
    ),
    VectorKind(
        "signed-wish",
        "A wish: the 64 bytes that are signed (EN6).",
        {
            "identity": exactly(32),
            "game_id": exactly(HEAD),
            "wish": one_of("resign", "end", "adjourn"),
            "turn": integer(0, 65_535),
            "signature": exactly(64),
        },
        {"signed": HASH},
        run_signed_wish,
    ),
)
