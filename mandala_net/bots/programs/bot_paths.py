"""Bots that are programs, by the paths that people type."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from mandala_protocol.names import clean_name
from mandala_protocol.sentence import Sentence


def is_program(bot: str) -> bool:
    """Return whether this is the path of a program, and not the name of a bot of ours: a path has a slash."""
    return "/" in bot or os.sep in bot


def name_of_program(path: str) -> str:
    """Return the name by which people know it: that of its file."""
    return clean_name(Path(path).name)


def folder_of(bot: str) -> str:
    """Return the name of a folder for what a bot keeps, whether it is one of ours or a program."""
    return f"program-{hashlib.sha256(bot.encode()).hexdigest()[:16]}" if is_program(bot) else bot


def why_no_program(path: str) -> Sentence | None:
    """Return why this is no program that can be started; None if it looks like one."""
    if not Path(path).is_file():
        return Sentence("There is no program {path}.", path=path)
    if not os.access(path, os.X_OK):
        return Sentence("{path} is not a program that you may start.", path=path)
    return None
