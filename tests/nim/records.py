"""The records of Nim, as people see them."""

from __future__ import annotations

from typing import Any

from mandala_client.games.game_records import GameRecords
from mandala_client.text.player_names import Names, player_name
from mandala_net.bots.move_review import MoveJudgement
from mandala_protocol.games.game import View
from mandala_protocol.seats import Seat
from tests.nim.rules import NimState, Take


class NimRecords(GameRecords[NimState]):
    """The functions are documented at ``GameRecords``; what is left out there has its usual answer."""

    def result_details(self, state: NimState) -> dict[str, Any]:
        return {"heaps": list(state.heaps)}

    def why_better(self, view: View[Any], judged: MoveJudgement[Take], mover: Seat, names: Names) -> str:
        heaps = ", ".join(map(str, judged.reason))
        other = player_name(mover.other, names)
        return f"whatever {other} takes from heaps of {heaps}, {player_name(mover, names)} has an answer"
