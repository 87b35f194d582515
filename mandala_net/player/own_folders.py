"""Folders in which no other user can replace anything; ssh asks the same for the keys of its users.

Not for Windows: there, the folder of the account says who may do what, and not mode bits.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from mandala_net.shell import joined
from mandala_protocol.sentence import Sentence

assert sys.platform != "win32"


def why_not_own(folders: Sequence[Path], instead: str) -> Sentence | None:
    """Return why another user could replace what is in one of ``folders``, and what to do; None if no one can.

    The folders on the way there count too, up to the home folder: who may write to one can replace the next, unless it
    is sticky, as ``/tmp`` is. In ``folders`` themselves, sticky or not, anyone who may write could make a file that is
    not there yet. They need not exist. ``instead`` is the environment variable that names another folder.
    """
    user = os.geteuid()
    # Where user IDs are mapped, as in some containers, the administrator has another number, but still owns "/".
    trusted = {user, 0, Path("/").stat().st_uid}
    ends = [end for folder in folders for end in (folder, Path(os.path.realpath(folder)))]
    for place in _ways_to(ends):
        try:
            status = place.lstat()
        except OSError:
            continue  # it is made later, for this user alone, or cannot be used anyway
        if status.st_uid not in trusted:
            return Sentence(
                "{folder} belongs to another user, who could replace your key. Choose another folder with {variable}.",
                folder=place,
                variable=instead,
            )
        is_shared = bool(status.st_mode & stat.S_ISVTX)
        if _others_may_write(status, user) and (place in ends or not is_shared):
            if status.st_uid == user and not is_shared:
                return Sentence(
                    "Other users can write to {folder} and could replace your key. Forbid it with: {command}",
                    folder=place,
                    command=joined(["chmod", "go-w", str(place)]),
                )
            return Sentence(
                "Other users can write to {folder} and could replace your key. Choose another folder with {variable}.",
                folder=place,
                variable=instead,
            )
    return None


def why_foreign_file(folder: Path) -> Sentence | None:
    """Return which file in ``folder`` belongs to another user, and what to do; None if none does.

    That happens when the program was started once as the administrator.
    """
    user = os.geteuid()
    with suppress(OSError):  # whoever uses the folder says why it cannot be read, and temporary files come and go
        for file in sorted(folder.iterdir()):
            if file.lstat().st_uid != user:
                return Sentence(
                    "{file} belongs to another user. If it should be yours, take it back with: {command}",
                    file=file,
                    command=joined(["sudo", "chown", str(user), str(file)]),
                )
    return None


def _ways_to(ends: Iterable[Path]) -> list[Path]:
    """Return these folders and those above them, up to the home folder, each once."""
    home = os.path.realpath(os.path.expanduser("~"))  # noqa: PTH111 - that of Path raises where there is none
    ways: dict[Path, None] = {}
    for end in ends:
        for place in (end, *end.parents):
            if place in ways:  # so are those above it
                break
            ways[place] = None
            if os.path.realpath(place) == home:
                break
    return list(ways)


def _others_may_write(status: os.stat_result, user: int) -> bool:
    """Return whether anyone else may write to a folder."""
    if not stat.S_ISDIR(status.st_mode):
        return False
    if status.st_mode & stat.S_IWOTH:  # as for /tmp, where no list of all users need be read
        return True
    return bool(status.st_mode & stat.S_IWGRP) and not _is_group_of_one(status.st_gid, user)


def _is_group_of_one(group: int, user: int) -> bool:
    """Return whether a group has this user alone. Some systems give each user one, and let it write by default."""
    import grp
    import pwd

    try:
        members, name = set(grp.getgrgid(group).gr_mem), pwd.getpwuid(user).pw_name
    except KeyError:
        return False
    return members | {user.pw_name for user in pwd.getpwall() if user.pw_gid == group} == {name}
