"""The program with one more game: ``python -m tests.nim.launcher`` takes the same commands as ``mandala-lan``."""

from __future__ import annotations

from mandala_client.games import catalogue as screens
from mandala_client.main import main
from mandala_client.play import subprocess_bot
from mandala_conformance.rules_logs import catalogue as logs
from mandala_net.bots import catalogue as bots
from mandala_protocol.games import catalogue as rules
from tests.nim.bots import NIM_BOTS
from tests.nim.nim_ui import NIM_UI
from tests.nim.rules import NIM
from tests.nim.rules_log_form import NIM_LOG


def register() -> None:
    """Enter Nim into the catalogues."""
    rules.GAMES[NIM.name] = NIM
    logs.LOGS[NIM.name] = NIM_LOG
    bots.BOTS[NIM.name] = lambda: NIM_BOTS
    screens.GAMES[NIM.name] = lambda: NIM_UI


if __name__ in ("__main__", "__mp_main__"):  # the second in the processes that `bots` starts
    register()

if __name__ == "__main__":
    subprocess_bot.OWN_PROGRAM[0] = "tests.nim.launcher"
    main()
