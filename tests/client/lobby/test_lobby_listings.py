"""Games on the network as they come and go, and what strangers put into their announcements."""

from __future__ import annotations

import unicodedata
from typing import Final

import pytest
from attrs import evolve

from mandala_client.screens.lobby import lobby_keys
from mandala_client.screens.lobby import lobby_model as updates
from mandala_client.screens.lobby.choices import JoinListed
from mandala_client.screens.lobby.entries import Menu
from mandala_client.screens.lobby.games_heard import listing_details
from mandala_client.screens.lobby.lobby_model import Archive, LobbyModel, LobbyPage
from mandala_client.screens.lobby.lobby_pages import screen
from mandala_client.ui.style import FULL_LOOK
from mandala_net.discovery.listing import Listing, parse_listing
from tests.client.laws import text_of
from tests.client.lobby.conftest import Show
from tests.client.lobby.lobbies import EMPTY_SHELF, GAMES, KEY, OPEN, SHELF, after, asked, busy, empty, listing
from tests.client.scenes import COMPACT, Size, each_size
from tests.narrowing import of_kind


def text(show: Show, model: LobbyModel, columns: int = 80, lines: int = 24) -> str:
    return "\n".join(show(model, columns, lines).display)


def test_a_game_is_shown_from_when_it_is_heard_until_it_is_gone(show: Show) -> None:
    assert "Ben on laptop" not in text(show, empty())
    heard = updates.with_listings(empty(), GAMES[:1])
    assert "Ben on laptop" in text(show, heard)
    gone = updates.with_listings(heard, ())
    assert "Ben on laptop" not in text(show, gone)
    assert "None at the moment" in text(show, gone)


def test_games_of_blocked_hosts_are_not_shown_whichever_is_read_first(show: Show) -> None:
    other = evolve(GAMES[1], announcement=evolve(GAMES[1].announcement, fingerprint="AAAA-BBBB-CCCC-DDDD"))
    blocking = evolve(EMPTY_SHELF, blocked=frozenset({GAMES[0].announcement.fingerprint}))
    for model in (
        updates.with_listings(updates.with_archive(LobbyModel(), blocking), (GAMES[0], other)),
        updates.with_archive(updates.with_listings(LobbyModel(), (GAMES[0], other)), blocking),
    ):
        assert model.listings == (other,)
        assert "Ben on laptop" not in text(show, model)


@pytest.mark.parametrize(
    ("known", "careful"),
    [
        ("Веn", "Warning: “Ben” only looks like “Веn”, whom you know with a different key."),
        ("Ben", "Warning: you know “Ben” with a different key."),
    ],
)
def test_a_host_who_only_seems_to_be_known_is_marked_and_explained(show: Show, known: str, careful: str) -> None:
    heard = updates.with_listings(updates.with_archive(LobbyModel(), EMPTY_SHELF), GAMES[:1])
    assert "careful" not in text(show, heard).lower()
    wary = updates.with_archive(heard, evolve(EMPTY_SHELF, fingerprints={known: "AAAA-BBBB-CCCC-DDDD"}))
    assert "warning!" in text(show, wary)
    assert listing_details(wary, GAMES[0]).startswith(careful)
    trusted = updates.with_archive(heard, evolve(EMPTY_SHELF, fingerprints={known: GAMES[0].announcement.fingerprint}))
    assert "careful" not in text(show, trusted).lower()


def test_a_host_who_is_known_by_another_name_is_told_of_by_both() -> None:
    heard = updates.with_listings(updates.with_archive(LobbyModel(), EMPTY_SHELF), GAMES[:1])
    key = GAMES[0].announcement.fingerprint

    def told(known: str) -> str:
        return listing_details(updates.with_archive(heard, evolve(EMPTY_SHELF, fingerprints={known: key})), GAMES[0])

    assert told("Anna").endswith("You know this key as that of “Anna”.")
    assert "You know" not in told("Ben")


def test_until_the_own_games_are_read_no_host_is_said_to_wait_for_somebody_else(show: Show) -> None:
    _new, ours, others, _unknown = GAMES
    begun = updates.with_listings(LobbyModel(), (ours, others))
    assert text(show, begun).count("waiting to resume a game") == 2
    note = lobby_keys.press(updates.as_drawn(updates.pointing_at(begun, 0)), "enter")
    assert note[0].note == "Your games have not been read yet. Try again in a moment."
    assert note[1] is None
    read = updates.with_archive(begun, SHELF)
    assert "waiting for you to resume" in text(show, read)
    assert "waiting for someone else" in text(show, read)
    again = updates.with_listings(updates.listening_anew(read), (others,))
    assert "waiting for someone else" not in text(show, again)


