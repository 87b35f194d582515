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
from pathlib import Path
from typing import IO, Any, Final

from mandala_net.bots.programs import limited
from mandala_net.bots.programs.bot_lines import MAX_ANSWER, BotFailed, TableOf, answered, question
from mandala_net.bots.programs.bot_paths import name_of_program
from mandala_net.bots.programs.program_options import USUAL_OPTIONS, ProgramOptions
from mandala_net.files import require_no_pipe
from mandala_net.interpreter import OWN_GROUP, OwnFile, own_file
from mandala_protocol.games.game import Game, View
from mandala_protocol.names import clean_line
from mandala_protocol.sentence import Sentence

_MOST_OF_A_LINE: Final = 4096
"""The bytes of a line of standard error that are read at a time."""

_MOST_WAITED: Final = 1.0
"""The seconds that we wait for the end of standard error: somebody outside the program's group may hold it open."""

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

    def __init__(
        self, game: Game[Any, Any], table_of: TableOf, path: str, options: ProgramOptions = USUAL_OPTIONS
    ) -> None:
        self._game, self._table_of, self._path, self._options = game, table_of, path, options
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
        asked = question(self._game, self._table_of, view, moves, self._options.seconds)
        running = self._running or _Running(self._path, self._options)
        self._running = running
        try:
            return answered(self._game, name_of_program(self._path), running.ask(asked), moves)
        except BotFailed as failure:
            running.stop()
            self._running = None
            raise BotFailed(failure.why, running.last_line()) from failure


class _Running:
    """The program while it runs. A thread of its own waits for its answers: to wait for a pipe has no time limit."""

    def __init__(self, path: str, options: ProgramOptions) -> None:
        self._path, self._options = path, options
        self._process = _started(path, options)
        self._errors = _ErrorOutput(self._process, options.log)
        self._questions: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        talk = (self._process, self._questions, self._answers)
        threading.Thread(target=_converse, args=talk, daemon=True).start()
        self.stop = weakref.finalize(self, _stop, self._process, self._questions)
        """Stops the program. That happens by itself when this object is gone, and at the end of ours."""
        _RUNNING.add(self)

    def last_line(self) -> str:
        """The last line of its standard error, once it has been stopped, cleaned; "" if there is none."""
        return self._errors.last_line()

    def ask(self, asked: bytes) -> bytes:
        """Return the line that answers, cut off at ``MAX_ANSWER`` bytes. Raises ``BotFailed`` if it does not come."""
        self._questions.put(asked)
        program = name_of_program(self._path)
        try:
            line = self._answers.get(timeout=self._options.seconds)
        except queue.Empty:
            sentence = Sentence(
                "{program} did not answer in {seconds:g} s.", program=program, seconds=self._options.seconds
            )
            raise BotFailed(sentence) from None
        if not line:
            self.stop()
            if self._process.returncode == limited.CANNOT_START:
                raise BotFailed(Sentence("{program} cannot be started.", program=program))
        return line


class _ErrorOutput:
    """The standard error of a program. Its last line is kept, and all of it added to the log, if there is one.

    It is read to its end whatever happens to the log, so that the program never waits for a full pipe.
    """

    def __init__(self, process: subprocess.Popen[bytes], log: Path | None) -> None:
        assert process.stderr is not None
        self._last = b""
        self._reader = threading.Thread(target=self._read, args=(process.stderr, log), daemon=True)
        self._reader.start()

    def last_line(self) -> str:
        """The last line that is not empty, cleaned. Wait for it, as the program has ended."""
        self._reader.join(_MOST_WAITED)
        return clean_line(self._last.decode(errors="replace"))

    def _read(self, errors: IO[bytes], log: Path | None) -> None:
        with errors, suppress(OSError, ValueError):
            while line := errors.readline(_MOST_OF_A_LINE):
                if line.strip():
                    self._last = line
                if log is not None:
                    with suppress(OSError):  # a full disk is no reason to lose the game
                        add_to_log(log, line)


def add_to_log(log: Path, line: bytes) -> None:
    """Add to the file, which only its owner can read if it is new. Raises ``OSError``."""
    require_no_pipe(log)
    log.touch(mode=0o600, exist_ok=True)
    with log.open("ab") as file:
        file.write(line)


def limiting(file: OwnFile | None) -> list[str]:
    """Return the command that becomes another program; the megabytes that it may use and its path follow."""
    if file is not None and file.is_frozen:
        return [file.path, limited.OPTION]
    return [sys.executable, "-I", "-S", limited.__file__]


def _started(path: str, options: ProgramOptions) -> subprocess.Popen[bytes]:
    """Start the program of a bot. Raises ``BotFailed`` if the system does not start it."""
    line = [path]
    if sys.platform != "win32":
        line = [*limiting(own_file()), str(options.megabytes), path]
    try:
        return subprocess.Popen(  # noqa: S603 - the program that the player has asked for
            line,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
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
