"""A program that tells, as JSON, what it finds when it begins: ``python -m tests.e2e.probe ARGUMENT…``"""

from __future__ import annotations

import json
import locale
import os
import secrets
import signal
import socket
import sys
import threading
from io import TextIOWrapper
from pathlib import Path
from typing import Any


def stream(given: object) -> dict[str, Any]:
    """What can be told of a standard stream."""
    assert isinstance(given, TextIOWrapper)
    return {
        "kinds": [type(given).__name__, type(given.buffer).__name__],
        "file": given.fileno(),
        "encoding": given.encoding.lower().replace("-", "_"),
        "errors": given.errors,
        "line by line": given.line_buffering,
        "at once": given.write_through,
    }


def terminal() -> str | None:
    """The terminal from which signals come, if this process is in front there; None without one."""
    try:
        descriptor = os.open("/dev/tty", os.O_RDWR)
    except OSError:
        return None
    try:
        return os.ttyname(0) if os.tcgetpgrp(descriptor) == os.getpgrp() else "another one"
    finally:
        os.close(descriptor)


def main() -> None:
    standard, first = (sys.stdin, sys.stdout, sys.stderr), (sys.__stdin__, sys.__stdout__, sys.__stderr__)
    found = {
        "arguments": sys.argv,
        "in": sys.stdin.read(),
        "folder": str(Path.cwd()),
        "path": sys.path,
        "environment": dict(os.environ),
        "streams": [stream(text_i_o) for text_i_o in standard],
        "the first ones": [one is now for one, now in zip(standard, first, strict=True)],
        "files": sorted(int(link.name) for link in Path("/proc/self/fd").iterdir())[:-1],
        "signals": {number.name: str(signal.getsignal(number)) for number in signal.Signals},
        "blocked": sorted(signal.pthread_sigmask(signal.SIG_BLOCK, ())),
        "parent": os.getppid(),
        "group": os.getpgrp(),
        "session": os.getsid(0),
        "terminal": terminal(),
        "network": str(Path("/proc/self/ns/net").readlink()),
        "interfaces": sorted(name for _, name in socket.if_nameindex()),
        "flags": str(sys.flags),
        "locale": locale.setlocale(locale.LC_ALL),
        "hash": hash("the same in both"),
        "threads": threading.active_count(),
        "commands that were imported": sorted(
            name for name in sys.modules if name.startswith("mandala_client.commands.")
        ),
        "secret": secrets.token_hex(8),
    }
    print(json.dumps(found))
    print("told", file=sys.stderr)
    sys.exit(7)


if __name__ == "__main__":
    main()
