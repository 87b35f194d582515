"""A peer that breaks the protocol without signing anything wrong: the connection ends, and the game stays open."""

from __future__ import annotations

import re
from pathlib import Path

from tests.e2e.programs import SECONDS, Player, port_of

HOSTING = ("host", "--forever", "--any", "--local", "--unlisted", "--port", "0", "--player", "random", "--linear")


def test_the_player_reads_that_the_game_stays_open_and_nothing_of_evidence(tmp_path: Path) -> None:
    anna, tester = Player(tmp_path / "anna"), Player(tmp_path / "tester")
    cases = ("MS19/player-flood", "RS4/false-head-of-less")
    with anna.start(*HOSTING, "--game", "patterns") as host:
        address = f"127.0.0.1:{port_of(host)}"
        tested = tester.run("conformance", address, *cases, "--profile", "standard", "--game", "patterns")
        host.terminate()
        said, _ = host.communicate(timeout=SECONDS)
    assert tested.returncode == 0, tested.stdout
    for requirement in ("MS19", "RS4"):
        (line,) = [line for line in said.splitlines() if f"[{requirement}]" in line]
        assert "The connection was ended." in line
        assert line.endswith("The game stays open. To resume it, type: mandala-lan resume")
        assert re.search(rf"requirement {requirement}: [^;]+(; received [0-9a-f]+)?$", anna.log, re.MULTILINE)
    assert "evidence" not in said + anna.log
    assert said.count("The game continues where it was.") == len(cases)
