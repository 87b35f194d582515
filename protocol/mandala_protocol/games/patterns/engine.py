"""Patterns as a ``Game``: the functions of this package under the names that every game has."""

from __future__ import annotations

import hashlib
from typing import Final

from attrs import frozen

from mandala_protocol.games.game import Expectation, Face, Game, GameEvent, View
from mandala_protocol.games.patterns import flow, legality, moves, position, setup
from mandala_protocol.games.patterns.moves import PatternsMove
from mandala_protocol.games.patterns.state import PatternsState
from mandala_protocol.seats import Seat


@frozen
class _PatternsRules:
    """The functions are documented at ``Game``."""

    name: str = "patterns"
    title: str = "Patterns"
    faces: int = 0

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

    def played(self, state: PatternsState, move: PatternsMove) -> tuple[Face, ...]:
        return ()

    def format_move(self, move: PatternsMove) -> str:
        return moves.format_move(move)

    def parse_move(self, text: str) -> PatternsMove:
        return moves.parse_move(text)

    def position(self, state: PatternsState) -> str:
        return position.format_position(state)

    def digest(self, state: PatternsState) -> bytes:
        return hashlib.sha256(position.format_position(state).encode("ascii")).digest()


PATTERNS: Final[Game[PatternsState, PatternsMove]] = _PatternsRules()
