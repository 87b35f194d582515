"""``mandala-lan review``: as a table, as sentences, as JSON, and what is said where there is no review."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mandala_client.commands.review import command
from mandala_client.games.mandala.notation import written
from mandala_client.records.replay import Replay
from mandala_client.records.review import Review
from mandala_client.records.review_sentences import about, lines_of, summary
from mandala_client.text.language import Language, speak
from mandala_client.ui.rows import width_of
from mandala_protocol.conversation.events import Abandon
from mandala_protocol.conversation.session import Session
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.record import verification
from mandala_protocol.record.transcript import read
from mandala_protocol.seats import Seat
from tests.client.replay.conftest import Messages, keep, messages_of, seed_of
from tests.client.sessions import Pair, settle
from tests.narrowing import present

DOCUMENTED = Path(__file__).parents[3] / "docs" / "review-json.md"

pytestmark = pytest.mark.usefixtures("home")


def run(*arguments: str | Path, columns: int = 80) -> Result:
    return CliRunner(env={"COLUMNS": str(columns)}).invoke(command, list(map(str, arguments)))


def refused(result: Result) -> str:
    """The one sentence with which there is no review."""
    assert result.exit_code == 1
    assert result.stdout == ""
    (sentence,) = result.stderr.splitlines()
    return sentence


# As a table and in sentences.


def heading_of(lines: Sequence[str]) -> int:
    """The number of the line with the headings: it follows the second empty line."""
    return lines.index("", lines.index("") + 1) + 1


def test_the_summary_comes_first_and_the_table_has_a_row_for_each_move(file: Path, review: Review) -> None:
    result = run(file)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    heading = heading_of(lines)
    said = " ".join(" ".join(lines[:heading]).split())
    assert said == " ".join(" ".join([*about(review), *summary(review)]).split())
    assert lines[heading].split() == [
        "step",
        "player",
        "move",
        "Anna",
        ":",
        "Ben",
        "brought",
        "chance",
        "gave",
        "away",
        "better",
    ]
    rows = lines[heading + 1 : heading + 1 + len(review.moves)]
    worst = review.numbers_of_worst()
    for number, (row, move) in enumerate(zip(rows, review.moves, strict=True)):
        assert row.startswith("! " if number in worst else "  ")
        sentences = row.removeprefix("!").split()
        assert sentences[:3] == [str(move.frame.number), review.names[move.seat], written(move.move)]
        if move.forced:
            assert sentences[-2:] == ["only", "move"]
        elif move.better is None:
            assert sentences[-1] == "best"
        else:
            assert sentences[-2:] == [f"{move.given_away:.1f}", written(move.better.move)]
        if move.swing:
            assert f" {move.swing:+} " in row
    assert lines[heading + 1 + len(rows)] == "! These moves cost most."


@pytest.mark.parametrize(("columns", "form"), [(40, "chance"), (59, "chance"), (80, "gave away"), (120, "why")])
def test_the_table_fits_into_the_terminal(columns: int, form: str, file: Path, review: Review) -> None:
    lines = run(file, columns=columns).stdout.splitlines()
    heading = heading_of(lines)
    table = lines[heading : heading + 1 + len(review.moves)]
    assert form in table[0]
    assert max(map(width_of, lines)) <= columns
    for row, move in zip(table[1:], review.moves, strict=True):
        assert (written(move.better.move) if move.better else "only" if move.forced else "best") in row


def test_no_word_is_broken_by_the_width_of_the_terminal(file: Path, review: Review) -> None:
    words = {word for line in (*about(review), *summary(review)) for word in line.split()}
    for columns in (40, 80):
        lines = run(file, columns=columns).stdout.splitlines()
        sentences = lines[: heading_of(lines)]
        assert {word for line in sentences for word in line.split()} == words


def test_on_request_each_move_is_a_sentence(file: Path, review: Review) -> None:
    assert run(file, "--text").stdout.splitlines() == list(lines_of(review))


def test_ascii_is_kept_to(file: Path) -> None:
    for options in ((), ("--text",)):
        assert run(file, "--ascii", *options).stdout.isascii()


@pytest.fixture
def english_afterwards() -> Iterator[None]:
    yield
    speak(Language.ENGLISH)


@pytest.mark.usefixtures("english_afterwards")
def test_the_language_is_the_one_asked_for_but_json_is_always_english(file: Path) -> None:
    assert run(file, "--json", "--language", "de").stdout == run(file, "--json").stdout


# As JSON.


def names_of_fields(document: object) -> Iterator[str]:
    if isinstance(document, Mapping):
        yield from document
        document = list(document.values())
    if isinstance(document, list):
        for one in document:
            yield from names_of_fields(one)


def test_the_document_says_what_the_review_says(file: Path, finished: Session, review: Review) -> None:
    result = run(file, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    document = json.loads(result.stdout)
    assert (document["format"], document["version"], document["game"]) == ("mandala-lan review", 2, "mandala")
    assert (document["judge"], document["complete"]) == ("hard", True)
    assert document["id"] == finished.referee.game_id.hex()
    assert [player["key"] for player in document["players"]] == [
        player.identity.hex() for player in finished.referee.players
    ]
    assert len(document["moves"]) == len(review.moves)
    for said, move in zip(document["moves"], review.moves, strict=True):
        assert (said["step"], said["entry"], said["seat"]) == (move.frame.number, move.frame.entry, move.seat)
        assert said["notation"] == MANDALA.format_move(move.move)
        assert (said["points"], said["swing"]) == (list(present(move.points)), move.swing)
        assert said["given_away"] == move.given_away
        assert said["forced"] == move.forced
        assert (said["better"] is None) == (move.better is None) == (said["given_away"] == 0.0)
        if move.better is not None:
            assert said["better"]["notation"] == MANDALA.format_move(move.better.move)
            assert said["better"]["why"]
    for seat in Seat:
        total = document["totals"][seat]
        assert total["moves"] == sum(said["seat"] == seat for said in document["moves"])
        own = [said for said in document["moves"] if said["seat"] == seat]
        assert total["forced"] == sum(said["forced"] for said in own)
        assert total["best"] == sum(said["better"] is None and not said["forced"] for said in own)
        assert total["worst"] == [move.frame.number for move in review.worst(seat)]


def test_every_field_is_described(file: Path) -> None:
    text = DOCUMENTED.read_text(encoding="utf-8")
    described = set(re.findall(r"`(\w+)`", text))
    assert set(names_of_fields(json.loads(run(file, "--json").stdout))) <= described
    assert all(f"`{name}`" in text for name in ("step", "given_away", "worst"))


def test_json_and_sentences_are_not_both_given(file: Path) -> None:
    assert run(file, "--json", "--text").exit_code == 2


# Where there is no review.


@pytest.mark.parametrize("options", [(), ("--text",), ("--json",)])
def test_a_game_of_ours_that_goes_on_is_not_reviewed(options: tuple[str, ...], unfinished: Messages) -> None:
    game = keep(unfinished, Seat.HOST, seed_of(Seat.HOST))
    sentence = refused(run(game[:8], *options))
    assert sentence == "You can review only a finished game; this one has no result."


def test_neither_is_it_by_its_record_file(unfinished: Messages, tmp_path: Path) -> None:
    file = tmp_path / "open.mandala"
    file.write_bytes(verification.write([read(message) for message in unfinished]))
    assert refused(run(file)) == "You can review only a finished game; this one has no result."


def test_a_forged_record_is_not_reviewed(file: Path, finished: Session, replay: Replay, tmp_path: Path) -> None:
    wrong = replay.frames[20].entry
    assert wrong is not None
    forged = tmp_path / "forged.mandala"
    honest = finished.referee.transcript.entries[wrong].signature
    forged.write_bytes(file.read_bytes().replace(honest, bytes(64)))
    assert refused(run(forged)).startswith(f"NOT VALID: entry {wrong} is wrong")


@pytest.mark.parametrize("content", [b"", b"hello", bytes(1000)])
def test_a_file_that_is_no_record_gets_one_sentence(content: bytes, tmp_path: Path) -> None:
    other = tmp_path / "other.mandala"
    other.write_bytes(content)
    assert refused(run(other)).startswith(f"{other}: ")


def test_of_a_game_that_was_abandoned_before_a_move_there_is_no_picture(
    begun: Callable[..., Pair], tmp_path: Path
) -> None:
    pair = begun(grace=60)
    settle(*pair)
    _, ben = pair
    ben.lose_line()
    ben.send(Abandon())
    game = keep(messages_of(ben), Seat.GUEST, seed_of(Seat.GUEST))
    assert run(game[:8]).exit_code == 0
    assert refused(run(game[:8], "--svg", tmp_path / "chance.svg")) == "No moves were made."
    assert not (tmp_path / "chance.svg").exists()


def test_of_an_abandoned_game_of_ours_the_own_moves_are_reviewed(abandoned: Messages) -> None:
    game = keep(abandoned, Seat.GUEST, seed_of(Seat.GUEST))
    document = json.loads(run(game[:8], "--json").stdout)
    assert {said["seat"] for said in document["moves"]} == {Seat.GUEST}
    assert document["totals"][Seat.HOST] is None
    assert document["totals"][Seat.GUEST]["moves"] == len(document["moves"])
    assert document["complete"] is False
    assert "so only Ben's moves are reviewed." in run(game[:8]).stdout
