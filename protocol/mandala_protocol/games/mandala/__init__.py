"""Mandala, the card game. The points named everywhere (S1, G3, K9 …) are those of its rules."""

from __future__ import annotations

from mandala_protocol.games.mandala.colours import COLOURS, Colour
from mandala_protocol.games.mandala.engine import MANDALA
from mandala_protocol.games.mandala.moves import ALL_MOVES, Build, Claim, Discard, Grow, MandalaMove
from mandala_protocol.games.mandala.state import MandalaState

__all__ = [
    "ALL_MOVES",
    "COLOURS",
    "MANDALA",
    "Build",
    "Claim",
    "Colour",
    "Discard",
    "Grow",
    "MandalaMove",
    "MandalaState",
]
