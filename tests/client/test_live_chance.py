"""The chance to win in practice: shown where it is wanted, on our own turn; while two people play there is nothing."""

from __future__ import annotations

import io

import pytest
import trio
from attrs import evolve

from mandala_client.games.advice import NoAdvice, live_chance
from mandala_client.games.catalogue import ui_of
from mandala_client.games.deal import Deal
from mandala_client.games.forecast_text import own_chance
from mandala_client.linear.text_frontend import TextFrontend
from mandala_client.play.alone import Alone
from mandala_client.play.frontend import Opponent
from mandala_client.play.practice import PracticeGame, Practising
from mandala_client.screens.table import screen_keys
from mandala_client.screens.table.screen_frontend import ScreenFrontend
from mandala_client.settings.settings import Settings
from mandala_client.table import consulting, updates
from mandala_client.table.table_model import TableModel, evolve_playing
from mandala_net.bots.mandala.teaching import mandala_teacher
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from tests.client.at_table import answered, as_playing, our_turn
from tests.client.no_terminal import screen_frontend, seen
from tests.narrowing import present

Moments = tuple[Snapshot, ...]

SHOWN = Settings(live_chance=True)
MANY_WORDS = ("Your chance to win", " % to win")


def practised() -> Snapshot:
    """Our turn in a game for practice."""
    game = PracticeGame(Practising(Alone("mandala", "random"), "Anna", "Random bot"), Deal(3))
    while game.bot_is_to_move:
        game.let_bot_move()
    return game.snapshot()


def a_frontend(settings: Settings, opponent: Opponent) -> ScreenFrontend:
    """A frontend without a terminal."""
    made = screen_frontend(settings=settings, soon=lambda _call: None)
    made.opponent(opponent)
    return made


async def test_in_practice_it_is_shown_on_our_turn_if_that_is_wanted() -> None:
    snapshot = practised()
    text = own_chance(mandala_teacher().forecast(present(snapshot.view)))
    for settings, is_shown in ((SHOWN, True), (Settings(), False)):
        table = a_frontend(settings, Opponent.PRACTICE)
        table.show(snapshot)
        table.model = answered(table.model)
        assert (text in seen(table)) == is_shown
        assert (" % to win. " in seen(table, 40, 20)) == is_shown


@pytest.mark.parametrize("opponent", [Opponent.PERSON, Opponent.BOT])
async def test_while_two_people_play_nothing_of_it_is_shown(opponent: Opponent) -> None:
    snapshot = practised()
    table = a_frontend(SHOWN, opponent)
    table.show(snapshot)
    assert as_playing(table.model).chance is None
    table.press("f12")
    assert "You see your chance to win only in a practice game." in seen(table)
    assert not any(word in seen(table).replace("see your chance to win", "") for word in MANY_WORDS)
    forced = evolve_playing(table.model, chance=mandala_teacher().forecast(present(snapshot.view)))
    table.model = forced
    assert " % to win" not in seen(table)


async def test_the_key_shows_and_hides_it() -> None:
    table = a_frontend(Settings(), Opponent.PRACTICE)
    table.show(practised())
    table.press("f12")
    table.model = answered(table.model)
    assert "Your chance to win: " in seen(table)
    assert table.model.settings.live_chance
    table.press("f12")
    assert "Your chance to win is hidden." in seen(table)
    assert " % to win" not in seen(table)


def test_it_goes_with_the_turn_it_was_for(moments: Moments) -> None:
    model = evolve(our_turn(moments, SHOWN), opponent=Opponent.PRACTICE)
    shown = answered(consulting.with_chance_asked(model))
    assert as_playing(shown).chance is not None
    assert consulting.with_chance_asked(shown) is shown
    snapshot = present(shown.snapshot)
    after = updates.with_snapshot(shown, evolve(snapshot, length=snapshot.length + 1, pending=Pending.NOTHING))
    assert as_playing(after).chance is None
    assert as_playing(consulting.with_chance_asked(after)).chance is None


def test_the_word_asks_for_it_as_the_key_does(moments: Moments) -> None:
    model: TableModel = evolve(our_turn(moments), opponent=Opponent.PRACTICE)
    typed = model
    for letter in ":chance":
        typed, _ = screen_keys.type_text(typed, letter)
    typed, _ = screen_keys.press(typed, "enter")
    assert as_playing(answered(typed)).chance == as_playing(answered(screen_keys.press(model, "f12")[0])).chance != None  # noqa: E711


# In text mode.


def heard(settings: Settings, opponent: Opponent, snapshot: Snapshot) -> str:
    out = io.StringIO()

    async def tell() -> None:
        text = TextFrontend(io.StringIO("chance\n"), out, settings=settings)
        text.opponent(opponent)
        text.show(snapshot)
        await text.next_command()

    trio.run(tell)
    return out.getvalue()


def test_in_text_mode_it_is_said_on_our_turn_and_when_asked_for() -> None:
    snapshot = practised()
    text = own_chance(mandala_teacher().forecast(present(snapshot.view)))
    assert heard(SHOWN, Opponent.PRACTICE, snapshot).count(text) == 2
    assert heard(Settings(), Opponent.PRACTICE, snapshot).count(text) == 1


@pytest.mark.parametrize("opponent", [Opponent.PERSON, Opponent.BOT])
def test_in_text_mode_it_is_not_said_while_two_people_play(opponent: Opponent) -> None:
    said = heard(SHOWN, opponent, practised())
    assert " % to win" not in said
    assert "You see your chance to win only in a practice game." in said


def test_without_our_turn_there_is_a_sentence() -> None:
    with pytest.raises(NoAdvice, match=r"^Your chance to win is shown on your turn\.$"):
        live_chance(ui_of("mandala"), evolve(practised(), pending=Pending.NOTHING))
