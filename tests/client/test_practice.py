"""Games for practice: any move can be taken back, nothing hidden is shown, and nobody draws better by asking twice."""

from __future__ import annotations

import io
import random
import re

import pytest
import trio
from hypothesis import given, settings
from hypothesis import strategies as st

from mandala_client.games.deal import Deal
from mandala_client.linear.text_frontend import TextFrontend
from mandala_client.play.alone import Alone
from mandala_client.play.practice import PracticeGame, Practising, carry_out, practice_flow
from mandala_net.match.news import GameFinished, WeLeft
from mandala_protocol.conversation.events import Resign
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.games.game import HAND, IllegalMove, Moved
from mandala_protocol.games.mandala import MANDALA, Claim, Colour
from mandala_protocol.seats import Seat
from tests.limits import SECONDS


def against_random(seed: int | None = 4, *, swapped: bool = False) -> Practising:
    return Practising(Alone("mandala", "random", seed, swapped), "Anna", "Random bot")


def new_game(deal: Deal, bot: str = "random") -> PracticeGame:
    return PracticeGame(Practising(Alone("mandala", bot), "Anna", "Bot"), deal)


def move_somehow(game: PracticeGame, choices: random.Random) -> None:
    """One move of ours, and the bot's answers."""
    view = game.snapshot().view
    assert view is not None
    game.play(choices.choice(MANDALA.legal_moves(view)))
    while game.bot_is_to_move:
        game.let_bot_move()


def is_on(game: PracticeGame) -> bool:
    return game.snapshot().pending is Pending.MOVE


def begun(seed: int, own: Seat = Seat.HOST) -> PracticeGame:
    game = new_game(Deal(seed, own))
    while game.bot_is_to_move:
        game.let_bot_move()
    return game


def shown(snapshot: Snapshot) -> tuple[object, ...]:
    assert snapshot.view is not None
    return MANDALA.position(snapshot.view.state), dict(snapshot.view.holdings), snapshot.length, snapshot.steps


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 2**32), st.sampled_from(Seat), st.integers(1, 12))
def test_whoever_takes_back_as_many_moves_as_were_made_sees_what_was_seen_then(
    seed: int, own: Seat, moves: int
) -> None:
    game, choices = begun(seed, own), random.Random(seed)
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
        game.play(move)
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


@pytest.mark.parametrize("own", Seat)
def test_no_snapshot_holds_cards_of_the_bot_before_the_end(own: Seat) -> None:
    game, choices = begun(1, own), random.Random(1)
    while is_on(game):
        snapshot = game.snapshot()
        assert snapshot.view is not None
        assert snapshot.view.seat is snapshot.seat is own
        assert sum(snapshot.view.holdings[HAND]) == snapshot.view.state.players[own].hand
        for step in snapshot.steps:
            hidden = getattr(step.event, "shown", ())
            assert all(faces is None for faces in hidden[2:]), "only the mountains are dealt face up"
        move_somehow(game, choices)


def test_the_same_seed_is_the_same_game_and_another_one_is_another() -> None:
    assert shown(begun(3).snapshot()) == shown(begun(3).snapshot())
    assert shown(begun(3).snapshot()) != shown(begun(5).snapshot())


# The same cards with the seats swapped.


def cards_of(game: PracticeGame) -> tuple[object, object, object, object]:
    """Our hidden cards, those of the bot, the draw pile in its order, and the seat that begins."""
    simulation = game._simulation
    own = game.own
    return simulation.holdings[own], simulation.holdings[own.other], simulation.draw_pile, simulation.state.first


@settings(deadline=None, max_examples=50)
@given(st.integers(0, 2**63 - 1))
def test_with_the_seats_swapped_the_hands_and_cups_dealt_are_exchanged_and_all_else_is_as_it_was(seed: int) -> None:
    deal = Deal(seed)
    ours, theirs, pile, first = cards_of(new_game(deal))
    assert cards_of(new_game(deal.swapped())) == (theirs, ours, pile, first)
    assert deal.swapped().swapped() == deal


@settings(deadline=None, max_examples=15)
@given(st.integers(0, 2**32), st.sampled_from(Seat))
def test_whoever_moves_as_the_bot_did_with_these_cards_plays_the_same_game_from_the_other_side(
    seed: int, own: Seat
) -> None:
    game, choices = begun(seed, own), random.Random(seed)
    while is_on(game):
        move_somehow(game, choices)
    moves = [(step.event.seat, step.event.move) for step in game.snapshot().steps if isinstance(step.event, Moved)]
    again = new_game(Deal(seed, own).swapped())
    for seat, move in moves:
        again.make(move) if seat is own else again.play(move)
    steps, once_more = game.snapshot().steps, again.snapshot().steps
    assert [(step.event, step.after) for step in once_more] == [(step.event, step.after) for step in steps]
    assert again.snapshot().result == game.snapshot().result


