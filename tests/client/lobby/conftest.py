"""The lobby drawn with the real renderer, in the time of Greenwich."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TypeAlias

import pyte
import pytest
from prompt_toolkit.output import ColorDepth

from mandala_client.lobby.model import Model
from mandala_client.lobby.pages import screen
from mandala_client.table.style import ASCII_LOOK, FULL_LOOK
from tests.client.painting import painted

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

    def show(
        model: Model,
        columns: int = 80,
        lines: int = 24,
        *,
        only_ascii: bool = False,
        depth: ColorDepth = ColorDepth.DEPTH_24_BIT,
    ) -> pyte.Screen:
        look = ASCII_LOOK if only_ascii else FULL_LOOK
        return painted(lambda width, height: screen(model, look, width, height), columns, lines, depth)

    return show
