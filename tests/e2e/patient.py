"""The program, which looks for games as long as it may take on a machine that does much else besides."""

from __future__ import annotations

from mandala_client.main import main
from mandala_client.play import joining

if __name__ == "__main__":
    joining.SEARCH_SECONDS = 60.0  # type: ignore[misc]  # they are final elsewhere
    joining.OTHERS_SECONDS = joining.OTHERS_HERE_SECONDS = 10.0  # type: ignore[misc]
    main()
