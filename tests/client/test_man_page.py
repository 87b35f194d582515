"""The manual page: it follows from the commands, and is installed where ``man`` finds it."""

from __future__ import annotations

import importlib.util
import re
import tomllib
from pathlib import Path

import mandala_client
from mandala_client.main import COMMANDS

TOP = Path(mandala_client.__file__).parents[2]
PAGE = TOP / "docs" / "mandala-lan.1"


def rendered() -> str:
    spec = importlib.util.spec_from_file_location("generate_man", TOP / "docs" / "generate_man.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    page = module.render()
    assert isinstance(page, str)
    return page


def test_the_page_is_up_to_date() -> None:
    assert rendered() == PAGE.read_text(encoding="utf-8"), "run: make generated"


def test_every_command_is_on_the_page_and_all_of_it_can_be_typeset() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page.isascii()
    for name in COMMANDS:
        escaped = name.replace("-", r"\-")
        assert len(re.findall(rf"^\.SS mandala\\-lan {re.escape(escaped)}( |$)", page, re.MULTILINE)) == 1
    known = ("TH", "SH", "SS", "PP", "TP", "B", "RI", '\\"')
    assert {line[1:].split(" ")[0] for line in page.splitlines() if line.startswith(".")} <= set(known)


def test_the_wheel_brings_it_to_the_folder_of_manual_pages() -> None:
    project = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))
    shared = project["tool"]["hatch"]["build"]["targets"]["wheel"]["shared-data"]
    assert shared[PAGE.relative_to(TOP).as_posix()] == f"share/man/man1/{PAGE.name}"
