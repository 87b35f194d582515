"""Games for practice: any move can be taken back, nothing hidden is shown, and nobody draws better by asking twice."""

from __future__ import annotations

import io
import random

import pytest
import trio
from hypothesis import given, settings
from hypothesis import strategies as st

from mandala_client.linear import LinearDesk
from mandala_client.practice import PracticeGame, Practising, practice_flow
from mandala_net.news import Finished, WeLeft
from mandala_protocol.games.game import HAND, IllegalMove, Moved
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.messages import First
from mandala_protocol.seats import Seat
from mandala_protocol.snapshot import Owes, Snapshot

AGAINST_RANDOM = Practising("random", "Anna", "Random bot", seed=4)
SECONDS = 60


def new_game(seed: int, bot: str = "random", first: Seat = Seat.HOST) -> PracticeGame:
    return PracticeGame(Practising(bot, "Anna", "Bot"), seed, first)


def move_somehow(game: PracticeGame, choices: random.Random) -> None:
    """One move of ours, and the bot's answers."""
    view = game.snapshot().view
    assert view is not None
    game.play(MANDALA.format_move(choices.choice(MANDALA.legal_moves(view))))
    while game.bot_is_to_move:
        game.let_bot_move()


def is_on(game: PracticeGame) -> bool:
    return game.snapshot().owes is Owes.MOVE


def begun(seed: int) -> PracticeGame:
    game = new_game(seed)
    while game.bot_is_to_move:
        game.let_bot_move()
    return game


def shown(snapshot: Snapshot) -> tuple[object, ...]:
    assert snapshot.view is not None
    return MANDALA.position(snapshot.view.state), dict(snapshot.view.holdings), snapshot.length, snapshot.steps


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 2**32), st.integers(1, 12))
def test_whoever_takes_back_as_many_moves_as_were_made_sees_what_was_seen_then(seed: int, moves: int) -> None:
    game, choices = begun(seed), random.Random(seed)
    seen = []
    for _ in range(moves):
        if not is_on(game):
            break
        seen.append(shown(game.snapshot()))
        move_somehow(game, choices)
    for before in reversed(seen):
        assert game.take_back()
        assert shown(game.snapshot()) == before
    assert not game.take_back()
    assert shown(game.snapshot()) == seen[0]


@settings(deadline=None, max_examples=15)
@given(st.integers(0, 2**32))
def test_the_same_moves_after_taking_them_back_draw_the_same_cards(seed: int) -> None:
    game, choices = begun(seed), random.Random(seed)
    for _ in range(30):
        if is_on(game):
            move_somehow(game, choices)
    once = shown(game.snapshot())
    own = [step.event.move for step in game.snapshot().steps if isinstance(step.event, Moved) and step.speaker == 0]
    while game.take_back():
        pass
    for move in own:
        game.play(MANDALA.format_move(move))
        while game.bot_is_to_move:
            game.let_bot_move()
    assert shown(game.snapshot()) == once


def test_a_move_is_taken_back_also_between_two_choices_from_a_mountain() -> None:
    for seed in range(40):
        game, choices = begun(seed), random.Random(seed)
        while is_on(game):
            before = shown(game.snapshot())
            kinds = [type(step.event.move).__name__ for step in game.snapshot().steps if isinstance(step.event, Moved)]
            move_somehow(game, choices)
            if is_on(game) and kinds[-1:] == ["Claim"] and "Claim" in str(game.snapshot().steps[-1].event):
                assert game.take_back()
                assert shown(game.snapshot()) == before
                return
    pytest.fail("nobody claimed twice in forty games")


def test_no_snapshot_holds_cards_of_the_bot_before_the_end() -> None:
    game, choices = begun(1), random.Random(1)
    while is_on(game):
        snapshot = game.snapshot()
        assert snapshot.view is not None
        assert snapshot.view.seat is Seat.HOST
        assert sum(snapshot.view.holdings[HAND]) == snapshot.view.state.players[Seat.HOST].hand
        for step in snapshot.steps:
            hidden = getattr(step.event, "shown", ())
            assert all(faces is None for faces in hidden[2:]), "only the mountains are dealt face up"
        move_somehow(game, choices)


def test_the_same_seed_is_the_same_game_and_another_one_is_another() -> None:
    assert shown(begun(3).snapshot()) == shown(begun(3).snapshot())
    assert shown(begun(3).snapshot()) != shown(begun(5).snapshot())


def test_an_illegal_move_changes_nothing() -> None:
    game = begun(3)
    before = shown(game.snapshot())
    with pytest.raises(IllegalMove):
        game.play("Kr")
    assert shown(game.snapshot()) == before


# At a desk.


async def at_a_desk(typed: str, how: Practising) -> tuple[object, str]:
    """How a person who types these lines ends the practice, and all that was said to them."""
    out = io.StringIO()
    with trio.fail_after(SECONDS):
        ended = await practice_flow(LinearDesk(io.StringIO(typed), out), how)
    return ended.outcome, out.getvalue()


async def test_a_whole_evening_of_practice_by_resigning_counts_the_games_and_swaps_the_starter() -> None:
    outcome, said = await at_a_desk("resign\nyes\nyes\nresign\nyes\nno\n", AGAINST_RANDOM)
    assert isinstance(outcome, Finished)
    assert outcome.result.winner is Seat.GUEST
    assert said.count("The cards are dealt") == 2


async def test_taking_back_leaving_and_what_cannot_be_done() -> None:
    outcome, said = await at_a_desk("undo\nadjourn\nsay hello\nleave\n", AGAINST_RANDOM)
    assert isinstance(outcome, WeLeft)
    assert "There is no move of yours to take back." in said
    assert "it cannot be adjourned" in said
    assert "The bot does not talk." in said
    assert said.splitlines()[-1] == "You left the game. Nothing of it is kept."
    assert "stays open" not in said


@pytest.mark.parametrize(("first", "starter"), [(First.HOST, Seat.HOST), (First.GUEST, Seat.GUEST)])
async def test_the_first_player_can_be_fixed(first: First, starter: Seat) -> None:
    how = Practising("random", "Anna", "Random bot", seed=4, first=first)
    out = io.StringIO()
    with trio.fail_after(SECONDS):
        ended = await practice_flow(LinearDesk(io.StringIO("leave\n"), out), how)
    assert ended.snapshot is not None
    movers = [step.speaker for step in ended.snapshot.steps if isinstance(step.event, Moved)]
    assert movers == ([] if starter is Seat.HOST else [Seat.GUEST])
