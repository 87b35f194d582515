"""The fields of Mandala alone in JSON; docs/replay-json.md describes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mandala_protocol.games.game import HAND, Counts
from mandala_protocol.games.mandala import COLOURS, MandalaState
from mandala_protocol.games.mandala.colours import NO_CARDS
from mandala_protocol.games.mandala.position import format_pile
from mandala_protocol.games.mandala.scoring import SeatScore, score_sheet


def hidden(held: Mapping[str, Counts]) -> dict[str, str]:
    """The hand and the starting cards of the cup."""
    return {name: format_pile(held.get(name, NO_CARDS)) for name in (HAND, "cup")}


def result_details(state: MandalaState) -> dict[str, Any]:
    """The parts of the points."""
    sheet = score_sheet(state)
    return {
        "by_cup": sheet.by_cup,
        "cups": [score.cup for score in sheet.seats],
        "slots": [_slots(score) for score in sheet.seats],
    }


def _slots(score: SeatScore) -> list[dict[str, Any]]:
    return [
        {
            "slot": slot.value,
            "colour": None if slot.colour is None else COLOURS[slot.colour].letter,
            "cards": slot.cards,
            "points": slot.points,
        }
        for slot in score.slots
    ]
