"""The end of a game that could not be saved, or not all of it: on the screen and in text mode."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from mandala_client.play.frontend import Next
from mandala_client.sentences import outcomes, status_text
from mandala_client.table.table_model import Preparing
from mandala_net.match.news import GameEnded, GameFinished, NotSaved, PeerBroke, SavingGoesOn, SavingWaits, WeLeft
from mandala_net.store.store import State
from mandala_protocol.conversation.snapshot import Snapshot
from tests.client.end_scenes import BROKEN, REFUSED
from tests.client.kept_games import WON_BY_HOST
from tests.client.linear_frontend import Linear, our_turn
from tests.client.linear_frontend import run as run_linear
from tests.client.test_screen_asked import Seat as Screen
from tests.in_time import run_in_time
from tests.narrowing import present

Moments = tuple[Snapshot, ...]

STORED = evolve(WON_BY_HOST, state=State.OPEN, settled=False, moves=22, reason=None, scores=None, winner=None)
FULL = "The disk is full. Make room."
UNSAVED = GameEnded(NotSaved(FULL), None, resumable=True, stored=STORED)


async def _saved() -> None:
    """The proof is saved."""


UNPROVEN = GameEnded(
    PeerBroke(BROKEN, REFUSED), None, stored=STORED, warning="The proof could not be saved.", save_again=_saved
)


def pressed_r(moments: Moments, ended: GameEnded) -> tuple[Screen, str, Next | None]:
    """The screen after "r" was pressed at this end, what was seen before that, and what follows."""
    screen, seen = Screen(), list[str]()
    screen.frontend.show(our_turn(moments))

    async def main() -> Next | None:
        return await screen.answered(
            lambda: screen.frontend.end(ended), lambda: seen.append(screen.look()), screen.types("r")
        )

    following = run_in_time(main)
    return screen, seen[0], following


def test_it_says_first_up_to_which_move_the_game_is_kept_and_last_how_to_resume_it() -> None:
    kept = "The game is kept up to move 22, but what came after could not be saved."
    resume = "The game stays open. To resume it, type: mandala-lan resume"
    assert outcomes.outcome(UNSAVED) == f"{kept} {FULL} {resume}"
    in_lobby = "The game stays open, under “Open games”."
    assert outcomes.outcome(UNSAVED, in_lobby=True) == f"{kept} {FULL} {in_lobby}"
    before = outcomes.outcome(evolve(UNSAVED, stored=evolve(STORED, moves=0)))
    assert before.startswith("The game is kept as it was before the first move,")


def test_the_screen_is_headed_not_saved_and_r_tries_again(moments: Moments) -> None:
    screen, seen, following = pressed_r(moments, UNSAVED)
    assert following is Next.TRY_AGAIN
    assert seen.startswith("Mandala not saved ")
    assert "game over" not in seen
    assert "r try again" in seen
    assert "No record" not in seen
    assert isinstance(screen.frontend.model.phase, Preparing), "the table is cleared for it"


def test_a_game_of_which_nothing_is_kept_cannot_be_tried_again(moments: Moments) -> None:
    _screen, seen, following = pressed_r(moments, GameEnded(NotSaved(FULL), None))
    assert following is None
    assert "try again" not in seen


@pytest.mark.parametrize(("answer", "following"), [("yes", Next.TRY_AGAIN), ("no", Next.NOTHING)])
def test_in_text_mode_a_typed_word_tries_again(answer: str, following: Next, moments: Moments) -> None:
    linear = Linear()

    async def main() -> Next:
        linear.frontend.show(our_turn(moments))
        linear.keyboard.type(answer)
        return await linear.frontend.end(UNSAVED)

    assert run_linear(main, linear) is following
    assert any(line.startswith("Try to save it again? Type “yes” or “no”.") for line in linear.said)


def test_a_refusal_is_told_and_that_its_proof_is_not_saved(moments: Moments) -> None:
    _screen, seen, following = pressed_r(moments, UNPROVEN)
    assert following is Next.TRY_AGAIN
    assert "signed a wrong entry, so the game is broken off" in seen
    assert "The proof could not be saved." in seen
    assert "The proof is kept" not in seen
    assert "The proof is kept" in outcomes.outcome(evolve(UNPROVEN, warning="", save_again=None))


def test_a_record_that_cannot_be_written_is_a_warning_beside_the_result(moments: Moments) -> None:
    result = present(moments[-1].result)
    ended = GameEnded(GameFinished(result), None, moments[-1], stored=STORED, warning="The record cannot be written.")
    screen, linear = Screen(), Linear()
    screen.frontend.show(moments[-1])
    seen: list[str] = []

    async def drawn() -> Next | None:
        end = lambda: screen.frontend.end(ended, rematch=True)  # noqa: E731
        return await screen.answered(end, lambda: seen.append(screen.look()), screen.types("r"))

    async def spoken() -> Next:
        linear.frontend.show(moments[-1])
        linear.keyboard.type("yes")
        return await linear.frontend.end(ended, rematch=True)

    assert run_in_time(drawn) is run_linear(spoken, linear) is Next.OTHER_CARDS
    for text in (seen[0], " ".join(linear.said)):
        assert "Game over" in text
        assert "The record cannot be written." in text
        assert "verify 1f2e3d4c" in text


def test_a_store_that_is_waited_for_is_told_of_in_a_line_of_the_log() -> None:
    assert len(status_text.news(SavingWaits())) <= 77, "no more fits at 80 columns"
    assert status_text.news(SavingGoesOn()) == "The store of games is free again. Your game goes on."


def test_a_game_that_goes_on_another_time_names_no_command_to_check_it() -> None:
    left = GameEnded(WeLeft(), Path("game.mandala"))
    assert outcomes.ways_to_check(left)
    assert outcomes.ways_to_check(evolve(left, resumable=True)) == []
