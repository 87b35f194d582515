"""The maker of the test vectors in ``protocol/mandala_protocol/vectors``, and of their schema.

``python -m mandala_conformance.vectors.maker`` writes all of them again, with ``deck messages`` after it those
named. The same code always writes the same bytes. Version 1 of the protocol is frozen: cases can be added, and a change
of one that there is raises the version, or is an erratum (chapter 18 of the standard).
"""

from __future__ import annotations

import sys

from mandala_conformance.vectors.vector_files import FILES, FOLDER, content_of, schema_text


def main(names: list[str]) -> None:
    """Write the files named, or all of them."""
    for name in names or FILES:
        path = FOLDER / FILES[name].file
        path.write_bytes(content_of(name))
        sys.stdout.write(f"{path.name}: {path.stat().st_size:,} bytes\n")
    (FOLDER / "schema.json").write_text(schema_text(), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
