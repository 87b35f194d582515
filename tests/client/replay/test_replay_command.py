"""``mandala-lan replay``: as sentences, as JSON, and what is said about files that are no good."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from xml.etree import ElementTree

import attrs
import pytest
from click.testing import CliRunner, Result

from mandala_client.commands.replay import command
from mandala_client.main import main
from mandala_client.records.replay import RecordedReplay
from mandala_client.settings.settings import Theme
from mandala_client.ui import abilities
from mandala_net.trust.identity import fingerprint
from mandala_protocol.conversation.session import Session
from mandala_protocol.games.game import Moved
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.games.mandala.position import format_pile, parse_position
from mandala_protocol.record import verification
from mandala_protocol.record.steps import Step
from mandala_protocol.record.transcript import read
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import EntryMessage, Move
from tests.client.replay.conftest import keep
from tests.narrowing import present
from tests.published import cases_of


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(command, list(map(str, arguments)))


def refused(result: Result) -> str:
    """The one sentence with which a command was refused."""
    assert result.exit_code == 1
    assert result.stdout == ""
    assert not isinstance(result.exception, Exception) or isinstance(result.exception, SystemExit)
    (sentence,) = result.stderr.splitlines()
    return sentence


# Sentences.


@pytest.mark.parametrize("options", [(), ("--text",)])
def test_without_a_terminal_or_on_request_the_whole_game_is_told(
    file: Path, replay: RecordedReplay, options: tuple[str, ...]
) -> None:
    result = run(file, *options)
    assert result.exit_code == 0
    assert result.stderr == ""
    lines = result.stdout.splitlines()
    for name, identity in zip(replay.names, replay.identities, strict=True):
        assert f"{name} is {fingerprint(identity)}." in lines
    sentences = [f"{frame.number:4} {frame.entry:5} {text}" for frame in replay.frames for text in frame.sentences]
    assert lines[3 : 3 + len(sentences)] == sentences
    assert lines[-1] == replay.standing


@pytest.mark.parametrize("name", ["replay", "review"])
def test_text_mode_opens_no_screen_at_a_terminal(name: str, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sentences = CliRunner().invoke(main, [name, str(file), "--text"])
    assert sentences.exit_code == 0
    monkeypatch.setattr(abilities, "can_draw", lambda: True)
    for arguments in (["--linear", name, str(file)], [name, "--linear", str(file)]):
        assert CliRunner().invoke(main, arguments).stdout == sentences.stdout
    document = CliRunner().invoke(main, ["--linear", name, "--json", str(file)])
    assert json.loads(document.stdout)["format"] == f"mandala-lan {name}"


def test_sentences_begin_at_the_step_asked_for(file: Path, replay: RecordedReplay) -> None:
    lines = run(file, "--text", "--at", "50").stdout.splitlines()
    assert lines[3].startswith(f"  50 {replay.frames[49].entry:5} ")


def test_ascii_is_kept_to(file: Path) -> None:
    assert run(file, "--text", "--ascii").stdout.isascii()


def test_a_step_that_there_is_not_is_refused(file: Path, replay: RecordedReplay) -> None:
    steps = len(replay.frames)
    assert refused(run(file, "--at", str(steps + 1))) == f"There is no step {steps + 1}. The last one is {steps}."


# A picture.


@pytest.mark.parametrize("theme", [theme.value for theme in Theme])
def test_the_table_after_a_step_is_written_as_a_picture(
    file: Path, replay: RecordedReplay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, theme: str
) -> None:
    monkeypatch.chdir(tmp_path)
    name = f"Anna-Ben-{replay.game_id.hex()[:16]}-59.svg"
    result = run(file, "--svg", "59", "--theme", theme)
    assert (result.exit_code, result.stdout) == (0, f"The table after step 59 is in {name}.\n")
    picture = (tmp_path / name).read_text(encoding="utf-8")
    words = [part.text for part in ElementTree.fromstring(picture).iter() if part.text]
    shown = " ".join(" ".join(words).split())
    assert f"59 of {len(replay.frames)}" in shown
    assert replay.frames[58].sentences[-1] in shown
    assert "Anna's hand" in shown
    assert all(re.fullmatch("#[0-9a-f]{6}|none", colour) for colour in re.findall(r' fill="([^"]*)"', picture))


def test_a_picture_that_is_there_is_replaced_only_by_force(
    file: Path, replay: RecordedReplay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    picture = tmp_path / f"Anna-Ben-{replay.game_id.hex()[:16]}-59.svg"
    picture.touch()
    assert refused(run(file, "--svg", "59")) == f"{picture.name} already exists. To replace it: --force"
    assert picture.read_text() == ""
    assert run(file, "--svg", "59", "--force").exit_code == 0
    assert picture.read_text()


def test_a_picture_of_a_step_that_there_is_not_is_refused(file: Path, replay: RecordedReplay) -> None:
    steps = len(replay.frames)
    assert refused(run(file, "--svg", "999")) == f"There is no step 999. The last one is {steps}."
    for option in ("--json", "--text"):
        assert run(file, "--svg", "1", option).exit_code == 2


# JSON.


def test_the_document_says_what_the_table_says(file: Path, finished: Session, replay: RecordedReplay) -> None:
    result = run(file, "--json")
    assert result.exit_code == 0
    document = json.loads(result.stdout)
    referee = finished.referee
    assert (document["format"], document["version"], document["game"]) == ("mandala-lan replay", 1, "mandala")
    assert document["id"] == referee.game_id.hex()
    assert document["date"] is None
    assert [player["key"] for player in document["players"]] == [player.identity.hex() for player in referee.players]
    assert [player["fingerprint"] for player in document["players"]] == [
        fingerprint(player.identity) for player in referee.players
    ]
    assert [player["name"] for player in document["players"]] == ["Anna", "Ben"]
    assert document["first"] == 0
    assert document["complete"] is True
    assert document["fault"] is None
    assert len(document["steps"]) == len(referee.steps)
    for said, step in zip(document["steps"], referee.steps, strict=True):
        assert said["entry"] == step.number
        assert said["position"] == MANDALA.position(step.after)
        assert said["digest"] == MANDALA.digest(step.after).hex()
        assert parse_position(said["position"]) == step.after
        if isinstance(step.event, Moved):
            assert (said["event"], said["seat"]) == ("moved", step.event.seat)
            assert said["notation"] == MANDALA.format_move(step.event.move)
        else:
            assert said["notation"] is None
    hands = [[one and one["hand"] for one in said["hands"]] for said in document["steps"][1:]]
    assert hands == [[format_pile(one["hand"]) for one in frame.held if one] for frame in replay.frames[1:]]
    assert [said["number"] for said in document["steps"]] == [frame.number for frame in replay.frames]
    assert [said["told"] for said in document["steps"]] == [[*frame.sentences] for frame in replay.frames]


def test_the_digest_of_a_move_is_the_one_in_its_entry(file: Path, finished: Session) -> None:
    entries = finished.referee.transcript.entries
    for said in json.loads(run(file, "--json").stdout)["steps"]:
        body = entries[said["entry"]].body
        assert not isinstance(body, Move) or said["digest"] == body.digest.hex()


def test_the_document_begins_with_the_position_before_anything_is_shuffled(file: Path, finished: Session) -> None:
    first = MANDALA.position(finished.referee.steps[0].before)
    assert json.loads(run(file, "--json").stdout)["start"] == {
        "entry": 5,
        "position": first,
        "digest": hashlib.sha256(first.encode()).hexdigest(),
    }


@pytest.mark.parametrize("length", [6, 7])
def test_a_game_of_which_only_the_keys_are_open_has_a_start_and_no_steps(
    file: Path, finished: Session, tmp_path: Path, length: int
) -> None:
    short = tmp_path / "short.mandala"
    short.write_bytes(verification.write(finished.referee.transcript.entries[:length]))
    result = run(short, "--json")
    assert result.exit_code == 0
    document = json.loads(result.stdout)
    assert document["start"] == json.loads(run(file, "--json").stdout)["start"]
    assert (document["steps"], document["result"], document["fault"]) == ([], None, None)
    assert refused(run(short)) == f"{short}: In this record the game has not begun."


def test_a_game_of_patterns_has_its_set_up_before_the_first_move(tmp_path: Path) -> None:
    (case,) = cases_of("patterns.json", "conversation")
    entries = case["expected"]["games"][0]["entries"]
    messages = [EntryMessage(bytes.fromhex(one["payload"]), bytes.fromhex(one["signature"])) for one in entries]
    path = tmp_path / "patterns.mandala"
    path.write_bytes(verification.write([read(message) for message in messages[:6]]))
    document = json.loads(run(path, "--json").stdout)
    assert document["steps"] == []
    assert document["start"]["position"] == entries[5]["position"]


def test_a_first_move_that_is_wrong_leaves_the_start_to_compare(finished: Session, tmp_path: Path) -> None:
    entries = finished.referee.transcript.entries
    path = tmp_path / "wrong.mandala"
    path.write_bytes(verification.write([*entries[:6], attrs.evolve(entries[6], signature=bytes(64))]))
    result = run(path, "--json")
    document = json.loads(result.stdout)
    assert result.exit_code == 1
    assert document["fault"]["entry"] == 6
    assert document["start"]["entry"] == 5


def test_the_result_of_the_document_is_the_result_of_the_game(file: Path, finished: Session) -> None:
    result = json.loads(run(file, "--json").stdout)["result"]
    signed = finished.referee.result
    assert signed is not None
    assert tuple(result["scores"]) == signed.scores
    assert result["winner"] == signed.winner
    assert result["reason"] == signed.termination.value
    for slots, score in zip(result["slots"], signed.scores, strict=True):
        assert [slot["slot"] for slot in slots] == [1, 2, 3, 4, 5, 6]
        assert all(slot["points"] == slot["slot"] * slot["cards"] for slot in slots)
        assert sum(slot["points"] for slot in slots) == score


def test_the_events_have_the_names_of_the_document(file: Path, finished: Session) -> None:
    names = {"Shuffled": "shuffled", "Dealt": "dealt", "Moved": "moved", "Revealed": "revealed"}
    document = json.loads(run(file, "--json").stdout)
    steps: list[Step] = finished.referee.steps
    assert [said["event"] for said in document["steps"]] == [names[type(step.event).__name__] for step in steps]


@pytest.mark.parametrize("options", [("--text",), ("--at", "3"), ("--from", "guest")])
def test_json_is_always_the_whole_game(file: Path, options: tuple[str, ...]) -> None:
    result = run(file, "--json", *options)
    assert result.exit_code == 2
    assert "--json gives the whole game" in result.stderr


# Files that are no good.


def test_a_file_that_is_cut_gets_one_sentence(file: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.mandala"
    cut.write_bytes(file.read_bytes()[:-100])
    assert refused(run(cut)).startswith(f"{cut}: the record ends too early, at byte ")


@pytest.mark.parametrize("content", [b"", b"hello", b"\x93", bytes(1000), b"\x93\xa4mand\x01\x90"])
def test_a_file_that_is_no_record_gets_one_sentence(content: bytes, tmp_path: Path) -> None:
    other = tmp_path / "other.mandala"
    other.write_bytes(content)
    assert refused(run(other)).startswith(f"{other}: ")


def test_a_record_without_a_game_gets_one_sentence(tmp_path: Path) -> None:
    empty = tmp_path / "empty.mandala"
    empty.write_bytes(verification.write(()))
    assert refused(run(empty, "--json")) == f"{empty}: In this record the game has not begun."


@pytest.mark.parametrize("name", ["nothing.mandala", "folder/nothing"])
def test_a_file_that_is_not_there_gets_one_sentence(name: str, tmp_path: Path) -> None:
    missing = tmp_path / name
    assert refused(run(missing)) == f"There is no file {missing}."


def test_a_forged_record_is_told_up_to_the_forgery_and_fails(
    file: Path, finished: Session, replay: RecordedReplay, tmp_path: Path
) -> None:
    wrong = replay.frames[20].entry
    honest = finished.referee.transcript.entries[present(wrong)].signature
    content = file.read_bytes()
    assert content.count(honest) == 1
    forged = tmp_path / "forged.mandala"
    forged.write_bytes(content.replace(honest, bytes(64)))
    in_text, result = (run(forged, option) for option in ("--text", "--json"))
    assert in_text.exit_code == result.exit_code == 1
    (sentence,) = result.stderr.splitlines()
    assert in_text.stderr.splitlines() == [sentence]
    assert sentence.startswith(f"NOT VALID: entry {wrong} is wrong")
    document = json.loads(result.stdout)
    assert len(document["steps"]) == 20
    assert document["fault"] == {"entry": wrong, "sentence": sentence}
    assert document["complete"] is False
    assert document["result"] is None


# Games of our own, by their ID.


@pytest.mark.parametrize("seat", Seat)
def test_an_own_game_that_goes_on_is_found_by_its_id_and_shows_the_own_hand_alone(
    seat: Seat,
    home: Path,
    unfinished: Sequence[EntryMessage],
    own: tuple[RecordedReplay, RecordedReplay],
    seeds: tuple[bytes, bytes],
) -> None:
    game = keep(unfinished, seat, seeds[seat])
    result = run(game[:8], "--json")
    assert result.exit_code == 0, result.output
    document = json.loads(result.stdout)
    assert document["id"] == game
    assert datetime.fromisoformat(document["date"]).tzinfo is not None
    assert {said["hands"][seat.other] is None for said in document["steps"]} == {True}
    last = own[seat].frames[-1].held[seat]
    assert last is not None
    assert document["steps"][-1]["hands"][seat] == {name: format_pile(last[name]) for name in ("hand", "cup")}
    assert document["complete"] is False
    last_line = run(game[:8], "--text").stdout.splitlines()[-1]
    assert re.fullmatch(
        "The game is not over. Next: (Anna|Ben) is to move\\. The \\d+ entries so far are correct\\.", last_line
    )


def test_an_own_game_that_is_over_shows_both_hands(
    home: Path, messages: Sequence[EntryMessage], seeds: tuple[bytes, bytes], replay: RecordedReplay
) -> None:
    game = keep(messages, Seat.GUEST, seeds[Seat.GUEST])
    lines = run(game[:8], "--text").stdout.splitlines()
    assert lines[-1].startswith("VALID: ")
    assert any(f"{replay.names[0]} drew" in line for line in lines)
    assert any(f"{replay.names[1]} drew" in line for line in lines)


def test_a_game_that_was_never_dealt_is_named_by_as_many_digits_as_elsewhere(
    home: Path, messages: Sequence[EntryMessage], seeds: tuple[bytes, bytes]
) -> None:
    game = keep(messages[:2], Seat.HOST, seeds[Seat.HOST])
    assert refused(run(game)) == f"Game {game[:8]}: In this record the game has not begun."


@pytest.mark.parametrize("digits", ["deadbeef", "xyz", "", "0"])
def test_an_id_that_no_game_has_gets_one_sentence(digits: str, home: Path) -> None:
    assert refused(run(digits))


def test_a_folder_gets_one_sentence(tmp_path: Path) -> None:
    assert refused(run(tmp_path)) == f"{tmp_path} is a folder. Name a file in it."
