"""Real programs: a key is known from the first moment of a game, and what a player has blocked stays out."""

from __future__ import annotations

import re
import signal
import subprocess
from pathlib import Path

import pytest
import trio

from mandala_client.play.alone import Alone
from mandala_client.play.subprocess_bot import bot_host
from mandala_net.player.paths import HOME_VARIABLE
from tests.e2e.programs import JOINING, SECONDS, Player, Running, port_of, read_until
from tests.e2e.starter import Forking
from tests.narrowing import present

ASKING = ("host", "--linear", "--local", "--port", "0", "--name", "Anna")
END = [signal.SIGKILL, signal.SIGINT]


@pytest.fixture
def eve(tmp_path: Path) -> Player:
    return Player(tmp_path / "eve")


def let_in(host: Running, guest: Running) -> None:
    """The host says yes, and the first game with the guest begins."""
    read_until(host, "yes” or “no")
    host.stdin.write("yes\n")
    read_until(guest, "Authentication words")


@pytest.mark.parametrize("end", END)
def test_an_impostor_of_the_guest_is_refused_after_the_host_ended_in_the_first_game(
    anna: Player, ben: Player, eve: Player, end: signal.Signals
) -> None:
    with anna.start(*ASKING) as host, ben.start(*JOINING, f"127.0.0.1:{port_of(host)}") as guest:
        let_in(host, guest)
        host.send_signal(end)
        host.wait(SECONDS)
    assert re.fullmatch(r"Ben [A-Z2-7-]{19}\n", anna.run("players").stdout)
    with anna.start(*ASKING) as host:
        refused = eve.run(*JOINING, f"127.0.0.1:{port_of(host)}")
        assert "The host knows your name with a different key" in refused.stdout
        read_until(host, "Ben has a different key than before")


@pytest.mark.parametrize("end", END)
def test_an_impostor_of_the_host_is_refused_after_the_guest_ended_in_the_first_game(
    anna: Player, ben: Player, eve: Player, end: signal.Signals
) -> None:
    with anna.start(*ASKING) as host, ben.start(*JOINING, f"127.0.0.1:{port_of(host)}") as guest:
        let_in(host, guest)
        guest.send_signal(end)
        guest.wait(SECONDS)
    assert re.fullmatch(r"Anna [A-Z2-7-]{19}\n", ben.run("players").stdout)
    with eve.start(*ASKING) as host:
        refused = ben.run(*JOINING, f"127.0.0.1:{port_of(host)}")
    assert refused.returncode == 1
    assert "Anna has a different key than before" in refused.stdout
    assert not eve.run("players").stdout.startswith("Ben")


def test_who_was_let_in_unasked_is_unconfirmed_and_can_be_blocked(anna: Player, ben: Player) -> None:
    with anna.start(*ASKING, "--any") as host, ben.start(*JOINING, f"127.0.0.1:{port_of(host)}") as guest:
        read_until(guest, "Authentication words")
        host.kill()
        host.wait(SECONDS)
    listed = anna.run("players").stdout
    key = present(re.fullmatch(r"Ben ([A-Z2-7-]{19}), unconfirmed\n", listed))[1]
    assert anna.run("players", "block", key.lower()).stdout == f"Ben {key} is blocked.\n"
    assert anna.run("players").stdout == f"Ben {key}, blocked\n"
    with anna.start(*ASKING) as host:
        refused = ben.run("join", "--local", "--linear", "--name", "Benny", f"127.0.0.1:{port_of(host)}")
        assert "The host did not let you in" in refused.stdout
        said = read_until(host, "blocked|yes” or “no")
        assert "is blocked and was turned away" in said
    assert anna.run("players", "forget", "Ben").returncode == 0
    assert anna.run("players").stdout == f"Ben {key}, blocked\n"
    assert anna.run("players", "unblock", "Ben").returncode == 0
    assert anna.run("players").stdout == "You know no players yet.\n"


def test_a_blocked_host_is_not_joined_and_told_nothing(anna: Player, ben: Player) -> None:
    with anna.start(*ASKING) as host:
        address = f"127.0.0.1:{port_of(host)}"
        key = anna.run("whoami").stdout
        key = present(re.search(r"[A-Z2-7]{4}(?:-[A-Z2-7]{4}){3}", key))[0]
        assert ben.run("players", "block", key).returncode == 0
        refused = ben.run(*JOINING, address)
        assert refused.returncode == 1
        assert f"players unblock {key}" in refused.stderr
        host.send_signal(signal.SIGINT)
        said = host.stdout.read()
        host.wait(SECONDS)
    assert "Ben" not in said
    assert "Someone tried to join" not in said  # whoever leaves within the handshake was no guest


def test_a_name_that_only_looks_known_is_told_before_the_question(anna: Player, ben: Player, eve: Player) -> None:
    with anna.start(*ASKING) as host, ben.start(*JOINING, f"127.0.0.1:{port_of(host)}") as guest:
        let_in(host, guest)
        host.kill()
        host.wait(SECONDS)
    with anna.start(*ASKING) as host:
        liar = ("join", "--local", "--linear", "--name", "Веn", f"127.0.0.1:{port_of(host)}")
        with eve.start(*liar):
            assert "only looks like “Ben”" in read_until(host, "Warning|yes” or “no")
            read_until(host, "yes” or “no")


async def test_a_bot_that_is_started_to_play_alone_lets_in_nobody_but_the_player(
    anna: Player, eve: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(anna.home))
    monkeypatch.setattr(subprocess, "Popen", Forking)
    async with bot_host(Alone("patterns", "random"), bytes(range(32))) as address:
        refused = await trio.to_thread.run_sync(lambda: eve.run(*JOINING, str(address)))
    assert "The host did not let you in." in refused.stdout
    assert refused.returncode == 1
