"""Commands that are told can be typed as they stand, however the program was started."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from attrs import evolve

from mandala_client.games.deal import Deal, Practised
from mandala_client.screens.table.table_pages import screen
from mandala_client.sentences import outcomes
from mandala_client.table import updates
from mandala_client.table.table_model import TableModel
from mandala_client.text.own_command import NAME, program
from mandala_client.ui.style import FULL_LOOK
from mandala_net.interpreter import OwnFile
from mandala_net.match.news import GameEnded, GameFinished
from mandala_protocol.conversation.snapshot import Snapshot


def script(folder: Path, name: str = NAME) -> Path:
    folder.mkdir(parents=True)
    made = folder / name
    made.write_text("#!/bin/sh\n")
    made.chmod(0o755)
    return made


def test_the_name_is_enough_where_it_finds_this_very_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ours, others = script(tmp_path / "ours"), script(tmp_path / "others")
    monkeypatch.setenv("PATH", str(ours.parent))
    assert program(str(ours)) == NAME
    monkeypatch.setenv("PATH", str(others.parent))
    assert program(str(ours)) == str(ours)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert program(str(ours)) == str(ours)


def test_the_path_is_told_as_it_was_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script(tmp_path / "my folder" / ".venv" / "bin")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.chdir(tmp_path / "my folder")
    assert program(".venv/bin/mandala-lan") == ".venv/bin/mandala-lan"
    monkeypatch.chdir(tmp_path)
    assert program("my folder/.venv/bin/mandala-lan") == "'my folder/.venv/bin/mandala-lan'"


def test_started_as_a_module_the_program_beside_the_interpreter_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = script(tmp_path / "bin")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert program("mandala_client/__main__.py", str(ours.with_name("python"))) == str(ours)
    assert program("mandala_client/__main__.py", "/opt/python") == "/opt/python -P -m mandala_client"


@pytest.mark.parametrize("is_frozen", [True, False])
def test_a_program_that_is_one_file_is_told_by_its_path_whatever_its_name(
    is_frozen: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, renamed = script(tmp_path / "ours"), script(tmp_path / "downloads", "mandala-lan-1.1.0")
    beside = script(tmp_path / "others")
    monkeypatch.setenv("PATH", str(ours.parent))
    assert program(NAME, file=OwnFile(str(ours), is_frozen)) == NAME  # a shell that finds it calls it by its name
    assert program(str(renamed), file=OwnFile(str(renamed), is_frozen)) == str(renamed)
    monkeypatch.setenv("PATH", str(beside.parent))
    other_version = beside.with_suffix(".pyz")
    other_version.write_bytes(beside.read_bytes())
    other_version.chmod(0o755)
    assert program(str(other_version), file=OwnFile(str(other_version), is_frozen)) == str(other_version)


def test_a_zip_that_may_not_be_started_by_itself_is_told_with_its_python(tmp_path: Path) -> None:
    zipped = script(tmp_path / "my folder", "mandala-lan.pyz")
    zipped.chmod(0o644)
    told = program(str(zipped), "/opt/python", file=OwnFile(str(zipped), is_frozen=False))
    assert told == f"/opt/python '{zipped}'"


def test_on_windows_the_program_is_found_by_the_name_of_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = script(tmp_path / "Scripts", f"{NAME}.exe")
    called, interpreter = str(ours.with_suffix("")), str(ours.with_name("python.exe"))
    monkeypatch.setenv("PATH", str(ours.parent))
    assert program(called, windows=True) == NAME  # pip's launcher takes ".exe" away
    assert program(str(ours), windows=True) == NAME
    assert program("mandala_client/__main__.py", interpreter, windows=True) == NAME
    assert program("mandala_client/__main__.py", str(tmp_path / "python.exe"), windows=True) == NAME
    monkeypatch.setenv("PATH", str(tmp_path))
    assert program(called, windows=True) == called
    assert program("mandala_client/__main__.py", interpreter, windows=True) == str(ours)


def test_on_windows_a_path_with_spaces_stands_in_double_quotation_marks(tmp_path: Path) -> None:
    called = script(tmp_path / "my folder", f"{NAME}.exe").with_suffix("")
    assert program(str(called), windows=True) == f'"{called}"'


def test_a_path_of_a_bot_is_quoted_in_the_command_that_plays_it_again() -> None:
    text = outcomes.deal_again(Practised("./my bot", Deal(4711), game="mandala"))[1]
    assert shlex.split(text[text.index("play") :]) == [
        "play",
        "--practice",
        "--game",
        "mandala",
        "--against",
        "./my bot",
        "--seed",
        "4711",
    ]


def rows(model: TableModel, columns: int) -> list[str]:
    return ["".join(part.text for part in row).strip() for row in screen(model, FULL_LOOK, columns, 24).rows]


@pytest.mark.parametrize("columns", [40, 60, 80, 120])
def test_at_the_end_a_command_stands_in_one_row_or_whole_in_a_few(columns: int, moments: tuple[Snapshot, ...]) -> None:
    last = moments[-1]
    assert last.result is not None
    record = Path("/home/anna/.local/share/mandala-lan/records/Anna-Ben-1f2e3d4c5b6a7988.mandala")
    ended = GameEnded(GameFinished(last.result), record, last)
    shown = rows(updates.with_end(updates.with_snapshot(TableModel(), last), ended), columns)
    whole = {outcomes.record_kept(record)[1], outcomes.record_kept_here(outcomes.game_of(ended))[1]}
    assert [row for row in shown if NAME in row] == [next(iter(whole & set(shown)))]
    swapped = Practised("random", evolve(Deal(654_321).swapped()), game="mandala")
    alone = updates.with_end(updates.with_snapshot(TableModel(), last), evolve(ended, record=None), practised=swapped)
    drawn = rows(alone, columns)
    command = "mandala-lan play --practice --game mandala --against random --seed 654321 --swapped"
    begins = next(number for number, row in enumerate(drawn) if row.startswith(NAME))
    taken = next(count for count in range(1, len(drawn)) if not drawn[begins + count])
    assert " ".join(drawn[begins : begins + taken]) == command
    assert taken == (1 if columns >= len(command) else 2 if columns >= 60 else 3)
