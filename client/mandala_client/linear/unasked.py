"""Lines that are typed where nothing is asked: to leave, between two games to talk, and what is for the next game."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import trio

from mandala_client.linear.text_table import TextTable
from mandala_client.linear.typed_lines import TypedLines
from mandala_client.linear.word_help import help_between_games
from mandala_client.play.frontend import Opponent
from mandala_client.sentences import outcomes, status_text
from mandala_client.text.language import _
from mandala_client.text.numbers import duration
from mandala_client.text.typed_words import TypedWord, spoken_word, word_of
from mandala_protocol.conversation.events import Abandon, Leave, Talk
from mandala_protocol.wire.messages import MAX_CHAT

LEAVING_SECONDS: Final = 10
"""The time, in seconds, that lines typed ahead wait for the next game if it is to be left after them."""


class Unasked:
    """Takes ``lines`` while no question waits for them; ``leave`` ends the program where there is no game to be left.

    What is typed between two games is for the next one, in its order, as a script types all at once. Talk needs no game
    and goes before it; to leave needs none either, but what a script types first has its time.
    """

    def __init__(self, lines: TypedLines, table: TextTable, leave: Callable[[], None]) -> None:
        self._lines, self._voice, self._table, self._leave = lines, table.voice, table, leave
        self._want, self._wanted = trio.open_memory_channel[Talk | Leave | Abandon](math.inf)
        self._leaves_at, self._for_nothing = math.inf, 0
        self._waiting = trio.CancelScope()

    def forget(self) -> None:
        """Drop the wishes between two games that have not been carried out."""
        with suppress(trio.WouldBlock):
            while True:
                self._wanted.receive_nowait()
        self._leaves_at, self._for_nothing = math.inf, 0
        self._waiting.deadline = math.inf

    async def wanted(self) -> Talk | Leave | Abandon:
        """The next thing that is wanted between two games, or before the cards are dealt."""
        with trio.CancelScope(deadline=self._leaves_at) as self._waiting:
            return await self._wanted.receive()
        self._lines.forget(self._for_nothing)
        self._leaves_at, self._for_nothing = math.inf, 0
        return Leave(outcomes.SIMPLY_LEFT)

    def leaves(self, line: str) -> bool:
        """Leave, or call the game abandoned, if the line asks for that; return whether it was about that."""
        waits = self._table.waits_on(line)
        if isinstance(waits, Abandon | Leave):
            self._want.send_nowait(waits)
        if waits is not False:
            return True
        leaving = word_of(line) is TypedWord.LEAVE
        if leaving:
            self._leave()
        return leaving

    def late(self, line: str) -> bool:
        """A line is typed for a question that has lapsed, or for a game that is over: it is for nothing else."""
        if line and not self.leaves(line):
            unasked = _("There is no question to answer now, so that line is ignored. Type “{word}” to leave.")
            self._voice.say(unasked.format(word=spoken_word(TypedWord.LEAVE)))
        return True

    def between_games(self, line: str) -> bool:
        """A line between two games, when nothing is asked: one can talk, leave, and look at the game that is over; all
        others are for the next game, and those after them.

        False if there are too many of these.
        """
        if not line or self.talks_on(line):
            return True
        if word_of(line) is TypedWord.HELP:
            self._voice.say_all(help_between_games(self._table.model.opponent))
            return True
        first = not self._lines.count_put_off
        if first and self._table.asked_after_game(line) is not None:
            return True
        if word_of(line) is TypedWord.LEAVE:
            if first:
                self._want.send_nowait(Leave(outcomes.SIMPLY_LEFT))
                return True
            return self._leaves_later(line)
        if first:
            kept = _(
                "There is no question to answer now, so that line is kept for the next game. Type “{word}” to leave."
            )
            self._voice.say(kept.format(word=spoken_word(TypedWord.LEAVE)))
        return self._lines.put_off(line)

    def _leaves_later(self, line: str) -> bool:
        """Leaving was typed after lines for the next game: if that game does not come, the player still leaves."""
        if not self._lines.put_off(line):
            return False
        if self._leaves_at == math.inf:
            self._leaves_at = self._waiting.deadline = trio.current_time() + LEAVING_SECONDS
            self._for_nothing = self._lines.count_put_off
            later = _("Other lines are kept for the next game. If it does not start within {time}, you leave the game.")
            self._voice.say(later.format(time=duration(LEAVING_SECONDS)))
        return True

    def talks_on(self, line: str) -> bool:
        """Return whether a line is said to the other player after the game, or asks for that."""
        text = talk_of(line)
        if text is None:
            return False
        if self._table.model.opponent is not Opponent.PERSON:
            self._voice.say(status_text.no_talk())
        elif text:
            self._want.send_nowait(Talk(text))
        else:
            self._voice.say(nothing_said())
        return True


def talk_of(line: str) -> str | None:
    """The chat in a line, as much as fits; None if the line is not chat."""
    typed, _space, rest = line.partition(" ")
    if line.startswith("/"):
        return line[1:].strip()[:MAX_CHAT]  # as at the full screen
    return rest.strip()[:MAX_CHAT] if word_of(typed) is TypedWord.SAY else None


def nothing_said() -> str:
    """Return the answer to a line that would say nothing."""
    return _("Type your text after the word, on the same line.")
