"""How a figure is measured: five times, with a multiplication beside each, and told with its spread and its budget."""

from __future__ import annotations

import operator
import statistics
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from attrs import frozen

from bench import poker

REFERENCE_MULTIPLICATION: Final = 0.061
"""Milliseconds of a scalar multiplication on the machine where the budgets were set."""


@frozen
class Row:
    """One line of the table.

    ``measured`` is the median of all runs, ``least`` and ``most`` are the ends of their spread. ``multiplication``:
    what a scalar multiplication took beside them, in microseconds. ``scaled``: the median where it takes 61.
    """

    what: str
    budget: float
    unit: str
    measured: float
    least: float
    most: float
    multiplication: float | None
    scaled: float | None
    at_least: bool = False

    @property
    def held(self) -> bool:
        best = self.measured if self.scaled is None else self.scaled
        return best >= self.budget if self.at_least else best <= self.budget


RUNS: Final = 5
"""How often everything is measured: the median counts, and the spread is told."""


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


def measure(targets: Sequence[Target], figures: Callable[[Path], Sequence[float]]) -> list[Row]:
    """Measure ``RUNS`` times in new folders. ``figures`` gives one figure for each target.

    A multiplication is measured before each run, so that a machine that is slow for a while does no harm.
    """
    multiplications, runs = [], []
    with tempfile.TemporaryDirectory(prefix="mandala-bench-") as folder:
        for number in range(RUNS):
            multiplications.append(poker.scalar_multiplication())
            runs.append(figures(Path(folder) / str(number)))
    rows = []
    for target, measured in zip(targets, zip(*runs, strict=True), strict=True):
        scaled = None
        if target.scaled:
            factors = [REFERENCE_MULTIPLICATION / each for each in multiplications]
            scaled = statistics.median(map(_scaled(target), measured, factors))
        rows.append(
            Row(
                target.what,
                target.budget,
                target.unit,
                statistics.median(measured),
                min(measured),
                max(measured),
                1000 * statistics.median(multiplications) if target.scaled else None,
                scaled,
                target.at_least,
            )
        )
    return rows


def _scaled(target: Target) -> Callable[[float, float], float]:
    return operator.truediv if target.at_least else operator.mul


def _short(value: float) -> str:
    """A figure with three digits that count, or as many as it has before the point."""
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def as_text(row: Row) -> str:
    """One line of the table."""
    spread = f"{_short(row.least)}–{_short(row.most)}"
    multiplication = "" if row.multiplication is None else f"{row.multiplication:.0f}"
    scaled = "" if row.scaled is None else _short(row.scaled)
    relation = "≥" if row.at_least else "≤"
    verdict = "held" if row.held else "MISSED"
    return (
        f"{row.what:46}{_short(row.measured):>8}{spread:>14}{multiplication:>6}{scaled:>9} "
        f"{relation} {_short(row.budget):>5} {row.unit:3} {verdict}"
    )
