"""``mandala-lan vectors``."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mandala_client.commands import vectors
from mandala_client.ui import progress
from tests.published import VECTORS


def run(*arguments: str) -> Result:
    return CliRunner().invoke(vectors.command, arguments)


def test_all_files_that_come_with_the_program_are_listed() -> None:
    done = run("list")
    assert done.exit_code == 0
    assert "signatures.json: 37 cases" in done.output
    assert len(done.output.splitlines()) == len(list(VECTORS.glob("*.json*"))) - 1


def test_a_file_that_agrees() -> None:
    done = run("check", str(VECTORS / "signatures.json"))
    assert (done.exit_code, done.output) == (0, "signatures.json: 37 cases agree.\n")


def test_a_difference_is_named_and_the_exit_code_is_1(tmp_path: Path) -> None:
    file = json.loads((VECTORS / "signatures.json").read_text())
    file["groups"][0]["cases"][0]["given"]["signature"] = "00" * 64
    own = tmp_path / "own.json"
    own.write_text(json.dumps(file))
    done = run("check", str(own), str(VECTORS / "signatures.json"))
    assert done.exit_code == 1
    assert done.output.splitlines() == [
        "own.json, signature/right: it is valid, but this program refuses it: bad-signature (CV10)",
        "own.json: 36 cases agree.",
        "own.json: 1 case differs.",
        "signatures.json: 37 cases agree.",
    ]


@pytest.mark.parametrize("content", [b"", b"[]", b'{"groups": []}', b"\x1f\x8b"])
def test_what_is_no_file_of_vectors_is_one_sentence(tmp_path: Path, content: bytes) -> None:
    own = tmp_path / "own.json"
    own.write_bytes(content)
    done = run("check", str(own))
    assert done.exit_code == 1
    assert done.output.startswith(f"{own}: it ")
    assert len(done.output.splitlines()) == 1


def test_a_file_that_is_not_there_or_too_large_is_one_sentence(tmp_path: Path) -> None:
    missing = run("check", str(tmp_path / "nothing"))
    assert (missing.exit_code, missing.output) == (
        1,
        f"{tmp_path}/nothing cannot be read: No such file or directory.\n",
    )
    with (tmp_path / "large").open("wb") as file:
        file.truncate(600_000_000)
    large = run("check", str(tmp_path / "large"))
    assert (large.exit_code, large.output) == (1, f"{tmp_path}/large: it has more than 8000000 bytes.\n")


def test_it_is_told_how_many_cases_are_checked_where_it_takes_long(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    times = iter([0.0, 0.1, 1.0, 2.0])
    with progress.shown_progress(partial(progress.vectors_checked, "deck.json"), lambda: next(times)) as tell:
        tell(0, 95)
        tell(1, 95)
        tell(2, 95)
    shown = capsys.readouterr().err
    assert "Checking deck.json: 1 %" in shown
    assert "0 %" not in shown
    assert shown.endswith("\r")
