"""A program of this version and one of a later version: what each tells its player, and that nothing else happens."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import ClassVar

import pytest

from tests.e2e.later_version import LATER
from tests.e2e.programs import JOINING, Player, port_of, read_until

BOTH = "Both players need the same version of the program."


class LaterPlayer(Player):
    """A player whose program speaks the later version."""

    program: ClassVar = [sys.executable, "-m", "tests.e2e.later_version"]


@pytest.mark.parametrize(("hosting", "joining"), [(1, LATER), (LATER, 1)])
def test_GR1_programs_of_two_versions_tell_their_players_so(tmp_path: Path, hosting: int, joining: int) -> None:
    """GR1, LK2: each says both versions by its own side, the guest ends, and the host goes on waiting."""
    players = {1: Player(tmp_path / "now"), LATER: LaterPlayer(tmp_path / "later")}
    host_arguments = (
        "host",
        "--linear",
        "--local",
        "--unlisted",
        "--any",
        "--port",
        "0",
        "--name",
        "Anna",
        "--game",
        "patterns",
    )
    with players[hosting].start(*host_arguments, "--player", "random") as host:
        address = f"127.0.0.1:{port_of(host)}"
        guest = players[joining].run(*JOINING, address)
        assert guest.returncode == 1
        assert f"speaks version {hosting} of the protocol, and this one version {joining}. {BOTH}" in guest.stderr
        text = read_until(host, BOTH)
        assert "Someone tried to join, but was not let in." in text
        assert f"speaks version {joining} of the protocol, and this one version {hosting}." in text
        same = players[hosting].run(*JOINING, address, "--player", "random")
        assert same.returncode == 0, "two of one version play"
    assert players[joining].run("resume", "--list").stdout == "You have no open games.\n"
