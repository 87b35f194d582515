"""Going on with a game, through the real programs: after a kill, a goodbye, an adjournment; alone, and in vain."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
from pathlib import Path

import pytest

from tests.e2e.conftest import Machine
from tests.e2e.programs import (
    CHEAP,
    HOSTING,
    JOINING,
    PROGRAM,
    SECONDS,
    Player,
    Running,
    Screen,
    complete,
    port_of,
    read_until,
    take_start_tile,
)
from tests.narrowing import present

RESUMING = ("resume", "--linear", "--local")


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The homes of Anna and Ben with a game between them, to be copied."""
    folder = tmp_path_factory.mktemp("begun")
    begin(Player(folder / "anna"), Player(folder / "ben"))
    return folder


@pytest.fixture
def open_game(begun: Path, anna: Player, ben: Player) -> None:
    """A game between Anna, who is the host, and Ben, each of whom has made a move; neither program runs."""
    for player in (anna, ben):
        shutil.copytree(begun / player.home.name, player.home)


def begin(anna: Player, ben: Player) -> None:
    """A game between two people, in which each has made a move; then both machines are switched off."""
    with (
        anna.start(*HOSTING, *CHEAP) as host,
        ben.start(*JOINING, f"127.0.0.1:{port_of(host)}") as guest,
    ):
        take_start_tile(guest)
        read_until(host, "takes the start tile")
        read_until(host, "Your turn")
        host.stdin.write("O21\n")
        read_until(guest, "Your turn")
        for process in (host, guest):
            process.send_signal(signal.SIGKILL)
            process.wait()


def resign(process: Running) -> None:
    """Resign as soon as the game goes on, where it does not matter how it ends."""
    read_until(process, "Your turn|is thinking|Choose your start tile")
    present(process.stdin).write("resign\nyes\nno\n")


def go_on_and_resign(player: Player, *arguments: str) -> None:
    """Take up a game, alone or with another program, and resign."""
    with player.start(*RESUMING, *arguments) as program:
        resign(program)
        assert "You resigned" in program.stdout.read()
        assert program.wait(SECONDS) == 0


def verified(player: Player) -> bool:
    (record,) = player.records
    return "VALID" in player.run("verify", "--quiet", str(record)).stdout.split("NOT ")[0]


@pytest.mark.usefixtures("open_game")
@pytest.mark.parametrize("first", ["host", pytest.param("guest", marks=pytest.mark.soak)])
def test_after_both_were_killed_whoever_is_there_first_waits_for_the_other(
    anna: Player, ben: Player, first: str
) -> None:
    early, late = (anna, ben) if first == "host" else (ben, anna)
    with early.start(*RESUMING, "--player", "greedy") as waiting:
        read_until(waiting, "has not been reached yet")
        go_on_and_resign(late)
        said = waiting.stdout.read()
        assert waiting.wait(SECONDS) == 0, said
    assert "is there too" in said
    assert anna.records[0].read_bytes() == ben.records[0].read_bytes()
    assert verified(anna)
    for player in (anna, ben):
        assert "You have no open games" in player.run(*RESUMING).stderr


def test_the_one_who_stays_goes_on_by_itself_when_the_other_comes_back(anna: Player, ben: Player) -> None:
    with anna.start(*HOSTING, "--player", "greedy", *CHEAP) as host:
        with ben.start(*JOINING, f"127.0.0.1:{port_of(host)}") as guest:
            read_until(guest, "start tile")
            guest.send_signal(signal.SIGKILL)
        read_until(host, "is away")
        go_on_and_resign(ben)
        assert "is back" in host.stdout.read()
        assert host.wait(SECONDS) == 0
    assert verified(ben)


@pytest.mark.usefixtures("open_game")
def test_a_host_that_opens_a_new_game_lets_the_other_back_into_the_old_one(anna: Player, ben: Player) -> None:
    with ben.start(*RESUMING) as guest:
        read_until(guest, "has not been reached yet")
        with anna.start(*HOSTING, "--player", "greedy") as host:
            assert "Ben is back" in read_until(host, "is back for an unfinished game")
            resign(guest)
            assert host.stdout.read()
            assert host.wait(SECONDS) == 0
        assert guest.stdout.read()
        assert guest.wait(SECONDS) == 0
    assert verified(ben)


def test_both_adjourn_and_go_on_another_time(anna: Player, ben: Player) -> None:
    with (
        anna.start(*HOSTING, *CHEAP) as host,
        ben.start(*JOINING, f"127.0.0.1:{port_of(host)}") as guest,
    ):
        read_until(guest, "start tile")
        host.stdin.write("adjourn\n")
        read_until(guest, "Anna offers to adjourn")
        guest.stdin.write("adjourn\n")
        for process in (host, guest):
            assert "mandala-lan resume" in read_until(process, "The game is adjourned")
            assert process.wait(SECONDS) == 0
    assert "adjourned" in anna.run("resume", "--list").stdout
    with anna.start(*RESUMING, "--player", "greedy") as host:
        read_until(host, "has not been reached yet")
        go_on_and_resign(ben)
        assert host.stdout.read()
        assert host.wait(SECONDS) == 0
    shown = ben.run("verify", str(ben.records[0])).stdout
    assert "adjourn" in shown.lower()
    assert verified(ben)


