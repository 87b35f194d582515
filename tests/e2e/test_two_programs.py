"""The real program, twice, on one machine over loopback: whole games, refusals, a killed peer."""

from __future__ import annotations

import re
import shlex
import signal
import socket
import sys
import threading
from contextlib import ExitStack
from pathlib import Path

import pytest
import trio
from attrs import frozen

from mandala_net.link.address import Address
from mandala_net.link.connect import connect
from mandala_net.link.hello import greet
from mandala_net.link.secure_link import client_handshake
from mandala_net.match.join import join
from mandala_net.match.match import Match
from mandala_net.player.paths import Paths
from mandala_net.player.profile import open_home
from mandala_net.trust.identity import Identity
from mandala_protocol.conversation.events import Resign
from mandala_protocol.wire.messages import Move
from tests.e2e.programs import (
    CHEAP,
    HOSTING,
    JOINING,
    SECONDS,
    SHORT,
    Player,
    Screen,
    leave_unread,
    port_of,
    read_until,
    with_wrong_entry,
)
from tests.narrowing import present
from tests.net.matches import AT_HOME, Told


@frozen
class Whole:
    """A game that two bots have played to its end: both players, and all that each has said."""

    anna: Player
    ben: Player
    said: tuple[str, str]

    @property
    def record(self) -> Path:
        (record,) = self.anna.records
        return record


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    folder = tmp_path_factory.mktemp("whole")
    anna, ben = Player(folder / "anna"), Player(folder / "ben")
    with anna.start(*HOSTING, *SHORT) as host:
        joined = ben.run(*JOINING, f"127.0.0.1:{port_of(host)}", "--player", "random")
        said, _ = host.communicate(timeout=SECONDS)
    assert joined.returncode == 0, joined.stdout + joined.stderr
    assert host.returncode == 0, said
    assert "Traceback" not in joined.stderr
    return Whole(anna, ben, (said, joined.stdout))


def test_two_programs_play_a_whole_game_and_anyone_can_verify_its_record(whole: Whole) -> None:
    words = [present(re.search("Authentication words: (.*?)\\.", text))[1] for text in whole.said]
    assert words[0] == words[1]
    (same,) = whole.ben.records
    assert whole.record.read_bytes() == same.read_bytes()
    verdict = whole.ben.run("verify", str(whole.record))
    assert verdict.returncode == 0
    assert "VALID" in verdict.stdout
    quiet = whole.ben.run("verify", "--quiet", str(whole.record))
    assert quiet.stdout == verdict.stdout.splitlines(keepends=True)[-1]


def test_a_record_with_one_byte_changed_is_not_valid_and_the_entry_is_named(whole: Whole, tmp_path: Path) -> None:
    changed = tmp_path / "changed.mandala"
    changed.write_bytes(with_wrong_entry(whole.record.read_bytes()))
    verdict = whole.ben.run("verify", "--quiet", str(changed))
    assert verdict.returncode == 1
    assert re.search(r"NOT VALID: entry \d+ is wrong", verdict.stdout)


