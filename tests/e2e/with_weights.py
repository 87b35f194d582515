"""The program with the weights of Mandala in another file: ``python -m tests.e2e.with_weights FILE ...``."""

from __future__ import annotations

import sys
from pathlib import Path

from attrs import evolve

from mandala_client.main import main
from mandala_net.bots.mandala import trained_weights

if __name__ == "__main__":
    file = evolve(trained_weights.WEIGHTS_FILE, path=Path(sys.argv.pop(1)))
    trained_weights.WEIGHTS_FILE = file  # type: ignore[misc]  # it is final elsewhere
    main()