def test_it_is_looked_for_a_while_before_nobody_is_said_to_be_there(show: Show) -> None:
    assert "Looking for games" in text(show, LobbyModel())
    assert "None at the moment" in text(show, updates.searched(LobbyModel()))


def test_the_cursor_stays_on_its_entry_when_games_come_and_go() -> None:
    model = after(empty(), "down", "down")
    pointed_at = list(Menu)[2]
    for listings in (GAMES, GAMES[:1], (), GAMES[1:]):
        model = updates.with_listings(model, listings)
        assert list(Menu)[model.place.cursor - len(listings)] is pointed_at


def test_the_cursor_stays_on_its_game_when_others_come_and_go() -> None:
    model = after(busy(), "home", "down")
    model = updates.with_listings(model, (listing(7, "Adam", "attic"), *GAMES))
    assert model.listings[model.place.cursor] == GAMES[1]
    model = updates.with_listings(model, GAMES[1:])
    assert model.listings[model.place.cursor] == GAMES[1]


@pytest.mark.parametrize("remaining", [GAMES[1:], ()])
def test_when_the_game_that_was_pointed_at_is_gone_nothing_is_and_it_is_said(remaining: tuple[Listing, ...]) -> None:
    model = updates.with_listings(after(busy(), "1"), remaining)
    assert model.pointed_at is None
    assert model.note == "“Ben”'s game is gone or has changed. Nothing is selected now."
    assert lobby_keys.press(model, "enter") == (model, None)
    assert after(model, "down").place.cursor == 0
    assert list(Menu)[after(model, "up").place.cursor - len(remaining)] is Menu.QUIT


def test_what_is_told_of_a_game_stays_when_the_lobby_opens_again_and_hears_the_games_anew() -> None:
    left = updates.listening_anew(after(busy(), "1"))
    assert (left.listings, left.searching) == ((), True)
    model = updates.noted(left, "Ben did not let you in.")
    for listings in ((), GAMES[:1], GAMES):
        model = updates.with_listings(model, listings)
        assert model.note == "Ben did not let you in."


BEN: Final = GAMES[0]
CHANGED: Final = {
    "another key": evolve(BEN, announcement=evolve(BEN.announcement, fingerprint="QRST-UVWX-YZ23-4567")),
    "another address": evolve(BEN, addresses=("192.168.1.66",)),
    "one more address": evolve(BEN, addresses=(*BEN.addresses, "192.168.1.66")),
    "another port": evolve(BEN, port=666),
    "another name": evolve(BEN, announcement=evolve(BEN.announcement, player_name="Bert")),
    "waits for somebody": evolve(BEN, announcement=evolve(BEN.announcement, resume="0123456789abcdef")),
}
"""What somebody else, or Ben, may announce under the name of the same instance."""


@pytest.mark.parametrize("instead", CHANGED.values(), ids=CHANGED)
def test_a_game_that_has_changed_is_no_longer_pointed_at(instead: Listing) -> None:
    model = updates.with_listings(after(busy(), "1"), (instead, *GAMES[1:]))
    assert model.pointed_at is None
    assert model.note is not None
    assert asked(model, "enter") is None


def test_the_same_game_announced_anew_is_still_pointed_at() -> None:
    anew = evolve(BEN, instance="mandala-77", addresses=BEN.addresses[::-1])
    model = updates.with_listings(after(busy(), "1"), (*GAMES[1:], anew))
    assert (model.pointed_at, model.note) == (anew, None)
    assert asked(model, "enter") == JoinListed(anew)


def test_a_number_pressed_as_the_list_changes_joins_nothing() -> None:
    """The person reads that Ben is number 1; by the time the key comes, Adam is."""
    adam = listing(7, "Adam", "attic")
    model, act = lobby_keys.type_text(updates.with_listings(busy(), (adam, *GAMES)), "1")
    assert (model.pointed_at, act) == (adam, None)
    assert lobby_keys.press(model, "enter")[1] is None, "nobody has seen yet that Adam is pointed at"


def test_also_behind_another_page_the_cursor_keeps_its_entry() -> None:
    model = updates.with_listings(after(empty(), "s"), GAMES)
    assert list(Menu)[after(model, "escape").place.cursor - len(GAMES)] is Menu.SETTINGS


def test_a_host_who_waits_for_us_is_marked_in_both_lists(show: Show) -> None:
    assert "waiting for you to resume" in text(show, busy())
    assert "waiting for you" in text(show, after(busy(), "o"))
    assert "waiting for you" not in text(show, after(updates.with_listings(busy(), ()), "o"))


