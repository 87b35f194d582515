"""Questions in the linear form: each is asked until a line answers it, or until it lapses."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias, TypeVar

import trio

from mandala_client.language import _
from mandala_client.linear.typed_lines import TypedLines
from mandala_client.linear.voice import Voice
from mandala_client.words.typed_words import answer_of, spoken_no, spoken_yes, with_number

T = TypeVar("T")

Besides: TypeAlias = Callable[[str], Awaitable[bool]]
"""Takes a line that is typed where something is asked; whether it was for something besides the question."""


async def _nothing_besides(_line: str) -> bool:
    return False


class Asking:
    """Asks in this ``voice``, and takes the answers from ``lines``.

    A question may lapse, as the visitor whom it is about has gone. What was typed for it answers no other one: until
    something is asked again each line goes to ``unasked``, which says whether it took it, and the next question is
    agreed to with its number.
    """

    def __init__(self, lines: TypedLines, voice: Voice, unasked: Callable[[str], bool]) -> None:
        self._lines, self._voice, self._unasked = lines, voice, unasked
        self._lapses, self._lapsed = 0, False

    async def sure(self, question: str, *, besides: Besides = _nothing_besides) -> bool:
        """Whether the answer is yes; no more lines mean no. Lines that ``besides`` takes answer nothing."""

        def asked(number: int | None) -> str:
            yes_or_no = _("Type {yes} or {no}.").format(yes=with_number(spoken_yes(), number), no=spoken_no())
            return f"{question} {yes_or_no}"

        return await self.answered(asked, answer_of, False, besides)

    async def answered(
        self,
        asked: Callable[[int | None], str],
        understood: Callable[[str, int | None], T | None],
        otherwise: T,
        besides: Besides = _nothing_besides,
    ) -> T:
        """Ask until a line is understood; ``otherwise`` if there are no more lines. ``besides`` as for ``sure``.

        ``asked`` makes the question, and ``understood`` the answer of a line, with the number that agreeing takes.
        """
        number = self._lapses + 1 if self._lapsed else None
        if number is not None:
            self._voice.say(_("The question before this one does not count any more."))
        try:
            answer = None
            while answer is None:
                self._voice.say(asked(number))
                line = await self._lines.next()
                while line is not None and await besides(line):
                    line = await self._lines.next()
                answer = otherwise if line is None else understood(line, number)
        except trio.Cancelled:
            self._lapses, self._lapsed = self._lapses + 1, True
            self._lines.meanwhile(self._unasked)
            raise
        self._lapsed = False
        return answer
