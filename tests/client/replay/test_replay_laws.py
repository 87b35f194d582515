"""The laws of every scene of a replay, in every size and language, with all characters and in ASCII; and its words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest

from mandala_client.records.replay import Own, frames_of
from mandala_client.screens.replay.replay_pages import screen
from mandala_protocol.poker.workers import Serial
from mandala_protocol.seats import Seat
from tests.client import laws
from tests.client.replay.conftest import Messages
from tests.client.replay.replay_scenes import SCENES, Recorded
from tests.client.sessions import believing

OTHER_SIZES = ((60, 30), (80, 22), (100, 30), (112, 24), (112, 40), (200, 60))


@pytest.fixture
def made(messages: Messages, unfinished: Messages, seeds: tuple[bytes, bytes]) -> laws.Making:
    """Reads the records again, as the sentences of a replay are in the language in which it was read."""

    def make() -> Iterator[laws.Drawn]:
        with believing():
            own = frames_of(unfinished, Serial(), Own(Seat.HOST, seeds[Seat.HOST]))
            recorded = Recorded(messages, frames_of(messages, Serial()), own)
        for scene in SCENES:
            model = scene.model(recorded)
            yield laws.Drawn(scene.name, partial(screen, model), model.replay.names)

    return make


@pytest.mark.portion
def test_what_holds_for_every_screen_holds_for_every_scene_of_a_replay(
    made: laws.Making, monkeypatch: pytest.MonkeyPatch
) -> None:
    laws.hold_everywhere(made, OTHER_SIZES, monkeypatch)


def test_all_that_is_said_in_a_replay_is_translated(made: laws.Making) -> None:
    laws.all_is_translated(made)
