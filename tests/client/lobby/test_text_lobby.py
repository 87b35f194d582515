"""The lobby in sentences: what can be chosen with typed words is what can be chosen on the full screen."""

from __future__ import annotations

import pytest
import trio
from attrs import evolve

from mandala_client.games.catalogue import ui_of
from mandala_client.games.mandala.mandala_ui import MandalaUI
from mandala_client.linear.lobby_sentences import MOST_PAST_GAMES
from mandala_client.records.past_games import Played
from mandala_client.screens.lobby import lobby_model as updates
from mandala_client.screens.lobby.choices import (
    GoOn,
    HostGame,
    JoinAt,
    JoinListed,
    LearnGame,
    LobbyChoice,
    PlayAlone,
    Quit,
    ReadReview,
    WatchReplay,
)
from mandala_client.screens.lobby.entries import FORMS, Menu, entries
from mandala_client.screens.lobby.lobby_model import Archive, LobbyModel, LobbyPage
from mandala_client.sentences.book_sentences import book_sentences
from mandala_client.settings.settings import Colours, Settings, Theme
from mandala_client.text.language import Language, speak, spoken, write_in_ascii
from mandala_client.text.sorry import Sorry
from mandala_client.text.typed_words import WordPlace, word_of, words_at
from mandala_net.link.address import Address
from mandala_net.store.store import State
from mandala_protocol.seats import First
from tests.client.lobby.lobbies import EMPTY_SHELF, GAMES, KEY, OPEN, PAST, SHELF, stored
from tests.client.lobby.visits import NONE, SECONDS, Visitor, heard

AGAIN = "You are back in the lobby. Type “help” for help."
HELP = "Type “leave” at any time to leave a game, and “help” during it for all commands."
UNKNOWN = "That is not a command. Type “help” for help."


# What can be chosen.


@pytest.mark.parametrize(
    ("typed", "choice"),
    [
        ("leave\n", Quit()),
        ("quit\n", Quit()),
        (":LEAVE\n", Quit()),
        ("settings\nleave\n", Quit()),
        ("", Quit()),
        ("host\nstart\n", HostGame()),
        (
            "host\nfirst you\nstrangers join\ngrace 10\nscore yes\nstart\n",
            HostGame(first=First.HOST, ask=False, grace=10, live_score=True),
        ),
        ("alone\nstart\n", PlayAlone()),
        ("alone\nbot random\npractice yes\nstart\n", PlayAlone(bot="random", practice=True)),
        ("alone\nhost\nstart\n", HostGame()),
        ("host patterns\nstart\n", HostGame(game="patterns")),
        ("host game Patterns\nstart\n", HostGame(game="patterns")),
        ("host first you\nhost start\n", HostGame(first=First.HOST)),
        ("alone patterns\nstart\n", PlayAlone(game="patterns").with_fitting_bot()),
        ("play\nstart\n", PlayAlone()),
        ("learn patterns\n", LearnGame("patterns")),
        ("learn chess\nlearn\n", LearnGame("mandala")),
        ("settings game Patterns\nlearn\n", LearnGame("patterns")),
        ("resume 2\n", GoOn(OPEN[1])),
        ("leave now\nback to work\nsettings\n", Quit()),
        ("join 10.0.0.7:4000\n", JoinAt(Address("10.0.0.7", 4000))),
        ("join 1\n", JoinListed(GAMES[0])),
        ("join 2\n", GoOn(OPEN[0])),
        ("open 2\n", GoOn(OPEN[1])),
        ("past 7\n", WatchReplay(PAST[-1].game)),
        ("review 7\n", ReadReview(PAST[-1].game)),
        ("\n\n  start  \nalone\n\n START \n", PlayAlone()),
    ],
)
def test_words_lead_out_of_the_lobby(typed: str, choice: LobbyChoice) -> None:
    assert Visitor(typed, listings=GAMES).chosen() == choice


