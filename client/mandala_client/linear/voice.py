"""The output of text mode, line by line; the last events can be repeated."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Final, TextIO

from mandala_client.text.lines import in_whole_words

REPEATED: Final = 12
"""The number of the last happenings, and of the last sentences, that are kept."""


class Voice:
    """Says line by line to ``out``, in the letters that it can write."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._lately: deque[str] = deque(maxlen=REPEATED)
        self._said: deque[str] = deque(maxlen=REPEATED)
        self._before_the_line: list[str] = []

    def say(self, text: str) -> None:
        """Say one line."""
        self._said.append(text)
        print(in_whole_words(text, self._out), file=self._out, flush=True)

    def say_all(self, lines: Sequence[str]) -> None:
        """Say one line after the other."""
        for line in lines:
            self.say(line)

    def report(self, text: str) -> None:
        """Say what has happened, and keep it to be repeated."""
        self._lately.append(text)
        self.say(text)

    def keep(self, happened: Sequence[str]) -> None:
        """Keep what has happened, without saying it unasked."""
        self._lately += happened

    def lately(self) -> list[str]:
        """The last things that happened, the oldest first."""
        return list(self._lately)

    def line_typed(self) -> None:
        """Begin anew with what can be repeated: a line is answered now."""
        if self._said:
            self._before_the_line = list(self._said)
        self._said.clear()

    def said_last(self) -> list[str]:
        """The last sentences before the line that is answered now, the oldest first."""
        return self._before_the_line

    def forget(self) -> None:
        """Forget the events of a game that is over."""
        self._lately.clear()
