"""The folder of records for those who write a verifier: our own verifier finds what its verdicts say."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from mandala_conformance.made_games.records import NOT_A_RECORD, VERDICTS, MadeRecord, made_records, write_records
from mandala_conformance.vectors.kinds.file_vectors import judged
from mandala_protocol.conversation.kept_entries import SHOWN_BY_THE_RECORD
from mandala_protocol.errors import UNKNOWN_GAME
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.poker.workers import Serial
from mandala_protocol.record.transcript import signed_by
from mandala_protocol.record.verification import NotARecord, UnknownGame, read_messages, verify
from tests.portions import portion


@cache
def records() -> tuple[MadeRecord, ...]:
    return tuple(made_records())


@pytest.mark.portion
def test_RF2_RF3_RF4_RF5_our_verifier_says_of_each_what_the_verdicts_say() -> None:
    for made in portion(records(), 60):
        expected = made.verdict
        if expected.requirement == NOT_A_RECORD:
            with pytest.raises(NotARecord):
                read_messages(made.content)
            continue
        if expected.requirement == UNKNOWN_GAME:
            with pytest.raises(UnknownGame):
                verify(made.content, GAMES, Serial())
            continue
        verdict = verify(made.content, GAMES, Serial())
        found = judged(verdict)
        assert verdict.fault is None or not expected.valid, expected.file
        assert (found["entries"], found["complete"], found["wrong_entry"], found["code"], found["requirement"]) == (
            expected.entries,
            expected.complete,
            expected.entry,
            expected.code,
            expected.requirement,
        ), expected.file
        if expected.valid:
            assert found["due"] == expected.due, expected.file
        elif verdict.referee.players:
            wrong = read_messages(made.content)[expected.entries]
            signers = [seat for seat, player in enumerate(verdict.referee.players) if signed_by(wrong, player.identity)]
            assert expected.seat in signers if signers else expected.seat is None, expected.file


def test_there_are_records_of_each_sort_for_both_games() -> None:
    verdicts = [made.verdict for made in records()]
    assert len(verdicts) >= 250
    assert Counter(verdict.file for verdict in verdicts).most_common(1)[0][1] == 1
    for game in ("mandala", "patterns"):
        own = [verdict for verdict in verdicts if verdict.file.startswith(f"{game}-")]
        assert sum(verdict.complete for verdict in own) == 1
        assert sum(verdict.valid and not verdict.complete for verdict in own) >= 8
        assert sum(not verdict.valid and verdict.entry is not None for verdict in own) >= 90
    assert {verdict.file.isascii() for verdict in verdicts} == {True}


def test_every_requirement_whose_breach_a_record_shows_is_broken_in_one() -> None:
    """But that of a card without a face, which no proof lets in (DK6)."""
    broken = {made.verdict.requirement for made in records()}
    assert broken >= SHOWN_BY_THE_RECORD - {"DK6"}
    assert broken >= {"TR2", "TR3", "TR5", "TR6", "TR7", "OR4", NOT_A_RECORD}


def test_the_folder_has_each_file_and_what_to_find_in_it(tmp_path: Path) -> None:
    told: list[int] = []
    count = write_records(tmp_path / "records", told.append)
    listed = json.loads((tmp_path / "records" / VERDICTS).read_text())["records"]
    names = [one["file"] for one in listed]
    assert len(names) == count
    assert told == list(range(1, count + 1))
    assert {path.name for path in (tmp_path / "records").iterdir()} == {*names, VERDICTS}
    by_name = {made.verdict.file: made for made in records()}
    for one in listed:
        assert (tmp_path / "records" / one["file"]).read_bytes() == by_name[one["file"]].content
        assert one["valid"] is by_name[one["file"]].verdict.valid


def test_a_folder_that_cannot_be_made_is_an_error_of_the_system(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="file"):
        write_records(tmp_path / "file" / "records")
