"""Defects of the payloads of entries, and of what their fields may say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import evolve

from mandala_protocol.conversation import session
from mandala_protocol.conversation.entry_checks import require_terms
from mandala_protocol.errors import Code, RemoteProtocolError
from mandala_protocol.record.transcript import Entry, read
from mandala_protocol.sentence import Sentence
from mandala_protocol.wire import codec
from mandala_protocol.wire.messages import HEAD, Accept, EntryMessage
from tests.conformance.defects.defect import DefectBook, replace

ENTRY_FORM = DefectBook()


def read_as_if(change: Callable[[list[Any]], list[Any]]) -> None:
    """Read the payloads of entries as if their items had been changed so."""

    def read_changed(message: EntryMessage) -> Entry:
        items = codec.unpack(message.payload)
        if not isinstance(items, list):
            return read(message)
        return evolve(read(EntryMessage(codec.pack(change(items)), message.signature)), payload=message.payload)

    replace(session, "read", read_changed)


@ENTRY_FORM.defect("takes-five-items", "Takes no notice of what follows the body", case="TR1/five-items", seen="entry")
def takes_five_items() -> None:
    read_as_if(lambda items: items[:4])


@ENTRY_FORM.defect("counts-from-zero", "Takes a number below zero for zero", case="TR2/negative", seen="TR5")
def counts_from_zero() -> None:
    read_as_if(lambda items: [max(items[0], 0), *items[1:]])


@ENTRY_FORM.defect("fills-heads-up", "Fills a short head up with zeros", case="TR3/short", seen="TR6")
def fills_heads_up() -> None:
    read_as_if(lambda items: [items[0], items[1].ljust(HEAD, bytes(1)), *items[2:]])


@ENTRY_FORM.defect(
    "wants-no-live-score", "Fails at a wish for the live score", case="OR8/live-score", seen='requirement="OR8"'
)
def wants_no_live_score() -> None:
    def require_no_live_score(entry: Entry, expected: Any) -> None:
        require_terms(entry, expected)
        if isinstance(entry.body, Accept) and entry.body.live_score:
            raise RemoteProtocolError(Code.NOT_AGREED, "OR8", Sentence("there is no live score here"), entry.evidence)

    replace(session, "require_terms", require_no_live_score)


ENTRY_FORM.in_the_other_role(
    "takes-five-items",
    "counts-from-zero",
    "fills-heads-up",
)
