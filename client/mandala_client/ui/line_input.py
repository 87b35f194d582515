"""The keys that edit a line which is being typed: everywhere the same."""

from __future__ import annotations


def edited(key: str, line: str) -> str | None:
    """The line after this key, by its name; None for a key that does not edit."""
    match key:
        case "backspace":
            return line[:-1]
        case "c-u":
            return ""
        case "c-w":
            return line.rstrip().rpartition(" ")[0]
        case _:
            return None
