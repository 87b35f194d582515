"""Become another program, with a limit to its memory: ``limited.py MEGABYTES PROGRAM``.

It runs as a file of its own, without the packages around it. Where the system has no such limits, it is not used.
"""

from __future__ import annotations

import os
import sys

CANNOT_START = 126
"""The exit code that says that the program could not be started."""

_BYTES = 1_000_000


def main() -> None:
    """Set the limit and become the program. Exits with ``CANNOT_START`` if that is not possible."""
    megabytes, program = sys.argv[1:]
    if sys.platform != "win32":
        import resource

        # Linux counts what is really asked for as data. Many languages reserve far more addresses than they use.
        kinds = [resource.RLIMIT_DATA] if sys.platform == "linux" else [resource.RLIMIT_DATA, resource.RLIMIT_AS]
        for kind in kinds:
            _most, hard = resource.getrlimit(kind)
            wanted = int(megabytes) * _BYTES
            limit = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
            resource.setrlimit(kind, (limit, limit))
    try:
        os.execv(program, [program])  # noqa: S606 - the program that the player has asked for
    except OSError:
        sys.exit(CANNOT_START)


if __name__ == "__main__":
    main()
