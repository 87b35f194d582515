"""Bots that are programs of their own: they play by lines of JSON, and however they fail, our program stays."""

from __future__ import annotations

import json
import os
import random
import re
import select
import stat
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest

from mandala_net.bots.batch import BatchTally, play_deals, start
from mandala_net.bots.catalogue import bots_of, make_bot
from mandala_net.bots.programs.bot_lines import MAX_ANSWER, BotFailed, question
from mandala_net.bots.programs.bot_paths import folder_of, is_program, name_of_program, why_no_program
from mandala_net.bots.programs.program_bot import ProgramBot
from mandala_net.bots.programs.program_options import ProgramOptions
from mandala_net.match.news import GameFinished
from mandala_net.match.setup import bot_player
from mandala_net.player.profile import Profile
from mandala_protocol.conversation.events import Talked
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.games.game import HAND, EndReason, Game, View
from mandala_protocol.games.simulation import Simulation
from mandala_protocol.seats import Seat
from tests.limits import SECONDS
from tests.net.bot_programs import program
from tests.net.matches import Told, greedily, meet

ROOT: Final = Path(__file__).parents[2]
EXAMPLE: Final = ROOT / "examples" / "bots" / "builder"
PATIENT: Final = ProgramOptions(seconds=SECONDS)
IMPATIENT: Final = ProgramOptions(seconds=0.5)

games = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


def first_view(game: Game[Any, Any]) -> View[Any]:
    simulation: Simulation[Any, Any] = start(game, 3)
    assert simulation.to_move is not None
    return simulation.view(simulation.to_move)


def ask(game: Game[Any, Any], path: str, options: ProgramOptions = PATIENT) -> Any:
    return ProgramBot(game, bots_of(game.name).table_of, path, options).choose(first_view(game))


@games
def test_the_example_plays_whole_games(game: Game[Any, Any]) -> None:
    deals = play_deals(
        game,
        lambda seed: make_bot(game.name, str(EXAMPLE), seed),
        lambda seed: make_bot(game.name, "random", seed),
        [1, 2],
    )
    tally = BatchTally.of(deals)
    assert tally.games == 4
    assert EndReason.RESIGNED not in tally.terminations
    assert tally.bots[0].moves > 4


def test_the_example_is_printed_in_the_document_as_it_is() -> None:
    shown = re.search(r"```python\n(.*?)```", (ROOT / "docs" / "writing-a-bot.md").read_text(), re.DOTALL)
    assert shown is not None
    code = [line for line in EXAMPLE.read_text().splitlines() if line and not line.startswith('"""')]
    assert [line for line in shown[1].splitlines() if line] == code
    assert len(code) <= 10


FAILURES: Final = {
    "ends at once": ("sys.exit(1)", "mybot ended without an answer."),
    "ends instead of answering": ("sys.stdin.readline(); sys.exit(0)", "mybot ended without an answer."),
    "closes its output": ("os.close(1); sys.stdin.readline(); signal.pause()", "mybot ended without an answer."),
    "closes its input": ("os.close(0); signal.pause()", "mybot did not answer in 0.5 s."),
    "half a line": ("sys.stdout.write('{'); sys.exit(0)", "mybot ended without an answer."),
    "sleeps": ("signal.pause()", "mybot did not answer in 0.5 s."),
    "says something else": (
        "print('hello', flush=True); signal.pause()",
        "mybot answered with something that is not a move.",
    ),
    "no object": ("print('[1]', flush=True); signal.pause()", "mybot answered with something that is not a move."),
    "no text": ("print('{\"move\": 7}', flush=True)", "mybot answered with something that is not a move."),
    "deep": ("print('[' * 4000, flush=True)", "mybot answered with something that is not a move."),
    "not UTF-8": ("os.write(1, b'\\xff\\xfe\\n')", "mybot answered with something that is not a move."),
    "no notation": ('print(\'{"move": "Zz9"}\', flush=True)', "mybot answered Zz9, which is not possible."),
    "not its turn": ('print(\'{"move": "Kr"}\', flush=True)', "mybot answered Kr, which is not possible."),
    "no end of line": ("os.write(1, b'x' * 100_000)", "mybot answered with more than 4096 bytes."),
    "no end at all": ("while True: os.write(1, b'x' * 10_000)", "mybot answered with more than 4096 bytes."),
}


@pytest.mark.parametrize(("body", "sentence"), FAILURES.values(), ids=FAILURES.keys())
def test_a_bot_that_fails_is_stopped_and_a_sentence_says_why(tmp_path: Path, body: str, sentence: str) -> None:
    waits = "did not answer" in sentence
    with pytest.raises(BotFailed) as failed:
        ask(GAMES["mandala"], program(tmp_path, body), IMPATIENT if waits else PATIENT)
    assert str(failed.value) == sentence


