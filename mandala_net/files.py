"""Small private files that are there whole or not at all."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path


def replace_file(path: Path, data: bytes) -> None:
    """Put ``data`` in place of whatever ``path`` holds, for this user only (mode 0600). Raises ``OSError``."""
    with _written_beside(path, data) as temporary:
        temporary.replace(path)
        sync(path.parent)


def create_file(path: Path, data: bytes) -> None:
    """Create ``path`` with ``data``, for this user only (mode 0600); what is there stays.

    Raises ``FileExistsError`` if something is there, other kinds of ``OSError`` for other failures.
    """
    with _written_beside(path, data) as temporary:
        put_in_place(temporary, path)


def put_in_place(temporary: Path, path: Path) -> None:
    """Let a finished file of the same folder be known as ``path``, for good; what is there stays.

    Raises ``FileExistsError`` if something is there, other kinds of ``OSError`` for other failures.
    """
    try:
        # Unlike a rename, a link never takes the place of a file that came in between.
        os.link(temporary, path)
    except FileExistsError:
        raise
    except OSError:
        # A file system without hard links, as on many memory cards.
        if path.exists():
            raise FileExistsError(path) from None
        temporary.replace(path)
    sync(path.parent)


@contextlib.contextmanager
def _written_beside(path: Path, data: bytes) -> Iterator[Path]:
    """A temporary file in the same folder, holding ``data`` safely on disk; removed if it is still there."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)  # mode 0600
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        yield temporary
    finally:
        temporary.unlink(missing_ok=True)


def sync(path: Path) -> None:
    """Make a file, or the names in a folder, last through a power cut, where folders can be opened at all."""
    if os.name == "nt":
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
