"""The games of this player, as a person names them: by the first digits of their id."""

from __future__ import annotations

from mandala_client import telling
from mandala_client.sorry import Sorry
from mandala_net.home import Home
from mandala_net.store import SavedGame, StoredGame
from mandala_protocol.seats import Seat


def stored_game(home: Home, digits: str) -> StoredGame:
    """The one game that these digits mean. Raises ``Sorry`` if they mean none, or several; and ``StoreError``."""
    found = home.store.find(digits.strip().lower())
    if not found:
        raise Sorry(f"There is no game {digits} here. Those that there are: mandala-lan history")
    if len({game.game_id or game.proposal for game in found}) > 1:
        named = ", ".join(telling.game_digits(game, 16) for game in found)
        raise Sorry(f"{digits} can mean several games; give more digits: {named}")
    return found[0]


def find_game(home: Home, digits: str) -> SavedGame:
    """The saved entries of the one game that these digits mean. Raises as ``stored_game``."""
    return home.store.take_up(stored_game(home, digits).row)


def open_games(home: Home) -> list[StoredGame]:
    """The games to go on with, the newest first; not those that were proposed, but that nobody took up."""
    games = home.store.resumable()
    return [game for game in games if game.game_id is not None or game.seat is Seat.GUEST]


def resumable_game(home: Home, digits: str) -> StoredGame:
    """The game to go on with. Raises ``Sorry`` also if it is over."""
    game = stored_game(home, digits)
    if not game.resumable:
        raise Sorry(f"The game {digits} is over. To look at it: mandala-lan replay {digits}")
    return game
