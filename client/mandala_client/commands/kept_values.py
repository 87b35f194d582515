"""Values on the command line that a shell can complete from what is kept: games, record files, and known players.

Whatever is offered means itself in every shell: strangers choose their names.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class GameId(click.ParamType[str]):
    """The first characters of the ID of a game that is kept; ``or_file``: or a file, such as that of its record.

    ``open_only``: only games that go on are offered.
    """

    name = "id"

    def __init__(self, *, or_file: bool = False, open_only: bool = False) -> None:
        self._or_file, self._open_only = or_file, open_only

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002 - click's shape
        from click.shell_completion import CompletionItem

        # First, as bash drops what comes before it.
        files = [CompletionItem(incomplete, type="file")] if self._or_file else []
        # Bash shows no files beside something else, so the records here are named.
        records = [CompletionItem(name) for name in _records_here(incomplete)] if self._or_file else []
        return [*files, *self._ids(incomplete), *records]

    def _ids(self, incomplete: str) -> Iterator[CompletionItem]:
        """The games that are kept, the newest first; none if they cannot be read."""
        from click.shell_completion import CompletionItem

        from mandala_client.records.library import goes_on
        from mandala_client.sentences.status_text import game_digits, stored_game
        from mandala_net.player.paths import FolderError, find_paths
        from mandala_net.store.public_store import PublicStore
        from mandala_net.store.store import StoreError

        with suppress(FolderError, StoreError), PublicStore(find_paths().games).opened() as kept:
            for game in kept.games():
                digits = game_digits(game)
                if digits.startswith(incomplete.lower()) and (goes_on(game) or not self._open_only):
                    yield CompletionItem(digits, help=stored_game(game))


class PlayerName(click.ParamType[str]):
    """The name of a player, of whom those known here are offered."""

    name = "player"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002 - click's shape
        from click.shell_completion import CompletionItem

        from mandala_net.player.paths import FolderError, find_paths
        from mandala_net.store.store import StoreError
        from mandala_net.trust.known_players import names_in

        names: list[str] = []
        with suppress(FolderError, StoreError):
            names = names_in(find_paths().games)
        beginning = incomplete.casefold()
        return [CompletionItem(name) for name in names if name.casefold().startswith(beginning) and _is_plain(name)]


class GameName(click.ParamType[str]):
    """The name of a game, of which those that this program knows are offered."""

    name = "game"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from mandala_client.games.catalogue import GAMES

        return click.Choice(tuple(GAMES)).shell_complete(ctx, param, incomplete)


def _records_here(incomplete: str) -> list[str]:
    """The records of games, and files of evidence, in the current folder."""
    from mandala_protocol.record import verification

    with suppress(OSError):
        return sorted(
            file.name
            for file in Path().iterdir()
            if file.suffix.startswith(verification.SUFFIX) and file.name.startswith(incomplete) and _is_plain(file.name)
        )
    return []


def _is_plain(word: str) -> bool:
    """Return whether a word means itself without quotation marks, and is no option."""
    from mandala_net.shell import quoted

    return quoted(word) == word and not word.startswith("-")
