"""The records of Mandala. The functions are documented at ``GameRecords``."""

from __future__ import annotations

from mandala_client.games.game_records import GameRecords
from mandala_client.games.mandala.score_text import onlooker_score
from mandala_client.text.player_names import Names
from mandala_protocol.games.mandala import MandalaState


class MandalaRecords(GameRecords[MandalaState]):
    """All that is shown of a record and nowhere else."""

    def score(self, state: MandalaState, names: Names) -> list[str]:
        return onlooker_score(state, names)
