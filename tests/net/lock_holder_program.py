"""A program that claims a game and keeps it: ``python -m tests.net.lock_holder_program FOLDER ROW [MANNER]``."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

from mandala_net.match.game_lock import lock_game

if "stubborn" in sys.argv:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
with lock_game(Path(sys.argv[1]), int(sys.argv[2])):
    print("claimed", flush=True)
    sys.stdin.read()
