"""Programs that are forked from a process which has imported them, and not started anew.

To import the program takes longer than most of what the tests let it do, and they start it hundreds of times. So each
process of tests has one starter. It imports the program once. For each program that is wanted it forks a child, which
gets its own arguments, environment, folder and streams, and then goes on as ``python -m`` does. The child is a real
process, and a child of the tests: they can wait for it and kill it like any other.

What differs from start to start is left to the child: the modules of commands, which speak the language of the moment
when they are imported, and the secrets. ``test_starter.py`` compares what a program finds either way.

A program can have a terminal of its own, and be on one of several machines, which are namespaces of networks: the child
enters them by itself, where the command says ``ip netns exec`` or is the one by which ``bench.terminal`` does it.

A program that starts others of ours, as a game alone starts its bot, has a starter of its own for them.

A program is started as usual where this is not Linux, where a signal is ignored from the start, and where the
environment tells Python itself something else than it told the starter.
"""

from __future__ import annotations

import atexit
import codecs
import ctypes
import fcntl
import gc
import inspect
import json
import os
import pkgutil
import runpy
import signal
import socket
import subprocess
import sys
import termios
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Final

from attrs import asdict, frozen

from bench.terminal import AT_THE_TERMINAL, SHELL
from mandala_protocol.games.mandala import COLOURS
from mandala_protocol.games.mandala.colours import CARDS_PER_COLOUR
from mandala_protocol.poker.generators import position_generators_sum
from tests.networks import go_to
from tests.seeding.absence_clock import replace_clock
from tests.seeding.seeded_secrets import of_this_program, replace_secrets
from tests.surroundings import LANGUAGE_VARIABLES

ROOT: Final = Path(__file__).parents[2]

_PACKAGES: Final = ("mandala_protocol", "mandala_net", "mandala_conformance", "mandala_client")
_LEFT_TO_THE_CHILD: Final = ("mandala_client.commands.", "mandala_client.__main__")
_READ_BY_PYTHON: Final = ("PYTHON", "LC_", "LANG")
"""Variables that begin so are read when Python starts, but for the encoding of the streams, which the child makes."""
_ENCODING: Final = "PYTHONIOENCODING"
_READ_BY_PROGRAM: Final = "LANGUAGE"
_STARTING_OTHERS: Final = {"lobby", "play", "resume", "demo"}
"""The commands that may start the program once more, for a bot."""
_AT_A_TERMINAL: Final = [SHELL, "-c", AT_THE_TERMINAL]
_ON_A_MACHINE: Final = ["ip", "netns", "exec"]
_PR_SET_CHILD_SUBREAPER: Final = 36
_LARGEST: Final = 1 << 17
_EXECUTE: Final = inspect.signature(getattr(subprocess.Popen, "_execute_child"))  # noqa: B009 - unknown to mypy


class Forking(subprocess.Popen[str]):
    """A program that is forked from the starter if it can be, and started as usual otherwise."""

    def _execute_child(self, *given: Any) -> None:
        """Take the place of what forks and executes."""
        wanted = _EXECUTE.bind(self, *given).arguments
        environment = os.environ if wanted["env"] is None else wanted["env"]
        program = Program.of(wanted["args"], leads=wanted["start_new_session"])
        if program is None or not _can_be_forked(wanted, environment):
            super()._execute_child(*given)  # type: ignore[misc]  # not in typeshed
            return
        files = [wanted[name] for name in ("p2cread", "c2pwrite", "errwrite")]
        files = [own if given == -1 else given for own, given in enumerate(files)]
        self.pid = _starter().fork(program, environment, str(wanted["cwd"] or Path.cwd()), files)
        self._child_created = True
        pipes = ("p2cread", "p2cwrite", "c2pread", "c2pwrite", "errread", "errwrite")
        self._close_pipe_fds(*(wanted[name] for name in pipes))  # type: ignore[attr-defined]  # not in typeshed


@frozen
class Program:
    """A module that is to be the program, and its arguments; the machine that it is on, if that is not this one.

    ``leads``: it leads a session, whose terminal is its standard input if that is one.
    """

    module: str
    arguments: Sequence[str]
    machine: str | None
    leads: bool

    @classmethod
    def of(cls, command: Sequence[str], *, leads: bool) -> Program | None:
        """Return what a command starts; None if that is something else than a module of ours."""
        rest, machine = list(command), None
        if rest[:3] == _AT_A_TERMINAL:
            rest = rest[4:]
        if rest[:3] == _ON_A_MACHINE:
            machine, rest = rest[3], rest[4:]
        if rest[1:2] == ["-P"]:  # the folder has no modules that could be taken for others
            del rest[1]
        if len(rest) < 3 or rest[:2] != [sys.executable, "-m"]:
            return None
        return cls(rest[2], rest[3:], machine, leads)


def _can_be_forked(wanted: Mapping[str, Any], environment: Mapping[str, str]) -> bool:
    usual = (signal.SIGINT, signal.SIGHUP, signal.SIGTERM, signal.SIGQUIT) if sys.platform == "linux" else ()
    return (
        sys.platform == "linux"
        and not any(wanted[name] for name in ("preexec_fn", "pass_fds", "shell"))
        and not any(signal.getsignal(number) is signal.SIG_IGN for number in usual)
        and _read_by_python(environment) == _starter().read_by_python
    )


def _read_by_python(environment: Mapping[str, str]) -> dict[str, str]:
    others = (_ENCODING, _READ_BY_PROGRAM)
    return {
        name: value for name, value in environment.items() if name.startswith(_READ_BY_PYTHON) and name not in others
    }