def test_whether_a_host_waits_for_us_is_known_as_soon_as_the_games_are_read(show: Show) -> None:
    heard_first = updates.with_archive(updates.with_listings(LobbyModel(), GAMES), SHELF)
    assert "waiting for you to resume" in text(show, heard_first)
    assert "waiting for you to resume" not in text(show, updates.with_archive(heard_first, EMPTY_SHELF))


def test_when_a_network_comes_up_the_reason_why_there_was_none_is_gone(show: Show) -> None:
    deaf = updates.deafened(busy(), "There is no network.")
    assert "There is no network." in text(show, deaf)
    assert "Ben on laptop" not in text(show, deaf)
    assert "There is no network." not in text(show, updates.with_listings(deaf, GAMES))


def test_a_list_read_anew_keeps_the_cursor_within_it() -> None:
    model = after(busy(), "p", "end")
    shorter = updates.with_archive(model, Archive("Anna", KEY, "key", OPEN[:1], SHELF.past[:2]))
    assert shorter.place.cursor == 1
    assert updates.with_archive(model, EMPTY_SHELF).place.cursor == 0


def announced(name: bytes, machine: bytes = b"laptop") -> object:
    return parse_listing(
        "evil",
        {
            b"txtvers": b"1",
            b"v": b"1",
            b"name": name,
            b"game": b"mandala",
            b"fp": KEY.encode(),
            b"host": machine,
        },
        28_108,
        ["192.168.1.66"],
    )


STRANGE: Final = (
    "\u202eevil\u202c",
    "\x1b[2J\x1b[31mred",
    "line\nbreak\rand\ttab",
    "a" + "\u0301" * 60,
    "אבגדה",
    "漢字" * 16,
    "\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16") * 20,
    "x" * 200,
    "",
)


@each_size
def test_whatever_a_stranger_is_called_the_screen_keeps_its_shape(size: Size, show: Show) -> None:
    plain = show(updates.with_listings(empty(), (listing(1, "Ben", "laptop"),)), *size).display
    without = [row for row, line in enumerate(plain) if "Ben on laptop" not in line]
    for name in STRANGE:
        model = updates.with_listings(empty(), (of_kind(Listing, announced(name.encode(), name.encode())),))
        told = show(model, *size).display
        assert [told[row] for row in without] == [plain[row] for row in without], name
        assert KEY in "\n".join(told) or size == COMPACT
        shown = "".join(map(text_of, screen(model, FULL_LOOK, *size).rows))
        assert not any(unicodedata.category(character).startswith("C") for character in shown), name


def test_a_name_of_500_characters_is_no_listing_at_all() -> None:
    assert announced(b"x" * 500) is None


def test_more_games_than_there_is_room_for_are_scrolled(show: Show) -> None:
    many = tuple(listing(number, f"Player {number:02}", "machine") for number in range(64))
    model = updates.with_listings(empty(), many)
    assert "64 games on this network" in text(show, model, 40, 20)
    assert "Player 00" in text(show, model, 40, 20)
    pointed_at = after(model, "home", *["down"] * 40)
    assert "Player 40" in text(show, pointed_at, 40, 20)
    assert "Host a game" in text(show, pointed_at, 40, 20)
    assert asked(pointed_at, "enter") == JoinListed(many[40])


@pytest.mark.parametrize("size", [(40, 20), (80, 24)])
def test_it_is_said_if_more_games_are_announced_than_are_shown(show: Show, size: tuple[int, int]) -> None:
    many = tuple(listing(number, f"Player {number:02}", "machine") for number in range(64))
    said = "More games are announced on this network than are shown here."
    flooded = updates.with_listings(empty(), many, more=True)
    assert said in " ".join(text(show, flooded, *size).split())
    assert "Player 40" in text(show, after(flooded, "home", *["down"] * 40), *size)
    read_again = updates.with_archive(flooded, EMPTY_SHELF)
    assert said in " ".join(text(show, read_again, *size).split())
    assert said not in " ".join(text(show, updates.with_listings(flooded, many), *size).split())


def test_why_a_game_has_no_result_is_said_when_it_is_pointed_at(show: Show) -> None:
    place = next(number for number, played in enumerate(SHELF.past) if played.kept)
    games = updates.opened(updates.with_archive(LobbyModel(), SHELF), LobbyPage.PAST_GAMES)
    for at, said in ((place, True), (place - 1, False)):
        shown = text(show, updates.as_drawn(updates.pointing_at(games, at)))
        assert ("Broken off: " in shown) is said