@pytest.mark.parametrize("page", FORMS)
def test_every_entry_of_a_page_has_a_letter_of_its_own(page: LobbyPage) -> None:
    letters = [entry.letter for entry in entries(updates.opened(LobbyModel(), page))]
    assert len(set(letters)) == len(letters) == len(FORMS[page].settings) + (FORMS[page].start is not None)


def test_every_entry_of_the_first_page_has_a_word() -> None:
    others = {Menu.OPEN_GAMES: "open", Menu.PAST_GAMES: "past", Menu.QUIT: "leave"}
    for line in Menu:
        assert word_of(others.get(line, line.name.lower()), WordPlace.LOBBY) is not None


@pytest.mark.parametrize(
    ("typed", "changed"),
    [
        ("name Anja", Settings(name="Anja")),
        ("language deutsch", Settings(language=Language.GERMAN)),
        ("language nl", Settings(language=Language.DUTCH)),
        ("theme high-contrast", Settings(theme=Theme.HIGH_CONTRAST)),
        ("THEME monochrome", Settings(theme=Theme.MONOCHROME)),
        ("colours 256", Settings(colours=Colours.MANY)),
        ("ascii yes", Settings(only_ascii=True)),
        ("confirm no", Settings(confirm=False)),
        ("bell no", Settings(bell=False)),
        ("score no", Settings(live_score=False)),
        ("chat muted", Settings(chat=False)),
    ],
)
def test_every_setting_can_be_changed_by_its_word_and_what_is_wanted(typed: str, changed: Settings) -> None:
    peer = Visitor(f"settings\n{typed}\n")
    model, _choice = peer.visit()
    assert peer.saved == [changed]
    assert model.settings == changed
    word = typed.partition(" ")[0].lower()
    if changed.language is None:
        assert peer.heard[-1].startswith(f"{word}: ")


@pytest.mark.parametrize("typed", ["settings\ntheme foo", "language klingon", "alone\nbot best"])
def test_a_value_that_there_is_not_is_refused_before_it_is_told_which_there_are(typed: str) -> None:
    peer = Visitor(f"{typed}\n")
    peer.visit()
    assert peer.saved == []
    word = typed.split()[-2]
    at = peer.heard.index(f"“{word}” has no such value.")
    assert peer.heard[at + 1].startswith(f"{word}: ")
    assert peer.heard[-1].startswith("Choices: ")


def test_a_name_is_taken_back_by_a_hyphen_and_one_that_is_too_long_is_refused() -> None:
    peer = Visitor(f"settings\nname Anja\nname {'x' * 100}\nname -\n")
    model, _choice = peer.visit()
    assert peer.saved == [Settings(name="Anja"), Settings()]
    assert model.settings.name is None
    assert peer.heard[-3:] == ["A name has at most 32 characters.", "name: Anja.", "name: Anna, from your account."]


def test_a_name_that_shows_nothing_is_refused() -> None:
    for name in ("?", "\u200b", "\u3164"):
        peer = Visitor(f"settings\nname {name}\n")
        peer.visit()
        assert peer.saved == []
        assert "A name must be visible, and more than “?”." in peer.heard


def test_under_another_name_all_is_read_anew() -> None:
    peer = Visitor("settings\nname Zoe\nwhoami\n", read=lambda settings: evolve(SHELF, name=settings.name or "Anna"))
    peer.visit()
    assert "Name: Zoe" in peer.heard


def test_a_language_can_be_chosen_on_every_page_and_is_spoken_at_once() -> None:
    for page in ("", "host\n", "settings\n"):
        peer = Visitor(f"{page}language de\n")
        peer.visit()
        assert spoken() is Language.ENGLISH, "the surroundings speak it, and here they only note it"
        assert peer.saved == [Settings(language=Language.GERMAN)]


def test_only_ascii_holds_at_once() -> None:
    last = heard("settings", "ascii yes", "name Zoë")[-1]
    assert last == "name: Zo?."


