"""The hidden cards of Mandala, for someone who looks on: what came into a hand, and what was open at the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import evolve

from mandala_client.games.game_records import Held
from mandala_client.games.mandala.card_words import CardCount, Pile
from mandala_client.games.mandala.events import DREW
from mandala_client.games.table_events import TableEvent, Wording, wording_for_all
from mandala_protocol.games.game import HAND, Counts
from mandala_protocol.games.mandala.colours import NO_CARDS
from mandala_protocol.games.mandala.state import Dealing, MandalaState
from mandala_protocol.record.steps import Step
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import N_

IN_CUP: Final = wording_for_all(N_("{name}: the first two cards of the cup were {cards}."))
IN_HAND: Final = wording_for_all(N_("{name}: in hand {cards}."))
NO_HAND: Final = wording_for_all(N_("{name}: no cards in hand."))
SEEN_TO_DRAW: Final = evolve(DREW, brief="")
SEEN_TO_BE_DEALT: Final = wording_for_all(N_("{name} drew {cards}; face down in the cup: {hidden}."))


def opened(holdings: tuple[Mapping[str, Counts], Mapping[str, Counts]]) -> tuple[TableEvent, ...]:
    """The hidden cards of both, as they were in the end."""
    return tuple(
        TableEvent(_opened(where == HAND, counts), seat, {"cards": Pile(counts, counted=True)})
        for seat, held in zip(Seat, holdings, strict=True)
        for where, counts in held.items()
    )


def drawn(step: Step, before: Held, after: Held) -> tuple[TableEvent, ...]:
    """The cards that a deal brought to the hands: the cards themselves if they are known, otherwise their number."""
    return tuple(event for seat in Seat for event in _drew(seat, step, before, after))


def _opened(in_hand: bool, counts: Counts) -> Wording:
    if not in_hand:
        return IN_CUP
    return IN_HAND if any(counts) else NO_HAND


def _drew(seat: Seat, step: Step, before: Held, after: Held) -> list[TableEvent]:
    state: MandalaState = step.before
    count = step.after.players[seat].hand - state.players[seat].hand
    known, now = before[seat], after[seat]
    first = isinstance(state.phase, Dealing)
    if not count or ((known is None or now is None) and first):
        return []  # how many are dealt in the beginning is said with the deal
    if known is None or now is None:
        return [TableEvent(SEEN_TO_DRAW, seat, {"cards": CardCount(count)})]
    came = Pile(tuple(map(int.__sub__, now.get(HAND, NO_CARDS), known.get(HAND, NO_CARDS))), counted=True)
    if not first:
        return [TableEvent(SEEN_TO_DRAW, seat, {"cards": came})]
    hidden = Pile(now.get("cup", NO_CARDS), counted=True)
    return [TableEvent(SEEN_TO_BE_DEALT, seat, {"cards": came, "hidden": hidden})]
