"""Files that a person asks for: written whole, and never over another unless that is wanted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mandala_client.text.language import _, said
from mandala_client.text.sorry import Sorry
from mandala_net.files import create_file, replace_file
from mandala_net.os_errors import reason_of


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Write this file, or into this folder, within the block. Raises ``Sorry`` if that is not possible."""
    try:
        yield
    except OSError as error:
        reason = said(reason_of(error))
        raise Sorry(_("{file} cannot be written: {reason}.").format(file=path, reason=reason)) from error


def write_file(path: Path, data: bytes, *, replace: bool) -> None:
    """Write the file; it is there whole or not at all. Raises ``Sorry``: without ``replace`` also if it exists."""
    with writing(path):
        if replace:
            replace_file(path, data)
            return
        try:
            create_file(path, data)
        except FileExistsError as error:
            raise Sorry(_("{file} already exists. To replace it: --force").format(file=path)) from error
