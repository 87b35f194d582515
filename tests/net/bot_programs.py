"""Programs that play, written for a test."""

from __future__ import annotations

import textwrap
from pathlib import Path


def program(folder: Path, body: str, name: str = "mybot") -> str:
    """A program in Python; its path."""
    path = folder / name
    path.write_text("#!/usr/bin/env python3\nimport json, os, signal, sys\n" + textwrap.dedent(body))
    path.chmod(0o755)
    return str(path)
