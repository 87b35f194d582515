"""Lines that are typed where nothing is asked: to leave, and between two games to talk."""

from __future__ import annotations

import math
from collections.abc import Callable

import trio

from mandala_client.desk import Company
from mandala_client.language import _
from mandala_client.linear.told import GameTold
from mandala_client.linear.voice import Voice
from mandala_client.words import telling
from mandala_client.words.refusals import no_talk
from mandala_client.words.typed_words import Word, spoken_word, word_of
from mandala_protocol.dialogue import Leave, Talk
from mandala_protocol.messages import MAX_CHAT


class Unasked:
    """Takes lines while no question waits for them; ``leave`` ends the program where there is no game to be left."""

    def __init__(self, voice: Voice, game: GameTold, leave: Callable[[], None]) -> None:
        self._voice, self._game, self._leave = voice, game, leave
        self._want, self._wanted = trio.open_memory_channel[Talk | Leave](math.inf)

    async def wanted(self) -> Talk | Leave:
        """The next thing that is wanted between two games."""
        return await self._wanted.receive()

    def leaves(self, line: str) -> bool:
        """Leave if the line asks for that; whether it does."""
        leaving = word_of(line) is Word.LEAVE
        if leaving:
            self._leave()
        return leaving

    def late(self, line: str) -> bool:
        """A line is typed for a question that has lapsed, or for a game that is over: it is for nothing else."""
        if line and not self.leaves(line):
            unasked = _("Nothing is asked now, so that line does not count. Type {word} to leave.")
            self._voice.say(unasked.format(word=spoken_word(Word.LEAVE)))
        return True

    def between_games(self, line: str) -> bool:
        """A line between two games, when nothing is asked: one can talk, and leave."""
        if word_of(line) is Word.LEAVE:
            self._want.send_nowait(Leave(telling.SIMPLY_LEFT))
            return True
        return self.talks_on(line) or self.late(line)

    def talks_on(self, line: str) -> bool:
        """Whether a line is said to the other player after the game, or asks for that."""
        text = talk_of(line)
        if text is None:
            return False
        if self._game.company is not Company.PERSON:
            self._voice.say(no_talk())
        elif text:
            self._want.send_nowait(Talk(text))
        else:
            self._voice.say(nothing_said())
        return True


def talk_of(line: str) -> str | None:
    """What a line says to the other player, as much as fits; None if it is none that says something."""
    typed, _space, rest = line.partition(" ")
    if line.startswith("/"):
        return line[1:].strip()[:MAX_CHAT]  # as at the full screen
    return rest.strip()[:MAX_CHAT] if word_of(typed) is Word.SAY else None


def nothing_said() -> str:
    """What is told of a line that would say nothing."""
    return _("Type your text after the word, on the same line.")
