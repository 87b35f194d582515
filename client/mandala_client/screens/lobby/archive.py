"""Reading this player's own things for the lobby."""

from __future__ import annotations

from mandala_client.records.library import open_games
from mandala_client.records.past_games import games_played
from mandala_client.screens.lobby.lobby_model import Archive
from mandala_client.settings.own import notices
from mandala_net.player.paths import Paths
from mandala_net.player.profile import open_home
from mandala_net.trust.identity import fingerprint


def read_shelf(paths: Paths, name: str | None) -> Archive:
    """All that the lobby shows of this player; ``name`` as it is chosen in the settings.

    Raises ``FolderError``, ``IdentityError``, ``KnownPlayersError`` or ``StoreError``.
    """
    with open_home(paths, name) as profile:
        return Archive(
            name=profile.name,
            fingerprint=fingerprint(profile.identity.public),
            identity_file=str(paths.identity),
            open=tuple(open_games(profile)),
            past=tuple(games_played(profile)),
            notices=tuple(notices(profile)),
            fingerprints=profile.players.fingerprints,
            blocked=frozenset(profile.players.blocked),
        )
