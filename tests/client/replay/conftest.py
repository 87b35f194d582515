"""Records of games played in memory, and the screen of a replay as a real terminal would show it."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, TypeAlias

import pyte
import pytest

from mandala_client.records.replay import Own, RecordedReplay, frames_of
from mandala_client.records.review import Review, review_of
from mandala_client.screens.replay import replay_keys
from mandala_client.screens.replay.replay_model import ReplayModel
from mandala_client.screens.replay.replay_pages import screen
from mandala_client.ui.style import ASCII_LOOK, FULL_LOOK, Look
from mandala_net.bots.catalogue import bots_of
from mandala_net.player.paths import HOME_VARIABLE, find_paths
from mandala_net.player.profile import open_home
from mandala_protocol.conversation.events import Abandon, Play, Speak
from mandala_protocol.conversation.session import Session
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.poker.workers import Serial
from mandala_protocol.record import verification
from mandala_protocol.record.transcript import read
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import EntryMessage
from tests.client import laws, painting
from tests.client.replay.replay_scenes import Recorded
from tests.client.sessions import Pair, believing, dealt, settle
from tests.hearing import hear
from tests.narrowing import present

KEYS: Final = (
    *("left", "right", "up", "down", "tab", "s-tab", "enter", "escape", "backspace"),
    *("c-u", "c-w", "f1", "f9", "f10", "pageup", "pagedown", "home", "end"),
)
"""The names of keys; all else that is typed is text."""

Messages: TypeAlias = tuple[EntryMessage, ...]
Painted: TypeAlias = Callable[..., pyte.Screen]

GAME: Final = 7
"""The number that fixes the cards of the game of these tests."""

MOVES: Final = 6
"""The number that fixes its moves: only 45, and all happens that the tests look for."""

BY_CHANCE: Final = 0.25
"""The share of moves by chance. Most of a review goes into proofs that such moves were bad, so a few have to do."""


def after(model: ReplayModel, *typed: str) -> ReplayModel:
    """The model after these keys: names of keys, or text to type."""
    for one in typed:
        model = present(replay_keys.press(model, one) if one in KEYS else replay_keys.type_text(model, one))
    return model


def text_of(model: ReplayModel, columns: int = 80, lines: int = 24, look: Look = FULL_LOOK) -> list[str]:
    """The rows of the screen of a replay."""
    return list(map(laws.text_of, screen(model, look, columns, lines).rows))


@believing()
def play(pair: Pair, moves: int | None = None) -> None:
    """Let both play so many moves, or to the very end: greedily, which ends soon, but for one in four by chance."""
    choices, bot = random.Random(MOVES), bots_of(MANDALA.name).makers["greedy"](MOVES)
    referee = pair[0].referee
    while referee.due is not None and (moves is None or referee.moves_made < moves):
        for speaker, listener in (pair, pair[::-1]):
            if speaker.pending is Pending.MOVE and (moves is None or referee.moves_made < moves):
                view = speaker.referee.view(speaker.seat)
                by_chance = choices.random() < BY_CHANCE
                move = choices.choice(MANDALA.legal_moves(view)) if by_chance else bot.choose(view)
                hear(listener, speaker.send(Play(move)))
            elif speaker.pending is Pending.ENTRY:
                hear(listener, speaker.send(Speak()))


def messages_of(session: Session) -> Messages:
    """All that was said, as a record has it."""
    return tuple(entry.message() for entry in session.referee.transcript.entries)


def seed_of(seat: Seat) -> bytes:
    """The secret of a side: 32 bytes."""
    return bytes([GAME + seat]) * 32


@pytest.fixture(scope="session")
def seeds() -> tuple[bytes, bytes]:
    """The secrets of both sides."""
    return seed_of(Seat.HOST), seed_of(Seat.GUEST)


@pytest.fixture(scope="session")
def begun() -> Callable[..., Pair]:
    """Begins a game of Anna, the host, and Ben, up to the first move; ``grace`` is what the host proposes."""

    def begin(grace: int = 0) -> Pair:
        seeds = seed_of(Seat.HOST), seed_of(Seat.GUEST)
        return dealt(seeds, seeds, grace)

    return begin


@pytest.fixture(scope="session")
def finished(begun: Callable[..., Pair]) -> Session:
    """The host of a game that was played to its end."""
    pair = begun()
    play(pair)
    return pair[0]


@pytest.fixture(scope="session")
def messages(finished: Session) -> Messages:
    """The record of the game that was played to its end."""
    return messages_of(finished)


@pytest.fixture(scope="session")
@believing()
def replay(messages: Messages) -> RecordedReplay:
    """The same as a replay."""
    return frames_of(messages, Serial())


@pytest.fixture(scope="session")
def review(replay: RecordedReplay) -> Review:
    """The review of that game."""
    return review_of(replay)


@pytest.fixture(scope="session")
def file(finished: Session, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file with the record of that game."""
    path = tmp_path_factory.mktemp("records") / f"Anna-Ben{verification.SUFFIX}"
    path.write_bytes(verification.write(finished.referee.transcript.entries))
    return path


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which the program keeps its things."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    return tmp_path


def keep(saved: Sequence[EntryMessage], seat: Seat, seed: bytes) -> str:
    """Put a game of ours into the store; its ID."""
    entries = [read(message) for message in saved]
    with open_home(find_paths()) as own:
        own.store.begin(seat, bytes([1]) * 32, seed).append(entries)
    return entries[1].head.hex()


@pytest.fixture(scope="session")
def unfinished(begun: Callable[..., Pair]) -> Messages:
    """The record of the same game, when 25 moves are made."""
    pair = begun()
    play(pair, moves=25)
    settle(*pair)
    return messages_of(pair[0])


@pytest.fixture(scope="session")
def abandoned(begun: Callable[..., Pair]) -> Messages:
    """The record of a game that Ben has called abandoned after 14 moves."""
    pair = begun(grace=60)
    play(pair, moves=14)
    settle(*pair)
    _, ben = pair
    ben.lose_line()
    ben.send(Abandon())
    return messages_of(ben)


@pytest.fixture(scope="session")
@believing()
def own(unfinished: Messages) -> tuple[RecordedReplay, RecordedReplay]:
    """The unfinished game as each of its players can see it."""
    host, guest = (frames_of(unfinished, Serial(), Own(seat, seed_of(seat))) for seat in Seat)
    return host, guest


@pytest.fixture(scope="session")
def recorded(messages: Messages, replay: RecordedReplay, own: tuple[RecordedReplay, RecordedReplay]) -> Recorded:
    """The material of the scenes of a replay."""
    return Recorded(messages, replay, own[0])


@pytest.fixture(scope="session")
def painted() -> Painted:
    """Draws the model of a replay with the real renderer on an emulated terminal."""

    def paint(model: ReplayModel, columns: int = 80, lines: int = 24, *, only_ascii: bool = False) -> pyte.Screen:
        look = ASCII_LOOK if only_ascii else FULL_LOOK
        return painting.painted(lambda width, height: screen(model, look, width, height), columns, lines)

    return paint
