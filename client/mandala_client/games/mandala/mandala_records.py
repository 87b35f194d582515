"""The records of Mandala. The functions are documented at ``GameRecords``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mandala_client.games.game_records import GameRecords, Held
from mandala_client.games.mandala import record_cards, record_json
from mandala_client.games.mandala.hint import clauses
from mandala_client.games.mandala.review_reasons import because
from mandala_client.games.table_events import TableEvent
from mandala_client.text.player_names import Names
from mandala_net.bots.move_review import MoveJudgement
from mandala_protocol.games.counts import union
from mandala_protocol.games.game import Counts, View
from mandala_protocol.games.mandala import MandalaMove, MandalaState
from mandala_protocol.games.mandala.colours import NO_CARDS
from mandala_protocol.games.mandala.scoring import seat_score
from mandala_protocol.record.steps import Step
from mandala_protocol.seats import Seat


class MandalaRecords(GameRecords[MandalaState]):
    """All that is shown of a record and nowhere else."""

    def opened(self, holdings: tuple[Mapping[str, Counts], Mapping[str, Counts]]) -> tuple[TableEvent, ...]:
        return record_cards.opened(holdings)

    def drawn(self, step: Step, before: Held, after: Held) -> tuple[TableEvent, ...]:
        return record_cards.drawn(step, before, after)

    def hidden(self, held: Mapping[str, Counts]) -> dict[str, str]:
        return record_json.hidden(held)

    def points(self, state: MandalaState, held: Held) -> tuple[int, int]:
        host, guest = (_points(state, seat, held[seat]) for seat in Seat)
        return host, guest

    def result_details(self, state: MandalaState) -> dict[str, Any]:
        return record_json.result_details(state)

    def why_better(
        self, view: View[MandalaState], judged: MoveJudgement[MandalaMove], mover: Seat, names: Names
    ) -> str:
        return because(clauses(view, judged.best, judged.reason), mover, names)


def _points(state: MandalaState, seat: Seat, held: Mapping[str, Counts] | None) -> int:
    """The points of one player, without the starting cards of a cup that are not known."""
    player = state.players[seat]
    starting = NO_CARDS if held is None else held.get("cup", NO_CARDS)
    return seat_score(player.river, union(player.claimed, starting)).total
