"""Players with their own things."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from mandala_net.player.paths import Paths
from mandala_net.player.profile import Profile, open_home
from tests.surroundings import remove_chance


@pytest.fixture
def same_players(request: pytest.FixtureRequest) -> None:
    """The players of all tests in a file are the same and have the same cards: so the arithmetic is done once.

    Only for files in which at most one test announces a player, as two of these tests can run at once.
    """
    remove_chance(request.path.name)


@pytest.fixture
def profiles(tmp_path: Path) -> Iterator[list[Profile]]:
    """Anna and Ben, who play, and Eve, who is a stranger to both."""
    with ExitStack() as opened:
        yield [opened.enter_context(open_home(Paths.under(tmp_path / name), name)) for name in ("Anna", "Ben", "Eve")]


@pytest.fixture
def jumps_when_idle(mock_clock: MockClock, nursery: trio.Nursery) -> None:
    """Let the clock jump to the next deadline when nothing is left to do, in no thread either, however long one works.

    ``autojump_clock`` takes a thread that works for longer than its threshold for nothing.
    """
    nursery.start_soon(_jump_when_idle, mock_clock)


async def _jump_when_idle(clock: MockClock) -> None:
    threads = trio.to_thread.current_default_thread_limiter()
    while True:
        await wait_all_tasks_blocked(0.001)
        seconds = trio.lowlevel.current_statistics().seconds_to_next_deadline
        if threads.borrowed_tokens == 0 and 0 < seconds < float("inf"):
            clock.jump(seconds)
