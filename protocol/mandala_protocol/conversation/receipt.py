"""Confirmation of our last message: the peer sends ``pong`` only once all before the ``ping`` is saved (LK18)."""

from __future__ import annotations


class Receipt:
    """Counts the ``ping`` and ``pong`` messages of one connection."""

    def __init__(self) -> None:
        self._asked = self._answered = self._asked_before = 0

    def begin(self) -> None:
        """Note that something was said: only what is asked for from now on confirms that it has arrived."""
        self._asked_before = self._asked

    def ask(self) -> None:
        """Note that a sign of life is asked for."""
        self._asked += 1

    def hear_answer(self) -> None:
        """Note that a sign of life has come."""
        self._answered += 1

    @property
    def is_asked_for(self) -> bool:
        """True if one was asked for after what was said last."""
        return self._asked > self._asked_before

    @property
    def confirmed(self) -> bool:
        """Return whether a ``pong`` has come for a ``ping`` that followed our last message."""
        return self._answered > self._asked_before
