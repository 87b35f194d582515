"""Become another program, with a limit to its memory: ``limited.py MEGABYTES PROGRAM``.

It runs as a file of its own, without the packages around it. Where the system has no such limits, it is not used.
A frozen program has no Python for such a file: it does the same itself, when ``OPTION`` is its first argument.
"""

from __future__ import annotations

import os
import sys

OPTION = "--become-limited"
"""The first argument of a frozen program that is to do what this file does."""

CANNOT_START = 126
"""The exit code that says that the program could not be started."""

_BYTES = 1_000_000

_LIBRARIES = "LD_LIBRARY_PATH"
"""The variable by which a frozen program finds its libraries on Linux, which are not for other programs."""


def main() -> None:
    """Set the limit and become the program. Exits with ``CANNOT_START`` if that is not possible."""
    megabytes, program = sys.argv[-2:]
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
        os.execve(program, [program], _environment())  # noqa: S606 - the program that the player has asked for
    except OSError:
        sys.exit(CANNOT_START)


def _environment() -> dict[str, str]:
    """Return the variables as they are without us: PyInstaller keeps the one that it sets under another name."""
    variables = dict(os.environ)
    if getattr(sys, "frozen", False):
        variables.pop(_LIBRARIES, None)
        before = variables.pop(f"{_LIBRARIES}_ORIG", None)
        if before is not None:
            variables[_LIBRARIES] = before
    return variables


if __name__ == "__main__":
    main()
