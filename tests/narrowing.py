"""Values that a test knows to be there, for the type checker and for whoever reads a failure."""

from __future__ import annotations

import re
from typing import TypeVar

T = TypeVar("T")


def present(value: T | None) -> T:
    """Return a value that must not be None."""
    assert value is not None
    return value


def of_kind(kind: type[T], value: object) -> T:
    """Return a value that must be of this kind."""
    assert isinstance(value, kind), f"{value!r} is no {kind.__name__}"
    return value


def found(pattern: str, text: str) -> re.Match[str]:
    """Return the first match of a pattern that must be in the text."""
    match = re.search(pattern, text)
    assert match is not None, f"{pattern!r} is not in {text!r}"
    return match
