"""The paths of the identity, the store, the records and the log.

Everything is the user's own and no one else's: folders are created with mode 0700, and one that another user owns or
may write is refused.
The environment variable ``MANDALA_LAN_HOME`` puts all of it under one folder.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import platformdirs
from attrs import frozen

from mandala_net.os_errors import reason_of
from mandala_protocol.sentence import Sentence

HOME_VARIABLE: Final = "MANDALA_LAN_HOME"
_APPLICATION: Final = "mandala-lan"
LARGEST_SETTINGS: Final = 8192
"""Bytes; no one writes more into the file of settings, and no more is read."""

_FOLDER_MODE: Final = 0o700


class FolderError(Exception):
    """A folder of ours cannot be used; the text is one sentence for a person."""


@frozen
class Paths:
    """The three folders of this user: ``data`` (identity, games, players, records), ``config``, ``log``."""

    data: Path
    config: Path
    log: Path

    @classmethod
    def under(cls, root: Path) -> Paths:
        """All three in one folder."""
        return cls(data=root / "data", config=root / "config", log=root / "log")

    @property
    def identity(self) -> Path:
        """The secret key of this player."""
        return self.data / "identity.pem"

    @property
    def known_players(self) -> Path:
        """The text file in which an earlier version kept the players met."""
        return self.config / "known-players"

    @property
    def settings(self) -> Path:
        """The file of this player's settings."""
        return self.config / "settings.toml"

    @property
    def games(self) -> Path:
        """The store of all games and known players."""
        return self.data / "games.sqlite"

    @property
    def records(self) -> Path:
        """Records of games, a file each."""
        return self.data / "records"

    @property
    def locks(self) -> Path:
        """A file for each game that is being played, so that no other program resumes it."""
        return self.data / "locks"

    @property
    def bots(self) -> Path:
        """A folder for each bot of this player, with all that is the bot's own."""
        return self.data / "bots"

    @property
    def firewall_explained(self) -> Path:
        """A sign that the question of the firewall was explained before it came, which is done once."""
        return self.data / "firewall-explained"

    @property
    def moved_out(self) -> Path:
        """A sign that the key was moved to another computer; it goes when someone plays here all the same."""
        return self.data / "moved-out"

    @property
    def log_file(self) -> Path:
        """The log of errors, with the evidence."""
        return self.log / "mandala-lan.log"

    def create(self) -> Paths:
        """Create the folders that are missing, closed to other users. Raises ``FolderError``."""
        for folder in self.folders:
            _create_folder(folder)
        _require_own(self.folders)
        if sys.platform != "win32":
            from mandala_net.player.own_folders import why_foreign_file

            _refuse_if(why_foreign_file(self.data))
        return self

    @property
    def folders(self) -> tuple[Path, Path, Path]:
        """Return all three."""
        return (self.data, self.config, self.log)


def find_paths() -> Paths:
    """The folders of this user, which need not exist yet.

    Under ``$MANDALA_LAN_HOME`` if that is set and not empty, else where this system keeps such things.
    Raises ``FolderError`` if the variable holds a path that is not absolute, if there is neither the variable nor a
    home folder, or if another user could replace what is in the folders.
    """
    home = os.environ.get(HOME_VARIABLE, "")
    if home and not Path(home).is_absolute():
        raise FolderError(Sentence("{variable} must be an absolute path.", variable=HOME_VARIABLE))
    paths = Paths.under(Path(home)) if home else _usual_paths()
    _require_own((*paths.folders, Path(home)) if home else paths.folders)
    return paths


def _usual_paths() -> Paths:
    """Return the folders where this system keeps such things. Raises ``FolderError`` without a home folder."""
    with suppress(RuntimeError):
        paths = Paths(
            data=platformdirs.user_data_path(_APPLICATION, appauthor=False),
            config=platformdirs.user_config_path(_APPLICATION, appauthor=False),
            log=platformdirs.user_log_path(_APPLICATION, appauthor=False),
        )
        if all(folder.is_absolute() for folder in paths.folders):
            return paths
    raise FolderError(
        Sentence(
            "Your account has no home folder. Set {variable} to the absolute path of a folder of yours.",
            variable=HOME_VARIABLE,
        )
    )


def _require_own(folders: Sequence[Path]) -> None:
    """Raise ``FolderError`` if another user could replace what is in one of these folders."""
    if sys.platform != "win32":
        from mandala_net.player.own_folders import why_not_own

        _refuse_if(why_not_own(folders, HOME_VARIABLE))


def _refuse_if(why: Sentence | None) -> None:
    if why is not None:
        raise FolderError(why)


def _create_folder(folder: Path) -> None:
    try:
        # mkdir applies its mode to the last folder only, so each missing one is made on its own.
        for missing in reversed([folder, *folder.parents]):
            if not missing.exists():
                missing.mkdir(mode=_FOLDER_MODE, exist_ok=True)
    except OSError as error:
        raise FolderError(
            Sentence(
                "The folder {folder} cannot be created: {reason}. Choose another one with {variable}.",
                folder=folder,
                reason=reason_of(error),
                variable=HOME_VARIABLE,
            )
        ) from error
    if not folder.is_dir():
        raise FolderError(Sentence("{folder} is not a folder.", folder=folder))


def create_where_possible(paths: Paths) -> None:
    """Create the folders that are missing, except on a disk that cannot be written. Raises ``FolderError``."""
    try:
        paths.create()
    except FolderError as error:
        if not isinstance(error.__cause__, OSError):
            raise
