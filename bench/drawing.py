"""A client that counts how often its screen is drawn.

``python -m bench.drawing FILE ARGUMENTS…`` is the program ``mandala-lan ARGUMENTS…``. It writes the counts to the file
each time they change.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

from attrs import asdict, define
from prompt_toolkit.renderer import Renderer

from mandala_client.main import main


@define
class Drawn:
    """The number of drawings, of those that left the screen ``unchanged``, and the ``seconds`` of computing in all."""

    redraws: int = 0
    unchanged: int = 0
    seconds: float = 0.0


def count_redraws(path: Path) -> None:
    """Count from now on, and keep the counts in the file."""
    drawn, render, written = Drawn(), Renderer.render, path.with_suffix(".new")

    def counted(self: Renderer, *given: Any, **options: Any) -> None:
        before, began = self._last_screen, time.thread_time()
        render(self, *given, **options)
        drawn.seconds += time.thread_time() - began
        drawn.redraws += 1
        after = self._last_screen
        drawn.unchanged += before is not None and after is not None and _shown(before) == _shown(after)
        written.write_text(json.dumps(asdict(drawn)), encoding="utf-8")
        written.replace(path)

    Renderer.render = counted  # type: ignore[method-assign]


def _shown(screen: Any) -> tuple[object, ...]:
    """Everything that a person could see of a screen."""
    rows = [
        (number, [(column, cell.char, cell.style) for column, cell in sorted(row.items())])
        for number, row in sorted(screen.data_buffer.items())
    ]
    return rows, dict(screen.cursor_positions), screen.show_cursor


if __name__ == "__main__":
    count_redraws(Path(sys.argv[1]))
    sys.argv = ["mandala-lan", *sys.argv[2:]]
    main()
