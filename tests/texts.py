"""Texts of any characters for property tests."""

from __future__ import annotations

from hypothesis import strategies as st


def any_text(min_size: int = 0, max_size: int | None = None) -> st.SearchStrategy[str]:
    """All texts that UTF-8 can write, of so many characters.

    Those of hypothesis itself are the same, but to find out what UTF-8 can write takes it seconds in a new folder.
    """
    return st.text(st.characters(exclude_categories=["Cs"]), min_size=min_size, max_size=max_size)
