"""The keys of the lobby: each goes where it says, and none does harm at any moment."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from mandala_client.screens.lobby import lobby_keys
from mandala_client.screens.lobby import lobby_model as updates
from mandala_client.screens.lobby.choices import (
    GoOn,
    HostGame,
    JoinAt,
    JoinListed,
    LearnGame,
    PlayAlone,
    Quit,
    WatchReplay,
)
from mandala_client.screens.lobby.choosing import Save
from mandala_client.screens.lobby.entries import Menu, count_entries, entries
from mandala_client.screens.lobby.lobby_model import LobbyModel, LobbyPage
from mandala_client.screens.lobby.lobby_pages import screen
from mandala_client.settings.settings import Colours, Settings, Theme
from mandala_client.text.language import Language
from mandala_client.ui.style import FULL_LOOK
from mandala_net.link.address import Address
from mandala_protocol.wire.messages import PROTOCOL_VERSION, First
from tests.client.laws import text_of
from tests.client.lobby.lobbies import GAMES, NAMED_KEYS, OPEN, PAST, after, asked, busy, empty, pressed
from tests.texts import any_text

PAGES = {
    "h": LobbyPage.HOST,
    "j": LobbyPage.JOIN,
    "a": LobbyPage.ALONE,
    "o": LobbyPage.OPEN_GAMES,
    "p": LobbyPage.PAST_GAMES,
    "t": LobbyPage.STATISTICS,
    "r": LobbyPage.RULES,
    "i": LobbyPage.AID,
    "s": LobbyPage.SETTINGS,
    "l": LobbyPage.LANGUAGES,
    "w": LobbyPage.WHOAMI,
}


@pytest.mark.parametrize(("letter", "page"), PAGES.items())
def test_every_entry_is_on_a_letter_and_escape_goes_back(letter: str, page: LobbyPage) -> None:
    opened = after(busy(), letter)
    assert opened.page is page
    back = after(opened, "escape")
    assert back.page is LobbyPage.HOME
    assert back.places_before == ()


def test_a_letter_begins_the_lesson_of_the_usual_game() -> None:
    assert asked(busy(), "e") == LearnGame("mandala")
    assert asked(evolve(busy(), settings=Settings(game="patterns")), "e") == LearnGame("patterns")


def test_a_newcomer_is_led_to_the_lesson_and_no_one_else() -> None:
    led = "New here? Press “e” to learn the game."
    assert any(led in text_of(row) for row in screen(empty(), FULL_LOOK, 80, 24).rows)
    assert not any(led in text_of(row) for row in screen(busy(), FULL_LOOK, 80, 24).rows)


def test_every_letter_also_works_as_a_capital() -> None:
    assert after(busy(), "H").page is LobbyPage.HOST


@pytest.mark.parametrize("line", list(Menu))
def test_what_a_letter_does_enter_does_too_at_its_entry(line: Menu) -> None:
    steps = ["home"] + ["down"] * (len(GAMES) + list(Menu).index(line))
    by_enter, enter_asks = pressed(busy(), *steps, "enter")
    by_letter, letter_asks = pressed(busy(), line.value.letter)
    assert (by_enter.place, by_enter.typed, enter_asks) == (by_letter.place, by_letter.typed, letter_asks) or (
        line is Menu.QUIT and enter_asks == letter_asks == Quit()
    )


def test_the_letters_of_a_page_are_all_different() -> None:
    for letter in ("h", "a", "s", "l"):
        shown = entries(after(busy(), letter))
        assert len({entry.letter for entry in shown}) == len(shown) > 0


def test_the_cursor_goes_around() -> None:
    assert after(busy(), "home", "up").place.cursor == count_entries(busy()) - 1
    assert after(busy(), "end", "down").place.cursor == 0
    assert after(busy(), "home", "pageup") == after(busy(), "home")


def test_coming_back_one_is_where_one_was() -> None:
    model = after(busy(), "s", "down", "down", "f2")
    assert model.page is LobbyPage.RULES
    model = after(model, "escape")
    assert (model.page, model.place.cursor) == (LobbyPage.SETTINGS, 2)
    assert list(Menu)[after(model, "escape").place.cursor - len(GAMES)] is Menu.SETTINGS


def test_help_rules_and_aid_are_on_their_keys_everywhere() -> None:
    for letter in PAGES:
        model = after(busy(), letter)
        for key, page in (("f1", LobbyPage.HELP), ("f2", LobbyPage.RULES), ("f3", LobbyPage.AID)):
            assert after(model, key).page is page


def test_q_quits_from_the_first_page_and_goes_back_from_any_other() -> None:
    assert asked(busy(), "q") == Quit()
    assert after(busy(), "h", "q").page is LobbyPage.HOME


def test_control_c_quits_from_anywhere() -> None:
    for letter in ("", *PAGES):
        assert asked(after(busy(), *letter), "c-c") == Quit()


def test_escape_on_the_first_page_only_says_how_to_leave() -> None:
    model = after(busy(), "escape")
    assert model.note == "To leave the program, press q."
    assert evolve(model, note=None) == busy()


def test_h_and_enter_open_a_game_as_it_is_usual() -> None:
    assert asked(busy(), "h", "enter") == HostGame()


def test_the_choices_of_a_host_go_along() -> None:
    chosen = asked(busy(), "h", "f", "a", "g", "g", "v", "s")
    assert chosen == HostGame(first=First.HOST, ask=False, grace=5, live_score=False)


def test_right_and_left_undo_each_other() -> None:
    for letter in ("h", "a", "s"):
        model = after(busy(), letter)
        for cursor in range(1, count_entries(model)):
            at = evolve(model, place=evolve(model.place, cursor=cursor))
            there = _turned(at, "right")
            assert there != at
            assert _turned(there, "left") == at


def _turned(model: LobbyModel, key: str) -> LobbyModel:
    turned, act = lobby_keys.press(model, key)
    return evolve(turned, settings=act.settings) if isinstance(act, Save) else turned


def test_a_number_only_points_at_a_game_and_enter_joins_it() -> None:
    pointed = after(busy(), "1")
    assert (pointed.pointed_at, pointed.page) == (GAMES[0], LobbyPage.HOME)
    assert asked(pointed, "enter") == JoinListed(GAMES[0])
    assert asked(busy(), "home", "enter") == JoinListed(GAMES[0])


def test_a_number_that_no_game_has_changes_nothing() -> None:
    for digit in "56789":
        assert after(busy(), digit) == busy()
    for letter in ("o", "p"):
        assert after(busy(), letter, "9") == after(busy(), letter)


def test_enter_joins_only_what_was_seen_to_be_pointed_at() -> None:
    pointed, act = lobby_keys.type_text(busy(), "1")
    assert act is None
    again, act = lobby_keys.press(pointed, "enter")
    assert act is None
    assert again.note == "To join “Ben”, press Enter again."
    assert lobby_keys.press(updates.as_drawn(again), "enter")[1] == JoinListed(GAMES[0])


def test_a_click_points_at_a_game_and_another_takes_it() -> None:
    pointed, act = lobby_keys.press(busy(), "1")
    assert (pointed.pointed_at, act) == (GAMES[0], None)
    assert lobby_keys.press(updates.as_drawn(pointed), "1")[1] == JoinListed(GAMES[0])


def test_LK19_a_host_who_waits_for_us_is_gone_on_with() -> None:
    assert asked(busy(), "2", "enter") == GoOn(OPEN[0])


def test_LK19_a_host_who_waits_for_somebody_else_is_not_joined() -> None:
    model, act = pressed(busy(), "3", "enter")
    assert act is None
    assert model.note == "“Dora” is waiting for someone else to resume a game. You cannot join."


def test_a_game_that_is_not_known_here_is_not_joined() -> None:
    model, act = pressed(busy(), "4", "enter")
    assert act is None
    assert (
        model.note == "“Emil” is playing “checkers”. This program does not know it: update it, or ask for another game."
    )


def test_a_game_of_another_version_is_not_joined() -> None:
    game = GAMES[0]
    newer = evolve(game, announcement=evolve(game.announcement, protocol_version=PROTOCOL_VERSION + 1))
    model, act = pressed(updates.as_drawn(updates.with_listings(busy(), (newer,))), "1", "enter")
    assert act is None
    assert model.note == "“Ben” has a different version of this program. Both players need the same version."


def test_an_address_is_typed_and_joined() -> None:
    assert asked(busy(), "j", *"ben.local:4000", "enter") == JoinAt(Address("ben.local", 4000))
    assert asked(busy(), "j", "10.0.0.7", "enter") == JoinAt(Address("10.0.0.7"))


@pytest.mark.parametrize("typed", ["", "a b", "host:0", "host:99999", ":", "[::1", "x" * 300])
def test_what_is_no_address_is_refused_with_a_sentence(typed: str) -> None:
    model, act = pressed(busy(), "j", *([typed] if typed else []), "enter")
    assert act is None
    assert model.note is not None
    assert model.typed == typed


def test_the_cursor_moves_in_a_line_that_is_typed() -> None:
    model = after(busy(), "j", "192.168.120", "left", "left", "left", ".", "end", "9", "home", "right", "backspace")
    assert model.typed == "92.168..1209"


def test_what_is_typed_can_be_taken_back() -> None:
    model = after(busy(), "j", "one two", "backspace")
    assert model.typed == "one tw"
    assert after(model, "c-w").typed == "one "
    assert after(model, "c-u").typed == ""


def test_pasted_lines_become_one_line_without_control_characters() -> None:
    model, act = lobby_keys.type_text(after(busy(), "j"), "10.0.\x1b[31m0.7\u202e\nrm\n", pasted=True)
    assert act is None
    assert model.typed == "10.0.[31m0.7"


def test_what_is_pasted_anywhere_else_is_ignored() -> None:
    for letter in ("", "h", "s", "r"):
        model = after(busy(), *letter)
        for text in ("q", "h", "1", "\n", "\x03"):
            assert lobby_keys.type_text(model, text, pasted=True) == (model, None)


def test_alone_one_plays_against_the_chosen_bot() -> None:
    assert asked(busy(), "a", "enter") == PlayAlone(bot="easy")
    assert asked(busy(), "a", "b", "p", "s") == PlayAlone(bot="greedy", practice=True)


def test_open_games_are_gone_on_with_and_past_ones_shown_again() -> None:
    assert asked(busy(), "o", "down", "enter") == GoOn(OPEN[1])
    assert asked(busy(), "o", "2", "enter") == GoOn(OPEN[1])
    assert asked(busy(), "p", "end", "enter") == WatchReplay(PAST[-1].game)
    assert asked(busy(), "p", "3", "enter") == WatchReplay(PAST[2].game)


def test_in_an_empty_list_no_key_asks_for_anything() -> None:
    for letter in ("o", "p"):
        for key in ("enter", "down", "end", "1", "pagedown", " "):
            assert asked(after(empty(), letter), key) is None


@pytest.mark.parametrize(
    ("letters", "changed"),
    [
        ("l", {"language": Language.ENGLISH}),
        ("t", {"theme": Theme.HIGH_CONTRAST}),
        ("c", {"colours": Colours.TRUE}),
        ("a", {"only_ascii": True}),
        ("m", {"confirm": False}),
        ("b", {"bell": False}),
        ("v", {"live_score": False}),
        ("h", {"chat": False}),
    ],
)
def test_a_setting_is_changed_by_its_letter(letters: str, changed: dict[str, Any]) -> None:
    assert asked(busy(), "s", letters) == Save(evolve(Settings(), **changed))


def test_a_name_is_typed_and_kept() -> None:
    assert asked(busy(), "s", "n", "Zoë", "enter") == Save(Settings(name="Zoë"))


def test_an_empty_name_is_that_of_the_account() -> None:
    model = evolve(busy(), settings=Settings(name="Zoë"))
    assert asked(model, "s", "n", "c-u", "enter") == Save(Settings(name=None))


def test_a_name_that_is_too_long_is_refused() -> None:
    model, act = pressed(busy(), "s", "n", "x" * 33, "enter")
    assert act is None
    assert model.note == "A name has at most 32 characters."


@pytest.mark.parametrize("name", ["?", "\u3164"])
def test_a_name_that_shows_nothing_is_refused(name: str) -> None:
    model, act = pressed(busy(), "s", "n", name, "enter")
    assert act is None
    assert (model.typed, model.note) == (name, "A name must be visible, and more than “?”.")


@pytest.mark.parametrize("reading", ["f1", "f2", "f3"])
def test_a_line_that_was_being_typed_still_is_after_help_rules_and_aid(reading: str) -> None:
    address = after(busy(), "j", "10.0.", reading, "escape")
    assert (address.page, address.typed) == (LobbyPage.JOIN, "10.0.")
    assert asked(address, "0.7", "enter") == JoinAt(Address("10.0.0.7"))
    name = after(busy(), "s", "n", "Zo", reading, "escape")
    assert (name.page, name.typed) == (LobbyPage.SETTINGS, "Zo")
    assert after(name, "f1", "f2", "escape", "escape") == name
    assert asked(name, "ë", "enter") == Save(Settings(name="Zoë"))


def test_while_help_is_read_no_line_is_typed() -> None:
    model = after(busy(), "j", "f1", "x", "down")
    assert (model.page, model.typed) == (LobbyPage.HELP, None)
    assert after(model, "escape").typed == ""


def test_escape_leaves_the_name_as_it_was() -> None:
    model = after(busy(), "s", "n", "Zoë", "escape")
    assert (model.typed, model.page) == (None, LobbyPage.SETTINGS)


def test_the_language_is_two_keys_away() -> None:
    assert asked(busy(), "l", "d") == Save(Settings(language=Language.GERMAN))
    assert asked(busy(), "l", "n") == Save(Settings(language=Language.DUTCH))
    assert asked(busy(), "l", "s") == Save(Settings(language=None))


def test_where_nothing_can_be_seen_one_can_only_leave() -> None:
    for key in NAMED_KEYS:
        model, act = lobby_keys.press(busy(), key, seen=False)
        assert model == busy()
        assert act == (Quit() if key == "c-c" else None)
    assert lobby_keys.type_text(busy(), "h", seen=False) == (busy(), None)
    assert lobby_keys.type_text(busy(), "q", seen=False) == (busy(), Quit())


@settings(max_examples=50, deadline=None)
@given(
    typed=st.lists(st.sampled_from(NAMED_KEYS) | any_text(max_size=3), max_size=15),
    size=st.sampled_from([(40, 20), (80, 24), (120, 40), (1, 1), (300, 5)]),
)
def test_no_key_does_harm_at_any_moment(typed: list[str], size: tuple[int, int]) -> None:
    model = busy()
    for one in typed:
        model, act = lobby_keys.press(model, one) if one in NAMED_KEYS else lobby_keys.type_text(model, one)
        if isinstance(act, Save):
            model = evolve(model, settings=act.settings)
        assert 0 <= model.place.cursor < max(count_entries(model), 1)
        shown = screen(model, FULL_LOOK, *size)
        assert len(shown.rows) == size[1]
