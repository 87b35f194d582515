"""The linear form in two real programs: a whole game by typed lines, and what is typed where there is no game."""

from __future__ import annotations

import random
import re
import threading
from collections.abc import Iterator
from typing import Final

import pytest
from attrs import frozen
from click.testing import CliRunner

from mandala_client.main import main
from mandala_client.records.replay import Replay
from mandala_protocol.seats import Seat
from tests.e2e.listener import Listener
from tests.e2e.onlooker import Leak, mentions_cards, replay_of
from tests.e2e.programs import CHEAP, HOSTING, JOINING, SECONDS, Player, Running, port_of, read_until

_MOVE: Final = r"(?:A[LR][roygpk]|B[LR][roygpk]\d|C[roygpk]\d|K[roygpk])"
_MOVES: Final = re.compile(f"({_MOVE}(?:, {_MOVE})*): ")
_LAST_ANSWER: Final = "The live score is shown only if"
_MOSTLY: Final = 0.7


class Script(threading.Thread):
    """Plays one side by nothing but the sentences that it hears: asks what it may do, and chooses one of these moves.

    It builds mountains mostly, which leads to the end.
    """

    def __init__(self, program: Running, seed: int) -> None:
        super().__init__()
        self._program, self._choices = program, random.Random(seed)
        self._offered: list[str] = []
        self.heard: list[str] = []
        self.moves: list[str] = []

    def run(self) -> None:
        for line in self._program.stdout:
            self.heard.append(line.rstrip("\n"))
            for answer in self._answers(line):
                self._program.stdin.write(f"{answer}\n")

    def _answers(self, line: str) -> Iterator[str]:
        if line.startswith(("Your turn", "You choose: ")):
            self._offered = []
            yield from ("table", "moves", "score")
        elif moves := _MOVES.match(line):
            self._offered += moves[1].split(", ")
        elif line.startswith(_LAST_ANSWER):
            self.moves.append(self._choose())
            yield self.moves[-1]
        elif re.search(r"Play (?:without (?:it|them)|anyway)\?", line):
            yield "yes"
        elif line.startswith("Play again?"):
            yield "no"

    def _choose(self) -> str:
        mountains = [move for move in self._offered if move.startswith("A")]
        mostly = self._choices.random() < _MOSTLY
        return self._choices.choice(mountains if mountains and mostly else self._offered)


@frozen
class Game:
    """A game that two scripts have played; by seat."""

    players: tuple[Player, Player]
    heard: tuple[list[str], list[str]]
    moves: tuple[list[str], list[str]]
    codes: tuple[int | None, int | None]
    replay: Replay


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """A whole game by typed lines; one side does not want the live score, so neither is told of points."""
    folder = tmp_path_factory.mktemp("homes")
    anna, ben = Player(folder / "anna"), Player(folder / "ben")
    with anna.start(*HOSTING, "--first", "host") as host:
        port = port_of(host)
        with ben.start(*JOINING, "--no-live-score", f"127.0.0.1:{port}") as guest:
            scripts = Script(host, 1), Script(guest, 2)
            for script in scripts:
                script.start()
            for script in scripts:
                script.join()
            codes = host.wait(SECONDS), guest.wait(SECONDS)
    (record,), (same,) = anna.records, ben.records
    assert record.read_bytes() == same.read_bytes()
    first, second = scripts
    return Game(
        (anna, ben),
        (first.heard, second.heard),
        (first.moves, second.moves),
        codes,
        replay_of(record.read_bytes()),
    )


def until_the_score(lines: list[str]) -> list[str]:
    """The sentences while cards were hidden, without the words to compare: one may be the name of a colour."""
    end = next(number for number, line in enumerate(lines) if line.startswith("Game over: "))
    return [line for line in lines[:end] if not line.startswith("Authentication words: ")]


def test_a_whole_game_is_played_by_typed_lines_and_its_record_is_valid(game: Game) -> None:
    assert game.codes == (0, 0)
    assert min(map(len, game.moves)) > 5
    assert any(move.startswith("K") for moves in game.moves for move in moves)
    (record,) = game.players[0].records
    verdict = CliRunner(env={"MANDALA_LAN_HOME": str(game.players[1].home)}).invoke(main, ["verify", str(record)])
    assert verdict.exit_code == 0, verdict.stdout
    over = [next(line for line in heard if line.startswith("Game over: ")) for heard in game.heard]
    points = [re.findall(r"(\d+) to (\d+)", line)[0] for line in over]
    assert points[0] == points[1]
    assert f"{points[0][0]} to {points[0][1]}" in verdict.stdout


