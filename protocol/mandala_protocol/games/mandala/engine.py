"""Mandala as a ``Game``: the functions of this package under the names that every game has."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from mandala_protocol.games.game import Face, Game
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

    expects = staticmethod(flow.expects)
    apply = staticmethod(flow.apply)
    legal_moves = staticmethod(legality.legal_moves)
    check = staticmethod(legality.check)
    format_move = staticmethod(moves.format_move)
    parse_move = staticmethod(moves.parse_move)
    position = staticmethod(position.format_position)

    def initial(self, first: Seat, seed: bytes) -> MandalaState:
        return flow.initial(first)

    def played(self, state: MandalaState, move: MandalaMove) -> tuple[Face, ...]:
        return legality.played(move)


MANDALA: Final[Game[MandalaState, MandalaMove]] = _MandalaRules()
