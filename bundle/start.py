"""The start of the frozen program, which PyInstaller makes of this file.

Python inside it takes no notice of its own variables, so the one by which a program of ours is told how to write to
the one that started it is read here.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from io import TextIOWrapper

from mandala_net.bots.programs import limited

if __name__ == "__main__":
    multiprocessing.freeze_support()
    encoding = os.environ.get("PYTHONIOENCODING", "").partition(":")[0]
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if encoding and isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding=encoding)
    if sys.argv[1:2] == [limited.OPTION]:
        limited.main()
    else:
        from mandala_client.main import main

        main()
