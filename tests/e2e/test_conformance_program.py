"""The conformance tester and our own programs, all of them real: ours passes, in both roles and both games.

``make test`` tries each role in one game, the quick cases alone, and a guest in those that need cards, too. All else is
for ``make conformance``.
"""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import pytest

from mandala_conformance.case import Extent
from mandala_conformance.catalogue import CASES
from mandala_conformance.runner import chosen
from mandala_conformance.without_case import WITHOUT_CASE
from mandala_net.link.handshake import Role
from mandala_protocol.record.verification import unpack_file
from tests.e2e.programs import Player, leave_unread, port_of, read_until
from tests.narrowing import found

FOREVER = ("--linear", "--local", "--player", "random", "--forever")


def results_of(path: Path) -> dict[tuple[str, str], dict[str, Any]]:
    """The results of a JSON report by case and game."""
    report = json.loads(path.read_text())
    return {(one["case"], one["game"] or ""): one for one in report["results"]}


def require_passed(
    done: subprocess.CompletedProcess[str], report: Path, role: Role, game: str, names: Sequence[str] = ()
) -> None:
    """Require that all quick cases, or those with these names, were tried, and that none failed."""
    results = results_of(report)
    assert {key: one["got"] for key, one in results.items() if one["verdict"] not in ("ok", "informational")} == {}
    jobs = chosen(CASES, role, (game,), Extent.QUICK, names)
    assert list(results) == [(job.case.name, job.game) for job in jobs]
    assert done.returncode == 0, done.stdout + done.stderr


