"""The program as it was before Patterns: ``python -m tests.e2e.without_patterns``."""

from __future__ import annotations

from mandala_client.games import catalogue as screens
from mandala_client.main import main
from mandala_net.bots import catalogue as bots
from mandala_protocol.games import catalogue as rules

if __name__ == "__main__":
    del screens.GAMES["patterns"], bots.BOTS["patterns"], rules.GAMES["patterns"]
    main()
