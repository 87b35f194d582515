"""The real programs play one game after the other, until one of the two has had enough."""

from __future__ import annotations

import re
import signal
import subprocess
from pathlib import Path

from mandala_protocol.messages import Propose
from mandala_protocol.record import read_messages
from mandala_protocol.transcript import read
from tests.e2e.programs import HOSTING, JOINING, SECONDS, port_of, read_until


def resign(program: subprocess.Popen[str]) -> None:
    program.stdin.write("resign\n")
    read_until(program, "yes or no")
    program.stdin.write("yes\n")


def first_of(path: Path) -> str:
    """Who was to play first, by the proposal."""
    body = read(read_messages(path.read_bytes())[0]).body
    assert isinstance(body, Propose)
    return body.first


def test_two_people_play_again_with_the_other_one_beginning_and_the_second_game_counts_for_the_evening(anna, ben):
    with anna.start(*HOSTING, "--first", "guest") as host, ben.start(*JOINING, f"127.0.0.1:{port_of(host)}") as guest:
        read_until(guest, "Your turn")
        resign(guest)
        for program in (host, guest):
            read_until(program, "Play again")
        host.stdin.write("yes\n")
        read_until(host, "Waiting for Ben to want another game")
        read_until(guest, "Anna wants")
        guest.stdin.write("yes\n")
        read_until(host, "Your turn")
        resign(host)
        assert "you have won 1" in read_until(host, "This evening, 2 games")
        for program in (host, guest):
            read_until(program, "Play again")
        guest.stdin.write("no\n")
        assert guest.wait(SECONDS) == 0
        read_until(host, "no other|another game")
        host.stdin.write("no\n")
        assert host.wait(SECONDS) == 0
    assert sorted(first_of(path) for path in anna.records) == ["guest", "host"]
    assert [path.read_bytes() for path in anna.records] == [path.read_bytes() for path in ben.records]


def test_programs_that_were_started_again_go_on_with_the_score_of_the_evening(anna, ben):
    for games in (1, 2):
        with (
            anna.start(*HOSTING, "--first", "guest") as host,
            ben.start(*JOINING, f"127.0.0.1:{port_of(host)}") as guest,
        ):
            read_until(guest, "Your turn")
            resign(guest)
            if games == 2:
                assert "2 games: you have won 2, Ben 0" in read_until(host, "This evening")
                assert "2 games: you have won 0, Anna 2" in read_until(guest, "This evening")
            for program in (host, guest):
                read_until(program, "Play again")
                program.stdin.write("no\n")
            for program in (host, guest):
                assert program.wait(SECONDS) == 0


def test_whoever_waits_for_another_game_can_stop_and_the_other_hears_of_it(anna, ben):
    with anna.start(*HOSTING, "--first", "guest") as host, ben.start(*JOINING, f"127.0.0.1:{port_of(host)}") as guest:
        read_until(guest, "Your turn")
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


def test_a_bot_plays_again_as_often_as_one_wants(ben):
    with ben.start("play", "--linear", "--against", "random", "--live-score") as game:
        for again in ("yes", "yes", "no"):
            read_until(game, "The cards are dealt")
            resign(game)
            read_until(game, "Play again")
            game.stdin.write(f"{again}\n")
        assert game.wait(SECONDS) == 0
    firsts = [first_of(path) for path in ben.records]
    assert len(firsts) == 3
    assert {"host", "guest"} <= set(firsts)
    assert not re.search("Traceback", ben.log)