@pytest.mark.parametrize("typed", ["für Farbenblinde", "fuer Farbenblinde", "fur Farbenblinde"])
def test_a_value_with_an_umlaut_is_understood_in_every_spelling_where_only_ascii_is_written(typed: str) -> None:
    speak(Language.GERMAN)
    write_in_ascii(True)
    peer = Visitor(f"settings\ntheme {typed}\n")
    peer.visit()
    assert peer.saved == [Settings(theme=Theme.COLOUR_BLIND)]


def test_settings_that_cannot_be_saved_hold_all_the_same_and_it_is_said() -> None:
    peer = Visitor("settings\nbell no\n", full=True)
    model, _choice = peer.visit()
    assert model.settings == Settings(bell=False)
    assert peer.heard[-2:] == ["The disk is full.", "bell: no."]


# What is heard.


def test_a_newcomer_is_led_to_the_lesson_and_no_one_else() -> None:
    led = "New here? Type “learn” to learn the game."
    newcomer, other = Visitor("learn\n", read=lambda _settings: EMPTY_SHELF), Visitor("learn\n")
    assert newcomer.chosen() == other.chosen() == LearnGame("mandala")
    assert led in newcomer.heard
    assert led not in other.heard


def test_one_is_welcomed_with_what_can_be_typed() -> None:
    peer = Visitor("")
    peer.visit(LobbyModel(Settings(name="Anna")))
    assert peer.heard[:3] == [
        "You are Anna, in the lobby of Mandala.",
        "Open games: 2 games.",
        "Type one of these words: games, join, host, learn, alone, open, help, leave.",
    ]


def test_whoever_has_chosen_no_name_hears_by_which_one_others_see_them_and_how_to_change_it() -> None:
    peer = Visitor("")
    peer.visit()
    assert peer.heard[:2] == [
        "You are in the lobby of Mandala.",
        "Other players see you as “Anna”, like your account. To choose another name, type “settings”.",
    ]


def test_a_page_of_choices_says_how_each_stands_and_how_to_go_on() -> None:
    assert heard("alone")[:6] == [
        "Play alone.",
        "Bots do not peek: they see only what a player in their seat sees.",
        "game: Mandala.",
        "bot: the easy bot, for your first games.",
        "practice: no.",
        "Type “start” to start, or a word for its choices; “back” goes back.",
    ]


def test_a_word_without_a_value_or_with_none_that_there_is_says_what_there_is() -> None:
    can_be = [
        "theme: default.",
        "The colours of cards and tiles.",
        "Choices: default; high contrast; colour-blind safe; monochrome. To change it, type “theme” and one of them.",
    ]
    assert heard("settings", "theme")[-3:] == can_be
    assert heard("settings", "theme plaid")[-3:] == can_be
    assert heard("host", "grace 1")[-1].startswith("Choices: without limit; 2 minutes; 5 minutes;")


def test_an_entry_is_explained_where_its_word_does_not_say_enough() -> None:
    assert "Strangers are players you have not met before." in heard("host", "strangers")


def test_what_follows_a_word_is_understood_or_it_is_said_what_can() -> None:
    alone = "Nothing can follow “{word}”. Type it alone."
    for word in ("leave", "games", "statistics", "whoami", "help", "back"):
        assert heard(f"{word} now") == [alone.format(word=word)]
    for word in ("learn", "rules", "aid"):
        assert heard(f"{word} chess") == [
            f"Type “{word}” alone, or with the name of a game after it: Mandala, Patterns."
        ]
    assert heard("rules patterns") == book_sentences(ui_of("patterns").books.rules(spoken()))
    assert heard("settings game Patterns") == ["game: Patterns."]
    assert heard("settings confirm no", "settings game")[:1] == ["confirm: no."]
    assert heard("host patterns") == [
        "game: Patterns.",
        "Type “start” to start, or a word for its choices; “back” goes back.",
    ]
    assert heard("host chess") == [UNKNOWN, *heard("host")]
    assert heard("settings theme plaid") == heard("settings", "theme plaid")[-4:]


def test_the_commands_of_the_command_line_are_words_of_the_lobby_too() -> None:
    for command, word in (("resume", "open"), ("history", "past"), ("stats", "statistics"), ("play", "alone")):
        assert heard(command) == heard(word)
    assert heard("list", listings=GAMES) == heard("games", listings=GAMES)


