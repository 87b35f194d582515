"""Games between a program on Windows and one on Linux, over loopback, by either as the host; and a move to Linux."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.e2e.programs import HOSTING, JOINING, Player, port_of, read_until
from tests.e2e.test_resume_programs import RESUMING, begin, verified
from tests.pace import ROOT
from tests.windows.players import WindowsPlayer
from tests.windows.wine import SECONDS, Wine, on_windows

HOSTS: Final = ("windows", "linux")
SHORT: Final = ("--game", "patterns", "--player", "greedy")


@pytest.fixture(params=HOSTS)
def pair(request: pytest.FixtureRequest, anna: WindowsPlayer, ben: Player) -> tuple[Player, Player]:
    """The host and the guest: Anna on Windows and Ben on Linux, or Ben as the host of Anna."""
    return (anna, ben) if request.param == "windows" else (ben, anna)


@pytest.mark.parametrize("game", ["mandala", "patterns"])
def test_a_whole_game_between_both_systems_is_kept_as_the_same_valid_record(
    pair: tuple[Player, Player], game: str
) -> None:
    host, guest = pair
    with host.start(*HOSTING, "--game", game, "--player", "greedy") as hosting:
        joined = guest.run(*JOINING, "--player", "greedy", f"127.0.0.1:{port_of(hosting)}")
        said, _ = hosting.communicate(timeout=SECONDS)
    assert (joined.returncode, hosting.returncode) == (0, 0), said + joined.stdout
    assert host.records[0].read_bytes() == guest.records[0].read_bytes()
    assert verified(host)
    assert verified(guest)


def test_a_game_is_found_by_its_host_s_name_on_either_system(pair: tuple[Player, Player]) -> None:
    host, guest = pair
    with host.start(*HOSTING, *SHORT) as hosting:
        port_of(hosting)
        joined = guest.run(*JOINING, "--player", "greedy", "--of", "Anna")
        said, _ = hosting.communicate(timeout=SECONDS)
    assert (joined.returncode, hosting.returncode) == (0, 0), said + joined.stdout


def test_after_both_were_killed_they_go_on_where_they_were(pair: tuple[Player, Player]) -> None:
    host, guest = pair
    begin(host, guest)
    with host.start(*RESUMING, "--player", "greedy") as waiting:
        read_until(waiting, "has not been reached yet")
        done = guest.run(*RESUMING, "--player", "greedy")
        said, _ = waiting.communicate(timeout=SECONDS)
    assert (done.returncode, waiting.returncode) == (0, 0), said + done.stdout
    assert "is there too" in said
    assert host.records[0].read_bytes() == guest.records[0].read_bytes()
    assert verified(host)


def test_all_that_is_a_player_s_own_moves_from_windows_to_linux(
    anna: WindowsPlayer, ben: Player, tmp_path: Path
) -> None:
    with anna.start(*HOSTING, *SHORT) as host:
        ben.run(*JOINING, "--player", "greedy", f"127.0.0.1:{port_of(host)}")
        host.communicate(timeout=SECONDS)
    file, there = tmp_path / "me.mandala-move", Player(tmp_path / "there")
    left = anna.run("move", "out", on_windows(file))
    assert left.returncode == 0, left.stdout + left.stderr
    assert "1 game, 1 player" in left.stdout
    came = there.run("move", "in", str(file))
    assert came.returncode == 0, came.stdout + came.stderr
    for command in (("history", "--json"), ("players",), ("whoami",)):
        assert there.run(*command).stdout.splitlines()[0] == anna.run(*command).stdout.splitlines()[0]


def test_a_bot_of_one_s_own_is_a_batch_file_there(anna: WindowsPlayer, ben: Player, wine: Wine, tmp_path: Path) -> None:
    builder = ROOT / "examples" / "bots" / "builder"
    bot = tmp_path / "builder.bat"
    bot.write_text(f"@{on_windows(Path(wine.python[1]))} {on_windows(builder)}\r\n", encoding="ascii", newline="")
    with ben.start(*HOSTING, *SHORT) as host:
        joined = anna.run(*JOINING, "--player", on_windows(bot), f"127.0.0.1:{port_of(host)}")
        host.communicate(timeout=SECONDS)
    assert joined.returncode == 0, joined.stdout + joined.stderr
    assert verified(ben)
