"""The time after which a test counts as hanging. A test waits for a condition, never for a time."""

from __future__ import annotations

from typing import Final

SECONDS: Final = 300
"""For anything at all, on a machine that does much else besides. Nothing takes as long unless it hangs."""
