"""Games played in memory by two real sessions, and the screen as a real terminal would show it."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, TypeAlias

import pyte
import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from mandala_client.screens.table.table_pages import screen
from mandala_protocol.conversation.events import Play, Speak
from mandala_protocol.conversation.session import Session
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.games.mandala import MANDALA
from tests.client import sessions
from tests.client.painting import painter
from tests.client.sessions import Pair
from tests.hearing import hear

Paint: TypeAlias = Callable[..., pyte.Screen]

GOLDEN: Final = Path(__file__).parent / "golden"
REGENERATE: Final = "MANDALA_WRITE_GOLDEN"
"""Set this variable to 1 to write the golden screens anew; then read them."""

GAME_SEED: Final = 10
"""A game of random moves in which everything happens that the tests look for."""


def _join(seed: int) -> Pair:
    source = random.Random(seed)
    secrets = source.randbytes(32), source.randbytes(32)
    return sessions.join(secrets, (source.randbytes(32), source.randbytes(32)))


@pytest.fixture(scope="session")
def join() -> Callable[[int], Pair]:
    """Two sessions, host first, that have greeted each other; the number fixes all their randomness."""
    return _join


@pytest.fixture(scope="session")
def settle() -> Callable[[Session, Session], None]:
    """Lets both say what needs no decision."""
    return sessions.settle


@pytest.fixture(scope="session")
@sessions.believing()
def moments() -> tuple[Snapshot, ...]:
    """All that the host has seen in one whole game of random moves, one snapshot for each thing said."""
    host, guest = _join(GAME_SEED)
    choices = random.Random(GAME_SEED)
    seen = [host.snapshot()]
    while host.referee.due is not None:
        for speaker, listener in ((host, guest), (guest, host)):
            if speaker.pending is Pending.MOVE:
                move = choices.choice(MANDALA.legal_moves(speaker.referee.view(speaker.seat)))
                hear(listener, speaker.send(Play(move)))
            elif speaker.pending is Pending.ENTRY:
                hear(listener, speaker.send(Speak()))
            if seen[-1].length != host.referee.transcript.length:
                seen.append(host.snapshot())
    return tuple(seen)


@pytest.fixture(scope="session")
def first_turn(moments: tuple[Snapshot, ...]) -> Snapshot:
    """The first moment of that game when we are to move."""
    return next(moment for moment in moments if moment.pending is Pending.MOVE)


@pytest.fixture
def keyboard() -> Iterator[PipeInput]:
    """The keyboard of a terminal, to be typed on; what is drawn is seen by no one."""
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        yield pipe


@pytest.fixture(scope="session")
def paint() -> Paint:
    """Draws a model with the real renderer on an emulated terminal."""

    return painter(screen)


def _marks(emulated: pyte.Screen) -> list[str]:
    """The places where the text is reversed (#), underlined (_) or bold (*): what can be seen without any colour."""
    rows = []
    for number in range(emulated.lines):
        cells = [emulated.buffer[number][column] for column in range(emulated.columns)]
        marks = "".join(
            "#" if cell.reverse else "_" if cell.underscore else "*" if cell.bold else " " for cell in cells
        ).rstrip()
        if marks:
            rows.append(f"{number:>2} {marks}")
    return rows


@pytest.fixture(scope="session")
def matches_golden() -> Callable[[str, pyte.Screen], None]:
    """Compares a screen with the file of this name, or writes the file if that is asked for."""

    def compare(name: str, emulated: pyte.Screen) -> None:
        _compare(name, "\n".join([*(line.rstrip() for line in emulated.display), "", "marks", *_marks(emulated), ""]))

    return compare


@pytest.fixture(scope="session")
def matches_text() -> Callable[[str, str], None]:
    """Compares a text with the file of this name, or writes the file if that is asked for."""
    return _compare


def _compare(name: str, text: str) -> None:
    file = GOLDEN / f"{name}.txt"
    if os.environ.get(REGENERATE) == "1":
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")
