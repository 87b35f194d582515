"""The records of Patterns. The functions are documented at ``GameRecords``."""

from __future__ import annotations

from typing import Any

from mandala_client.games.game_records import GameRecords, Held
from mandala_client.games.patterns.hint import because
from mandala_client.text.player_names import Names
from mandala_net.bots.move_review import MoveJudgement
from mandala_protocol.games.game import View
from mandala_protocol.games.patterns import PatternsMove, PatternsState
from mandala_protocol.games.patterns.scoring import group_scores, points
from mandala_protocol.games.patterns.state import PatternsPlayer
from mandala_protocol.seats import Seat


class PatternsRecords(GameRecords[PatternsState]):
    """All that is shown of a record and nowhere else."""

    def points(self, state: PatternsState, held: Held) -> tuple[int, int]:
        host, guest = map(points, state.players)
        return host, guest

    def result_details(self, state: PatternsState) -> dict[str, Any]:
        assert state.stopped is not None, "the game is over"
        return {
            "groups": [_groups(player) for player in state.players],
            "final_flips": list(state.stopped.final_flips),
        }

    def why_better(
        self, view: View[PatternsState], judged: MoveJudgement[PatternsMove], mover: Seat, names: Names
    ) -> str:
        return because(judged.reason, mover, names)


def _groups(player: PatternsPlayer) -> list[dict[str, Any]]:
    return [
        {"marker": group.value, "colour": group.colour.letter, "tiles": group.tiles, "points": group.points}
        for group in group_scores(player)
    ]