class Ended(subprocess.Popen[bytes]):
    """A program that has ended before anything is asked."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.wait(SECONDS)


def test_what_a_bot_has_said_counts_although_it_ended_before_it_was_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subprocess, "Popen", Ended)
    with pytest.raises(BotFailed) as failed:
        ask(GAMES["mandala"], program(tmp_path, "print('hello', flush=True)"), PATIENT)
    assert str(failed.value) == "mybot answered with something that is not a move."


def test_what_a_bot_says_is_shown_only_cleaned(tmp_path: Path) -> None:
    with pytest.raises(BotFailed) as failed:
        ask(GAMES["mandala"], program(tmp_path, r"""print('{"move": "A\\u001b[2J' + 'x' * 3000 + '"}', flush=True)"""))
    assert len(str(failed.value)) < 100
    assert "\x1b" not in str(failed.value)


def test_with_a_failure_the_last_line_of_standard_error_is_told(tmp_path: Path) -> None:
    body = "sys.stderr.write('one\\n\\x1b[2Jtwo\\n\\n'); raise KeyError('hand')"
    with pytest.raises(BotFailed) as failed:
        ask(GAMES["mandala"], program(tmp_path, body))
    assert str(failed.value) == "mybot ended without an answer."
    assert failed.value.for_us == "mybot ended without an answer. Its last line was “KeyError: 'hand'”."


def test_a_flood_on_standard_error_stops_no_game(tmp_path: Path) -> None:
    body = """
        seen = json.loads(sys.stdin.readline())
        sys.stderr.write("x" * 1_000_000)
        print(json.dumps({"move": seen["moves"][0]}), flush=True)
        """
    assert ask(GAMES["mandala"], program(tmp_path, body)) is not None


def test_a_log_gets_all_of_standard_error_and_is_its_owners(tmp_path: Path) -> None:
    log = tmp_path / "log"
    path = program(tmp_path, "sys.stderr.write('one\\ntwo\\n'); sys.exit(1)")
    for _game in range(2):
        with pytest.raises(BotFailed):
            ask(GAMES["mandala"], path, ProgramOptions(SECONDS, log=log))
    assert log.read_text() == "one\ntwo\n" * 2
    assert stat.S_IMODE(log.stat().st_mode) == 0o600


def test_an_answer_with_a_blank_too_many_is_shown_with_it(tmp_path: Path) -> None:
    body = """print(json.dumps({"move": json.loads(sys.stdin.readline())["moves"][0] + " "}), flush=True)"""
    with pytest.raises(BotFailed, match=r'mybot answered "\w+ ", which is not possible\.'):
        ask(GAMES["mandala"], program(tmp_path, body))


def test_a_file_that_the_system_cannot_run_is_told(tmp_path: Path) -> None:
    path = tmp_path / "mybot"
    path.write_bytes(b"\x7fELF nonsense")
    path.chmod(0o755)
    with pytest.raises(BotFailed, match=r"mybot cannot be started\."):
        ask(GAMES["mandala"], str(path))


def test_a_bot_may_use_only_so_much_memory(tmp_path: Path) -> None:
    hungry = program(
        tmp_path,
        """
        seen = json.loads(sys.stdin.readline())
        try:
            kept = bytearray(150_000_000)
        except MemoryError:
            sys.exit(1)
        print(json.dumps({"move": seen["moves"][0]}), flush=True)
        """,
    )
    with pytest.raises(BotFailed, match="ended without an answer"):
        ask(GAMES["mandala"], hungry, ProgramOptions(SECONDS, megabytes=100))
    assert ask(GAMES["mandala"], hungry, ProgramOptions(SECONDS, megabytes=1000)) is not None


def test_with_a_bot_ends_all_that_it_has_started(tmp_path: Path) -> None:
    held = tmp_path / "held"
    os.mkfifo(held)
    path = program(
        tmp_path,
        f"""
        kept = os.open({str(held)!r}, os.O_WRONLY)
        os.set_inheritable(kept, True)
        if os.fork() == 0:
            signal.pause()
        seen = json.loads(sys.stdin.readline())
        print(json.dumps({{"move": seen["moves"][0]}}), flush=True)
        signal.pause()
        """,
    )
    game = GAMES["mandala"]
    bot = ProgramBot(game, bots_of(game.name).table_of, path, PATIENT)
    reading = os.open(held, os.O_RDONLY | os.O_NONBLOCK)
    os.set_blocking(reading, True)
    assert bot.choose(first_view(game)) is not None
    del bot
    assert select.select([reading], [], [], SECONDS)[0], "somebody still has it open"
    assert os.read(reading, 1) == b""
    os.close(reading)


def test_in_a_batch_a_bot_that_fails_resigns_and_is_started_again_for_the_next_game(tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    path = program(
        tmp_path,
        f"""
        open({str(begun)!r}, "a").write("x")
        seen = json.loads(sys.stdin.readline())
        print(json.dumps({{"move": seen["moves"][0]}}), flush=True)
        """,
    )
    game = GAMES["patterns"]
    deals = play_deals(
        game, lambda seed: make_bot(game.name, path, seed), lambda seed: make_bot(game.name, "random", seed), [1, 2]
    )
    tally = BatchTally.of(deals)
    assert dict(tally.terminations) == {EndReason.RESIGNED: 4}
    assert (tally.bots[0].wins, tally.bots[1].wins) == (0, 4)
    assert begun.read_text() == "x" * 4
    assert tally.bots[0].failures == {"mybot ended without an answer.": 4}
    assert not tally.bots[1].failures


def test_the_question_in_the_document_is_one() -> None:
    (shown,) = re.findall(r"```json\n(.*)\n```", (ROOT / "docs" / "writing-a-bot.md").read_text())
    game = GAMES["mandala"]
    view = first_view(game)
    asked = question(game, bots_of(game.name).table_of, view, game.legal_moves(view), ProgramOptions().seconds)
    assert asked.decode() == f"{shown}\n"
    done = subprocess.run([EXAMPLE], input=asked, capture_output=True, timeout=SECONDS, check=True)
    assert json.loads(done.stdout)["move"] in json.loads(asked)["moves"]


@games
def test_no_line_has_anything_that_the_seat_does_not_see(game: Game[Any, Any]) -> None:
    """The hidden cards of the other and of the draw pile are dealt out anew: the line stays as it is."""
    table_of, choices = bots_of(game.name).table_of, random.Random(5)
    simulation: Simulation[Any, Any] = start(game, 11)
    lines = 0
    while (seat := simulation.to_move) is not None:
        view, moves = simulation.view(seat), game.legal_moves(simulation.view(seat))
        asked = question(game, table_of, view, moves, 1)
        theirs = simulation.holdings[seat.other]
        hidden = [
            *simulation.draw_pile,
            *(face for counts in theirs.values() for face, count in enumerate(counts) for _ in range(count)),
        ]
        choices.shuffle(hidden)
        dealt: dict[str, tuple[int, ...]] = {}
        for name, counts in theirs.items():
            taken, hidden = hidden[: sum(counts)], hidden[sum(counts) :]
            dealt[name] = tuple(taken.count(face) for face in range(game.faces))
        holdings = (simulation.holdings[seat], dealt) if seat is Seat.HOST else (dealt, simulation.holdings[seat])
        other_world = Simulation(game, simulation.state, hidden, holdings, simulation.shuffle)
        assert question(game, table_of, other_world.view(seat), moves, 1) == asked
        lines += 1
        simulation.play(choices.choice(moves))
    assert lines > 4


def test_the_hand_in_a_line_is_the_seats_own() -> None:
    game = GAMES["mandala"]
    view = first_view(game)
    seen = json.loads(question(game, bots_of(game.name).table_of, view, game.legal_moves(view), 1))
    assert sum(seen["table"]["hand"].values()) == sum(view.holdings[HAND])
    assert sum(seen["table"]["cup"].values()) == 2
    assert seen["table"]["players"][view.seat.other].keys() == {"river", "claimed", "sealed", "hand"}


@games
def test_the_document_names_every_field(game: Game[Any, Any]) -> None:
    view = first_view(game)
    seen = json.loads(question(game, bots_of(game.name).table_of, view, game.legal_moves(view), 1))
    document = (ROOT / "docs" / "writing-a-bot.md").read_text()
    sections = document.split("\n#")
    (general,) = (text for text in sections if text.startswith("# A question"))
    (special,) = (text for text in sections if text.startswith(f"## The table of {game.title}"))
    assert re.findall(r"^\| `(\w+)` \|", general, re.MULTILINE) == list(seen)
    assert re.findall(r"^\| `(\w+)` \|", special, re.MULTILINE) == list(seen["table"])
    assert f"{MAX_ANSWER:,} bytes" in document


async def test_in_a_game_over_the_line_a_bot_that_fails_resigns_and_both_hear_why(
    profiles: list[Profile], tmp_path: Path
) -> None:
    sentences: list[str] = []
    path = program(tmp_path, "sys.exit('my hand is a secret')")
    heard = (Told(), Told())
    failing = bot_player(path, 1, PATIENT, sentences.append)
    of_host, of_guest = await meet(profiles, failing, greedily(2), heard=heard)
    assert sentences == ["mybot ended without an answer. Its last line was “my hand is a secret”. We resign."]
    assert isinstance(of_host.outcome, GameFinished)
    assert of_host.outcome == of_guest.outcome
    assert (of_host.outcome.result.winner, of_host.outcome.result.termination) == (Seat.GUEST, EndReason.RESIGNED)
    (talk,) = [news for news in heard[1].news if isinstance(news, Talked)]
    assert talk.text == "mybot ended without an answer. We resign."


def test_a_path_has_a_slash_and_a_name_has_none(tmp_path: Path) -> None:
    assert [is_program(bot) for bot in ("./mybot", "/usr/bin/mybot", "greedy")] == [True, True, False]
    assert name_of_program("/home/anna/my bot") == "my bot"
    assert folder_of("greedy") == "greedy"
    assert re.fullmatch(r"program-[0-9a-f]{16}", folder_of("/usr/bin/mybot"))
    missing, plain = tmp_path / "missing", tmp_path / "plain"
    plain.write_text("")
    assert why_no_program(str(missing)) == f"There is no program {missing}."
    assert why_no_program(str(plain)) == f"{plain} is not a program that you may start."
    assert why_no_program(str(EXAMPLE)) is None