def test_the_names_stand_at_their_seats_on_either_side() -> None:
    for own, names in ((Seat.HOST, ("Anna", "Bot")), (Seat.GUEST, ("Bot", "Anna"))):
        snapshot = new_game(Deal(4, own)).snapshot()
        assert (snapshot.seat, snapshot.names) == (own, names)


def test_whoever_resigns_loses_on_either_side() -> None:
    for own in Seat:
        game = begun(4, own)
        carry_out(Resign(), game)
        result = game.snapshot().result
        assert result is not None
        assert result.winner is own.other


def test_an_illegal_move_changes_nothing() -> None:
    game = begun(3)
    before = shown(game.snapshot())
    with pytest.raises(IllegalMove):
        game.play(Claim(Colour.RED))
    assert shown(game.snapshot()) == before


# With a frontend.


async def practised(typed: str, how: Practising) -> tuple[object, str]:
    """The end of a practice for a person who types these lines, and all that was said to them."""
    out = io.StringIO()
    with trio.fail_after(SECONDS):
        ended = await practice_flow(TextFrontend(io.StringIO(typed), out), how)
    return ended.outcome, out.getvalue()


async def test_a_whole_evening_of_practice_by_resigning_counts_the_games_and_swaps_the_starter() -> None:
    outcome, said = await practised("resign\nyes\nyes\nresign\nyes\nno\n", against_random())
    assert isinstance(outcome, GameFinished)
    assert outcome.result.winner is Seat.GUEST
    assert said.count("The cards are dealt") == 2


async def test_taking_back_leaving_and_what_cannot_be_done() -> None:
    outcome, said = await practised("undo\nadjourn\nsay hello\nleave\n", against_random())
    assert isinstance(outcome, WeLeft)
    assert "You have no move to take back." in said
    assert "it can't be adjourned" in said
    assert "The bot does not talk." in said
    assert said.splitlines()[-1] == "You left the game. It is not kept."
    assert "stays open" not in said


async def test_after_a_game_the_same_cards_can_be_played_with_the_seats_swapped_and_then_others() -> None:
    _outcome, said = await practised("resign\nyes\nswap\nresign\nyes\nyes\nleave\n", against_random())
    first, second, third = said.split("The cards are dealt")[1:]
    assert "mandala-lan play --practice --game mandala --against random --seed 4\n" in first
    assert "mandala-lan play --practice --game mandala --against random --seed 4 --swapped\n" in second
    assert "from both seats" not in first
    assert "You played this set-up from both seats, but did not finish both games, so no one wins." in second
    assert "You left the game." in third
    _outcome, swapped = await practised("leave\n", against_random(swapped=True))
    _outcome, following = await practised("leave\n", against_random(5, swapped=True))
    assert dealt_to_us(second) == dealt_to_us(swapped.split("The cards are dealt")[1])
    assert dealt_to_us(third) == dealt_to_us(following.split("The cards are dealt")[1]), "on the side where we sit now"
    assert len({*map(dealt_to_us, (first, second, third))}) == 3


def dealt_to_us(said: str) -> tuple[str, ...]:
    """The sentences about our first hand and cup."""
    return tuple(line for line in said.splitlines() if line.startswith(("Your hand, ", "Your starting cards")))[:2]


async def test_without_a_seed_the_deal_is_another_each_time_and_its_number_soon_typed() -> None:
    how = against_random(seed=None)
    said = [(await practised("end\nyes\nno\n", how))[1] for _ in range(3)]
    seeds = [re.findall(r"--seed (\d{1,6})$", one, re.MULTILINE) for one in said]
    assert len({tuple(found) for found in seeds}) > 1
    assert all(len(found) == 1 for found in seeds)


@pytest.mark.parametrize(("seed", "starter"), [(4, Seat.HOST), (5, Seat.GUEST)])
async def test_the_seed_says_who_begins(seed: int, starter: Seat) -> None:
    for own in Seat:
        how = against_random(seed, swapped=own is Seat.GUEST)
        with trio.fail_after(SECONDS):
            ended = await practice_flow(TextFrontend(io.StringIO("leave\n"), io.StringIO()), how)
        assert ended.snapshot is not None
        movers = [step.speaker for step in ended.snapshot.steps if isinstance(step.event, Moved)]
        assert movers[:1] == ([] if starter is own else [starter])
