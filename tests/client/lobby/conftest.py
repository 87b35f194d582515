"""The lobby drawn with the real renderer, in the time of Greenwich."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TypeAlias

import pyte
import pytest

from mandala_client.screens.lobby.lobby_pages import screen
from tests.client.painting import painter

Show: TypeAlias = Callable[..., pyte.Screen]


@pytest.fixture(autouse=True)
def greenwich(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Dates are shown in local time."""
    if not hasattr(time, "tzset"):
        pytest.skip("the time zone cannot be chosen here")
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def show() -> Show:
    """The lobby on an emulated terminal."""

    return painter(screen)
