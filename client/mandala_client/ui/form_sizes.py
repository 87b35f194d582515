"""The size of a terminal for each form of the table, in columns and lines."""

from __future__ import annotations

from typing import Final

LEAST_COLUMNS: Final = 40
LEAST_LINES: Final = 20
"""Below this there is only a sentence that asks for more room; from here on the compact form."""

TABLE_WIDTH: Final = 80
TABLE_HEIGHT: Final = 24
"""The least lines of the standard form."""

WIDE: Final = 120
"""From this many columns on log and chat stand beside the table instead of below it."""

TALL: Final = 34
"""From this many lines on there are empty rows around what is to be done below the table."""

LARGE_LINES: Final = 40
"""From this many lines on the table of the wide form is drawn large."""

HUGE_LINES: Final = 56
BESIDE_HUGE: Final = 40
"""The least lines, and the least columns beside it for the log, at which the table is drawn as large as it can be."""

SIDE_LOG: Final = 112
"""From this many columns on the log stands beside the table of a replay, or of a game that is watched."""

BETWEEN: Final = 2
"""The columns between a table and what stands beside it."""
