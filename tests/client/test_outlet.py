"""An output whose reader stops reading: nothing waits for it, and what is kept for it has a bound."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from mandala_client.ui.outlet import MOST_WAITING, Outlet
from tests.limits import SECONDS


@pytest.fixture
def pipe() -> Iterator[tuple[int, Outlet]]:
    """The end to read, and an outlet that writes beside."""
    reading, writing = os.pipe()
    with Outlet(writing, "w") as outlet:
        outlet.write_beside()
        yield reading, outlet
    os.close(reading)


def read_all(reading: int, last: bytes) -> bytes:
    read = bytearray()
    while not read.endswith(last):
        read += os.read(reading, 2**16)
    return bytes(read)


def test_what_is_read_is_written_in_order_at_once(pipe: tuple[int, Outlet]) -> None:
    reading, outlet = pipe
    for word in (b"one ", b"two ", b"three"):
        assert outlet.write(word) == len(word)
    assert read_all(reading, b"three") == b"one two three"
    outlet.finish(SECONDS)
    assert not outlet.is_behind


def test_no_write_waits_for_a_reader_that_reads_no_more_and_the_newest_lines_are_kept(
    pipe: tuple[int, Outlet],
) -> None:
    reading, outlet = pipe
    line = b"x" * 999 + b"\n"
    count = 3 * MOST_WAITING // len(line)
    for _ in range(count):
        outlet.write(line)
    outlet.write(b"the last line\n")
    assert outlet.is_behind
    read = read_all(reading, b"the last line\n")
    assert len(read) < 2 * MOST_WAITING
    assert set(read.splitlines(keepends=True)) == {line, b"the last line\n"}


def test_who_waits_for_the_reader_is_called_once_everything_is_written(pipe: tuple[int, Outlet]) -> None:
    reading, outlet = pipe
    called: list[bool] = []
    outlet.write(b"x" * 2**17)
    assert outlet.is_behind
    outlet.when_written(lambda: called.append(outlet.is_behind))
    assert called == []
    read_all(reading, b"x" * 2**17)
    outlet.finish(SECONDS)
    outlet.write(b"more")
    outlet.finish(SECONDS)
    assert called == [False]


def test_what_cannot_be_written_is_passed_over_with_the_first_reason(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with Outlet(os.open(tmp_path / "file", os.O_RDONLY), "w") as outlet:
        outlet.write_beside()
        outlet.write(b"one")
        outlet.finish(SECONDS)
        assert outlet.failed is not None
