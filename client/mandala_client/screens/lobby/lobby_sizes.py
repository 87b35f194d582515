"""The sizes from which on the lobby shows more, in columns and lines."""

from __future__ import annotations

from typing import Final

NARROW: Final = 72
"""With fewer columns than this, a list shows only what tells its lines apart."""

WIDE: Final = 120
"""From this many columns the games on the network stand beside the other entries."""

AIRY: Final = 24
"""From this many lines there are empty rows between the parts."""
