"""The quick tests can be collected on every system, whatever the slow ones import."""

from __future__ import annotations

import subprocess
import sys
from typing import Final

import pytest

from tests.elsewhere import NOT_ON_WINDOWS, NOT_UNDER_WINE
from tests.limits import SECONDS
from tests.pace import ROOT

ONLY_OF_POSIX: Final = ("grp", "pty", "pwd", "resource")

COLLECT: Final = f"""
import sys
sys.modules.update(dict.fromkeys({ONLY_OF_POSIX}))
import pytest
sys.exit(pytest.main(["--fast", "--collect-only", "-qq", "-n", "0", "-p", "no:cacheprovider"]))
"""


def test_the_quick_tests_are_collected_without_the_modules_that_windows_lacks() -> None:
    done = subprocess.run(
        [sys.executable, "-c", COLLECT], cwd=ROOT, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert done.returncode == 0, done.stdout[-2000:]
    assert "tests/protocol/rules" in done.stdout
    assert "tests/e2e" not in done.stdout


@pytest.mark.parametrize("name", [*NOT_ON_WINDOWS, *NOT_UNDER_WINE])
def test_a_test_that_is_left_out_elsewhere_is_there(name: str) -> None:
    path, _, function = name.partition("::")
    assert f"def {function}(" in (ROOT / path).read_text(encoding="utf-8")


def test_few_of_the_quick_tests_are_left_out_elsewhere() -> None:
    assert len({*NOT_ON_WINDOWS, *NOT_UNDER_WINE}) <= 25
