"""The form of each game in rules logs, by the name of the game on the wire. A game without one cannot be compared."""

from __future__ import annotations

from typing import Any, Final

from mandala_conformance.rules_logs.mandala import MANDALA_LOG
from mandala_conformance.rules_logs.patterns import PATTERNS_LOG
from mandala_conformance.rules_logs.rules_log import GameLog

LOGS: Final[dict[str, GameLog[Any, Any]]] = {log.game.name: log for log in (MANDALA_LOG, PATTERNS_LOG)}
