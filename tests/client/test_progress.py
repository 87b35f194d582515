"""The progress of a check is shown only on a terminal, and only if it takes longer than a blink."""

from __future__ import annotations

import io
from contextlib import redirect_stderr, suppress

from mandala_client.ui.progress import BLINK_SECONDS, batch_played, checked, reviewed, shown_progress


class Terminal(io.StringIO):
    """Something that is looked at."""

    def isatty(self) -> bool:
        return True


class Wrong(Exception):
    """The fault that a check may find."""


def shown_by(
    *steps: tuple[int, int], seconds: float = BLINK_SECONDS, terminal: io.StringIO | None = None, fails: bool = False
) -> str:
    """The output of a check that reports these steps, the first of them so many seconds after it began."""
    terminal = terminal or Terminal()
    times = iter([0.0])
    with redirect_stderr(terminal), suppress(Wrong), shown_progress(checked, lambda: next(times, seconds)) as progress:
        for done, total in steps:
            progress(done, total)
        if fails:
            raise Wrong
    return terminal.getvalue()


def test_a_long_check_tells_how_far_it_has_come_and_leaves_nothing_behind() -> None:
    text = "Checking the record: 50 %"
    assert shown_by((1, 4), (2, 4)) == f"\rChecking the record: 25 %\r{text}\r{' ' * len(text)}\r"


def test_the_same_is_not_told_twice() -> None:
    assert shown_by((1, 1000), (2, 1000)).count("Checking") == 1


def test_of_a_check_that_takes_a_blink_nothing_is_told() -> None:
    assert shown_by((1, 4), (4, 4), seconds=BLINK_SECONDS / 2) == ""


def test_an_empty_record_is_no_reason_to_stumble() -> None:
    assert "0 %" in shown_by((0, 0))


def test_where_nobody_looks_on_nothing_is_told() -> None:
    assert shown_by((1, 4), terminal=io.StringIO()) == ""


def test_the_line_goes_also_when_the_check_fails() -> None:
    assert shown_by((1, 4), fails=True).endswith(f"\r{' ' * len('Checking the record: 25 %')}\r")


def test_of_a_review_it_is_told_how_much_of_the_game_is_done() -> None:
    terminal, times = Terminal(), iter([0.0])
    with redirect_stderr(terminal), shown_progress(reviewed, lambda: next(times, BLINK_SECONDS)) as progress:
        progress(91, 182)
    text = "Reviewing the moves: 50 %"
    assert terminal.getvalue() == f"\r{text}\r{' ' * len(text)}\r"


def test_of_games_it_is_told_how_many_have_been_played() -> None:
    terminal, times = Terminal(), iter([0.0])
    with redirect_stderr(terminal), shown_progress(batch_played, lambda: next(times, BLINK_SECONDS)) as progress:
        progress(12, 100)
    text = "Games played: 12 of 100"
    assert terminal.getvalue() == f"\r{text}\r{' ' * len(text)}\r"
