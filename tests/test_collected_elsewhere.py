"""The quick tests can be collected on every system, whatever the slow ones import."""

from __future__ import annotations

import subprocess
import sys
from typing import Final

from tests.limits import SECONDS
from tests.pace import ROOT

NOT_ON_WINDOWS: Final = ("grp", "pty", "pwd", "resource")

COLLECT: Final = f"""
import sys
sys.modules.update(dict.fromkeys({NOT_ON_WINDOWS}))
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
