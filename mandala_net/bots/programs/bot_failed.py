"""The failure of a bot."""

from __future__ import annotations


class BotFailed(Exception):
    """A bot has no move to offer, so that its side can only resign; the text is a ``Sentence``."""
