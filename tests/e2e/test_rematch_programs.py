"""The real programs play one game after the other, until one of the two has had enough."""

from __future__ import annotations

import json
import re
import signal
from pathlib import Path

import trio

from mandala_net.discovery.dns_sd import Reach
from mandala_net.link.hello import greet
from mandala_net.link.listener import listen
from mandala_net.link.secure_link import SecureLink
from mandala_net.match.host import host
from mandala_net.match.reconnect import Places
from mandala_net.match.setup import MatchSetup
from mandala_net.player.paths import Paths
from mandala_net.player.profile import open_home
from mandala_protocol.record.transcript import read
from mandala_protocol.record.verification import read_messages
from mandala_protocol.wire.messages import Accept, Bye, Chat, Message, MessageReader, Ping, Propose, Rematch, encode
from tests.e2e.programs import CHEAP, HOSTING, JOINING, SECONDS, Player, Running, port_of, read_until
from tests.narrowing import present
from tests.net.sittings import OFFER, PATIENT, Side
from tests.net.sittings import resign as resign_first


def resign(program: Running) -> None:
    present(program.stdin).write("resign\n")
    read_until(program, "yes” or “no")
    present(program.stdin).write("yes\n")


def first_of(path: Path) -> str:
    """The first player, by the proposal."""
    body = read(read_messages(path.read_bytes())[0]).body
    assert isinstance(body, Propose)
    return body.first


def test_two_people_play_again_with_the_other_one_beginning_and_the_second_game_counts_for_the_evening(
    anna: Player, ben: Player
) -> None:
    with anna.start(*HOSTING, *CHEAP) as host, ben.start(*JOINING, f"127.0.0.1:{port_of(host)}") as guest:
        read_until(guest, "Choose your start tile")
        resign(guest)
        for program in (host, guest):
            read_until(program, "Play again")
        host.stdin.write("yes\n")
        read_until(host, "Waiting for Ben to choose another game")
        read_until(guest, "Anna wants")
        guest.stdin.write("yes\n")
        read_until(host, "Choose your start tile")
        resign(host)
        assert "you won 1" in read_until(host, "This series, 2 games")
        for program in (host, guest):
            read_until(program, "Play again")
        guest.stdin.write("no\n")
        assert guest.wait(SECONDS) == 0
        read_until(host, "no other|another game")
        host.stdin.write("no\n")
        assert host.wait(SECONDS) == 0
    assert sorted(first_of(path) for path in anna.records) == ["guest", "host"]
    assert [path.read_bytes() for path in anna.records] == [path.read_bytes() for path in ben.records]


def test_a_host_that_crashed_and_was_started_without_its_name_plays_again_under_it(anna: Player, ben: Player) -> None:
    with anna.start(*HOSTING, *CHEAP) as host:
        port = port_of(host)
        with ben.start(*JOINING, f"127.0.0.1:{port}") as guest:
            read_until(guest, "start tile")
            host.kill()
            host.wait()
            with anna.start("host", "--linear", "--local", "--port", str(port)) as again:
                read_until(guest, "is there too|is back")
                resign(guest)
                for program in (again, guest):
                    read_until(program, "Play again")
                again.stdin.write("yes\n")
                read_until(again, "Waiting for Ben to choose another game")
                read_until(guest, "Anna wants")
                guest.stdin.write("yes\n")
                read_until(guest, "start tile")
    names = [game["names"] for game in json.loads(anna.run("history", "--json").stdout)]
    assert names == [["Anna", "Ben"]] * 2


def test_programs_that_were_started_again_go_on_with_the_score_of_the_evening(anna: Player, ben: Player) -> None:
    for games in (1, 2):
        with (
            anna.start(*HOSTING, *CHEAP) as host,
            ben.start(*JOINING, f"127.0.0.1:{port_of(host)}") as guest,
        ):
            read_until(guest, "start tile")
            resign(guest)
            if games == 2:
                assert "2 games: you won 2, Ben won 0" in read_until(host, "This series")
                assert "2 games: you won 0, Anna won 2" in read_until(guest, "This series")
            for program in (host, guest):
                read_until(program, "Play again")
                program.stdin.write("no\n")
            for program in (host, guest):
                assert program.wait(SECONDS) == 0


def test_whoever_waits_for_another_game_can_stop_and_the_other_hears_of_it(anna: Player, ben: Player) -> None:
    with anna.start(*HOSTING, *CHEAP) as host, ben.start(*JOINING, f"127.0.0.1:{port_of(host)}") as guest:
        read_until(guest, "start tile")
        resign(guest)
        read_until(host, "Play again")
        read_until(guest, "Play again")
        guest.stdin.write("yes\n")
        read_until(host, "Ben wants")
        guest.send_signal(signal.SIGINT)
        assert guest.wait(SECONDS) == 128 + signal.SIGINT
        read_until(host, "no other|another game")
        host.stdin.write("yes\n")
        assert host.wait(SECONDS) == 0
    assert len(anna.records) == 1


def test_a_bot_plays_again_as_often_as_one_wants_and_all_that_is_typed_can_come_in_one_pipe(ben: Player) -> None:
    playing = ("play", "--linear", "--game", "patterns", "--against", "random", "--live-score")
    played = ben.run(*playing, stdin="resign\nyes\nyes\nresign\nyes\nyes\nresign\nyes\nno\n")
    assert played.returncode == 0
    assert played.stdout.count("You resigned") == 3
    firsts = [first_of(path) for path in ben.records]
    assert len(firsts) == 3
    assert {"host", "guest"} <= set(firsts)
    accepted = [read(read_messages(path.read_bytes())[1]).body for path in ben.records]
    assert [isinstance(body, Accept) and body.live_score for body in accepted] == [True] * 3
    assert not re.search("Traceback", ben.log)


def test_one_can_leave_when_the_host_wants_another_game_and_never_begins_it(anna: Player, ben: Player) -> None:
    said: list[Message] = []

    async def host_and_stall() -> str:
        with open_home(Paths.under(anna.home), "Anna") as profile:
            async with await listen(0, "127.0.0.1") as listener:
                side = Side(profile, MatchSetup(Places(Reach.THIS_MACHINE, announced=False), PATIENT), listener)
                with ben.start(*JOINING, f"127.0.0.1:{listener.port}") as guest:
                    ended = await host(profile, listener, OFFER, side.audience, resign_first, None, side.setup)
                    assert ended.sequel is not None
                    game = ended.sequel.game

                    async def stall(link: SecureLink) -> None:
                        greeted = await greet(link, "Anna", PATIENT, game)
                        await link.send(encode(Rematch()))
                        reader, data = MessageReader(), greeted.rest
                        while data or not said:
                            said.extend(message for message in reader.feed(data) if not isinstance(message, Ping))
                            data = await link.receive()

                    async with trio.open_nursery() as nursery:
                        nursery.start_soon(listener.serve, profile.identity, stall)
                        await trio.to_thread.run_sync(read_until, guest, "wants to play again")
                        for line in ("yes", "/are you there", "leave"):
                            guest.stdin.write(f"{line}\n")
                        heard = await trio.to_thread.run_sync(guest.stdout.read)
                        assert await trio.to_thread.run_sync(guest.wait, SECONDS) == 0
                        nursery.cancel_scope.cancel()
                    return str(heard)

    heard = trio.run(host_and_stall)
    assert heard.count("You say: “are you there”") == 1
    assert not re.search("You resigned|Anna resigned|not there for another", heard), "who has left knows it"
    assert [type(message) for message in said if not isinstance(message, Rematch)] == [Chat, Bye]
