"""Make ``mandala_net/trust/confusables.txt`` from a ``confusables.txt`` as Unicode publishes it (UTS 39).

Run it when Unicode has published another one:  .venv/bin/python docs/confusables.py PATH
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from pathlib import Path
from typing import Final

TARGET: Final = Path(__file__).parents[1] / "mandala_net" / "trust" / "confusables.txt"

_HEAD: Final = """\
# Characters that look like others: those of Unicode's confusables.txt (UTS 39), version {version}, written shorter.
# Each line has a prototype, "<", and the characters that look like it; all as hexadecimal code points.
# Made by docs/confusables.py.
#
# {copyright}
"""


def main() -> None:
    published = Path(sys.argv[1]).read_text(encoding="utf-8-sig")
    version, made = re.search(r"^# Version: (\S+)$", published, re.M), re.search(r"^# (©.*)$", published, re.M)
    assert version is not None
    assert made is not None
    alike: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for line in published.splitlines():
        fields = line.partition("#")[0].split(";")
        if len(fields) == 3:
            alike[_points(fields[1])] += _points(fields[0])
    head = _HEAD.format(version=version[1], copyright=made[1])
    licence = [line.rstrip() for line in (TARGET.parents[1] / "LICENSE-UNICODE").read_text().splitlines()]
    rows = [f"{_hex(prototype)} < {_hex(sorted(others))}" for prototype, others in sorted(alike.items())]
    lines = [*head.splitlines(), "#", *(f"# {line}".rstrip() for line in licence), *rows]
    TARGET.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _points(field: str) -> tuple[int, ...]:
    return tuple(int(point, 16) for point in field.split())


def _hex(points: tuple[int, ...] | list[int]) -> str:
    return " ".join(f"{point:X}" for point in points)


if __name__ == "__main__":
    main()
