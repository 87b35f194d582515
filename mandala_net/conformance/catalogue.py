"""All cases of the tester, in the order of the standard."""

from __future__ import annotations

from typing import Final

from mandala_net.conformance.case import Case
from mandala_net.conformance.cases import (
    deck_cases,
    end_cases,
    link_cases,
    message_cases,
    opening_cases,
    order_cases,
    play_cases,
    record_cases,
    resume_cases,
    torture_cases,
)

_BOOKS: Final = (
    link_cases.LINK,
    message_cases.MESSAGES,
    record_cases.RECORD,
    order_cases.ORDER,
    opening_cases.OPENING,
    deck_cases.DECK,
    play_cases.PLAY,
    end_cases.END,
    resume_cases.RESUMING,
    torture_cases.TORTURE,
)

CASES: Final[tuple[Case, ...]] = tuple(case for book in _BOOKS for case in book)
