"""The teacher thinks in a thread: keys are answered meanwhile, and what it says too late is dropped.

Its bots are those of Nim, held back until the test lets them go.
"""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager

import pytest
import trio
import trio.testing
from attrs import evolve

from mandala_client.games.deal import Deal
from mandala_client.play.alone import Alone
from mandala_client.play.frontend import Opponent
from mandala_client.play.practice import PracticeGame, Practising
from mandala_client.screens.table.screen_frontend import ScreenFrontend
from mandala_client.screens.table.status import status
from mandala_client.table.consulting import inquiries
from mandala_net.bots import catalogue
from mandala_protocol.conversation.events import Play
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.game import View
from tests.client.at_table import as_playing
from tests.client.no_terminal import screen_frontend, seen
from tests.limits import SECONDS
from tests.narrowing import present
from tests.nim.bots import NIM_BOTS, PerfectBot
from tests.nim.rules import NIM, NimState, Take

SEED = 3
HOW = Practising(Alone(NIM.name, "random", seed=SEED), "Anna", "Random bot")
THINKS = "Looking for a hint …"

pytestmark = pytest.mark.usefixtures("registered")


class HeldBack:
    """What thinks waits here; ``begun`` has the views about which it thinks, in order."""

    def __init__(self) -> None:
        self.begun: list[View[NimState]] = []
        self._may_answer = threading.Semaphore(0)

    def let_go(self) -> None:
        """Let one more answer come."""
        self._may_answer.release()

    def wait(self, view: View[NimState]) -> None:
        self.begun.append(view)
        assert self._may_answer.acquire(timeout=SECONDS)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[HeldBack]:
    """Nim's strongest bot, which gives the hints, waits before it chooses."""
    held = HeldBack()

    class Slow(PerfectBot):
        def choose(self, view: View[NimState]) -> Take:
            held.wait(view)
            return super().choose(view)

    monkeypatch.setitem(catalogue.BOTS, NIM.name, lambda: evolve(NIM_BOTS, makers={"slow": Slow}))
    yield held
    for _ in range(10):
        held.let_go()


def at_our_turn(moves: int = 0) -> Snapshot:
    """Our turn, after so many of our moves."""
    game = PracticeGame(HOW, Deal(SEED))
    for number in range(moves + 1):
        while game.bot_is_to_move:
            game.let_bot_move()
        if number < moves:
            game.play(NIM.legal_moves(present(game.snapshot().view))[0])
    return game.snapshot()


async def until(condition: Callable[[], object]) -> None:
    while not condition():
        await trio.lowlevel.checkpoint()


@asynccontextmanager
async def waiting_for_hint(held: HeldBack) -> AsyncIterator[ScreenFrontend]:
    """A frontend without a terminal at our turn, while the teacher thinks about the hint that was asked for."""
    token = trio.lowlevel.current_trio_token()
    frontend = screen_frontend(soon=token.run_sync_soon)
    frontend.opponent(Opponent.PRACTICE, NIM.name)
    with trio.fail_after(SECONDS):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(frontend.consult_teacher)
            frontend.show(at_our_turn())
            frontend.press("f4")
            await until(lambda: held.begun)
            yield frontend
            nursery.cancel_scope.cancel()


async def test_keys_are_answered_while_the_teacher_thinks_and_the_hint_comes_later(held: HeldBack) -> None:
    async with waiting_for_hint(held) as frontend:
        assert THINKS in seen(frontend)
        assert THINKS in seen(frontend, 40, 20)
        frontend.press("f1")
        assert frontend.model.overlay is not None
        frontend.press("escape")
        frontend.press("f4")  # asked already
        held.let_go()
        await until(lambda: not inquiries(frontend.model))
        assert (frontend.model.message or "").startswith("Hint: ")
        assert frontend.model.chosen == as_playing(frontend.model).hinted
        assert THINKS not in seen(frontend)
        assert len(held.begun) == 1


async def test_a_hint_for_an_earlier_position_is_dropped_and_one_for_the_present_comes(held: HeldBack) -> None:
    async with waiting_for_hint(held) as frontend:
        later = at_our_turn(moves=1)
        frontend.show(later)
        assert THINKS not in seen(frontend)
        frontend.press("f4")
        held.let_go()  # the first answer, too late
        await until(lambda: len(held.begun) == 2)
        assert as_playing(frontend.model).hinted is None
        assert THINKS in seen(frontend)
        held.let_go()
        await until(lambda: not inquiries(frontend.model))
        assert held.begun[1] == later.view
        assert as_playing(frontend.model).hinted == PerfectBot(0).choose(later.view)


async def test_a_move_that_is_played_meanwhile_gets_no_hint(held: HeldBack) -> None:
    async with waiting_for_hint(held) as frontend:
        frontend.type_text("A1")
        frontend.press("enter")
        assert as_playing(frontend.model).sent
        assert not inquiries(frontend.model)
        held.let_go()
        frontend.refuse("Not that one.")
        frontend.press("f4")
        await until(lambda: len(held.begun) == 2)
        assert as_playing(frontend.model).hinted is None


async def test_what_is_typed_meanwhile_stays_and_the_hint_is_told_beside_it(held: HeldBack) -> None:
    async with waiting_for_hint(held) as frontend:
        frontend.type_text("B")
        held.let_go()
        await until(lambda: not inquiries(frontend.model))
        assert frontend.model.draft.text == "B"
        assert (frontend.model.message or "").startswith("Hint: ")


async def test_a_question_that_is_asked_meanwhile_is_not_covered(held: HeldBack) -> None:
    async with waiting_for_hint(held) as frontend:
        frontend.press("f10")
        held.let_go()
        await until(lambda: not inquiries(frontend.model))
        assert (frontend.model.draft.text, frontend.model.message) == ("", None)
        assert "Resign?" in seen(frontend)


async def test_the_end_of_it_all_waits_for_no_teacher(held: HeldBack) -> None:
    async with waiting_for_hint(held) as frontend:
        pass
    assert inquiries(frontend.model), "no answer has come"


async def test_enter_waits_for_the_hint_and_then_plays_what_it_says(held: HeldBack) -> None:
    async with waiting_for_hint(held) as frontend:
        waiting = frontend.model
        assert status(waiting, "…") == THINKS, "and not whose turn it is besides"
        frontend.press("enter")
        assert frontend.model == waiting
        held.let_go()
        await until(lambda: not inquiries(frontend.model))
        hinted = as_playing(frontend.model).hinted
        assert frontend.model.chosen == hinted
        frontend.press("enter")
        assert await frontend.next_command() == Play(hinted)


async def test_a_hint_for_another_move_than_the_chosen_one_says_which_of_them_enter_plays(held: HeldBack) -> None:
    async with waiting_for_hint(held) as frontend:
        best = PerfectBot(0).choose(present(present(frontend.model.snapshot).view))
        own = next(move for move in frontend.model.legal_moves if move != best)
        frontend.type_text(NIM.format_move(own), pasted=True)
        held.let_go()
        await until(lambda: not inquiries(frontend.model))
        assert (frontend.model.message or "").startswith("Hint: ")
        assert (frontend.model.message or "").endswith(f" Enter plays your own choice, {NIM.format_move(own)}.")
        frontend.press("enter")
        assert await frontend.next_command() == Play(own)
