"""Games on the network, told to somebody who sees no list: each once when it comes and once when it goes."""

from __future__ import annotations

from attrs import evolve

from mandala_client.linear.lobby_games import MOST_UNASKED, GamesTold
from mandala_client.screens.lobby import lobby_model as updates
from mandala_client.screens.lobby.lobby_model import LobbyModel
from mandala_net.discovery.listing import Listing
from tests.client.lobby.lobbies import GAMES, KEY, empty, listing

BEN, CLARA = GAMES[0], listing(7, "Clara", "tablet")
BEN_IS_GONE = "1: “Ben” on “laptop” is no longer waiting."


def with_games(*listings: Listing) -> LobbyModel:
    return updates.with_listings(empty(), listings)


def told(number: int, name: str) -> str:
    player, machine = name.split(" on ")
    return f"{number}: “{player}” on “{machine}” is waiting for a guest to play Mandala. Key: {KEY}"


def test_a_game_is_told_once_with_its_number_and_the_first_with_how_to_join_it() -> None:
    games = GamesTold()
    assert games.news(with_games(BEN)) == [
        told(1, "Ben on laptop"),
        "To join a game, type “join” and its number, such as: join 1",
    ]
    assert games.news(with_games(BEN)) == []
    assert games.news(with_games(BEN, CLARA)) == [told(2, "Clara on tablet")]


def test_it_is_told_once_and_in_each_list_if_more_games_are_announced_than_are_told() -> None:
    more = "More games are announced on this network than are shown here."
    games, flooded = GamesTold(), evolve(with_games(BEN), more=True)
    assert games.news(flooded)[-1] == more
    assert games.news(evolve(with_games(BEN, CLARA), more=True)) == [told(2, "Clara on tablet")]
    assert more in games.all(evolve(with_games(BEN, CLARA), more=True))
    assert more not in games.all(with_games(BEN, CLARA))


def test_nobody_is_invited_to_a_game_that_cannot_be_joined() -> None:
    of_others, checkers = GAMES[2:]
    games = GamesTold()
    assert not any("To join" in line for line in games.news(with_games(of_others, checkers)))
    assert not any("To join" in line for line in games.all(with_games(of_others, checkers)))
    how = "To join a game, type “join” and its number, such as: join 3"
    assert games.news(with_games(of_others, checkers, BEN)) == [told(3, "Ben on laptop"), how]
    assert games.all(with_games(of_others, checkers, BEN))[-1] == how


def test_a_game_that_is_gone_is_told_once_and_its_number_means_no_other_game() -> None:
    games = GamesTold()
    games.news(with_games(BEN))
    assert games.news(with_games()) == [BEN_IS_GONE]
    assert games.news(with_games()) == []
    assert games.news(with_games(CLARA)) == [told(2, "Clara on tablet")]
    assert games.game(1, with_games(CLARA)) is None
    assert games.game(2, with_games(CLARA)) == CLARA


def test_a_number_is_no_longer_that_of_a_game_that_says_something_else() -> None:
    games = GamesTold()
    games.news(with_games(BEN))
    other = evolve(BEN, announcement=evolve(BEN.announcement, player_name="Eve"))
    assert games.game(1, with_games(other)) is None
    assert games.news(with_games(other)) == [told(2, "Eve on laptop"), BEN_IS_GONE]


def test_new_addresses_are_no_other_game_and_are_those_that_are_joined() -> None:
    games = GamesTold()
    games.news(with_games(BEN))
    moved = evolve(BEN, addresses=("192.168.1.99",))
    assert games.news(with_games(moved)) == []
    assert games.game(1, with_games(moved)) == moved


def test_while_it_is_looked_for_games_none_is_said_to_be_gone_or_not_there() -> None:
    games = GamesTold()
    games.news(with_games(BEN))
    looking = updates.listening_anew(empty())
    assert games.news(looking) == []
    assert games.news(updates.with_listings(looking, (BEN,))) == []
    assert games.news(updates.searched(looking)) == [BEN_IS_GONE]
    assert GamesTold().news(looking) == []


def test_a_flood_of_games_is_told_within_bounds_until_something_is_typed() -> None:
    games = GamesTold()
    flood = [listing(number, f"Eve {number}", "bot-net") for number in range(60)]
    said = games.news(with_games(*flood))
    assert len(said) == MOST_UNASKED + 1
    assert said[-1] == "Games may come and go. Type “games” to list them."
    assert games.news(with_games()) == games.news(with_games(*flood)) == []
    games.heard_something()
    assert len(games.all(with_games(*flood))) == len(flood) + 1
    assert games.news(with_games(*flood)) == []


def test_that_there_is_none_and_why_none_is_heard_is_said_once_unasked() -> None:
    (none,) = GamesTold().all(empty())
    games = GamesTold()
    assert games.news(empty()) == [none]
    assert games.news(empty()) == []
    deaf = updates.deafened(empty(), "The air is thick.")
    assert games.news(deaf) == ["The air is thick."]
    assert games.news(deaf) == []
    assert games.all(deaf) == ["The air is thick."]
