"""Bots that are programs of their own, with our real program around them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from tests.e2e.programs import HOSTING, JOINING, SECONDS, Player, discard, leave_unread, port_of, read_until
from tests.narrowing import found

BUILDER: Final = str(Path(__file__).parents[2] / "examples" / "bots" / "builder")
RESIGNS: Final = "ended without an answer. We resign."


def failing(folder: Path) -> str:
    path = folder / "mybot"
    path.write_text("#!/bin/sh\nexit 1\n")
    path.chmod(0o755)
    return str(path)


def test_a_program_plays_a_whole_game_against_another_player(anna: Player, ben: Player) -> None:
    with anna.start(*HOSTING, "--game", "patterns", "--player", BUILDER) as host:
        joined = ben.run(*JOINING, "--player", BUILDER, f"127.0.0.1:{port_of(host)}")
        said, _ = host.communicate(timeout=SECONDS)
    assert (host.returncode, joined.returncode) == (0, 0), said + joined.stdout
    assert anna.run("verify", str(anna.records[0])).returncode == 0


def test_a_host_stays_when_its_program_fails_and_both_are_told_why(anna: Player, ben: Player, tmp_path: Path) -> None:
    with anna.start(*HOSTING, "--game", "patterns", "--player", failing(tmp_path), "--forever") as host:
        address = f"127.0.0.1:{port_of(host)}"
        for _game in range(2):
            joined = ben.run(*JOINING, "--player", "random", address)
            assert joined.returncode == 0, joined.stdout
            assert RESIGNS in joined.stdout
        host.kill()
        said, _ = host.communicate(timeout=SECONDS)
    assert said.count(RESIGNS) >= 1, said


def test_one_plays_alone_against_a_program(anna: Player, tmp_path: Path) -> None:
    with anna.start("play", "--game", "patterns", "--against", failing(tmp_path), "--linear") as alone:
        said = read_until(alone, f"S[roygpk]: You begin with|{RESIGNS}")
        if RESIGNS not in said:  # the lot lets the other player begin
            alone.stdin.write(found(r"(S[roygpk]): ", said)[1] + "\n")
            read_until(alone, RESIGNS)
        read_until(alone, "mybot resigned; you win")
        alone.stdin.close()
        leave_unread(alone)
        assert alone.wait(SECONDS) == 0
    assert "mybot" in anna.run("history").stdout
    practised = anna.run(
        "play", "--practice", "--seed", "4", "--game", "patterns", "--against", failing(tmp_path), "--linear"
    )
    assert "mybot ended without an answer. It resigns." in practised.stdout


@pytest.mark.parametrize("bot", ["program", "random"])
def test_a_game_against_a_bot_that_was_imported_starts_nothing(
    anna: Player, ben: Player, tmp_path: Path, bot: str
) -> None:
    with anna.start("play", "--against", "random", "--linear") as alone:
        read_until(alone, "Your turn")
        discard(alone)
        alone.kill()
    if bot == "program":
        with closing(sqlite3.connect(anna.home / "data" / "games.sqlite", isolation_level=None)) as database:
            database.execute("UPDATE games SET bot = ?", (failing(tmp_path),))
    file = str(tmp_path / "me.mandala-move")
    assert anna.run("move", "out", file).returncode == 0
    assert ben.run("move", "in", file).returncode == 0
    refused = ben.run("resume", "--linear")
    name = {"program": "mybot", "random": "Random bot"}[bot]
    assert f"against {name} on another computer, so you can't resume it here." in refused.stdout + refused.stderr
    assert refused.returncode == 1
    assert not (ben.home / "data" / "bots").exists()


def test_what_is_no_program_is_told_before_anything_begins(anna: Player, tmp_path: Path) -> None:
    refused = anna.run("play", "--against", str(tmp_path / "nothing"))
    assert refused.returncode == 2
    assert f"There is no program {tmp_path / 'nothing'}." in refused.stdout + refused.stderr
