"""The program with pipes that hold what is written once, and 4 KiB at most, as all do on Windows."""

from __future__ import annotations

import functools
import os
import subprocess

from mandala_client.main import main

if __name__ == "__main__":
    os.pipe = functools.partial(os.pipe2, os.O_CLOEXEC | os.O_DIRECT)
    subprocess.Popen = functools.partial(subprocess.Popen, pipesize=4096)  # type: ignore[assignment,misc]
    main()
