"""Yes and no in one letter, in the spoken language; the English letters are always understood."""

from __future__ import annotations

from mandala_client.text.language import pgettext


def yes_letter() -> str:
    """The letter that means yes."""
    return pgettext("the letter for yes", "y")


def no_letter() -> str:
    """The letter that means no."""
    return pgettext("the letter for no", "n")


def is_yes(letter: str) -> bool:
    """Return whether this letter, in lower case, means yes."""
    return letter in ("y", yes_letter())


def is_no(letter: str) -> bool:
    """Return whether this letter, in lower case, means no."""
    return letter in ("n", no_letter())