@pytest.mark.parametrize("content", [b"", b"no record at all", b"\x93\xb2mandala-lan record\x01\xdd\xff\xff\xff\xff"])
def test_a_file_that_is_no_record_is_one_sentence(ben: Player, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "file.mandala"
    path.write_bytes(content)
    verdict = ben.run("verify", str(path))
    assert verdict.returncode == 1
    assert len(verdict.stderr.strip().splitlines()) == 1
    assert "Traceback" not in verdict.stderr


def test_a_stranger_is_let_in_only_if_the_host_says_yes(anna: Player, ben: Player) -> None:
    arguments = [argument for argument in HOSTING if argument != "--any"]
    with anna.start(*arguments, *SHORT) as host:
        port = port_of(host)
        with ben.start(*JOINING, f"127.0.0.1:{port}", "--player", "random") as guest:
            assert "Ben" in read_until(host, "Ben")
            host.stdin.write("no\n")
            read_until(guest, "did not let you in")
            assert guest.wait(SECONDS) == 1
        with ben.start(*JOINING, f"127.0.0.1:{port}", "--player", "random") as guest:
            read_until(host, "yes” or “no")
            host.stdin.write("yes\n")
            assert guest.stdout.read()
            assert guest.wait(SECONDS) == 0
        host.stdout.read()
        assert host.wait(SECONDS) == 0


def test_a_port_in_use_is_one_sentence(anna: Player) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        refused = anna.run("host", "--linear", "--local", "--port", str(taken.getsockname()[1]), "--player", "random")
    assert refused.returncode == 1
    assert len(refused.stderr.strip().splitlines()) == 1
    assert "port" in refused.stderr


@pytest.mark.parametrize("address", ["no-such-host.invalid", "127.0.0.1:1", "not an address", "127.0.0.1:99999"])
def test_an_address_that_leads_nowhere_is_one_sentence(ben: Player, address: str) -> None:
    refused = ben.run(*JOINING, address, "--player", "random")
    assert refused.returncode == 1
    assert len(refused.stderr.strip().splitlines()) == 1
    assert "Traceback" not in refused.stderr


def test_a_service_that_speaks_something_else_is_named_as_such(ben: Player) -> None:
    with socket.socket() as service:
        service.bind(("127.0.0.1", 0))
        service.listen()

        def answer() -> None:
            connection, _ = service.accept()
            with connection:
                connection.sendall(b"SSH-2.0-OpenSSH_9.9\r\n")
                connection.recv(1000)

        thread = threading.Thread(target=answer)
        thread.start()
        refused = ben.run(*JOINING, f"127.0.0.1:{service.getsockname()[1]}", "--player", "random")
        thread.join(SECONDS)
    assert refused.returncode == 1
    assert "Traceback" not in refused.stderr
    assert len(refused.stderr.strip().splitlines()) == 1


class OnSmallPipes(Player):
    """A player whose program gives each program that it starts pipes that hold little."""

    program = (sys.executable, "-m", "tests.e2e.on_small_pipes")


def test_the_demonstration_keeps_a_record_where_it_is_asked_to_and_its_commands_work(
    anna: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pipe holds less than what its host says, who waits for no one to read it."""
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    record = tmp_path / "a game.mandala"
    shown = OnSmallPipes(anna.home).run("demo", "--game", "patterns", "--seed", "3", "--record", str(record))
    assert (shown.returncode, shown.stderr) == (0, ""), shown.stdout
    assert "VALID" in shown.stdout
    commands = [shlex.split(line) for line in shown.stdout.splitlines() if line.startswith("mandala-lan ")]
    assert commands == [["mandala-lan", "verify", str(record)], ["mandala-lan", "review", str(record)]]
    (_program, *verify), (_program, *review) = commands
    assert anna.run(*verify).returncode == 0
    with Screen([*Player.program, *review], anna.home) as terminal:  # where it need not be reviewed to its end
        terminal.wait_for(lambda text: "Reviewing the moves" in text, SECONDS)
        terminal.type("q")
        assert terminal.process.wait(SECONDS) == 0
    assert not list((tmp_path / "temporary").iterdir())
    before = record.read_bytes()
    refused = anna.run("demo", "--record", str(record))
    assert (refused.returncode, refused.stderr.count("\n")) == (1, 1)
    assert record.read_bytes() == before


def test_check_rules_agrees_with_the_sample_and_names_a_difference(anna: Player, tmp_path: Path) -> None:
    sample = Path(__file__).parents[1] / "rules_logs" / "sample-mandala.jsonl"
    agreed = anna.run("check-rules", str(sample))
    assert agreed.returncode == 0
    assert "3 games" in agreed.stdout
    lines = sample.read_text().splitlines()
    lines[1] = lines[1].replace('"player":1', '"player":0', 1)
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text("\n".join(lines))
    differs = anna.run("check-rules", str(wrong))
    assert differs.returncode == 1
    assert "game 0, move 1, field player" in differs.stdout


def test_whoami_is_the_same_every_time_and_the_key_is_for_its_owner_alone(anna: Player) -> None:
    first, second = anna.run("whoami"), anna.run("whoami")
    assert first.returncode == 0
    assert first.stdout == second.stdout
    assert (anna.home / "data" / "identity.pem").stat().st_mode & 0o777 == 0o600


def test_players_can_be_listed_renamed_and_forgotten(anna: Player, ben: Player) -> None:
    assert ben.run("players").stdout == "You know no players yet.\n"
    with anna.start(*HOSTING, *SHORT) as host:
        ben.run(*JOINING, f"127.0.0.1:{port_of(host)}", "--player", "random")
        host.communicate(timeout=SECONDS)
    assert ben.run("players").stdout.startswith("Anna ")
    assert ben.run("players", "rename", "Anna", "Aunt Anna").returncode == 0
    assert ben.run("players").stdout.startswith("Aunt Anna ")
    assert ben.run("players", "forget", "Aunt Anna").returncode == 0
    assert ben.run("players", "forget", "Aunt Anna").returncode == 1


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_program_that_is_told_to_stop_says_goodbye(anna: Player, ben: Player, number: signal.Signals) -> None:
    with anna.start(*HOSTING, "--player", "random", *CHEAP) as host:
        with ben.start(*JOINING, f"127.0.0.1:{port_of(host)}") as guest:
            read_until(guest, "Choose your start tile")
            guest.send_signal(number)
            assert guest.wait(SECONDS) == 128 + number
        assert "the program was stopped" in read_until(host, "is away")


def test_a_program_that_was_started_to_ignore_a_hangup_plays_on_after_one(anna: Player, ben: Player) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as nohup does
    with ExitStack() as until_started:
        until_started.callback(signal.signal, signal.SIGHUP, before)
        with anna.start(*HOSTING, *SHORT) as host:
            until_started.close()
            port = port_of(host)
            host.send_signal(signal.SIGHUP)
            joined = ben.run(*JOINING, f"127.0.0.1:{port}", "--player", "random")
            said, _ = host.communicate(timeout=SECONDS)
    assert (joined.returncode, host.returncode) == (0, 0), said


def test_how_to_join_a_game_that_is_not_listed_is_told_word_for_word(anna: Player, ben: Player) -> None:
    hosting = ("host", "--linear", "--any", "--unlisted", "--port", "0", "--name", "Anna")
    with anna.start(*hosting, *SHORT, "--local") as host:
        port = port_of(host)
        text = read_until(host, r"mandala-lan join (\S+)")
        address, number = present(re.search(r"mandala-lan join (\S+):(\d+)", text)).groups()
        assert number == port
        assert text.startswith("Only programs on this computer can join, with: ")
        joined = ben.run("join", f"{address}:{number}", "--linear", "--name", "Ben", "--player", "random")
        assert joined.returncode == 0, joined.stdout + joined.stderr


async def test_RS16_a_host_that_plays_forever_hears_whoever_was_on_the_way_in_when_a_game_ended(tmp_path: Path) -> None:
    late: list[trio.SocketStream] = []

    async def resign(match: Match) -> None:
        while match.snapshot.due is None or match.snapshot.due.kind is not Move:
            await match.wait_changed()
        stream = await connect(address)
        await trio.lowlevel.wait_readable(stream.socket)  # the host has begun to shake hands
        late.append(stream)
        await match.do(Resign())
        await trio.sleep_forever()

    with Player(tmp_path / "anna").start(*HOSTING, *SHORT, "--unlisted", "--forever") as anna:
        address = Address("127.0.0.1", int(port_of(anna)))
        with open_home(Paths.under(tmp_path / "ben"), "Ben") as ben, trio.fail_after(SECONDS):
            link = await client_handshake(await connect(address), ben.identity)
            await join(ben, link, Told().audience, resign, AT_HOME)
            read_until(anna, "mandala-lan review")  # her game is over
            leave_unread(anna)
            link = await client_handshake(late[0], Identity.generate())
            greeted = await greet(link, "Cleo", AT_HOME.timeouts)
            await link.aclose()
    assert greeted.name == "Anna"
