"""Programs that are started beside this one: they never wait for someone who does not read what they say."""

from __future__ import annotations

import subprocess
import sys

from mandala_client.play.subprocess_bot import read_on
from tests.limits import SECONDS

MANY_LINES = 20_000


def test_a_program_that_says_more_than_a_pipe_holds_ends_and_its_last_lines_are_known() -> None:
    line = [sys.executable, "-c", f"for number in range({MANY_LINES}): print('line', number)"]
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True) as talker:
        last_lines = read_on(talker)
        assert talker.wait(SECONDS) == 0
        said = last_lines().splitlines()
    assert len(said) < MANY_LINES
    assert said == [f"line {number}" for number in range(MANY_LINES - len(said), MANY_LINES)]
    assert said
