"""Patterns as a ``Game``: the functions of this package under the names that every game has."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from mandala_protocol.games.game import Game
from mandala_protocol.games.patterns import flow, legality, moves, position, setup
from mandala_protocol.games.patterns.moves import PatternsMove
from mandala_protocol.games.patterns.state import PatternsState


@frozen
class _PatternsRules(Game[PatternsState, PatternsMove]):
    """The functions are documented at ``Game``; what is left out there has its usual answer."""

    name: str = "patterns"
    title: str = "Patterns"

    initial = staticmethod(setup.set_up)
    expects = staticmethod(flow.expects)
    apply = staticmethod(flow.apply)
    legal_moves = staticmethod(legality.legal_moves)
    check = staticmethod(legality.check)
    format_move = staticmethod(moves.format_move)
    parse_move = staticmethod(moves.parse_move)
    position = staticmethod(position.format_position)


PATTERNS: Final[Game[PatternsState, PatternsMove]] = _PatternsRules()
