"""The games that this program plays, by their names on the wire."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mandala_protocol.games.game import Game
from mandala_protocol.games.mandala import MANDALA

GAMES: Final[Mapping[str, Game[Any, Any]]] = {MANDALA.name: MANDALA}
