"""Mandala as a ``Game``: the functions of this package under the names that every game has."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from mandala_protocol.games.game import Expectation, Face, Game, GameEvent, View
from mandala_protocol.games.mandala import flow, legality, moves, position
from mandala_protocol.games.mandala.colours import COLOURS
from mandala_protocol.games.mandala.moves import MandalaMove
from mandala_protocol.games.mandala.state import MandalaState
from mandala_protocol.seats import Seat


@frozen
class _MandalaRules(Game[MandalaState, MandalaMove]):
    """The functions are documented at ``Game``."""

    name: str = "mandala"
    title: str = "Mandala"
    faces: int = len(COLOURS)

    def initial(self, first: Seat, seed: bytes) -> MandalaState:
        return flow.initial(first)

    def expects(self, state: MandalaState) -> Expectation:
        return flow.expects(state)

    def apply(self, state: MandalaState, event: GameEvent[MandalaMove]) -> MandalaState:
        return flow.apply(state, event)

    def legal_moves(self, view: View[MandalaState]) -> tuple[MandalaMove, ...]:
        return legality.legal_moves(view)

    def check(self, view: View[MandalaState], move: MandalaMove) -> None:
        legality.check(view, move)

    def played(self, state: MandalaState, move: MandalaMove) -> tuple[Face, ...]:
        return legality.played(move)

    def format_move(self, move: MandalaMove) -> str:
        return moves.format_move(move)

    def parse_move(self, text: str) -> MandalaMove:
        return moves.parse_move(text)

    def position(self, state: MandalaState) -> str:
        return position.format_position(state)


MANDALA: Final[Game[MandalaState, MandalaMove]] = _MandalaRules()
