"""The records of Mandala: what came into a hand, what was open at the end, and the fields in JSON.

docs/replay-json.md describes the JSON. The functions are documented at ``GameRecords``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import evolve

from mandala_client.games.game_records import GameRecords, Held
from mandala_client.games.mandala.events import DREW
from mandala_client.games.mandala.hint import because, clauses
from mandala_client.games.mandala.notation import CardCount, Pile
from mandala_client.games.table_events import TableEvent, Wording, wording_for_all
from mandala_client.text.player_names import Names
from mandala_net.bots.move_review import MoveJudgement
from mandala_protocol.games.counts import union
from mandala_protocol.games.game import HAND, Counts, View
from mandala_protocol.games.mandala import COLOURS, MandalaMove, MandalaState
from mandala_protocol.games.mandala.colours import NO_CARDS
from mandala_protocol.games.mandala.position import format_pile
from mandala_protocol.games.mandala.scoring import SeatScore, score_sheet, seat_score
from mandala_protocol.games.mandala.state import Dealing
from mandala_protocol.record.steps import Step
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import N_

IN_CUP: Final = wording_for_all(N_("{name}: the first two cards of the cup were {cards}."))
IN_HAND: Final = wording_for_all(N_("{name}: in hand {cards}."))
NO_HAND: Final = wording_for_all(N_("{name}: no cards in hand."))
SEEN_TO_DRAW: Final = evolve(DREW, brief="")
SEEN_TO_BE_DEALT: Final = wording_for_all(N_("{name} drew {cards}; face down in the cup: {hidden}."))


class MandalaRecords(GameRecords[MandalaState]):
    """All that is shown of a record and nowhere else."""

    def opened(self, holdings: tuple[Mapping[str, Counts], Mapping[str, Counts]]) -> tuple[TableEvent, ...]:
        return tuple(
            TableEvent(_opened(where == HAND, counts), seat, {"cards": Pile(counts, counted=True)})
            for seat, held in zip(Seat, holdings, strict=True)
            for where, counts in held.items()
        )

    def drawn(self, step: Step, before: Held, after: Held) -> tuple[TableEvent, ...]:
        return tuple(event for seat in Seat for event in _drew(seat, step, before, after))

    def hidden(self, held: Mapping[str, Counts]) -> dict[str, str]:
        return {name: format_pile(held.get(name, NO_CARDS)) for name in (HAND, "cup")}

    def points(self, state: MandalaState, held: Held) -> tuple[int, int]:
        host, guest = (_points(state, seat, held[seat]) for seat in Seat)
        return host, guest

    def result_details(self, state: MandalaState) -> dict[str, Any]:
        sheet = score_sheet(state)
        return {
            "by_cup": sheet.by_cup,
            "cups": [score.cup for score in sheet.seats],
            "slots": [_slots(score) for score in sheet.seats],
        }

    def why_better(
        self, view: View[MandalaState], judged: MoveJudgement[MandalaMove], mover: Seat, names: Names
    ) -> str:
        return because(clauses(view, judged.best, judged.reason), mover, names)


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


def _points(state: MandalaState, seat: Seat, held: Mapping[str, Counts] | None) -> int:
    """The points of one player, without the starting cards of a cup that are not known."""
    player = state.players[seat]
    starting = NO_CARDS if held is None else held.get("cup", NO_CARDS)
    return seat_score(player.river, union(player.claimed, starting)).total


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
