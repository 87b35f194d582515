"""``make generated`` makes all that is made of other things."""

from __future__ import annotations

import re
from pathlib import Path

TOP = Path(__file__).parents[1]


def test_make_generated_runs_every_script_that_writes_a_document() -> None:
    """But the pictures, which ``make pictures`` draws. Some scripts are run by ``docs/generate.py``."""
    scripts = {path.stem for path in (TOP / "docs").glob("generate*.py")} - {"generate_pictures"}
    recipe = re.search(r"^generated:.*\n((?:\t.*\n)+)", (TOP / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert recipe is not None
    run = set(re.findall(r"\bgenerate\w*", recipe[1]))
    run |= set(re.findall(r'"(generate_\w+)\.py"', (TOP / "docs" / "generate.py").read_text(encoding="utf-8")))
    assert scripts - run == set()
