"""The command line of the maker of vectors; see the package."""

from __future__ import annotations

import sys

from mandala_conformance.vectors.making.vector_files import FILES, FOLDER, content_of, schema_text


def main(names: list[str]) -> None:
    """Write the files named, or all of them."""
    for name in names or FILES:
        path = FOLDER / FILES[name].file
        path.write_bytes(content_of(name))
        sys.stdout.write(f"{path.name}: {path.stat().st_size:,} bytes\n")
    (FOLDER / "schema.json").write_text(schema_text(), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
