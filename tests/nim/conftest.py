"""Nim in the catalogues, two players with their own things, and one game of Nim played over a real connection."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import trio
from attrs import frozen

from mandala_client.games import catalogue as screens
from mandala_conformance.rules_logs import catalogue as logs
from mandala_net.bots import catalogue as bots
from mandala_net.match.news import GameEnded
from mandala_net.match.setup import bot_player
from mandala_net.player.paths import Paths
from mandala_net.player.profile import open_home
from mandala_protocol.conversation.speaker import GameTerms
from mandala_protocol.games import catalogue as rules
from mandala_protocol.wire.messages import First
from tests.net.matches import meet
from tests.nim import launcher
from tests.nim.rules import NIM

NAMES = ("Anna", "Ben")


@frozen
class PlayedNim:
    """A game of Nim that Anna, the host, played against Ben: their folders, and how it ended for each."""

    homes: tuple[Path, Path]
    ended: tuple[GameEnded, GameEnded]

    @property
    def record(self) -> Path:
        """The record as Anna's program has written it."""
        assert self.ended[0].record is not None
        return self.ended[0].record


@pytest.fixture(scope="module")
def registered() -> Iterator[None]:
    """Nim as the launcher registers it."""
    with pytest.MonkeyPatch.context() as patch:
        for catalogue in (rules.GAMES, logs.LOGS, bots.BOTS, screens.GAMES):
            patch.setitem(catalogue, NIM.name, None)  # taken out again at the end
        launcher.register()
        yield


@pytest.fixture(scope="module")
def played(registered: None, tmp_path_factory: pytest.TempPathFactory) -> PlayedNim:
    """Random against perfect, over loopback, with stores."""
    folder = tmp_path_factory.mktemp("nim")
    paths = folder / "Anna", folder / "Ben"
    with ExitStack() as opened:
        profiles = [
            opened.enter_context(open_home(Paths.under(path), name)) for path, name in zip(paths, NAMES, strict=True)
        ]
        players = bot_player("random", 1), bot_player("perfect", 2)
        terms = GameTerms(NIM.name, First.HOST)

        async def play() -> tuple[GameEnded, GameEnded]:
            return await meet(profiles, *players, terms=terms)

        return PlayedNim(paths, trio.run(play))
