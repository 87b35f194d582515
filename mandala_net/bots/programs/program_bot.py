"""A bot that is a program of its own: it reads its view from standard input and writes its moves to standard output."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
import weakref
from contextlib import suppress
from typing import Any, Final

from mandala_net.bots.programs import limited
from mandala_net.bots.programs.bot_failed import BotFailed
from mandala_net.bots.programs.bot_limits import USUAL_LIMITS, BotLimits
from mandala_net.bots.programs.bot_lines import MAX_ANSWER, TableOf, answered, question
from mandala_net.bots.programs.bot_paths import name_of_program
from mandala_net.interpreter import OWN_GROUP
from mandala_protocol.games.game import Game, View
from mandala_protocol.sentence import Sentence

_RUNNING: Final[weakref.WeakSet[_Running]] = weakref.WeakSet()
"""All programs of this process that have not been stopped."""


def stop_programs() -> None:
    """Stop all programs that run as bots of this process: for an end at which Python itself stops nothing."""
    for running in list(_RUNNING):
        running.stop()


class ProgramBot:
    """The program at ``path``, as a bot. It is started for its first move, and ends with this object.

    After a failure it is started anew for the next move that is asked for, which then is one of another game.
    """

    def __init__(self, game: Game[Any, Any], table_of: TableOf, path: str, limits: BotLimits = USUAL_LIMITS) -> None:
        self._game, self._table_of, self._path, self._limits = game, table_of, path, limits
        self._running: _Running | None = None

    @property
    def name(self) -> str:
        """The path, by which one asks for it."""
        return self._path

    def choose(self, view: View[Any]) -> Any:
        """The program's move.

        Raises ``ValueError`` if the seat of the view is not to move, and ``BotFailed`` if the program has no legal
        move to offer in time; it is stopped then.
        """
        moves = self._game.legal_moves(view)
        if not moves:
            raise ValueError("the seat of this view is not to move")
        asked = question(self._game, self._table_of, view, moves, self._limits.seconds)
        if self._running is None:
            self._running = _Running(self._path, self._limits)
        try:
            return answered(self._game, name_of_program(self._path), self._running.ask(asked), moves)
        except BotFailed:
            self._running.stop()
            self._running = None
            raise


class _Running:
    """The program while it runs. A thread of its own waits for its answers: to wait for a pipe has no time limit."""

    def __init__(self, path: str, limits: BotLimits) -> None:
        self._path, self._limits = path, limits
        self._process = _started(path, limits)
        self._questions: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        talk = (self._process, self._questions, self._answers)
        threading.Thread(target=_converse, args=talk, daemon=True).start()
        self.stop = weakref.finalize(self, _stop, self._process, self._questions)
        """Stops the program. That happens by itself when this object is gone, and at the end of ours."""
        _RUNNING.add(self)

    def ask(self, asked: bytes) -> bytes:
        """Return the line that answers, cut off at ``MAX_ANSWER`` bytes. Raises ``BotFailed`` if it does not come."""
        self._questions.put(asked)
        program = name_of_program(self._path)
        try:
            line = self._answers.get(timeout=self._limits.seconds)
        except queue.Empty:
            sentence = Sentence(
                "{program} did not answer in {seconds:g} s.", program=program, seconds=self._limits.seconds
            )
            raise BotFailed(sentence) from None
        if not line:
            self.stop()
            if self._process.returncode == limited.CANNOT_START:
                raise BotFailed(Sentence("{program} cannot be started.", program=program))
        return line


def _started(path: str, limits: BotLimits) -> subprocess.Popen[bytes]:
    """Start the program of a bot. Raises ``BotFailed`` if the system does not start it."""
    line = [path]
    if sys.platform != "win32":
        line = [sys.executable, "-I", "-S", limited.__file__, str(limits.megabytes), path]
    try:
        return subprocess.Popen(  # noqa: S603 - the program that the player has asked for
            line,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            # Its own group: with it ends what it has started, and Ctrl-C is for the person at the terminal.
            start_new_session=True,
            creationflags=OWN_GROUP,
        )
    except OSError:
        raise BotFailed(Sentence("{program} cannot be started.", program=name_of_program(path))) from None


def _converse(
    process: subprocess.Popen[bytes],
    questions: queue.SimpleQueue[bytes | None],
    answers: queue.SimpleQueue[bytes],
) -> None:
    """Hand each question to the program and its answer back, until there are no more; "" once the program is gone."""
    assert process.stdin is not None
    assert process.stdout is not None
    with process.stdout as output, suppress(OSError), process.stdin as entrance:
        while (asked := questions.get()) is not None:
            with suppress(OSError):  # the program may have answered before it was asked, and read nothing
                entrance.write(asked)
                entrance.flush()
            try:
                answers.put(output.readline(MAX_ANSWER))
            except OSError:
                answers.put(b"")


def _stop(process: subprocess.Popen[bytes], questions: queue.SimpleQueue[bytes | None]) -> None:
    """End the program, and all of its group."""
    questions.put(None)
    if sys.platform == "win32":
        process.kill()
    else:
        with suppress(ProcessLookupError, PermissionError):  # it is gone; macOS says so in another way
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()
