"""Our program with one defect: ``python -m tests.conformance.broken_peer DEFECT host …``.

``DEFECT:whole`` is the program without it, which agrees to the same things.

The table of the defects is in ``defects/catalogue.py``; ``test_broken_peers`` shows that the tester finds each.
"""

from __future__ import annotations

import runpy
import sys

from tests.conformance.defects.catalogue import DEFECTS

if __name__ == "__main__":
    name, _, whole = sys.argv.pop(1).partition(":")
    DEFECTS[name].agree()
    if not whole:
        DEFECTS[name].break_it()
    runpy.run_module("mandala_client", run_name="__main__", alter_sys=True)
