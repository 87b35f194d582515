"""How long a test may take before it counts as hanging. Whatever is waited for is a condition, never a time."""

from __future__ import annotations

from typing import Final

SECONDS: Final = 300
"""For anything at all, on a machine that does much else besides. Nothing takes as long unless it hangs."""
