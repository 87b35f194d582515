"""Questions in text mode: each is asked until a line answers it, or until it lapses."""

from __future__ import annotations

import enum
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeAlias, TypeVar

import trio

from mandala_client.linear.typed_lines import TypedLines
from mandala_client.linear.voice import Voice
from mandala_client.linear.word_help import meanings_at_a_question, yes_or_no
from mandala_client.text.language import _
from mandala_client.text.typed_words import TypedWord, answer_of, spoken_word, word_of
from mandala_client.ui.blocks.block_sentences import sentences_of
from mandala_client.ui.blocks.values import Topic

T = TypeVar("T")

Meanings: TypeAlias = Callable[[int | None], list[tuple[str, str]]]
"""Gives the words that count at a question with this number, and what each means there."""


class Beside(enum.Enum):
    """The meaning of a line that is typed at a question."""

    NOTHING = "for the question"
    SOMETHING = "for something else"
    MUCH = "for something that took so many sentences that the question is asked once more"


Besides: TypeAlias = Callable[[str], Awaitable[Beside]]
"""Takes a line that is typed where something is asked, if it is for something besides the question."""


async def _nothing_besides(_line: str) -> Beside:
    return Beside.NOTHING


class Asking:
    """Asks in this ``voice``, and takes the answers from ``lines``.

    A question may lapse, as the player whom it is about has gone. What was typed for it answers no other one: until
    something is asked again each line goes to ``unasked``, which says whether it took it, and the next question is
    agreed to with its number.
    """

    def __init__(self, lines: TypedLines, voice: Voice, unasked: Callable[[str], bool]) -> None:
        self._lines, self._voice, self._unasked = lines, voice, unasked
        self._lapses, self._lapsed = 0, False
        self._open: str | None = None

    def ask_again(self) -> None:
        """Repeat the question that waits for an answer, if there is one: something else was asked after it."""
        if self._open is not None:
            self._voice.say(_("Answer this first: {question}").format(question=self._open))

    async def sure(self, question: str) -> bool:
        """Return whether the answer is yes. The end of input and leaving mean no."""
        return await self.answered(partial(yes_or_no, question), answer_of, False)

    async def answered(
        self,
        asked: Callable[[int | None], str],
        understood: Callable[[str, int | None], T | None],
        otherwise: T,
        besides: Besides = _nothing_besides,
        meanings: Meanings = meanings_at_a_question,
        *,
        leaves: bool = False,
    ) -> T:
        """Ask until a line is understood; ``otherwise`` if there are no more lines. Lines that ``besides`` takes answer
        nothing, and of all others it is told which words have which ``meanings`` here.

        ``asked`` makes the question, and ``understood`` the answer of a line, with the number that agreeing takes.
        A player who wants to leave answers ``otherwise`` too; unless this ``leaves`` all there is to leave, the line is
        kept for the next question.
        """
        number = self._lapses + 1 if self._lapsed else None
        if number is not None:
            self._voice.say(_("This question replaces the one before it."))
        try:
            answer = None
            while answer is None:
                self._open = asked(number)
                self._voice.say(self._open)
                line, beside = await self._next_line(besides)
                if beside is Beside.MUCH:
                    continue
                if line is None:
                    answer = otherwise
                elif word_of(line) is TypedWord.LEAVE:
                    answer = otherwise
                    if not leaves:
                        self._lines.put_back(line)
                else:
                    answer = understood(line, number)
                    if answer is None and line:
                        self._voice.say_all(_what_counts(line, meanings(number)))
        except trio.Cancelled:
            self._lapses, self._lapsed = self._lapses + 1, True
            self._lines.meanwhile(self._unasked)
            raise
        finally:
            self._open = None
        self._lapsed = False
        return answer

    async def _next_line(self, besides: Besides) -> tuple[str | None, Beside]:
        """The next line for the question, None if there are no more; or one after which it is asked once more."""
        while (line := await self._lines.next()) is not None:
            beside = await besides(line)
            if beside is not Beside.SOMETHING:
                return line, beside
        return None, Beside.NOTHING


async def number_of_game(lines: TypedLines, say: Callable[[str], None], count: int) -> int | None:
    """Ask for the number of one of ``count`` games until it is typed.

    It is 0 for none of them, which leaving means too, and None if there are no more lines.
    """
    while True:
        say(_("Type the number of a game, or 0 for none."))
        answer = await lines.next()
        if answer is None:
            return None
        if answer == "0" or word_of(answer) is TypedWord.LEAVE:
            return 0
        if answer.isdecimal() and 1 <= int(answer) <= count:
            return int(answer)


def _what_counts(line: str, meanings: list[tuple[str, str]]) -> list[str]:
    """The words that count at a question; with their meanings if the line asks for them."""
    if word_of(line) is TypedWord.HELP:
        return sentences_of([Topic("", tuple(meanings))])
    words = ", ".join([*(word for word, _meaning in meanings), spoken_word(TypedWord.HELP)])
    return [_("That does not work here. You can type: {words}.").format(words=words)]