def test_our_host_passes_the_quick_cases(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    hosting = ("host", *FOREVER, "--unlisted", "--any", "--port", "0", "--game", "patterns")
    with Player(tmp_path / "host").start(*hosting) as host:
        address = f"127.0.0.1:{port_of(host)}"
        leave_unread(host)
        tester = Player(tmp_path / "tester")
        done = tester.run("conformance", address, "--json", str(report))
        other_role = tester.run("conformance", address, "PL3/A6")
        some = tester.run("conformance", address, "PL3/A6", "LK13/pong", "--exclude", "LK13/ping")
    require_passed(done, report, Role.GUEST, "patterns")
    assert re.search(r"profile quick; \d+ more cases only when the tester hosts", done.stdout)
    assert other_role.returncode == 2
    assert "only when the tester hosts" in other_role.stderr
    assert some.returncode == 0
    assert "without LK13/ping; PL3/A6 not: only when the tester hosts" in some.stdout


@pytest.mark.parametrize(
    "game", ["patterns-test-73", pytest.param("mandala-test-1", marks=pytest.mark.soak)], ids=["patterns", "mandala"]
)
def test_our_host_plays_the_test_game_that_was_asked_for(tmp_path: Path, game: str) -> None:
    report = tmp_path / "report.json"
    hosting = ("host", *FOREVER, "--unlisted", "--any", "--port", "0", "--first", "guest", "--test-games")
    with Player(tmp_path / "host").start(*hosting, "--game", game) as host:
        address = f"127.0.0.1:{port_of(host)}"
        leave_unread(host)
        done = Player(tmp_path / "tester").run("conformance", address, "TG", "--json", str(report))
    assert done.returncode == 0, done.stdout + done.stderr
    results = results_of(report)
    assert {result["verdict"] for result in results.values()} == {"ok"}
    assert {case.partition("/")[0] for case, _ in results} == {"TG4", "TG7"}


def quick(game: str) -> list[str]:
    """The quick cases of a game for a tester that hosts."""
    return [job.case.name for job in chosen(CASES, Role.HOST, (game,), Extent.QUICK)]


def only_with_cards() -> list[str]:
    """The quick cases that Patterns does not have, as nothing is shuffled or dealt there."""
    return [name for name in quick("mandala") if name not in quick("patterns")]


@pytest.mark.parametrize(
    ("game", "names"),
    [("patterns", [*quick("patterns"), "RS3/cut-and-resume"]), ("mandala", only_with_cards())],
    ids=["patterns", "mandala"],
)
def test_our_guest_passes_the_quick_cases(tmp_path: Path, game: str, names: list[str]) -> None:
    report = tmp_path / "report.json"
    testing = ("conformance", "--listen", "0", "--local", "--game", game, "--json", str(report), *names)
    with Player(tmp_path / "tester").start(*testing) as tester:
        port = found(r"port (\d+)", read_until(tester, "joins on port"))[1]
        with Player(tmp_path / "guest").start("join", *FOREVER, "--test-games", f"127.0.0.1:{port}") as guest:
            leave_unread(guest)
            said, _ = tester.communicate()
    done = subprocess.CompletedProcess(testing, tester.returncode, said, "")
    require_passed(done, report, Role.HOST, game, names)


def test_cases_that_look_at_a_whole_game_share_one(tmp_path: Path) -> None:
    player, names = Player(tmp_path / "host"), ("EN11/whole-game", "MS18/whole-game", "LK23/whole-game", "OR6/answers")
    hosting = ("host", *FOREVER, "--unlisted", "--any", "--port", "0", "--game", "patterns")
    with player.start(*hosting) as host:
        address = f"127.0.0.1:{port_of(host)}"
        leave_unread(host)
        done = Player(tmp_path / "tester").run("conformance", address, *names)
    assert "4 results: 3 ok, 0 non-strict, 0 failed, 1 informational, 0 skipped" in done.stdout
    assert len(player.records) == 1


def test_a_game_that_a_case_leaves_in_its_opening_is_not_played_on(tmp_path: Path) -> None:
    player = Player(tmp_path / "host")
    with player.start("host", *FOREVER, "--unlisted", "--any", "--port", "0", "--game", "mandala") as host:
        address = f"127.0.0.1:{port_of(host)}"
        leave_unread(host)
        done = Player(tmp_path / "tester").run("conformance", address, "LK9/split-anywhere", "LK9/byte-by-byte")
    assert done.returncode == 0, done.stdout + done.stderr
    entries = [cast("list[Any]", unpack_file(record.read_bytes()))[-1] for record in player.records]
    assert list(map(len, entries)) == [5, 5], "both have agreed and committed, and one has opened"


def test_where_no_one_answers_and_where_something_else_does(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with subprocess.Popen([sys.executable, "-c", _SPEAKS_HTTP], stdin=other.fileno()) as server:
            done = Player(tmp_path).run("conformance", f"127.0.0.1:{port}")
            server.kill()
    assert done.returncode == 1
    assert "does not speak this protocol" in done.stderr
    done = Player(tmp_path).run("conformance", f"127.0.0.1:{port}")
    assert (done.returncode, done.stdout) == (1, "")
    assert len(done.stderr.splitlines()) == 1


_SPEAKS_HTTP = """
import socket
server = socket.socket(fileno=0)
while True:
    stream, _ = server.accept()
    stream.sendall(b"HTTP/1.1 400 Bad Request\\r\\n\\r\\n")
    stream.close()
"""


def test_a_wrong_command_line_and_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    player = Player(tmp_path / "tester")
    assert player.run("conformance").returncode == 2
    assert player.run("conformance", "--listen", "many").returncode == 2
    for option in ("--json", "--junit", "--trace"):
        done = player.run("conformance", "127.0.0.1:1", option, str(tmp_path / "file" / "report"))
        assert done.returncode == 1
        assert "cannot be written" in done.stderr
    heading, *listed = player.run("conformance", "--list").stdout.splitlines()
    begins = listed.index("Requirements without a case:")
    assert heading.split()[:3] == ["case", "profile", "tester"]
    assert [line.split()[0] for line in listed[: begins - 1]] == [case.name for case in CASES]
    assert {line.split()[0] for line in listed[begins + 1 :]} == set(WITHOUT_CASE)
    narrowed = ("--listen", "0", "--game", "mandala", "--profile", "standard", "--exclude", "DK")
    listed = player.run("conformance", *narrowed, "--list").stdout.partition("\n\n")[0].splitlines()[1:]
    tried = {job.case.name for job in chosen(CASES, Role.HOST, ("mandala",), Extent.STANDARD)}
    assert [line.split()[0] for line in listed] == [
        case.name for case in CASES if case.name in tried and not case.name.startswith("DK")
    ]


def test_a_name_that_no_case_has_is_told_before_anything_is_tried(tmp_path: Path) -> None:
    for arguments, said in (
        (("LK13/pong",), "Give the address"),
        (("127.0.0.1:1", "LK13/pong", "LK99"), "no case LK99"),
        (("127.0.0.1:1", "--exclude", "lk13"), "no case lk13"),
        (("--list", "LK13/ping "), "no case LK13/ping "),
    ):
        done = Player(tmp_path).run("conformance", *arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert said in done.stderr


def test_a_program_that_dies_ends_the_run(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    hosting = ("host", *FOREVER, "--unlisted", "--any", "--port", "0", "--game", "patterns")
    with Player(tmp_path / "host").start(*hosting) as host:
        address = f"127.0.0.1:{port_of(host)}"
        leave_unread(host)
        with Player(tmp_path / "tester").start("conformance", address, "--json", str(report)) as tester:
            read_until(tester, "LK2/")
            host.kill()
            tester.communicate()
    results = results_of(report)
    assert results["LK1/wrong-name", ""]["verdict"] == "ok"
    assert results["LK9/one-byte-frames", "patterns"]["verdict"] == "skipped"
    assert "nobody answers" in results["LK9/one-byte-frames", "patterns"]["got"]
    assert tester.returncode == 1