def test_EN14_a_game_is_abandoned_when_the_player_who_waited_says_so(anna: Player, ben: Player) -> None:
    with anna.start(*HOSTING, *CHEAP, "--grace", "1") as host:
        with ben.start(*JOINING, f"127.0.0.1:{port_of(host)}") as guest:
            take_start_tile(guest)
            read_until(host, "Your turn")
            guest.send_signal(signal.SIGKILL)
        read_until(host, "Ben is away")
        anna.let_pass(60)
        read_until(host, r"Ben has been away for more than 1 minute. Call the game abandoned\?")
        host.stdin.write("no\n")
        read_until(host, "You keep waiting, and will be asked again in 1 minute")
        anna.let_pass(60)
        read_until(host, r"Call the game abandoned\?")
        host.stdin.write("yes\n")
        read_until(host, "the game is abandoned")
        assert host.stdout.read()
        assert host.wait(SECONDS) == 1
    finished = anna.run("verify", "--quiet", str(anna.records[0]))
    assert "ABANDONED" in finished.stdout
    with ben.start(*RESUMING) as returned:
        read_until(returned, "Anna has not been reached yet")
        ben.let_pass(60)
        read_until(returned, r"This game has probably been abandoned by Anna. Leave\?")
        returned.stdin.write("y\nyes\n")
        assert returned.stdout.read()
        assert returned.wait(SECONDS) == 0
    with ben.start(*RESUMING, "--player", "greedy") as late:
        assert "the other program may abandon it" in read_until(late, "Anna has not been reached yet")
        (abandoned,) = json.loads(anna.run("history", "--json").stdout)
        assert anna.run(*RESUMING, abandoned["id"], "--player", "greedy").returncode == 1
        assert "Here, the connection was lost for at most" in read_until(late, "is abandoned")
        command = read_until(late, "mandala-lan review").splitlines()[-1]
    assert ben.run(*command.split()[1:]).returncode == 0
    assert "You have no open games" in anna.run("resume", "--list").stdout + ben.run("resume", "--list").stdout


def test_the_other_comes_back_while_it_is_asked_whether_to_call_the_game_abandoned(anna: Player, ben: Player) -> None:
    with anna.start(*HOSTING, *CHEAP, "--grace", "1") as host:
        with ben.start(*JOINING, f"127.0.0.1:{port_of(host)}") as guest:
            read_until(guest, "start tile")
            guest.send_signal(signal.SIGKILL)
        read_until(host, "Ben is away")
        anna.let_pass(60)
        read_until(host, r"Call the game abandoned\?")
        with ben.start(*RESUMING, "--player", "greedy") as guest:
            read_until(host, "Ben is back")
            host.stdin.write("yes\nabandon\nresign\nyes\nno\n")
            read_until(host, "There is no offer to agree to.")
            read_until(host, "You can't call the game abandoned yet")
            assert "You resigned" in host.stdout.read()
            assert host.wait(SECONDS) == 0
            assert guest.stdout.read()
    assert verified(anna)


def test_EN14_a_bot_calls_a_game_abandoned_once_the_grace_is_over(anna: Player, ben: Player) -> None:
    with anna.start(*HOSTING, *CHEAP, "--player", "greedy", "--grace", "1") as host:
        with ben.start(*JOINING, f"127.0.0.1:{port_of(host)}") as guest:
            read_until(guest, "start tile")
            guest.send_signal(signal.SIGKILL)
        read_until(host, "Ben is away")
        anna.let_pass(60)
        assert "the game is abandoned" in host.stdout.read()
        assert host.wait(SECONDS) == 1


@pytest.mark.usefixtures("open_game")
def test_without_a_grace_a_game_is_never_abandoned_by_itself_and_can_be_left_and_put_away(anna: Player) -> None:
    with anna.start(*RESUMING) as leaving:
        read_until(leaving, "has not been reached yet")
        leaving.stdin.write("leave\n")
        leaving.stdin.flush()
        read_until(leaving, "stays open")
        assert leaving.wait(SECONDS) == 0
    listed = anna.run("resume", "--list").stdout
    number = listed.split()[0]
    assert "with Ben" in listed
    assert anna.run("resume", number, "--drop").returncode == 0
    assert "You have no open games" in anna.run("resume", "--list").stdout


@pytest.mark.usefixtures("open_game")
def test_RS5_a_stranger_cannot_take_up_a_game_of_others(anna: Player, ben: Player, tmp_path: Path) -> None:
    cleo = Player(tmp_path / "cleo")
    cleo.run("whoami")
    # Cleo has got hold of all that Ben's program keeps, but for the identity.
    games = ben.home / "data" / "games.sqlite"
    for file in games.parent.glob("games.sqlite*"):
        (cleo.home / "data" / file.name).write_bytes(file.read_bytes())
    with anna.start(*RESUMING, "--port", "0") as host:
        port = port_of_resumed(host)
        with cleo.start(*RESUMING, id_of_game(cleo), f"127.0.0.1:{port}") as stranger:
            read_until(stranger, "not waiting here")
            stranger.kill()
        with ben.start(*RESUMING, id_of_game(ben), f"127.0.0.1:{port}") as guest:
            read_until(guest, "Anna is there too")
            read_until(host, "Ben is there too")


