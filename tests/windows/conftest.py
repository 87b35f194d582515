"""The fixtures of tests with programs for Windows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.programs import Player
from tests.windows.players import WindowsPlayer
from tests.windows.wine import Wine, installed


@pytest.fixture(scope="session", autouse=True)
def wine() -> Iterator[Wine]:
    """A wine that was started within the network of these tests: all of its programs use the one of its server."""
    found = installed()
    found.stop()
    yield found
    found.stop()


@pytest.fixture
def anna(tmp_path: Path) -> WindowsPlayer:
    """Anna's program, on Windows."""
    return WindowsPlayer(tmp_path / "anna")


@pytest.fixture
def ben(tmp_path: Path) -> Player:
    """Ben's program, on this machine."""
    return Player(tmp_path / "ben")
