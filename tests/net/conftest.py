"""Players with their own things."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from mandala_net.player.paths import Paths
from mandala_net.player.profile import Profile, open_home


@pytest.fixture
def homes(tmp_path: Path) -> Iterator[list[Profile]]:
    """Anna and Ben, who play, and Eve, who is a stranger to both."""
    with ExitStack() as opened:
        yield [opened.enter_context(open_home(Paths.under(tmp_path / name), name)) for name in ("Anna", "Ben", "Eve")]
