"""The version of this program. The distribution takes it from here: its metadata is slow to read."""

from __future__ import annotations

VERSION = "1.1.0.dev0"
