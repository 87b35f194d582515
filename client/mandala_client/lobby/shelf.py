"""Reading this player's own things for the lobby."""

from __future__ import annotations

from mandala_client.archive.history import games_played
from mandala_client.archive.library import open_games
from mandala_client.lobby.model import Shelf
from mandala_client.own import notices
from mandala_net.home import open_home
from mandala_net.identity import fingerprint
from mandala_net.paths import Paths


def read_shelf(paths: Paths, name: str | None) -> Shelf:
    """All that the lobby shows of this player; ``name`` as it is chosen in the settings.

    Raises ``FolderError``, ``IdentityError``, ``KnownPlayersError`` or ``StoreError``.
    """
    with open_home(paths, name) as home:
        return Shelf(
            name=home.name,
            fingerprint=fingerprint(home.identity.public),
            identity_file=str(paths.identity),
            open=tuple(open_games(home)),
            past=tuple(games_played(home)),
            notices=tuple(notices(home)),
            prints=home.players.prints,
            blocked=frozenset(home.players.blocked),
        )
