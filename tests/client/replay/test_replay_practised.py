"""A game for practice to look at again: it has no record, and pretends to none."""

from __future__ import annotations

import random

import pytest

from mandala_client.games.deal import Deal
from mandala_client.play.alone import Alone
from mandala_client.play.practice import PracticeGame, Practising
from mandala_client.records.replay import NothingToReplay, RecordedReplay, Replay
from mandala_client.screens.replay.replay_model import ReplayModel, ReplayPage, at_frame, on_page
from mandala_client.screens.replay.replay_pages import screen
from mandala_client.ui.style import FULL_LOOK
from mandala_protocol.games.counts import union
from mandala_protocol.games.game import HAND, Revealed
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.games.mandala.state import visible
from mandala_protocol.record.steps import Step
from mandala_protocol.seats import Seat


def played(moves: int | None = None) -> PracticeGame:
    """A game against the random bot, by chance: so many own moves, or to its end."""
    how, choices = Practising(Alone("mandala", "random"), "Anna", "Random bot"), random.Random(3)
    game = PracticeGame(how, Deal(3))
    while game.snapshot().result is None and moves != 0:
        view = game.snapshot().view
        assert view is not None
        if game.bot_is_to_move:
            game.let_bot_move()
            continue
        game.play(choices.choice(MANDALA.legal_moves(view)))
        moves = None if moves is None else moves - 1
    return game


@pytest.fixture(scope="module")
def game() -> PracticeGame:
    return played()


@pytest.fixture(scope="module")
def practised(game: PracticeGame) -> Replay:
    return game.replay()


def text_of(model: ReplayModel) -> str:
    rows = screen(model, FULL_LOOK, 80, 24).rows
    return "\n".join("".join(part.text for part in row) for row in rows)


def test_the_steps_of_the_game_are_the_frames_and_all_cards_are_known(game: PracticeGame, practised: Replay) -> None:
    assert [frame.happening for frame in practised.frames] == list(game.snapshot().steps)
    assert [frame.number for frame in practised.frames] == list(range(1, len(practised.frames) + 1))
    for frame in practised.frames[1:]:
        seen = visible(frame.state)
        for seat in Seat:
            held = frame.held[seat]
            assert held is not None
            if HAND in held:
                assert sum(held[HAND]) == frame.state.players[seat].hand
                assert sum(held["cup"]) == frame.state.players[seat].sealed
                seen = union(seen, union(held[HAND], held["cup"]))
        assert sum(seen) + frame.state.draw_pile == 108
    last = practised.frames[-1].happening
    assert isinstance(last, Step)
    assert isinstance(last.event, Revealed)
    assert practised.frames[-1].held == last.event.holdings


def test_it_has_no_record_and_says_so_nowhere(practised: Replay) -> None:
    assert not isinstance(practised, RecordedReplay)
    assert {frame.entry for frame in practised.frames} == {None}
    assert practised.names == ("Anna", "Random bot")
    assert not practised.is_faulty
    for at in range(len(practised.frames)):
        shown = text_of(at_frame(ReplayModel(practised), at))
        assert f"\n {at + 1} of {len(practised.frames)}\n" in shown
        assert "entry" not in shown
    help_text = text_of(on_page(ReplayModel(practised), ReplayPage.HELP))
    assert "record" not in help_text
    assert "The game is over, so all hands are shown." in help_text


def test_its_end_says_who_won(practised: Replay) -> None:
    assert practised.standing == practised.closing[-1]
    assert " wins " in practised.standing
    assert practised.standing.split(".")[0] in text_of(at_frame(ReplayModel(practised), len(practised.frames) - 1))


def test_a_game_that_goes_on_shows_no_cards_of_the_bot() -> None:
    with pytest.raises(NothingToReplay, match=r"^This game is not over\.$"):
        played(moves=5).replay()


def test_what_was_taken_back_did_not_happen() -> None:
    game = played(moves=5)
    while game.take_back():
        pass
    view = game.snapshot().view
    assert view is not None
    while game.snapshot().result is None:
        view = game.snapshot().view
        assert view is not None
        if game.bot_is_to_move:
            game.let_bot_move()
        else:
            game.play(MANDALA.legal_moves(view)[0])
    assert [frame.happening for frame in game.replay().frames] == list(game.snapshot().steps)
