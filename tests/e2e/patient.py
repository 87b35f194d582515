"""The program, which looks for games as long as it may take on a machine that does much else besides."""

from __future__ import annotations

from mandala_client.main import main
from mandala_client.play import flows

if __name__ == "__main__":
    flows.SEARCH_SECONDS = 60.0  # type: ignore[misc]  # they are final elsewhere
    flows.OTHERS_SECONDS = flows.OTHERS_HERE_SECONDS = 10.0  # type: ignore[misc]
    main()
