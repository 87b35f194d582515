"""A second peer, written from the standard alone in another language, plays with ours: both roles, both games."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
import trio

from tests.conformance.whole_runs import faults_in
from tests.e2e.programs import HOSTING, JOINING, Player, Running, leave_unread, port_of, read_until
from tests.foreign.foreign_players import (
    FOLDER,
    NODE,
    CuttingRelay,
    ForeignPlayer,
    port_of_foreign,
    reason_to_skip,
)
from tests.limits import SECONDS
from tests.narrowing import found, present

pytestmark = pytest.mark.skipif(reason_to_skip() is not None, reason=str(reason_to_skip()))

BOTH_GAMES = pytest.mark.parametrize("game", ["patterns", pytest.param("mandala", marks=pytest.mark.soak)])
CUTS = {"patterns": (1_500, 3_000, 3_500), "mandala": (2_000, 15_000, 45_000, 10_000)}
"""Bytes after which connections are cut: within the handshake and opening, within shuffles, and later."""


@pytest.fixture
def foreign(tmp_path: Path) -> ForeignPlayer:
    return ForeignPlayer(tmp_path / "foreign")


@pytest.fixture
def ours(tmp_path: Path) -> Player:
    return Player(tmp_path / "ours")


def words_in(text: str, pattern: str) -> str:
    return present(re.search(pattern, text))[1]


def require_same_game(ours: Player, foreign: ForeignPlayer, our_text: str, foreign_text: str) -> None:
    """Require that both have the same whole record, the same words, and that each verifies what the other kept."""
    (record,), (other,) = ours.records, foreign.records
    assert record.read_bytes() == other.read_bytes()
    verdict = ours.run("verify", "--quiet", str(other))
    assert re.match(r"VALID: \d+ entries", verdict.stdout), verdict.stdout
    theirs = foreign.run("verify", str(record))
    assert theirs.returncode == 0
    assert "complete: " in theirs.stdout
    assert words_in(our_text, r"Authentication words: (.*?)\.") == words_in(foreign_text, r'words "(.*?)"')


def finish(process: Running) -> str:
    said, _ = process.communicate(timeout=SECONDS)
    assert process.returncode == 0, said
    return said


def join_ours(ours: Player, foreign: ForeignPlayer, game: str, *options: str) -> None:
    """Play one game that our program hosts."""
    with ours.start(*HOSTING, "--player", "greedy", "--unlisted", "--game", game) as host:
        with foreign.start("join", f"127.0.0.1:{port_of(host)}", *foreign.options, *options) as guest:
            foreign_text = finish(guest)
        our_text = finish(host)
    require_same_game(ours, foreign, our_text, foreign_text)


def host_for_ours(ours: Player, foreign: ForeignPlayer, game: str, *options: str) -> None:
    """Play one game that the second peer hosts."""
    with foreign.start("host", "--port", "0", "--game", game, *foreign.options, *options) as host:
        with ours.start(*JOINING, f"127.0.0.1:{port_of_foreign(host)}", "--player", "greedy") as guest:
            our_text = finish(guest)
        foreign_text = finish(host)
    require_same_game(ours, foreign, our_text, foreign_text)


@BOTH_GAMES
def test_it_joins_a_game_of_ours(ours: Player, foreign: ForeignPlayer, game: str) -> None:
    join_ours(ours, foreign, game)


@pytest.mark.parametrize("game", ["mandala", pytest.param("patterns", marks=pytest.mark.soak)])
def test_ours_joins_a_game_of_it(ours: Player, foreign: ForeignPlayer, game: str) -> None:
    host_for_ours(ours, foreign, game)


@pytest.mark.soak
@pytest.mark.parametrize("game", ["patterns", "mandala"])
@pytest.mark.parametrize("play", [join_ours, host_for_ours])
def test_it_can_resign_whoever_is_to_speak(
    ours: Player, foreign: ForeignPlayer, game: str, play: Callable[..., None]
) -> None:
    play(ours, foreign, game, "--wish", "resign", "--at", "3")
    (record,) = foreign.records
    assert "resigned" in foreign.run("verify", str(record)).stdout


@pytest.mark.soak
@pytest.mark.parametrize("game", ["patterns", "mandala"])
async def test_as_the_guest_it_resumes_after_every_cut(ours: Player, foreign: ForeignPlayer, game: str) -> None:
    def play() -> None:
        with foreign.start("join", f"127.0.0.1:{relay.port}", *foreign.options) as guest:
            foreign_text = finish(guest)
        require_same_game(ours, foreign, before + finish(host), foreign_text)

    with ours.start(*HOSTING, "--player", "greedy", "--unlisted", "--game", game) as host:
        relay = CuttingRelay(int(port_of(host)), CUTS[game])
        before = ""
        async with trio.open_nursery() as nursery:
            await nursery.start(relay.run)
            await trio.to_thread.run_sync(play)
            nursery.cancel_scope.cancel()
    assert relay.uncut == 0
    assert relay.connections > len(CUTS[game])


@pytest.mark.soak
@pytest.mark.parametrize("game", ["patterns", "mandala"])
async def test_as_the_host_it_resumes_after_every_cut(ours: Player, foreign: ForeignPlayer, game: str) -> None:
    def play() -> None:
        with ours.start(*JOINING, f"127.0.0.1:{relay.port}", "--player", "greedy") as guest:
            our_text = finish(guest)
        require_same_game(ours, foreign, our_text, finish(host))

    with foreign.start("host", "--port", "0", "--game", game, *foreign.options) as host:
        relay = CuttingRelay(int(port_of_foreign(host)), CUTS[game])
        async with trio.open_nursery() as nursery:
            await nursery.start(relay.run)
            await trio.to_thread.run_sync(play)
            nursery.cancel_scope.cancel()
    assert relay.uncut == 0
    assert relay.connections > len(CUTS[game])


@pytest.mark.soak
def test_it_resumes_a_game_in_which_it_was_killed(ours: Player, foreign: ForeignPlayer) -> None:
    with ours.start(*HOSTING, "--player", "greedy", "--unlisted", "--game", "mandala") as host:
        joining = ("join", f"127.0.0.1:{port_of(host)}", *foreign.options, "--trace")
        for entry in (7, 13, 30):
            with foreign.start(*joining) as guest:
                read_until(guest, f"entry {entry} ")
        with foreign.start(*joining) as guest:
            foreign_text = finish(guest)
        our_text = finish(host)
    require_same_game(ours, foreign, our_text, foreign_text)


def require_passed(report: Path, said: str) -> None:
    """Require that cases were tried, that all are as the standard requires, and that none was skipped without need."""
    results = json.loads(report.read_text())["results"]
    assert results, said
    assert faults_in(results) == [], said


def test_as_the_host_it_passes_the_quick_cases(ours: Player, foreign: ForeignPlayer, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    with foreign.start("host", "--port", "0", "--game", "patterns", "--forever", *foreign.options) as host:
        address = f"127.0.0.1:{port_of_foreign(host)}"
        leave_unread(host)
        done = ours.run("conformance", address, "--json", str(report))
    require_passed(report, done.stdout + done.stderr)


AGREED = ("EN2/their-", "EN8/their-", "EN11/draw", "EN13/", "EN15/")
"""Cases that need a peer which agrees to an offer while the other one is to speak (EN9)."""


def require_all_tried(report: Path, said: str) -> None:
    results = json.loads(report.read_text())["results"]
    assert len(results) > len(AGREED), said
    assert {result["verdict"] for result in results} == {"ok"}, said


def test_as_the_host_it_agrees_to_what_is_offered(ours: Player, foreign: ForeignPlayer, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    hosting = ("host", "--port", "0", "--game", "patterns", "--forever", "--agree")
    with foreign.start(*hosting, *foreign.options) as host:
        address = f"127.0.0.1:{port_of_foreign(host)}"
        leave_unread(host)
        done = ours.run("conformance", address, *AGREED, "--json", str(report))
    require_all_tried(report, done.stdout + done.stderr)


def test_as_the_host_it_plays_with_no_one_else_while_a_game_waits(
    ours: Player, foreign: ForeignPlayer, tmp_path: Path
) -> None:
    report = tmp_path / "report.json"
    with foreign.start("host", "--port", "0", "--game", "patterns", "--forever", *foreign.options) as host:
        address = f"127.0.0.1:{port_of_foreign(host)}"
        leave_unread(host)
        done = ours.run("conformance", address, "RS6/new-game-meanwhile", "--json", str(report))
    require_passed(report, done.stdout + done.stderr)


def test_as_the_guest_it_agrees_to_what_is_offered(ours: Player, foreign: ForeignPlayer, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    listening = ("conformance", "--listen", "0", "--local", "--game", "patterns", *AGREED, "--json", str(report))
    with ours.start(*listening) as tester:
        port = found(r"port (\d+)", read_until(tester, "joins on port"))[1]
        with foreign.start("join", f"127.0.0.1:{port}", "--forever", "--agree", *foreign.options) as guest:
            leave_unread(guest)
            said, _ = tester.communicate()
    require_all_tried(report, said)


def test_as_the_guest_it_passes_the_quick_cases(ours: Player, foreign: ForeignPlayer, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    with ours.start("conformance", "--listen", "0", "--local", "--game", "patterns", "--json", str(report)) as tester:
        port = found(r"port (\d+)", read_until(tester, "joins on port"))[1]
        with foreign.start("join", f"127.0.0.1:{port}", "--forever", "--test-games", *foreign.options) as guest:
            leave_unread(guest)
            said, _ = tester.communicate()
    require_passed(report, said)


def test_a_test_game_takes_the_same_course_each_time(tmp_path: Path) -> None:
    results = set()
    for run in ("one", "other"):
        pair = [ForeignPlayer(tmp_path / run / seat) for seat in ("host", "guest")]
        for player in pair:
            player.home.parent.mkdir(exist_ok=True)
        options = [("--test-games", "--home", str(player.home)) for player in pair]
        with pair[0].start("host", "--port", "0", "--game", "patterns-test-5", *options[0]) as host:
            with pair[1].start("join", f"127.0.0.1:{port_of_foreign(host)}", *options[1]) as guest:
                finish(guest)
            results.add(words_in(finish(host), r"over patterns-test-5 (\w+ \d+:\d+ \w+ words .*?) record"))
    assert len(results) == 1


def test_it_agrees_with_every_vector() -> None:
    done = subprocess.run([str(NODE), str(FOLDER / "vectors.js")], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"(\d{3,}) of \1 cases are right", done.stdout)
