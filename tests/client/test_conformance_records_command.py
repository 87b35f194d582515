"""``mandala-lan conformance --records``."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from mandala_client.commands import conformance
from mandala_conformance.made_games.records import VERDICTS


def test_the_folder_is_written_and_its_records_are_counted(tmp_path: Path) -> None:
    folder = tmp_path / "records"
    done = CliRunner().invoke(conformance.command, ["--records", str(folder)])
    verdicts = json.loads((folder / VERDICTS).read_text())["records"]
    assert (done.exit_code, done.output) == (0, f"{len(verdicts)} records and their verdicts are in {folder}.\n")
    assert all((folder / verdict["file"]).is_file() for verdict in verdicts)


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    folder = tmp_path / "file" / "records"
    done = CliRunner().invoke(conformance.command, ["--records", str(folder)])
    assert (done.exit_code, done.output) == (1, f"{folder} cannot be written: Not a directory.\n")
