"""A figure measured five times, with a multiplication beside each, and its spread and budget."""

from __future__ import annotations

import operator
import statistics
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from attrs import frozen

from bench import poker
from bench.clocks import Figure

REFERENCE_MULTIPLICATION: Final = 0.061
"""Milliseconds of computing of a scalar multiplication on the machine where the budgets were set."""


@frozen
class Row:
    """One line of the table.

    ``measured`` is the median of all runs by the clock, ``least`` and ``most`` are the ends of their spread.
    ``computing``: the median by the time of processors, None where a figure is more than computing.
    ``multiplication``: what a scalar multiplication took beside them, in microseconds. ``scaled``: the median of the
    computing, or of the clock without one, where a multiplication takes 61.
    """

    what: str
    budget: float
    unit: str
    measured: float
    least: float
    most: float
    computing: float | None
    multiplication: float | None
    scaled: float | None
    at_least: bool = False

    @property
    def held(self) -> bool:
        """Return whether the budget is kept: by computing, where the figure is computing."""
        judged = next(figure for figure in (self.scaled, self.computing, self.measured) if figure is not None)
        return judged >= self.budget if self.at_least else judged <= self.budget


RUNS: Final = 5
"""The number of times that everything is measured: the median counts, and the spread is reported."""


@frozen
class Target:
    """The budget of a measured figure: the most it should be, or the least if ``at_least``.

    ``scaled``: it is the work of a processor, and stands and falls with the cost of a multiplication.
    """

    what: str
    budget: float
    unit: str
    scaled: bool = True
    at_least: bool = False


def measure(targets: Sequence[Target], figures: Callable[[Path], Sequence[Figure]]) -> list[Row]:
    """Measure ``RUNS`` times in new folders. ``figures`` gives one figure for each target.

    A multiplication is measured before each run, so that a machine that is slow for a while does no harm.
    """
    multiplications, runs = [], []
    with tempfile.TemporaryDirectory(prefix="mandala-bench-") as folder:
        for number in range(RUNS):
            multiplications.append(poker.scalar_multiplication().judged)
            runs.append(figures(Path(folder) / str(number)))
    return [
        _row(target, measured, multiplications)
        for target, measured in zip(targets, zip(*runs, strict=True), strict=True)
    ]


def _row(target: Target, figures: Sequence[Figure], multiplications: Sequence[float]) -> Row:
    clock = [figure.clock for figure in figures]
    computing = [figure.computing for figure in figures if figure.computing is not None]
    scaled = None
    if target.scaled:
        factors = [REFERENCE_MULTIPLICATION / seconds for seconds in multiplications]
        scaled = statistics.median(map(_scaled(target), (figure.judged for figure in figures), factors))
    return Row(
        target.what,
        target.budget,
        target.unit,
        statistics.median(clock),
        min(clock),
        max(clock),
        statistics.median(computing) if computing else None,
        1000 * statistics.median(multiplications) if target.scaled else None,
        scaled,
        target.at_least,
    )


def _scaled(target: Target) -> Callable[[float, float], float]:
    return operator.truediv if target.at_least else operator.mul


def _short(value: float | None) -> str:
    """A figure with three digits that count, or as many as it has before the point; nothing for None."""
    if value is None:
        return ""
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


HEADING: Final = f"{'what':46}{'clock':>8}{'spread':>14}{'CPU':>8}{'mul':>6}{'at 61':>9}   budget"


def as_text(row: Row) -> str:
    """One line of the table."""
    spread = f"{_short(row.least)}–{_short(row.most)}"
    multiplication = "" if row.multiplication is None else f"{row.multiplication:.0f}"
    relation = "≥" if row.at_least else "≤"
    verdict = "held" if row.held else "MISSED"
    return (
        f"{row.what:46}{_short(row.measured):>8}{spread:>14}{_short(row.computing):>8}{multiplication:>6}"
        f"{_short(row.scaled):>9} {relation} {_short(row.budget):>5} {row.unit:3} {verdict}"
    )