def test_every_move_was_understood_as_it_was_offered(game: Game) -> None:
    for heard in game.heard:
        assert not [line for line in heard if "(rule " in line or "not a move or a command" in line]


@pytest.mark.parametrize("seat", Seat)
def test_both_hear_all_that_happens_and_nothing_of_a_hidden_card(game: Game, seat: Seat) -> None:
    """Every line that one side heard is held against the record, in which all cards are open at the end.

    What happened in public was heard in its order; and a line that names cards besides must be what this side could be
    told of the table and its own cards at that very moment.
    """
    Listener(game.replay, seat).check(until_the_score(game.heard[seat]))


def test_the_check_would_find_a_card_of_the_other(game: Game) -> None:
    lines = until_the_score(game.heard[Seat.HOST])
    of_cards = [
        line for line in until_the_score(game.heard[Seat.GUEST]) if line.startswith(("Your hand, ", "You drew "))
    ]
    # Both players may hold or draw the same colours; what the host is told as well gives nothing away.
    others = [line for line in of_cards if line not in lines]
    assert others
    at = next(number for number, line in enumerate(lines) if line.startswith("Your hand, "))
    for line in others[:2]:
        with pytest.raises(Leak):
            Listener(game.replay, Seat.HOST).check([*lines[:at], line, *lines[at:]])
    missing = next(line for line in lines if line.startswith("Ben builds"))
    with pytest.raises(Leak):
        Listener(game.replay, Seat.HOST).check([line for line in lines if line != missing])


@pytest.mark.parametrize("seat", Seat)
def test_no_log_tells_of_a_card(game: Game, seat: Seat) -> None:
    log = game.players[seat].log
    assert not mentions_cards(log)
    assert "Traceback" not in log


# Where there is no game.


def test_whoever_waits_for_another_game_can_leave_by_a_word_which_the_other_hears(anna: Player, ben: Player) -> None:
    with (
        anna.start(*HOSTING, *CHEAP) as host,
        ben.start(*JOINING, "--no-live-score", f"127.0.0.1:{port_of(host)}") as guest,
    ):
        read_until(guest, "Choose your start tile")
        guest.stdin.write("resign\n")
        read_until(guest, "yes” or “no")
        guest.stdin.write("yes\n")
        read_until(guest, "Play again")
        guest.stdin.write("yes\n")
        read_until(guest, "Waiting for Anna")
        guest.stdin.write("A1o\n")
        read_until(guest, "There is no question to answer now")
        guest.stdin.write("leave\n")
        assert guest.wait(SECONDS) == 0
        read_until(host, "no other|another game")
        host.stdin.write("no\n")
        assert host.wait(SECONDS) == 0


def test_whoever_waits_for_a_guest_can_leave_by_a_word(anna: Player) -> None:
    with anna.start(*HOSTING) as host:
        port_of(host)
        host.stdin.write("leave\n")
        assert host.wait(SECONDS) == 0


def test_a_late_yes_about_a_visitor_who_has_gone_does_not_let_in_the_next(anna: Player, ben: Player) -> None:
    hosting = [argument for argument in HOSTING if argument != "--any"]
    with anna.start(*hosting, *CHEAP) as host:
        port = port_of(host)
        with ben.start(*JOINING, "--no-live-score", f"127.0.0.1:{port}") as first:
            read_until(host, "Let this player in\\? Type “yes” or “no")
            first.kill()
            read_until(host, "Still waiting")
        host.stdin.write("yes\n")
        read_until(host, "There is no question to answer now")
        with ben.start(*JOINING, "--no-live-score", f"127.0.0.1:{port}") as second:
            read_until(host, "Let this player in\\? Type “yes 2” or “no")
            host.stdin.write("yes\n")
            read_until(host, "Let this player in\\? Type “yes 2” or “no")
            host.stdin.write("yes 2\n")
            read_until(second, "Choose your start tile")


@pytest.mark.parametrize("first", ["host", "guest"])
@pytest.mark.parametrize("lines", ["resign\nyes\n", "resign\nyes\nleave\n"], ids=["no more lines", "leaving"])
def test_a_resignation_that_was_typed_ahead_counts_though_nothing_or_only_leaving_comes_after_it(
    lines: str, first: str, anna: Player, ben: Player
) -> None:
    with anna.start(*HOSTING, "--game", "patterns", "--first", first) as host:
        said = ben.run(*JOINING, f"127.0.0.1:{port_of(host)}", stdin=lines)
        assert "You resigned; Anna wins." in said.stdout
        assert said.returncode == 0
        read_until(host, "Ben resigned; you win")
    assert [path.read_bytes() for path in anna.records] == [path.read_bytes() for path in ben.records]
