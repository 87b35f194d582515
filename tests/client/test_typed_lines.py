"""Typed lines: each goes to exactly one who asks, in order, whatever runs and ends between them."""

from __future__ import annotations

import io
import queue
import sys
import threading
from typing import TypeVar

import pytest
import trio

from mandala_client.linear.typed_lines import MOST_PUT_OFF, TypedLines, standard_input
from tests.in_time import run_in_time
from tests.limits import SECONDS

T = TypeVar("T")


class Keyboard(io.StringIO):
    """Somebody types here now and then; ``asked`` is set once somebody reads."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = threading.Event()
        self._typed: queue.Queue[str] = queue.Queue()

    def type(self, line: str) -> None:
        self._typed.put(f"{line}\n")

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]  # a bug of typeshed: TextIO.readline
        self.asked.set()
        return self._typed.get(timeout=SECONDS)


def test_every_line_is_given_once_and_in_order_in_one_run_after_another() -> None:
    lines = TypedLines(io.StringIO("one\ntwo\nthree\n"))
    assert [run_in_time(lines.next) for _ in range(4)] == ["one", "two", "three", None]


def test_a_line_that_was_asked_for_in_vain_is_kept_for_the_next_run() -> None:
    keyboard = Keyboard()
    lines = TypedLines(keyboard)

    async def ask_in_vain() -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(lines.next)
            await trio.to_thread.run_sync(keyboard.asked.wait, SECONDS)
            nursery.cancel_scope.cancel()

    run_in_time(ask_in_vain)
    keyboard.type("late")
    assert run_in_time(lines.next) == "late"


def test_a_line_that_comes_between_two_runs_is_kept() -> None:
    keyboard = Keyboard()
    read = threading.Event()

    class Noticed(TypedLines):
        """Tells when a line has been read."""

        def _take(self, read_line: object) -> None:
            super()._take(read_line)  # type: ignore[arg-type]
            read.set()

    lines = Noticed(keyboard)

    async def begin_to_read() -> None:
        lines.meanwhile(lambda _line: False)

    run_in_time(begin_to_read)
    keyboard.type("between")
    assert read.wait(SECONDS)
    assert run_in_time(lines.next) == "between"


def test_nobody_of_a_run_that_is_over_takes_a_line_of_the_next() -> None:
    keyboard = Keyboard()
    lines = TypedLines(keyboard)
    taken: list[str] = []

    def take(line: str) -> bool:
        taken.append(line)
        return True

    async def heed() -> None:
        lines.meanwhile(take)

    run_in_time(heed)
    keyboard.type("for the next")
    assert run_in_time(lines.next) == "for the next"
    assert taken == []


def test_lines_that_are_put_off_come_before_all_others_and_are_offered_again() -> None:
    lines = TypedLines(io.StringIO("one\ntwo\nthree\nfour\n"))
    offered: list[str] = []

    async def main() -> list[str | None]:
        def heed(line: str) -> bool:
            offered.append(line)
            return line != "three" and lines.put_off(line)

        for _ in range(2):
            lines.meanwhile(heed)
            while "three" not in offered:
                await trio.lowlevel.checkpoint()
        assert await lines.is_more()
        return [await lines.next() for _ in range(5)]

    assert run_in_time(main) == ["one", "two", "three", "four", None]
    assert offered == ["one", "two", "three"] * 2


def test_no_more_lines_are_put_off_than_anybody_types_ahead() -> None:
    lines = TypedLines(io.StringIO("x\n" * (MOST_PUT_OFF + 5)))
    refused = trio.Event()

    async def main() -> int:
        def heed(line: str) -> bool:
            taken = lines.put_off(line)
            if not taken:
                refused.set()
            return taken

        lines.meanwhile(heed)
        await refused.wait()
        count = 0
        while await lines.next() is not None:
            count += 1
        return count

    assert run_in_time(main) == MOST_PUT_OFF + 5


def test_whether_there_is_a_line_is_asked_without_taking_it() -> None:
    lines = TypedLines(io.StringIO("one\n"))
    assert run_in_time(lines.is_more)
    assert run_in_time(lines.is_more)
    assert run_in_time(lines.next) == "one"
    assert not run_in_time(lines.is_more)
    assert run_in_time(lines.next) is None


def test_an_input_that_is_closed_has_no_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert run_in_time(standard_input().next) is None


def test_what_is_no_text_is_read_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a\xffb\n"), encoding="utf-8"))
    assert run_in_time(standard_input().next) == "a\N{REPLACEMENT CHARACTER}b"