def test_words_of_another_page_are_not_understood_here() -> None:
    assert heard("theme") == [UNKNOWN]
    assert heard("start") == [UNKNOWN]
    assert UNKNOWN in heard("alone", "theme monochrome")
    assert UNKNOWN in heard("settings", "back", "theme")


def test_rules_aid_key_and_help_are_read_out() -> None:
    assert set(book_sentences(MandalaUI().books.rules(spoken()))) <= set(heard("rules"))
    assert set(book_sentences(MandalaUI().books.aid(spoken()))) <= set(heard("aid"))
    assert f"Key: {KEY}" in heard("whoami")
    for word in words_at(WordPlace.LOBBY):
        assert any(line.startswith(f"{word.english}: ") for line in heard("help"))


def test_open_games_are_told_with_their_numbers() -> None:
    sentences = heard("open", listings=GAMES)
    assert (
        "1: 89898989  Mandala with Clara, since 2025-06-10 12:00, 27 moves, adjourned; "
        "the other player is waiting for you"
    ) in sentences
    assert "2: 88888888  Mandala with Ben, since 2025-06-09 12:00, 24 moves" in sentences
    assert sentences[-1] == "To resume a game, type “open” and its number, such as: open 1"


def test_past_games_are_told_with_their_numbers() -> None:
    sentences = heard("past")
    assert "3: 2025-06-08 12:00, Mandala against Ben: won 53 to 41, 21 moves." in sentences
    refused = "Broken off: Emil's program signed a wrong entry."
    assert f"6: 2025-06-05 12:00, Mandala against Emil: broken off, 12 moves. {refused}" in sentences


def test_it_is_told_how_past_games_are_heard_and_reviewed() -> None:
    assert heard("past")[-2:] == [
        "To replay a game, type “past” and its number, such as: past 1",
        "To review a game, type “review” and its number, such as: review 1",
    ]


def test_of_many_past_games_the_newest_are_told_and_how_many_there_are_besides() -> None:
    many = evolve(SHELF, past=tuple(Played(stored(1, "Ben", State.ABANDONED)) for _ in range(MOST_PAST_GAMES + 3)))
    sentences = heard("past", read=lambda _settings: many)
    assert sum("against Ben" in line for line in sentences) == MOST_PAST_GAMES
    assert "To list 3 older games: mandala-lan history" in sentences
    assert Visitor(f"past {MOST_PAST_GAMES + 3}\n", read=lambda _settings: many).chosen() == WatchReplay(
        many.past[-1].game
    )


def test_statistics_are_told_in_sentences() -> None:
    assert [line for line in heard("statistics") if line.startswith("Against ")] == [
        ("Against Ben, 1 game: 1 won, 0 drawn, 0 lost. Average points: 53.0 for you, 41.0 for the other player."),
        (
            "Against Wilhelmina van der Heerenveen, 1 game: 0 won, 0 drawn, 1 lost. Average points: "
            "30.0 for you, 44.0 for the other player."
        ),
        (
            "Against all people, 2 games: 1 won, 0 drawn, 1 lost. Average points: 41.5 for you, 42.5 "
            "for the other player."
        ),
        (
            "Against Greedy bot, 1 game: 0 won, 1 drawn, 0 lost. Average points: 38.0 for you, 38.0 "
            "for the other player."
        ),
    ]


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("open", "You have no open games."),
        ("past", "You have not played yet."),
        ("statistics", "You have not finished a game yet."),
    ],
)
def test_where_nothing_is_kept_that_is_said(typed: str, text: str) -> None:
    assert text in heard(typed, read=lambda _settings: EMPTY_SHELF)


@pytest.mark.parametrize("typed", ["open 3", "open 0", "open x", "open ²", "past 8", "review 8", "join 9", "join 0"])
def test_a_number_that_nothing_has_takes_nothing(typed: str) -> None:
    peer = Visitor(f"{typed}\n", listings=GAMES)
    assert peer.chosen() == Quit()
    word = typed.split()[0].replace("join", "games")
    assert f"There is no game with that number. Type “{word}” to list them." in peer.heard


