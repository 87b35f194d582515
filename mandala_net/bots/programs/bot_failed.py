"""The failure of a bot."""

from __future__ import annotations

from mandala_protocol.sentence import Sentence


class BotFailed(Exception):
    """A bot has no move to offer, so that its side can only resign; the text is a ``Sentence``.

    ``last_line`` of its standard error, cleaned; "" if there is none. It is for our side alone: it may tell a hand.
    """

    def __init__(self, why: Sentence, last_line: str = "") -> None:
        super().__init__(why)
        self.why, self.last_line = why, last_line

    @property
    def for_us(self) -> Sentence:
        """Why it failed, with the last line of its standard error."""
        if not self.last_line:
            return self.why
        return Sentence("{why} Its last line was “{line}”.", why=self.why, line=self.last_line)
