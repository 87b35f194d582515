"""The size of a terminal for each form of the table, in columns and lines."""

from __future__ import annotations

from typing import Final

LEAST_COLUMNS: Final = 40
LEAST_LINES: Final = 20
"""Below this there is only a sentence that asks for more room; from here on the compact form."""

TABLE_WIDTH: Final = 80
TABLE_HEIGHT: Final = 24
"""From here on the standard form."""

WIDE: Final = 120
"""From this many columns on log and chat stand beside the table instead of below it."""

TALL: Final = 34
"""From this many lines on the input line stays at the table, and in the wide form the mandalas are drawn large."""

SIDE_LOG: Final = 112
"""From this many columns on the log of a replay stands beside the table."""
