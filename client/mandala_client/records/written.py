"""Files that a person asks for: written whole, and never over another unless that is wanted."""

from __future__ import annotations

from pathlib import Path

from mandala_client.text.language import _, said
from mandala_client.text.sorry import Sorry
from mandala_net.files import create_file, replace_file
from mandala_net.os_errors import reason_of


def write_file(path: Path, data: bytes, *, replace: bool) -> None:
    """Write the file; it is there whole or not at all. Raises ``Sorry``: without ``replace`` also if it exists."""
    try:
        if replace:
            replace_file(path, data)
        else:
            create_file(path, data)
    except FileExistsError as error:
        raise Sorry(_("{file} already exists. To replace it: --force").format(file=path)) from error
    except OSError as error:
        reason = said(reason_of(error))
        raise Sorry(_("{file} cannot be written: {reason}.").format(file=path, reason=reason)) from error
