"""Patterns as a ``Game``: the functions of this package under the names that every game has."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from mandala_protocol.games.game import Expectation, Game, GameEvent, View
from mandala_protocol.games.patterns import flow, legality, moves, position, setup
from mandala_protocol.games.patterns.moves import PatternsMove
from mandala_protocol.games.patterns.state import PatternsState
from mandala_protocol.seats import Seat


@frozen
class _PatternsRules(Game[PatternsState, PatternsMove]):
    """The functions are documented at ``Game``; what is left out there has its usual answer."""

    name: str = "patterns"
    title: str = "Patterns"

    def initial(self, first: Seat, seed: bytes) -> PatternsState:
        return setup.set_up(first, seed)

    def expects(self, state: PatternsState) -> Expectation:
        return flow.expects(state)

    def apply(self, state: PatternsState, event: GameEvent[PatternsMove]) -> PatternsState:
        return flow.apply(state, event)

    def legal_moves(self, view: View[PatternsState]) -> tuple[PatternsMove, ...]:
        return legality.legal_moves(view)

    def check(self, view: View[PatternsState], move: PatternsMove) -> None:
        legality.check(view, move)

    def format_move(self, move: PatternsMove) -> str:
        return moves.format_move(move)

    def parse_move(self, text: str) -> PatternsMove:
        return moves.parse_move(text)

    def position(self, state: PatternsState) -> str:
        return position.format_position(state)


PATTERNS: Final[Game[PatternsState, PatternsMove]] = _PatternsRules()
