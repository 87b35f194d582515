"""All cases of the tester, in the order of the standard."""

from __future__ import annotations

from typing import Final

from mandala_conformance.case import Case
from mandala_conformance.cases import (
    adjourning_cases,
    card_cases,
    card_order_cases,
    catching_up_cases,
    chance_cases,
    convention_cases,
    deck_cases,
    end_cases,
    entry_form_cases,
    leaving_cases,
    line_cases,
    link_cases,
    message_cases,
    message_form_cases,
    opening_cases,
    order_cases,
    pace_cases,
    play_cases,
    played_card_cases,
    rare_cases,
    rare_cheat_cases,
    record_cases,
    rematch_cases,
    resume_cases,
    rule_cases,
    signature_cases,
    timing_cases,
    torture_cases,
    wish_cases,
)

_BOOKS: Final = (
    convention_cases.CONVENTIONS,
    link_cases.LINK,
    line_cases.LINE,
    message_form_cases.FORM,
    message_cases.MESSAGES,
    pace_cases.PACE,
    entry_form_cases.ENTRY_FORM,
    record_cases.RECORD,
    signature_cases.SIGNATURES,
    order_cases.ORDER,
    opening_cases.OPENING,
    deck_cases.DECK,
    card_cases.CARDS,
    card_order_cases.CARD_ORDER,
    play_cases.PLAY,
    rule_cases.RULES,
    played_card_cases.PLAYED_CARDS,
    chance_cases.CHANCE,
    rare_cases.RARE,
    rare_cheat_cases.RARE_CHEATS,
    end_cases.END,
    leaving_cases.LEAVING,
    wish_cases.WISHES,
    adjourning_cases.ADJOURNING,
    resume_cases.RESUMING,
    catching_up_cases.CATCHING_UP,
    rematch_cases.REMATCH,
    timing_cases.TIMES,
    torture_cases.TORTURE,
)

CASES: Final[tuple[Case, ...]] = tuple(case for book in _BOOKS for case in book)
