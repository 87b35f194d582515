"""Games in a row on one store: neither memory nor open files grow."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from pathlib import Path

import pytest

from tests.limits import SECONDS

PROGRAM = Path(__file__).with_name("soak.py")

MOST_GROWTH_KB = 4_000
"""What the memory of a process may differ by when nothing is kept: arenas that were taken and not given back."""


def soak(folder: Path, game: str, games: int, timeout: float) -> list[dict[str, float]]:
    """The figures after each game."""
    done = subprocess.run(
        [sys.executable, str(PROGRAM), str(folder), game, str(games)],
        cwd=PROGRAM.parents[2],
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_few_games_leave_no_file_open(tmp_path: Path) -> None:
    figures = soak(tmp_path, "patterns", 3, SECONDS)
    assert {figure["files"] for figure in figures} == {figures[0]["files"]}


@pytest.mark.soak
def test_two_hundred_games_keep_memory_and_files_flat(tmp_path: Path) -> None:
    figures = soak(tmp_path, "mandala", 200, 3600)
    early = statistics.median(figure["memory_kb"] for figure in figures[20:60])
    late = statistics.median(figure["memory_kb"] for figure in figures[-40:])
    per_game = (figures[-1]["store_bytes"] - figures[0]["store_bytes"]) / (len(figures) - 1)
    print(
        f"\n{len(figures)} games, {statistics.median(figure['seconds'] for figure in figures):.2f} s each (median); "
        f"memory {early / 1024:.1f} MB after 20 to 60 games, {late / 1024:.1f} MB at the end; "
        f"{figures[0]['files']:.0f} files open after the first game, {figures[-1]['files']:.0f} after the last; "
        f"{per_game / 1024:.0f} kB on disk for each game"
    )
    assert late - early < MOST_GROWTH_KB
    assert {figure["files"] for figure in figures[1:]} == {figures[1]["files"]}
