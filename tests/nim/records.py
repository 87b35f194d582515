"""The records of Nim, as people see them."""

from __future__ import annotations

from typing import Any

from mandala_client.games.game_records import GameRecords, Held
from mandala_client.text.player_names import Names, player_name
from mandala_client.ui.blocks.values import Blocks
from mandala_net.bots.move_review import MoveJudgement
from mandala_protocol.games.game import Over, View
from mandala_protocol.seats import Seat
from tests.nim.rules import NIM, NimState, Take
from tests.nim.words import result_of, score_for_all


class NimRecords(GameRecords[NimState]):
    """The functions are documented at ``GameRecords``; what is left out there has its usual answer."""

    def score(self, state: NimState, names: Names) -> Blocks:
        return [score_for_all(result_of(state), names)]

    def points(self, state: NimState, held: Held) -> tuple[int, int]:
        expected = NIM.expects(state)
        return expected.result.scores if isinstance(expected, Over) else (0, 0)

    def result_details(self, state: NimState) -> dict[str, Any]:
        return {"heaps": list(state.heaps)}

    def why_better(self, view: View[Any], judged: MoveJudgement[Take], mover: Seat, names: Names) -> str:
        heaps = ", ".join(map(str, judged.reason))
        other = player_name(mover.other, names)
        return f"whatever {other} takes from heaps of {heaps}, {player_name(mover, names)} has an answer"
