"""Nim in rules logs: its fields, and a game set up from a line. Player 0, who plays first, is at seat 0."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import frozen

from mandala_conformance.rules_logs.rules_log_fields import Fields, Json, RulesLogLine, array, one_of, pair, whole
from mandala_protocol.games.game import Game
from mandala_protocol.games.simulation import ShuffleCards, Simulation
from mandala_protocol.seats import Seat
from tests.nim.rules import HEAPS, NIM, NimState, Take


@frozen
class _NimLog:
    """The functions are documented at ``GameLog``."""

    game: Game[NimState, Take] = NIM
    letters: str = ""

    @property
    def state_fields(self) -> Fields:
        return {"player": whole(0, 1), "heaps": array(whole(0, max(HEAPS)), len(HEAPS), len(HEAPS))}

    @property
    def final_fields(self) -> Fields:
        return {"scores": pair(whole(0, 1)), "winner": one_of(0, 1)}

    def set_up(
        self, line: RulesLogLine, rest: Sequence[RulesLogLine], shuffle: ShuffleCards
    ) -> Simulation[NimState, Take]:
        heaps = line["heaps"]
        assert isinstance(heaps, list), "the fields have been read"
        sizes = tuple(size for size in heaps if isinstance(size, int))
        to_move = Seat.GUEST if line["player"] == 1 else Seat.HOST
        return Simulation(NIM, NIM.settled(NimState(to_move, sizes)), (), ({}, {}), shuffle)

    def describe(self, simulation: Simulation[NimState, Take]) -> dict[str, Json]:
        state = simulation.state
        return {"player": int(state.to_move), "heaps": list[Json](state.heaps)}

    def unused(self, simulation: Simulation[NimState, Take]) -> frozenset[str]:
        return frozenset({"player"}) if simulation.state.ended is not None else frozenset()

    def describe_end(self, simulation: Simulation[NimState, Take]) -> dict[str, Json]:
        result = simulation.result
        assert result is not None, "the game is over"
        assert result.winner is not None, "someone took the last stone"
        return {"scores": list[Json](result.scores), "winner": int(result.winner)}


NIM_LOG: Final = _NimLog()
