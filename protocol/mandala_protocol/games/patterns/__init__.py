"""Patterns, the tile game. The points named everywhere (O5, F2, E3 …) are those of its rules."""

from __future__ import annotations

from mandala_protocol.games.colours import COLOURS, Colour
from mandala_protocol.games.patterns.engine import PATTERNS
from mandala_protocol.games.patterns.moves import ALL_MOVES, FlipTile, OpenGroup, PatternsMove, SwapTile, TakeStart
from mandala_protocol.games.patterns.state import PatternsState

__all__ = [
    "ALL_MOVES",
    "COLOURS",
    "PATTERNS",
    "Colour",
    "FlipTile",
    "OpenGroup",
    "PatternsMove",
    "PatternsState",
    "SwapTile",
    "TakeStart",
]
