"""Networks that only some processes of one machine have: namespaces, as Linux calls them."""

from __future__ import annotations

import ctypes
import subprocess
from pathlib import Path
from typing import Final

_CLONE_NEWNET: Final = 0x40000000
_NAMED: Final = Path("/run/netns")
_LOOPBACK_UP: Final = ("ip", "link", "set", "lo", "up")


def go_to(machine: str) -> None:
    """Move this process to a network that ``ip netns`` knows by this name; nothing else of it moves."""
    with (_NAMED / machine).open("rb") as place:
        if ctypes.CDLL(None, use_errno=True).setns(place.fileno(), _CLONE_NEWNET) != 0:
            raise OSError(ctypes.get_errno(), f"it is not possible to go to {machine}")


def move_to_own() -> bool:
    """Move this process to a network that has nothing but a loopback; return False where the system forbids it.

    Otherwise tests that run at once hear each other's hosts, and a port that a program of one has given back may go to
    a program of another. Only the thread that calls this moves, and all threads and programs that it starts later.
    """
    try:
        tried = subprocess.run(["unshare", "--net", *_LOOPBACK_UP], capture_output=True, check=False)
    except OSError:
        return False
    if tried.returncode != 0 or ctypes.CDLL(None, use_errno=True).unshare(_CLONE_NEWNET) != 0:
        return False
    subprocess.run(_LOOPBACK_UP, capture_output=True, check=True)
    return True
