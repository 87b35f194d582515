"""A terminal application that draws no more than its terminal takes.

A terminal may stop reading: its window is stopped, or the line to it is slow. Until it has taken what was drawn last
nothing more is drawn, so that nothing piles up. Then it is the newest picture that is drawn, and nothing of those
between.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from prompt_toolkit.application import Application
from prompt_toolkit.output.vt100 import Vt100_Output

from mandala_client.ui.outlet import outlet_of


class PacedApplication(Application[None]):
    """An application without a result. ``late`` is called each time that the terminal was slow to take a picture."""

    def __init__(self, *, late: Callable[[], object], **options: Any) -> None:
        super().__init__(**options)
        self._late = late
        terminal = self.output
        self._outlet = outlet_of(terminal.stdout) if isinstance(terminal, Vt100_Output) else None
        self._is_resized = False
        self._is_put_aside = False

    @contextmanager
    def put_aside(self) -> Iterator[None]:
        """Draw nothing in this block: the terminal is someone else's."""
        self._is_put_aside = True
        try:
            yield
        finally:
            self._is_put_aside = False

    @property
    def _is_behind(self) -> bool:
        return self._outlet is not None and self._outlet.is_behind

    def _redraw(self, render_as_done: bool = False) -> None:
        if self._is_put_aside:
            return
        if self._outlet is not None and self._outlet.is_behind:
            if not render_as_done:
                self._outlet.when_written(self._draw_soon)
        elif self._is_resized:
            self._is_resized = False
            self._on_resize()
        else:
            super()._redraw(render_as_done)
            if self._is_behind:
                self._late()

    def _on_resize(self) -> None:
        if self._is_behind:
            self._is_resized = True
            self._redraw()
        else:
            super()._on_resize()  # it draws at once

    def _draw_soon(self) -> None:
        with suppress(RuntimeError):  # the loop has just been closed
            self.invalidate()
