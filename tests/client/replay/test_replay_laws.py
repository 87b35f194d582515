"""The laws of every scene of a replay, in every size and language, with all characters and in ASCII."""

from __future__ import annotations

from functools import partial

import pytest

from mandala_client.records.replay import Own, frames_of
from mandala_client.screens.replay.replay_pages import screen
from mandala_client.text.language import Language
from mandala_client.ui.style import Look
from mandala_protocol.poker.workers import Serial
from mandala_protocol.record import referee
from mandala_protocol.seats import Seat
from tests.client import laws
from tests.client.replay.conftest import Messages
from tests.client.replay.replay_scenes import SCENES, Recorded
from tests.client.scenes import SIZES, each_language, each_look, set_to

OTHER_SIZES = ((60, 30), (80, 22), (100, 30), (112, 24), (112, 40), (200, 60))


@pytest.mark.portion
@each_look
@each_language
def test_what_holds_for_every_screen_holds_for_every_scene_of_a_replay(
    language: Language,
    look: Look,
    messages: Messages,
    unfinished: Messages,
    seeds: tuple[bytes, bytes],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    set_to(language, look)
    # Those who played the game have checked its proofs; here it is read once more for its words.
    monkeypatch.setattr(referee, "verify_shuffle", lambda *_, **__: None)
    monkeypatch.setattr(referee, "verify_shares", lambda *_: None)
    own = frames_of(unfinished, Serial(), Own(Seat.HOST, seeds[Seat.HOST]))
    recorded = Recorded(messages, frames_of(messages, Serial()), own)  # anew, as its sentences are in a language
    for scene in SCENES:
        model = scene.model(recorded)
        sizes = (*SIZES, *laws.some_of(OTHER_SIZES, scene.name, language, look))
        laws.hold(partial(screen, model), sizes, language, look, model.replay.names, monkeypatch)