@frozen
class _Starter:
    """The process that forks, as the tests see it."""

    channel: socket.socket
    read_by_python: Mapping[str, str]

    def fork(self, program: Program, environment: Mapping[str, str], folder: str, files: Sequence[int]) -> int:
        """Let a program begin in a folder; its number."""
        output = json.dumps([asdict(program), dict(environment), folder]).encode()
        assert len(output) < _LARGEST
        socket.send_fds(self.channel, [output], files)
        number = self.channel.recv(_LARGEST)
        assert number, "the starter of programs has come to its end"
        return int(number)


@cache
def _starter() -> _Starter:
    """The starter of this process."""
    ours, theirs = _channel()
    # The language of the test that happens to be first is none of the others' languages.
    environment = {name: value for name, value in os.environ.items() if name not in LANGUAGE_VARIABLES}
    with theirs:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.e2e.starter", str(theirs.fileno())],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env=environment,
        )
    atexit.register(process.communicate)
    atexit.register(ours.close)  # the last one is called first
    return _Starter(ours, _read_by_python(environment))


def _channel() -> tuple[socket.socket, socket.socket]:
    """Both ends of what a starter hears; this process becomes the parent of all whose parent has ended."""
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    return socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)


def _import_the_program() -> None:
    """Import all that starts do not differ in, and work out the points that the standard fixes for all shuffles."""
    for package in map(import_module, _PACKAGES):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.startswith(_LEFT_TO_THE_CHILD):
                import_module(module.name)
    position_generators_sum(CARDS_PER_COLOUR * len(COLOURS))
    gc.freeze()


def _fork_for(channel: socket.socket) -> tuple[Program, list[int]] | None:
    """Fork a child for each message; in the child, its program and files. None when no more are wanted.

    There is a process in between that ends at once: so the child becomes one of the tests.
    """
    while True:
        output, files, _flags, _address = socket.recv_fds(channel, _LARGEST, 3)
        if not output:
            return None
        reading, writing = os.pipe()
        between = os.fork()
        if between == 0:
            own = os.getpid()
            child = os.fork()
            if child != 0:
                os.write(writing, str(child).encode())
                os._exit(0)
            program, environment, folder = json.loads(output)
            _replace_environment(environment)
            os.chdir(folder)
            sys.path[0] = folder
            os.close(reading)
            os.close(writing)
            channel.close()
            while os.getppid() == own:  # until it has ended
                time.sleep(0.0001)
            return Program(**program), files
        os.waitpid(between, 0)
        channel.send(os.read(reading, _LARGEST))
        for descriptor in (reading, writing, *files):
            os.close(descriptor)


def _with_own_starter(program: Program, files: list[int]) -> tuple[Program, list[int]] | None:
    """Let what a program starts be forked, by a child that has done nothing yet; there, what it starts in turn."""
    global _starter
    ours, theirs = _channel()
    if os.fork() == 0:
        ours.close()
        for descriptor in set(files):
            os.close(descriptor)
        return _fork_for(theirs)
    theirs.close()
    own = _Starter(ours, _read_by_python(os.environ))
    _starter = lambda: own  # type: ignore[assignment]  # noqa: E731
    subprocess.Popen = Forking  # type: ignore[assignment,misc]
    return program, files


def _replace_environment(environment: Mapping[str, str]) -> None:
    """Take over the variables, and keep the one that Python itself sets where none says what characters are used."""
    set_by_python = {name: os.environ[name] for name in ("LC_CTYPE",) if name in os.environ}
    os.environ.clear()
    os.environ.update({**set_by_python, **environment})


def _take_streams(files: Sequence[int]) -> None:
    """Let the standard streams, which Python has made as for any program, lead to these files."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    if _ENCODING in os.environ:
        encoding, _, errors = os.environ[_ENCODING].partition(":")
        for stream in streams:
            assert isinstance(stream, TextIOWrapper)
            kept = stream.errors if stream is sys.stderr else errors or "strict"
            stream.reconfigure(encoding=codecs.lookup(encoding).name, errors=kept)
    for own, given in enumerate(files):
        os.dup2(given, own)
    for given in set(files):
        os.close(given)
    for stream in streams:
        assert isinstance(stream, TextIOWrapper)
        if stream.isatty() and not stream.write_through:
            stream.reconfigure(line_buffering=True)


def _lead_a_session() -> None:
    """Let the terminal of the standard input, if it is one, be that from which signals come."""
    os.setsid()
    if sys.stdin.isatty():
        fcntl.ioctl(sys.stdin.fileno(), termios.TIOCSCTTY, 0)


_code: int | None = None
"""The exit code with which the program has ended, as soon as that is known."""


def _end_at_once() -> None:
    """End a program that has done all it wanted to do, its exit functions too.

    To take a whole interpreter to pieces takes longer than most of what the tests let a program do. Where an output
    could not be written, that says so.
    """
    if _code is not None:
        with suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(_code)


def main() -> None:
    """Fork programs until no more are wanted; in each of them, be that program."""
    global _code
    atexit.register(_end_at_once)  # the first one is called last
    _import_the_program()
    asked = _fork_for(socket.socket(fileno=int(sys.argv[1])))
    if asked is not None and asked[0].machine is not None:
        go_to(asked[0].machine)
    if asked is not None and _STARTING_OTHERS.intersection(asked[0].arguments):
        asked = _with_own_starter(*asked)
    if asked is None:
        _code = 0
        return
    program, files = asked
    _take_streams(files)
    if program.leads:
        _lead_a_session()
    replace_secrets(of_this_program())
    replace_clock()
    sys.argv[1:] = program.arguments
    try:
        runpy.run_module(program.module, run_name="__main__", alter_sys=True)
    except SystemExit as ended:
        _code = ended.code if isinstance(ended.code, int) else None
        raise


if __name__ == "__main__":
    main()
