"""The files that the real programs write with ``--trace``."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from tests.e2e.programs import HOSTING, JOINING, SECONDS, SHORT, Player, port_of


def test_both_sides_of_a_game_are_traced(anna: Player, ben: Player, tmp_path: Path) -> None:
    traces = [tmp_path / "host.trace", tmp_path / "guest.trace"]
    with anna.start(*HOSTING, *SHORT, "--trace", str(traces[0])) as host:
        joined = ben.run(*JOINING, f"127.0.0.1:{port_of(host)}", "--player", "random", "--trace", str(traces[1]))
        host.communicate(timeout=SECONDS)
    assert joined.returncode == 0, joined.stdout + joined.stderr
    for path, mark in zip(traces, "><", strict=True):
        lines = path.read_text().splitlines()
        assert any(f" {mark} entry 0 " in line and " propose " in line for line in lines)
        assert any(" = asking -> open: " in line for line in lines)
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("command", ["host", "join", "resume", "play", "lobby"])
def test_whatever_opens_a_connection_can_be_traced(ben: Player, command: str) -> None:
    assert "--trace FILE" in " ".join(ben.run(command, "--help").stdout.split())


def test_a_trace_that_cannot_be_written_is_one_sentence(ben: Player, tmp_path: Path) -> None:
    refused = ben.run("join", "127.0.0.1:1", "--player", "random", "--trace", str(tmp_path / "nowhere" / "trace"))
    assert (refused.returncode, refused.stderr.count("\n")) == (1, 1), refused.stderr
    assert "cannot be written: No such file or directory" in refused.stderr