def test_what_is_wrong_with_an_address_is_said() -> None:
    assert "That is not an address. Write HOST or HOST:PORT." in heard("join no where")
    assert heard("join")[-1].endswith("such as: join 192.168.1.20")


def test_a_game_that_cannot_be_joined_is_not_and_why_is_said() -> None:
    peer = Visitor("join 3\njoin 4\n", listings=GAMES)
    assert peer.chosen() == Quit()
    assert peer.heard[-2:] == [
        "“Dora” is waiting for someone else to resume a game. You cannot join.",
        "“Emil” is playing “checkers”. This program does not know it: update it, or ask for another game.",
    ]


def test_what_cannot_be_read_is_said_once_and_all_else_still_works() -> None:
    def unreadable(_settings: Settings) -> Archive:
        raise Sorry("The disk is gone.")

    peer = Visitor("open\nalone\nstart\n", read=unreadable)
    assert peer.chosen() == PlayAlone()
    assert peer.heard[:2] == ["The disk is gone.", "You are in the lobby of Mandala."]


# Games on the network.


def test_all_games_are_told_once_when_it_has_been_looked_for_them() -> None:
    sentences = heard("games", listings=GAMES)
    for number, (player, machine) in enumerate(
        (("Ben", "laptop"), ("Clara", "tablet"), ("Dora", "tower"), ("Emil", "cellar")), start=1
    ):
        assert any(line.startswith(f"{number}: “{player}” on “{machine}” is waiting for ") for line in sentences)
    assert sentences[-1] == "To join a game, type “join” and its number, such as: join 1"


def test_whoever_asks_for_games_too_soon_hears_them_or_that_there_is_none_once_it_is_known() -> None:
    peer = Visitor("games\n", late=True)
    peer.visit()
    assert peer.heard.count(NONE) == 1
    sentences = heard("games", listings=GAMES[:1], late=True)
    assert sum(line.startswith("1: “Ben” on “laptop”") for line in sentences) == 1


def test_whoever_joins_too_soon_joins_what_is_heard_then() -> None:
    assert Visitor("join 1\n", listings=GAMES, late=True).chosen() == JoinListed(GAMES[0])


def test_why_none_can_be_heard_is_said() -> None:
    assert "The air is thick." in heard("games", unheard="The air is thick.")


# From the lobby into a game and back.


def test_what_is_typed_behind_a_choice_is_left_for_the_game() -> None:
    peer = Visitor("alone\nstart\nA1o\nresign\n")
    peer.visit()

    async def next_lines() -> list[str | None]:
        with trio.fail_after(SECONDS):
            return [await peer.lines.next(), await peer.lines.next(), await peer.lines.next()]

    assert trio.run(next_lines) == ["A1o", "resign", None]


def test_after_a_game_one_is_on_the_first_page_and_hears_where_one_is_and_what_went_wrong() -> None:
    peer = Visitor("alone\npractice yes\nstart\nstart\nalone\nstart\n")
    model, choice = peer.visit()
    assert choice == PlayAlone(practice=True)
    assert peer.heard[-1] == HELP
    before = len(peer.heard)
    _model, choice = peer.visit(updates.noted(model, "There was no game."))
    assert choice == PlayAlone(practice=True), "a choice that was made stays"
    after = peer.heard[before:]
    assert after[:2] == ["There was no game.", AGAIN]
    assert UNKNOWN in after
    assert HELP not in after, "it has been said"


def test_a_game_that_is_there_still_after_another_is_told_once() -> None:
    peer = Visitor("alone\nstart\ngames\n", listings=GAMES[:1])
    model, _choice = peer.visit()
    before = len(peer.heard)
    peer.visit(model)
    assert sum(line.startswith("1: “Ben” on “laptop”") for line in peer.heard[before:]) == 1, "when it was asked for"
    assert not any("no longer" in line for line in peer.heard)
