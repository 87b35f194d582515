"""A replay on a terminal: the teacher makes the review in a thread, and keys are answered meanwhile."""

from __future__ import annotations

import io
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import pyte
import pytest
from attrs import evolve
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from mandala_client.records.finding import in_file
from mandala_client.records.replay import frames_of
from mandala_client.records.review import Review
from mandala_client.screens.replay.replay_model import ReplayModel, ReplayPage
from mandala_client.screens.replay.replay_screen import run_replay
from mandala_net.bots import catalogue
from mandala_protocol.games.game import View
from mandala_protocol.poker.workers import Serial
from tests.client.painting import EmulatedTerminal
from tests.limits import SECONDS
from tests.nim.bots import NIM_BOTS, PerfectBot, ValuedTake
from tests.nim.conftest import PlayedNim
from tests.nim.rules import NIM, NimState

THINKS: Final = "Reviewing the moves …"
END: Final = "\x1b[F"

pytestmark = pytest.mark.usefixtures("registered")


class Seen(io.StringIO):
    """A terminal whose looks another thread can wait for."""

    def __init__(self) -> None:
        super().__init__()
        self._emulated = EmulatedTerminal(80, 24)
        self._stream = pyte.Stream(self._emulated)
        self._changed = threading.Condition()

    def write(self, text: str) -> int:
        with self._changed:
            self._stream.feed(text)
            self._changed.notify_all()
        return len(text)

    def wait_for(self, wanted: Callable[[str], bool]) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: wanted("\n".join(self._emulated.display)), SECONDS)


def shown_to(person: Callable[[PipeInput, Seen], None], played: PlayedNim) -> ReplayModel:
    """The replay of this game as a person leaves it who does this in another thread."""
    replay = frames_of(in_file(played.record).messages, Serial())
    seen = Seen()
    terminal = Vt100_Output(seen, lambda: Size(24, 80), term="xterm", enable_cpr=False)
    with create_pipe_input() as keyboard, ThreadPoolExecutor(1) as pool:
        doing = pool.submit(person, keyboard, seen)
        with create_app_session(input=keyboard, output=terminal):
            left = run_replay(ReplayModel(replay))
        doing.result(SECONDS)
    return left


@pytest.fixture
def may_answer(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Nim's judge waits for this before it judges."""
    event = threading.Event()

    class Slow(PerfectBot):
        def ranked(self, view: View[NimState]) -> Sequence[ValuedTake]:
            assert event.wait(SECONDS)
            return super().ranked(view)

    monkeypatch.setitem(catalogue.BOTS, NIM.name, lambda: evolve(NIM_BOTS, judge=Slow(0)))
    return event


def test_while_the_teacher_thinks_one_steps_through_the_game_and_the_review_appears(
    played: PlayedNim, may_answer: threading.Event
) -> None:
    def person(keyboard: PipeInput, seen: Seen) -> None:
        seen.wait_for(lambda text: "Anna and Ben" in text)
        keyboard.send_text("v")
        seen.wait_for(lambda text: THINKS in text)
        keyboard.send_text("q" + END)
        seen.wait_for(lambda text: "VALID" in text and THINKS not in text)
        keyboard.send_text("v")
        seen.wait_for(lambda text: THINKS in text)
        may_answer.set()
        seen.wait_for(lambda text: "only legal move" in text)
        keyboard.send_text("\x03")

    left = shown_to(person, played)
    assert left.page is ReplayPage.REVIEW
    assert left.at == left.last
    assert isinstance(left.review, Review)


def test_who_leaves_does_not_wait_for_the_teacher(played: PlayedNim, may_answer: threading.Event) -> None:
    def person(keyboard: PipeInput, seen: Seen) -> None:
        seen.wait_for(lambda text: "Anna and Ben" in text)
        keyboard.send_text("v")
        seen.wait_for(lambda text: THINKS in text)
        keyboard.send_text("\x03")

    left = shown_to(person, played)
    may_answer.set()
    assert left.review is None
