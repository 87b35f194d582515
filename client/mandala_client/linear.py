"""The linear form: plain sentences, one after the other, and questions answered by a typed line.

For screen readers, scripts and pipes. Nothing is redrawn, and nothing is said twice without being asked.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Awaitable, Callable, Sequence
from io import TextIOWrapper
from typing import Final, TextIO, TypeVar

import trio
from attrs import define

from mandala_client import describe, telling
from mandala_client.desk import Company, GameT, TakeBack, Visitor
from mandala_client.evening import Evening
from mandala_client.table.style import only_ascii
from mandala_net.news import Ended, News, PeerAway
from mandala_protocol.dialogue import Command, Leave, OfferAdjourn, OfferEnd, Play, Resign, Talk
from mandala_protocol.messages import MAX_CHAT, Move
from mandala_protocol.snapshot import Snapshot

T = TypeVar("T")

HELP: Final = """\
Type a move, or one of these words:
  A1o       build one orange card in the mountain of mandala 1, and draw
  B0r2      grow your field of mandala 0 by two red cards
  Ck1       discard one black card, and draw as many
  Kg        claim green from a completed mandala
  table     hear the whole position     hand     hear your hand and cup
  moves     hear what you may do now    log      hear the last things again
  say TEXT  talk to the other player    words    hear the authentication words
  end       offer to end the game       resign   give up
  adjourn   offer to go on later        leave    leave; the game stays open
  help      hear this again"""

_REPEATED_EVENTS: Final = 12


class LinearDesk:
    """A desk that speaks to ``out`` and listens to ``lines``.

    Without a ``person`` nobody is told when to move; ``plain`` keeps to ASCII.
    """

    def __init__(self, lines: TextIO, out: TextIO, *, person: bool = True, plain: bool = False) -> None:
        self._lines, self._out, self._person, self._plain = lines, out, person, plain
        self._snapshot: Snapshot | None = None
        self._shown: Snapshot | None = None
        self._told = 0
        self._log: list[str] = []
        self._last_status = ""
        self._away_reason = ""
        self._words_told = False
        self._company = Company.PERSON
        self._laid = trio.Event()

    def status(self, text: str) -> None:
        self._say(text)

    def progress(self, text: str, done: int, total: int) -> None:
        if done in (0, total):
            self._say(f"{text}: {'done' if done == total else 'begun'}.")

    def show(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        if snapshot.words is not None and not self._words_told:
            self._words_told = True
            self._say(f"Authentication words: {snapshot.words}. Compare them aloud with the other player.")
        if snapshot.view is None:
            return
        self._laid.set()
        names = snapshot.names
        assert names is not None, "whoever plays has a name"
        sentences = [
            sentence for step in snapshot.steps[self._told :] for sentence in telling.events(step, snapshot.seat, names)
        ]
        if self._shown is None and len(sentences) > _REPEATED_EVENTS:
            # A game that is gone on with: nobody wants to hear all of it again unasked.
            self._log += sentences
            self._say_all(["The game goes on from here:", *describe.table(snapshot)])
            sentences = []
        for sentence in sentences:
            self._log_and_say(sentence)
        new_cards = telling.new_cards(self._shown, snapshot)
        if new_cards is not None:
            self._log_and_say(new_cards)
        self._told, self._shown = len(snapshot.steps), snapshot
        status = telling.whose_turn(snapshot)
        asked = snapshot.due is not None and snapshot.due.kind is Move and snapshot.connected
        if status != self._last_status and self._person and asked:
            self._say(status)
        self._last_status = status

    def tell(self, news: News) -> None:
        if isinstance(news, PeerAway):
            if news.seconds and news.reason == self._away_reason:
                return  # it was said when it began
            self._away_reason = news.reason
        snapshot = self._snapshot
        if snapshot is None or snapshot.names is None:
            self._log_and_say(telling.news(news))
        else:
            self._log_and_say(telling.news(news, snapshot.names[snapshot.seat.other]))

    def refuse(self, reason: str) -> None:
        self._say(reason)

    async def admit(self, visitor: Visitor) -> bool:
        self._say(telling.visitor(visitor))
        while True:
            self._say("Let this player in? Type yes or no.")
            answer = await self._line()
            if answer is None or answer.lower() in ("n", "no"):
                return False
            if answer.lower() in ("y", "yes"):
                return True

    async def choose(self, games: Sequence[GameT]) -> GameT | None:
        self._say(telling.which_game(games))
        for number, game in enumerate(games, start=1):
            self._say(f"{number}: {telling.game_to_choose(game)}")
        while True:
            self._say("Type its number, or 0 for none.")
            answer = await self._line()
            if answer is None or answer == "0":
                return None
            if answer.isdecimal() and int(answer) <= len(games):
                return games[int(answer) - 1]

    def company(self, company: Company) -> None:
        self._company = company

    async def next_command(self) -> Command | TakeBack:
        await self._laid.wait()
        while True:
            line = await self._line()
            if line is None:
                return Leave(telling.SIMPLY_LEFT)
            command = self._understand(line)
            if command is not None:
                return command

    async def end(self, ended: Ended, evening: Evening | None = None, *, rematch: bool = False) -> bool:  # noqa: ARG002
        snapshot = self._snapshot
        if snapshot is not None:
            for line in telling.score_sheet(snapshot):
                self._say(line)
        self._say(telling.outcome(ended, snapshot))
        if ended.record is not None:
            for line in telling.record_kept(ended.record):
                self._say(line)
        return False

    def _understand(self, line: str) -> Command | None:
        """What a typed line asks for; None if it was a question that is answered here."""
        word, _, rest = line.partition(" ")
        match word.lower().removeprefix(":"):
            case "":
                return None
            case "help" | "?":
                self._say(HELP)
            case "table":
                self._say_all(self._about(describe.table))
            case "hand":
                self._say_all(self._about(describe.hand))
            case "moves":
                self._say_all(self._about(describe.moves))
            case "log":
                self._say_all(self._log[-_REPEATED_EVENTS:])
            case "words":
                self._say_all(self._about(lambda snapshot: [f"Authentication words: {snapshot.words}."]))
            case "say":
                return Talk(rest[:MAX_CHAT])
            case "end":
                return OfferEnd()
            case "adjourn":
                return OfferAdjourn()
            case "resign":
                return Resign()
            case "leave" | "quit" | "exit":
                return Leave(telling.SIMPLY_LEFT)
            case _:
                return self._as_move(line)
        return None

    def _as_move(self, line: str) -> Command | None:
        notation = telling.as_notation(line)
        if notation is None:
            self._say("That is not a move or a word known here. Type help to hear what is.")
            return None
        return Play(notation)

    def _about(self, describing: Callable[[Snapshot], list[str]]) -> list[str]:
        snapshot = self._snapshot
        if snapshot is None or snapshot.view is None:
            return ["The cards are not dealt yet."]
        return describing(snapshot)

    def _say_all(self, lines: Sequence[str]) -> None:
        for line in lines:
            self._say(line)

    def _log_and_say(self, text: str) -> None:
        self._log.append(text)
        self._say(text)

    def _say(self, text: str) -> None:
        print(only_ascii(text) if self._plain else text, file=self._out, flush=True)

    async def _line(self) -> str | None:
        """The next line that was typed; None when there is no more."""
        line = await trio.to_thread.run_sync(self._lines.readline, abandon_on_cancel=True)
        return line.strip() if line else None


def run_linear(main: Callable[[LinearDesk], Awaitable[T]], *, person: bool = True, plain: bool = False) -> T:
    """Run ``main`` with a desk at standard input and output.

    Raises ``SystemExit`` with 128 and the signal's number when the program is told to stop, after its goodbyes.
    """
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")

    async def run() -> T:
        told = _Told()
        with trio.CancelScope() as program:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(_stop_when_told, program, told)
                result = await main(LinearDesk(sys.stdin, sys.stdout, person=person, plain=plain or not _writes("…")))
                nursery.cancel_scope.cancel()
                return result
        print("Stopped.", flush=True)
        raise SystemExit(128 + told.signal)

    return trio.run(run)


def _writes(text: str) -> bool:
    """Whether standard output can show this text."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


@define
class _Told:
    """The signal that told the program to stop."""

    signal: int = 0


async def _stop_when_told(program: trio.CancelScope, told: _Told) -> None:
    stops = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    with trio.open_signal_receiver(*stops) as signals:
        async for number in signals:
            told.signal = number
            program.cancel()
            return
