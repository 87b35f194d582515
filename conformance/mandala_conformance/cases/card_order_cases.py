"""Cases of chapters 3 and 7: cards that are named twice or out of order, in a share and in a move (MS6)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeAlias

from mandala_conformance.case import CaseBook, Extent
from mandala_conformance.case_stage import Stage
from mandala_conformance.cases.deck_cases import CARD_GAMES
from mandala_conformance.cheating import items_of, signed_payload
from mandala_conformance.expectations import Refusal
from mandala_conformance.puppet import Until, at, at_move_with_cards
from mandala_protocol.errors import Code
from mandala_protocol.wire import codec
from mandala_protocol.wire.messages import POINT, Share

CARD_ORDER = CaseBook()

_Cards: TypeAlias = "tuple[list[int], bytes]"
"""The numbers of cards, and their shares one after the other."""


def _first_twice(cards: list[int], shares: bytes) -> _Cards:
    """The first card twice, with its share each time: one card that counts as two."""
    return [cards[0], *cards], shares[:POINT] + shares


def _turned(cards: list[int], shares: bytes) -> _Cards:
    """The cards from the last to the first; a single one behind another number."""
    if len(cards) == 1:
        return [*cards, max(cards[0] - 1, 0)] if cards[0] else [1, 0], shares * 2
    points = [shares[at : at + POINT] for at in range(0, len(shares), POINT)]
    return cards[::-1], b"".join(points[::-1])


async def _name_wrongly(stage: Stage, until: Until, change: Callable[[list[int], bytes], _Cards], text: str) -> None:
    game = await stage.play_to(until)
    items: list[Any] = items_of(game, await game.next_body())
    share = items[3] if "shares" in items[3] else items[3]["played"]
    share["cards"], share["shares"] = change(share["cards"], share["shares"])
    entry = signed_payload(codec.pack(items), stage.identity)
    await stage.cheat(game, entry, text, Refusal(Code.MALFORMED, "MS6"))


_CASES: Final = (
    ("places-twice", "A move that opens one place twice", at_move_with_cards, _first_twice, Extent.QUICK),
    (
        "places-turned",
        "A move that opens a larger place before a smaller one",
        at_move_with_cards,
        _turned,
        Extent.STANDARD,
    ),
    ("cards-twice", "A share with one card twice", at(Share), _first_twice, Extent.STANDARD),
    ("cards-turned", "A share with the cards in the other order", at(Share), _turned, Extent.STANDARD),
)

for _word, _title, _until, _change, _extent in _CASES:
    CARD_ORDER.case(f"MS6/{_word}", _title, also=("PL2", "PL4"), games=CARD_GAMES, extent=_extent)(
        partial(_name_wrongly, until=_until, change=_change, text=_title)
    )
