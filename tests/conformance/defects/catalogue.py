"""All defects of broken peers, in the order of the standard."""

from __future__ import annotations

from typing import Final

from tests.conformance.defects import (
    agreeing_defects,
    deck_defects,
    end_defects,
    entry_form_defects,
    handshake_defects,
    item_defects,
    leaving_defects,
    link_defects,
    message_defects,
    play_defects,
    rare_defects,
    record_defects,
    return_defects,
    rule_defects,
    secret_defects,
    trust_defects,
    wish_defects,
)
from tests.conformance.defects.defect import Defect

_BOOKS: Final = (
    handshake_defects.HANDSHAKES,
    link_defects.LINK,
    message_defects.MESSAGES,
    entry_form_defects.ENTRY_FORM,
    record_defects.RECORD,
    deck_defects.DECK,
    item_defects.ITEMS,
    play_defects.PLAY,
    rule_defects.RULES,
    trust_defects.TRUST,
    end_defects.END,
    leaving_defects.LEAVING,
    wish_defects.WISHES,
    secret_defects.SECRETS,
    rare_defects.RARE,
    return_defects.RETURN,
    agreeing_defects.AGREEING,
)

DEFECTS: Final[dict[str, Defect]] = {defect.name: defect for book in _BOOKS for defect in book}
"""The defects by their names."""

assert len(DEFECTS) == sum(len(list(book)) for book in _BOOKS), "two defects have the same name"
