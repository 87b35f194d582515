"""Check the record of a game, from nothing but its file: ``python examples/verify_record.py FILE``."""

from __future__ import annotations

import sys
from pathlib import Path

from mandala_protocol import GAMES, NotARecord, Seat, Serial, clean_name, verify_record


def main(file: Path) -> int:
    """Say what the record proves; 0 if that is a whole game with its result."""
    try:
        verdict = verify_record(file.read_bytes(), GAMES, Serial())
    except NotARecord as error:
        print(error)
        return 1
    if verdict.fault is not None:
        print(f"Entry {verdict.fault.number} is wrong: {verdict.fault.error}")
        return 1
    referee = verdict.referee
    if referee.result is None:
        print(f"All {verdict.entries} entries are right; the game has no result.")
        return 1
    for seat in Seat:
        print(f"{clean_name(referee.players[seat].name)}: {referee.result.scores[seat]}")
    print(f"All {verdict.entries} entries are right, and both have signed the result.")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
