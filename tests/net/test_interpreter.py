"""This program starts itself once more in whatever form it is: installed, as a zip for Python, or frozen."""

from __future__ import annotations

import json
import subprocess
import sys
import zipapp
from pathlib import Path

import pytest

from mandala_net.bots.programs import limited
from mandala_net.bots.programs.program_bot import limiting
from mandala_net.interpreter import OwnFile, own_file, program_again, python_again
from tests.limits import SECONDS

FROZEN = OwnFile("/opt/mandala-lan", is_frozen=True)
ZIPPED = OwnFile("/opt/mandala-lan.pyz", is_frozen=False)

TELL = """
import json, sys
from mandala_net.interpreter import own_file, program_again
file = own_file()
print(json.dumps([file and file.path, file and file.is_frozen, program_again("ours", file)]))
"""


def told(command: list[str]) -> list[object]:
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=SECONDS)
    found: list[object] = json.loads(done.stdout)
    return found


def test_the_tests_run_in_no_file_of_ours() -> None:
    assert own_file() is None


@pytest.mark.parametrize(
    ("file", "again"),
    [
        (None, [*python_again(), "-m", "mandala_client"]),
        (FROZEN, [FROZEN.path]),
        (ZIPPED, [*python_again(), ZIPPED.path]),
    ],
)
def test_each_form_is_started_as_what_it_is(file: OwnFile | None, again: list[str]) -> None:
    assert program_again("mandala_client", file) == again


@pytest.mark.parametrize("file", [None, ZIPPED])
def test_a_bot_gets_its_limit_from_python_where_there_is_one(file: OwnFile | None) -> None:
    assert limiting(file) == [sys.executable, "-I", "-S", limited.__file__]


def test_a_bot_gets_its_limit_from_the_frozen_program_itself() -> None:
    assert limiting(FROZEN) == [FROZEN.path, limited.OPTION]


def test_what_is_installed_comes_from_no_file() -> None:
    assert told([sys.executable, "-P", "-c", TELL]) == [None, None, [*python_again(), "-m", "ours"]]


def test_a_zip_knows_where_it_is(tmp_path: Path) -> None:
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "__main__.py").write_text(TELL)
    zipped = tmp_path / "a program.pyz"
    zipapp.create_archive(tmp_path / "code", zipped)
    assert told([sys.executable, "-P", str(zipped)]) == [str(zipped), False, [*python_again(), str(zipped)]]


def test_a_frozen_program_is_its_own_interpreter() -> None:
    frozen = f"import sys\nsys.frozen, sys.executable = True, {FROZEN.path!r}\n{TELL}"
    assert told([sys.executable, "-P", "-c", frozen]) == [FROZEN.path, True, [FROZEN.path]]