def port_of_resumed(host: Running) -> str:
    return present(re.search(r"port (\d+)", read_until(host, "port")))[1]


def id_of_game(player: Player) -> str:
    return player.run("resume", "--list").stdout.split()[0]


IN_USE = r"This game is already open in another program of yours: process {pid}, since \d{{4}}-\d\d-\d\d \d\d:\d\d\."
TAKE_OVER = "End that program, and resume the game here? Type “yes” or “no”."


@pytest.mark.usefixtures("open_game")
@pytest.mark.parametrize("second", ["a person says no", "a person says nothing", "a bot"])
def test_two_programs_do_not_go_on_with_one_game_on_one_side(second: str, anna: Player) -> None:
    with anna.start(*RESUMING) as host:
        read_until(host, "has not been reached yet")
        given = ("--player", "greedy") if second == "a bot" else ()
        refused = anna.run(*RESUMING, *given, stdin="no\n" if second == "a person says no" else "")
        assert host.poll() is None
    assert refused.returncode == 1
    in_use = IN_USE.format(pid=host.pid)
    assert re.fullmatch(rf"{in_use} Close that one first\.", refused.stderr.strip())
    if second == "a bot":
        assert refused.stdout == ""
    else:
        assert re.match(in_use, refused.stdout)
        assert TAKE_OVER in refused.stdout


@pytest.mark.usefixtures("open_game")
def test_a_person_can_end_the_other_program_and_resume_its_game_here(anna: Player, ben: Player) -> None:
    with anna.start(*RESUMING) as first:
        read_until(first, "has not been reached yet")
        with anna.start(*RESUMING) as second, ben.start(*RESUMING) as guest:
            read_until(second, "End that program")
            second.stdin.write("yes\n")
            read_until(second, "Waiting for the other program to end")
            assert first.wait(SECONDS) == 128 + signal.SIGTERM
            read_until(second, "Ben is there too")
            resign(guest)
            read_until(second, "Play again")
            second.stdin.write("no\n")
            assert second.wait(SECONDS) == 0
            assert guest.wait(SECONDS) == 0
    assert verified(ben)


@pytest.mark.usefixtures("open_game")
def test_on_the_screen_too_a_game_is_taken_over(anna: Player) -> None:
    with anna.start(*RESUMING) as first:
        read_until(first, "has not been reached yet")
        with Screen([*PROGRAM, "resume", "--local"], anna.home) as second:
            shown = second.wait_for(lambda text: "End that program" in text, SECONDS)
            assert str(first.pid) in shown
            second.type("y")
            assert first.wait(SECONDS) == 128 + signal.SIGTERM
            second.wait_for(lambda text: "Patterns" in text and "Ben" in text, SECONDS)


def test_somebody_who_plays_against_themselves_goes_on_with_both_seats(anna: Player) -> None:
    begin(anna, anna)
    game = id_of_game(anna)
    with anna.start(*RESUMING, game, "--player", "greedy") as one:
        read_until(one, "has not been reached yet")
        go_on_and_resign(anna, game)
        assert one.stdout.read()
        assert one.wait(SECONDS) == 0


def test_a_program_that_was_started_by_another_of_ours_stops_when_that_is_gone(anna: Player) -> None:
    with anna.start(*HOSTING, "--player", "greedy", "--attached") as bot:
        port_of(bot)
        bot.stdin.close()
        assert bot.wait(SECONDS) == 128 + signal.SIGTERM


def test_a_machine_that_comes_back_with_another_address_is_found_again(two_machines: tuple[Machine, Machine]) -> None:
    first, second = two_machines
    host = first.popen([*PROGRAM, "host", "--linear", "--any", "--player", "greedy", "--name", "Anna", *CHEAP])
    read_until(host, "mandala-lan join 10.77.0.1")
    guest = second.popen([*PROGRAM, "join", "--linear", "--name", "Ben"], timeout=SECONDS)
    read_until(guest, "start tile")
    host.kill()
    host.wait()
    read_until(guest, "is away")
    for command in ("ip address del 10.77.0.1/24 dev eth0", "ip address add 10.77.0.9/24 dev eth0"):
        assert first.run(command.split()).returncode == 0
    first.run(["ip", "route", "add", "224.0.0.0/4", "dev", "eth0"])
    host = first.popen([*PROGRAM, "resume", "--linear", "--player", "greedy", "--port", "0"], timeout=SECONDS)
    read_until(guest, "is back")
    guest.stdin.write("resign\nyes\n")
    guest.stdin.close()  # whoever types nothing more wants no other game
    assert "VALID" in finished_record(second.home, guest)


def finished_record(home: Path, process: Running) -> str:
    assert present(process.stdout).read()
    process.wait(SECONDS)
    (record,) = home.glob("data/records/*.mandala")
    return complete([*PROGRAM, "verify", "--quiet", str(record)], os.environ).stdout
