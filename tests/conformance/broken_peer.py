"""Our program with one defect: ``python -m tests.conformance.broken_peer DEFECT host …``.

The table of the defects is in ``defects/catalogue.py``; ``test_broken_peers`` shows that the tester finds each.
"""

from __future__ import annotations

import runpy
import sys

from tests.conformance.defects.catalogue import DEFECTS

if __name__ == "__main__":
    DEFECTS[sys.argv.pop(1)].break_it()
    runpy.run_module("mandala_client", run_name="__main__", alter_sys=True)
