"""The frontend of the full screen without a terminal: what is drawn, and when, is up to the test."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mandala_client.screens.table.screen_frontend import ScreenFrontend
from mandala_client.ui.style import FULL_LOOK
from tests.client.scenes import words_on


def _nothing(*_: object) -> None: ...


def _at_once(call: Callable[[], object]) -> None:
    call()


def screen_frontend(**what: Any) -> ScreenFrontend:
    """A frontend that asks nothing of a terminal and does everything at once; ``what`` is otherwise than that."""
    usual = {"redraw": _nothing, "ring": _nothing, "entitle": _nothing, "abandon": _nothing, "soon": _at_once}
    return ScreenFrontend(FULL_LOOK, **{**usual, **what})


def seen(frontend: ScreenFrontend, columns: int = 80, lines: int = 24) -> str:
    """All that stands on the screen when it is drawn now, with one space between the words."""
    return words_on(frontend.draw(columns, lines).rows)
