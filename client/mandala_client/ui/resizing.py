"""Drawing again when the window has another size than the one that was last drawn for, however one learns of it.

A signal tells of a new size at once, where there are such signals: not on Windows, and not where the program has no
terminal of its own. prompt_toolkit looks for itself then, but compares a size with the one that it saw before, not with
what is on the screen. A window that changed before the first look, or changed and changed back between two of them with
something drawn meanwhile, kept a screen of the wrong size.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from prompt_toolkit.application import Application
from prompt_toolkit.data_structures import Size

LOOK_SECONDS: Final = 0.5
"""Seconds for which a window may be of another size than what is drawn in it."""


def draw_anew_when_resized(application: Application[None], drawn_for: Callable[[], Size | None]) -> None:
    """While the application runs, compare its window with the size last ``drawn_for``: None before the first time."""

    async def look() -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            if drawn_for() not in (None, application.output.get_size()):
                application.invalidate()

    def begin() -> None:
        application.create_background_task(look())

    application.terminal_size_polling_interval = None  # this one is in its place
    application.pre_run_callables.append(begin)
