"""The command, the packages and the files that a release names: each of them is there."""

from __future__ import annotations

import configparser
import re
import tomllib
from pathlib import Path
from typing import Final

import pytest

pytest.importorskip("venv", reason="an embedded Python makes no environments")

from bundle.make import BESIDE, SPEC
from mandala_client.text.language import Language

TOP: Final = Path(__file__).parents[1]
PROJECT: Final = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))
WHEEL: Final = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]


def test_the_entry_of_the_desktop_opens_the_lobby_in_a_terminal() -> None:
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str  # type: ignore[assignment,method-assign]
    entry.read(SPEC.with_suffix(".desktop"), encoding="utf-8")
    desktop = entry["Desktop Entry"]
    assert [desktop["Exec"]] == list(PROJECT["project"]["scripts"])
    assert desktop["Terminal"] == "true"


@pytest.mark.parametrize("language", [language for language in Language if language is not Language.ENGLISH])
def test_the_entry_of_the_desktop_speaks_every_language(language: Language) -> None:
    text = SPEC.with_suffix(".desktop").read_text(encoding="utf-8")
    for key in ("GenericName", "Comment"):
        assert re.search(rf"^{key}\[{language.value}\]=.+$", text, re.MULTILINE)


def test_files_that_are_given_along_exist() -> None:
    assert [path for path in (*BESIDE, *(TOP / name for name in WHEEL["shared-data"])) if not path.is_file()] == []


def test_the_frozen_program_has_every_package_of_the_wheel() -> None:
    text = SPEC.read_text(encoding="utf-8")
    assert [name for name in WHEEL["packages"] if f'"{Path(name).name}"' not in text] == []
