"""Rules logs of Nim: written by the rules, read by ``check-rules``, which finds what differs."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from mandala_client.main import main
from mandala_conformance.rules_logs.rules_log import write_log
from mandala_protocol.games.game import View
from mandala_protocol.games.simulation import Simulation
from mandala_protocol.seats import Seat
from tests.nim.rules import NIM, NimState, Take
from tests.nim.rules_log_form import NIM_LOG

pytestmark = pytest.mark.usefixtures("registered")


def lines(games: int) -> list[str]:
    """A log of games at random."""
    source = random.Random(1)

    def choose(_view: View[NimState], moves: tuple[Take, ...]) -> Take:
        return source.choice(moves)

    start = Simulation.start(NIM, Seat.HOST, bytes(32), lambda _faces: ())
    return [line for number in range(games) for line in write_log(NIM_LOG, start, choose, number)]


def checked(folder: Path, log: list[str]) -> str:
    """What ``check-rules`` says about this log."""
    file = folder / "nim.jsonl"
    file.write_text("\n".join(log), encoding="utf-8")
    return CliRunner().invoke(main, ["--language", "en", "check-rules", str(file)]).output


def test_a_log_of_whole_games_agrees(tmp_path: Path) -> None:
    log = lines(20)
    made = sum(json.loads(line).get("act") is not None for line in log)
    assert f"20 games with {made} moves agree." in checked(tmp_path, log)


def test_a_game_may_begin_in_the_middle(tmp_path: Path) -> None:
    log = lines(1)
    assert f"1 game with {len(log) - 4} moves agree" in checked(tmp_path, log[2:])


@pytest.mark.parametrize(
    ("line", "field", "value"),
    [(1, "player", 0), (2, "heaps", [9, 9, 9]), (1, "legal", ["A1"]), (-1, "winner", None)],
)
def test_what_differs_is_found(line: int, field: str, value: Any, tmp_path: Path) -> None:
    log = lines(1)
    values = json.loads(log[line])
    log[line] = json.dumps({**values, field: 1 - values[field] if value is None else value})
    said = checked(tmp_path, log)
    assert "agree." not in said
    assert field in said
