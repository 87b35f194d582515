"""Time by the clock, and the time of processors that work takes: other work of the machine is in the first alone."""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from attrs import frozen

_TICKS: Final = os.sysconf("SC_CLK_TCK")
_USER_TICKS: Final = 11
"""The place of the ticks in user mode in ``/proc/PID/stat``, counted after the name; those of the system follow."""


@frozen
class Figure:
    """A measured figure: by the clock, and by the time of processors if it is computing and nothing else."""

    clock: float
    computing: float | None = None

    @property
    def judged(self) -> float:
        """The figure that is held against a budget."""
        return self.clock if self.computing is None else self.computing


class Stopwatch:
    """Counts from its making on: seconds by the clock, and of computing.

    Computing is that of this process with all its threads, of programs that it started and that have ended since, and
    of those in ``running``, which still run.
    """

    def __init__(self, *running: subprocess.Popen[Any]) -> None:
        self._running = running
        self._began, self._computed = time.perf_counter(), self._computing()

    def seconds(self, cores: int = 1) -> Figure:
        """The seconds until now; the computing is that of each of ``cores`` processors that share it."""
        clock = time.perf_counter() - self._began
        return Figure(clock, (self._computing() - self._computed) / cores)

    def milliseconds(self, cores: int = 1) -> Figure:
        """The milliseconds until now."""
        seconds = self.seconds(cores)
        assert seconds.computing is not None
        return Figure(1000 * seconds.clock, 1000 * seconds.computing)

    def rate(self, times: int) -> Figure:
        """The rate, per second, of something that was done ``times`` times until now."""
        seconds = self.seconds()
        assert seconds.computing is not None
        return Figure(times / seconds.clock, times / seconds.computing)

    def _computing(self) -> float:
        ended = resource.getrusage(resource.RUSAGE_CHILDREN)
        return time.process_time() + ended.ru_utime + ended.ru_stime + sum(map(computing_of, self._running))


def computing_of(process: subprocess.Popen[Any]) -> float:
    """Seconds of computing of a program that still runs."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[_USER_TICKS : _USER_TICKS + 2])) / _TICKS


def median(action: Callable[[], object], rounds: int, cores: int = 1) -> Figure:
    """The median time of an action in milliseconds, after one round to warm up."""
    action()
    figures = []
    for _ in range(rounds):
        watch = Stopwatch()
        action()
        figures.append(watch.milliseconds(cores))
    return Figure(
        statistics.median(figure.clock for figure in figures), statistics.median(figure.judged for figure in figures)
    )
