"""The times that are measured in all cases."""

from __future__ import annotations

from attrs import define, field, frozen


@frozen
class TimingRow:
    """One measured time: how often, the median and the longest, in seconds."""

    what: str
    count: int
    median: float
    longest: float


@define
class Timings:
    """Times by what they are about."""

    _seconds: dict[str, list[float]] = field(factory=dict)

    def note(self, what: str, seconds: float) -> None:
        """Add a measured time."""
        self._seconds.setdefault(what, []).append(seconds)

    def rows(self) -> list[TimingRow]:
        """All that was measured, by what it is about."""
        return [
            TimingRow(what, len(times), sorted(times)[len(times) // 2], max(times))
            for what, times in sorted(self._seconds.items())
        ]


GAP_OF_PINGS = "gap between two pings"


def answer_to(entry: str) -> str:
    """The name of the time from an entry of the tester's to the next entry of the implementation's."""
    return f"answer to {entry}"
